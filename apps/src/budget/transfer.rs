//! Money moved from one account to another.

use sim::{
    Context, Dialog, Icon, Look, MenuItem, Page, TextSize, Tone, column, icon_button, number_box, reached,
    row, scroll, text, text_box,
};

use super::choices::account_choice;
use super::money::{cents_of, money};
use super::store::{Account, Entry, Id, Store};
use super::words::Words;
use super::{Budget, HALF_CENTS, WRONG_ACCOUNT, book};
use crate::day::Day;

/// What is to be moved. The two accounts always differ.
#[derive(Debug, Clone, Hash)]
pub struct Transfer {
    from: Id,
    to: Id,
    amount: String,
    note: String,
    error: Option<&'static str>,
    asking: bool,
}

#[derive(Debug, Clone)]
pub enum Message {
    From(Id),
    To(Id),
    Swap,
    Amount(String),
    Note(String),
    Book,
    Leave,
    Discard,
    CloseDialog,
}

fn here(message: Message) -> super::Message {
    super::Message::Transfer(message)
}

impl Transfer {
    /// `None` where there are not two accounts.
    pub(super) fn new(store: &Store) -> Option<Transfer> {
        let [from, to, ..] = store.accounts.as_slice() else { return None };
        Some(Transfer {
            from: from.id,
            to: to.id,
            amount: String::new(),
            note: String::new(),
            error: None,
            asking: false,
        })
    }

    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let words = Words::of(&look.config.locale);
        let (store, locale) = (look.store, &look.config.locale);
        let left = store.account(self.from).map_or(0, |account| store.balance(account));
        let label = |label| text(label).size(TextSize::Small).color(Tone::Muted);
        let amount = number_box(self.amount.clone()).id("amount").hint(words.amount);
        let note = text_box(self.note.clone()).id("note").hint("Note");
        let fields = column([
            label("From"),
            account_choice(store.accounts.iter(), self.from, |id| here(Message::From(id))).id("from"),
            text(format!("{} in it", money(store, locale, left))).id("left").color(Tone::Muted),
            row([icon_button(Icon::Sort, "Swap accounts").id("swap").on_tap(here(Message::Swap))]),
            label("To"),
            account_choice(self.targets(store).into_iter(), self.to, |id| here(Message::To(id))).id("to"),
            amount.on_edit(|typed| here(Message::Amount(typed))),
            note.on_edit(|typed| here(Message::Note(typed))),
            text(self.error.unwrap_or_default()).id("error").color(Tone::Danger).hidden(self.error.is_none()),
        ]);
        Page::new(scroll("form", fields.padding(16).gap(8)))
            .title(words.transfer)
            .navigation(Icon::Close, "Cancel", here(Message::Leave))
            .action(MenuItem::new("book", "Book", here(Message::Book)).icon(Icon::Check))
            .on_back(self.is_filled().then(|| here(Message::Leave)))
            .dialog(self.asking.then(|| {
                Dialog::new("Discard this transfer?")
                    .button("Keep editing", here(Message::CloseDialog))
                    .button("Discard", here(Message::Discard))
                    .on_cancel(here(Message::CloseDialog))
            }))
    }

    /// The accounts that money can go to: all but the one it comes from.
    fn targets<'s>(&self, store: &'s Store) -> Vec<&'s Account> {
        store.accounts.iter().filter(|account| account.id != self.from).collect()
    }

    fn is_filled(&self) -> bool {
        !self.amount.is_empty() || !self.note.is_empty()
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        match message {
            Message::From(id) => {
                if id == self.to {
                    reached!(cx);
                    self.to = self.from;
                }
                reached!(cx);
                self.from = id;
            }
            Message::To(id) => {
                reached!(cx);
                self.to = id;
            }
            Message::Swap => {
                reached!(cx);
                std::mem::swap(&mut self.from, &mut self.to);
            }
            Message::Amount(typed) => self.amount = typed,
            Message::Note(typed) => self.note = typed,
            Message::Book => match cents_of(&self.amount, cx.has(HALF_CENTS)) {
                Ok(cents) => self.book(cx, cents),
                Err(problem) => {
                    reached!(cx);
                    self.error = Some(problem);
                }
            },
            Message::Leave if self.is_filled() => {
                reached!(cx);
                self.asking = true;
            }
            Message::Leave | Message::Discard => {
                reached!(cx);
                cx.finish();
            }
            Message::CloseDialog => {
                reached!(cx);
                self.asking = false;
            }
        }
    }

    /// Books both halves.
    fn book(&self, cx: &mut Context<'_, Budget>, cents: i64) {
        let targets = self.targets(cx.store);
        let Some(chosen) = targets.iter().position(|account| account.id == self.to) else { return };
        // With the mistake, the place among the targets is taken for the place among all accounts.
        let to = if cx.has(WRONG_ACCOUNT) { &cx.store.accounts[chosen] } else { targets[chosen] };
        let (to, to_name) = (to.id, to.name.clone());
        let Some(from) = cx.store.account(self.from) else { return };
        let from_name = from.name.clone();
        let (out_id, in_id) = (cx.store.fresh_id(), cx.store.fresh_id());
        let half = |id, account, cents, payee, other| Entry {
            id,
            account,
            category: None,
            cents,
            payee,
            note: self.note.trim().to_owned(),
            day: Day::of_ms(cx.unix_ms()),
            transfer: Some(other),
        };
        let halves = vec![
            half(out_id, self.from, -cents, format!("To {to_name}"), in_id),
            half(in_id, to, cents, format!("From {from_name}"), out_id),
        ];
        reached!(cx);
        book::add(cx, halves);
        cx.toast("Transfer booked");
        cx.finish();
    }
}
