//! An entry being written or changed.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, Tone, button, column, icon_button, number_box,
    radio, reached, row, scroll, text, text_area, text_box,
};

use super::choices::{account_choice, category_choice};
use super::money::{cents_of, plain};
use super::store::{Entry, Id};
use super::words::Words;
use super::{Budget, HALF_CENTS, book};
use crate::day::Day;

/// What is typed, beside what was there.
#[derive(Debug, Clone, Hash)]
pub struct EntryScreen {
    /// `None` for a new entry.
    id: Option<Id>,
    draft: Draft,
    before: Draft,
    error: Option<&'static str>,
    dialog: Option<Question>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Draft {
    income: bool,
    amount: String,
    payee: String,
    note: String,
    account: Id,
    category: Option<Id>,
    day: Day,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    Discard,
    Delete,
}

#[derive(Debug, Clone)]
pub enum Message {
    Income(bool),
    Amount(String),
    Payee(String),
    Note(String),
    Account(Id),
    Category(Option<Id>),
    Earlier,
    Later,
    Today,
    Save,
    AskDelete,
    Delete,
    Leave,
    Discard,
    CloseDialog,
}

fn here(message: Message) -> super::Message {
    super::Message::Entry(message)
}

impl EntryScreen {
    pub(super) fn new(account: Id, today: Day) -> EntryScreen {
        let text = String::new;
        let draft = Draft {
            income: false,
            amount: text(),
            payee: text(),
            note: text(),
            account,
            category: None,
            day: today,
        };
        EntryScreen { id: None, before: draft.clone(), draft, error: None, dialog: None }
    }

    pub(super) fn of(entry: &Entry) -> EntryScreen {
        let draft = Draft {
            income: entry.cents > 0,
            amount: plain(entry.cents),
            payee: entry.payee.clone(),
            note: entry.note.clone(),
            account: entry.account,
            category: entry.category,
            day: entry.day,
        };
        EntryScreen { id: Some(entry.id), before: draft.clone(), draft, error: None, dialog: None }
    }

    /// What a screen does whose saved state lacks the amount.
    pub(super) fn forget_amount(&mut self) {
        self.draft.amount.clone_from(&self.before.amount);
    }

    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let words = Words::of(&look.config.locale);
        let Draft { income, amount, payee, note, account, category, .. } = &self.draft;
        let kind = |label, id, is| radio(label, *income == is).id(id).on_tap(here(Message::Income(is)));
        let amount = number_box(amount.clone()).id("amount").hint(words.amount);
        let payee = text_box(payee.clone()).id("payee").hint("Payee");
        let note = text_area(note.clone()).id("note").hint("Note");
        let fields = column([
            row([kind("Expense", "expense", false), kind("Income", "income", true)]).gap(16),
            amount.on_edit(|typed| here(Message::Amount(typed))),
            payee.on_edit(|typed| here(Message::Payee(typed))),
            account_choice(look.store.accounts.iter(), *account, |id| here(Message::Account(id)))
                .id("account"),
            category_choice(look.store, "Other", *category, |id| here(Message::Category(id))).id("category"),
            self.day(words, Day::of_ms(look.unix_ms())),
            note.on_edit(|typed| here(Message::Note(typed))),
            text(self.error.unwrap_or_default()).id("error").color(Tone::Danger).hidden(self.error.is_none()),
        ]);
        let page = Page::new(scroll("form", fields.padding(16).gap(8)))
            .title(if self.id.is_some() { "Edit entry" } else { "New entry" })
            .navigation(Icon::Close, "Cancel", here(Message::Leave))
            .action(MenuItem::new("save", "Save", here(Message::Save)).icon(Icon::Check))
            .on_back((self.draft != self.before).then(|| here(Message::Leave)))
            .dialog(self.dialog());
        match self.id {
            Some(_) => page.action(MenuItem::new("delete", "Delete", here(Message::AskDelete))),
            None => page,
        }
    }

    fn day(&self, words: &Words, today: Day) -> Element<super::Message> {
        row([
            icon_button(Icon::ArrowUp, "Day before").id("earlier").on_tap(here(Message::Earlier)),
            text(words.day(self.draft.day, today)).id("day").grow(1),
            icon_button(Icon::ArrowDown, "Day after").id("later").on_tap(here(Message::Later)),
            button(words.today).id("today").on_tap(here(Message::Today)),
        ])
        .gap(8)
    }

    fn dialog(&self) -> Option<Dialog<super::Message>> {
        let dialog = match self.dialog? {
            Question::Discard => Dialog::new("Discard changes?")
                .button("Keep editing", here(Message::CloseDialog))
                .button("Discard", here(Message::Discard)),
            Question::Delete => Dialog::new("Delete this entry?")
                .message("You can undo this.")
                .button("Cancel", here(Message::CloseDialog))
                .button("Delete", here(Message::Delete)),
        };
        Some(dialog.on_cancel(here(Message::CloseDialog)))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        let draft = &mut self.draft;
        match message {
            Message::Income(income) => {
                reached!(cx);
                draft.income = income;
            }
            Message::Amount(typed) => draft.amount = typed,
            Message::Payee(typed) => draft.payee = typed,
            Message::Note(typed) => draft.note = typed,
            Message::Account(id) => {
                reached!(cx);
                draft.account = id;
            }
            Message::Category(category) => {
                reached!(cx);
                draft.category = category;
            }
            Message::Earlier => {
                reached!(cx);
                draft.day = draft.day.plus(-1);
            }
            Message::Later => {
                reached!(cx);
                draft.day = draft.day.plus(1);
            }
            Message::Today => {
                reached!(cx);
                draft.day = Day::of_ms(cx.unix_ms());
            }
            Message::Save => self.save(cx),
            Message::AskDelete if cx.store.settings.ask_before_deleting => {
                reached!(cx);
                self.dialog = Some(Question::Delete);
            }
            Message::AskDelete | Message::Delete => {
                reached!(cx);
                if let Some(id) = self.id {
                    let entries = book::delete(cx, &[id]);
                    cx.finish_with(super::Message::Deleted { entries });
                }
            }
            Message::Leave if self.draft != self.before => {
                reached!(cx);
                self.dialog = Some(Question::Discard);
            }
            Message::Leave | Message::Discard => {
                reached!(cx);
                cx.finish();
            }
            Message::CloseDialog => {
                reached!(cx);
                self.dialog = None;
            }
        }
    }

    fn save(&mut self, cx: &mut Context<'_, Budget>) {
        let cents = match cents_of(&self.draft.amount, cx.has(HALF_CENTS)) {
            Ok(cents) => cents,
            Err(problem) => {
                reached!(cx);
                self.error = Some(problem);
                return;
            }
        };
        let draft = &self.draft;
        let payee = match draft.payee.trim() {
            "" => cx.store.category_name(draft.category).to_owned(),
            payee => payee.to_owned(),
        };
        let entry = Entry {
            id: self.id.unwrap_or_else(|| cx.store.fresh_id()),
            account: draft.account,
            category: draft.category,
            cents: if draft.income { cents } else { -cents },
            payee,
            note: draft.note.trim().to_owned(),
            day: draft.day,
            transfer: None,
        };
        if self.id.is_some() {
            reached!(cx);
            book::edit(cx, entry);
        } else {
            reached!(cx);
            book::add(cx, vec![entry]);
        }
        cx.toast("Saved");
        cx.finish();
    }
}
