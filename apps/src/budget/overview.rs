//! All accounts, what is in them, and what was spent this month.

use std::time::Duration;

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, card, column, floating_button,
    image, number_box, progress, reached, row, space, text, text_box,
};

use super::account::AccountScreen;
use super::categories::Categories;
use super::entry::EntryScreen;
use super::money::{cents_of, money};
use super::report::Report;
use super::settings::SettingsScreen;
use super::store::{Account, Id};
use super::transfer::Transfer;
use super::words::Words;
use super::{Budget, HALF_CENTS, Screen, UNMIRRORED, book, export};
use crate::day::{Day, clock};

/// The accounts, and the dialog over them.
#[derive(Debug, Clone, Default, Hash)]
pub struct Overview {
    dialog: Option<Question>,
}

#[derive(Debug, Clone, Hash)]
enum Question {
    New { name: String, opening: String },
    Delete(Id),
}

#[derive(Debug, Clone)]
pub enum Message {
    Open(Id),
    NewEntry,
    AskNew,
    Name(String),
    Opening(String),
    Create,
    AskDelete(Id),
    Delete,
    CloseDialog,
    OpenTransfer,
    OpenReport,
    OpenCategories,
    OpenSettings,
    Export,
}

fn here(message: Message) -> super::Message {
    super::Message::Overview(message)
}

const TIPS: [&str; 4] = [
    "Tip: write small things down at once.",
    "Tip: hold an entry to select several.",
    "Tip: a limit per category shows where the money goes.",
    "Tip: savings first, fun second.",
];

impl Overview {
    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let words = Words::of(&look.config.locale);
        let accounts = &look.store.accounts;
        let list = if accounts.is_empty() {
            text("No accounts yet. The menu makes one.").id("empty").padding(24).grow(1)
        } else {
            look.list("accounts", 64, accounts, |_, account| account_row(look, account))
        };
        let tip = text(TIPS[look.memory.tip % TIPS.len()]).id("tip").size(TextSize::Small).color(Tone::Muted);
        // As high as the round button above it, which so covers no account.
        let tip = tip.padding(16).height(72);
        let parts = [Some(summary(look, words)), export::shown(look.store), Some(list), Some(tip)];
        let entry = |id, label: &'static str, message| MenuItem::new(id, label, here(message));
        let undo = MenuItem::new("undo", "Undo", super::Message::Undo).icon(Icon::Undo);
        Page::new(column(parts.into_iter().flatten()))
            .title(words.accounts)
            .action(undo)
            .action(entry("report", words.report, Message::OpenReport).icon(Icon::Chart))
            .action(entry("transfer", words.transfer, Message::OpenTransfer))
            .action(entry("categories", words.categories, Message::OpenCategories))
            .action(entry("new_account", "New account", Message::AskNew))
            .action(entry("export", "Export", Message::Export))
            .action(entry("settings", words.settings, Message::OpenSettings))
            .floating(floating_button(Icon::Add, "New entry").id("add").on_tap(here(Message::NewEntry)))
            .dialog(self.dialog(look))
    }

    fn dialog(&self, look: &Look<'_, Budget>) -> Option<Dialog<super::Message>> {
        let close = || here(Message::CloseDialog);
        let dialog = match self.dialog.as_ref()? {
            Question::New { name, opening } => {
                let name = text_box(name.clone()).id("account_name").hint("Name");
                let opening = number_box(opening.clone()).id("opening").hint("What is in it (may be empty)");
                Dialog::new("New account")
                    .body(column([
                        name.on_edit(|typed| here(Message::Name(typed))),
                        opening.on_edit(|typed| here(Message::Opening(typed))),
                    ]))
                    .button("Cancel", close())
                    .button("Create", here(Message::Create))
            }
            Question::Delete(id) => {
                let account = look.store.account(*id)?;
                let entries = look.store.entries.iter().filter(|entry| entry.account == *id).count();
                Dialog::new(format!("Delete {}?", account.name))
                    .message(format!(
                        "It is lost with {} in it. This cannot be undone.",
                        book::count(entries)
                    ))
                    .button("Cancel", close())
                    .button("Delete", here(Message::Delete))
            }
        };
        Some(dialog.on_cancel(close()))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        match message {
            Message::Open(id) => {
                reached!(cx);
                if let Some(account) = cx.store.account(id) {
                    let screen = AccountScreen::of(account);
                    cx.open(Screen::Account(screen));
                }
            }
            Message::NewEntry => match cx.store.accounts.first() {
                Some(account) => {
                    let entry = EntryScreen::new(account.id, Day::of_ms(cx.unix_ms()));
                    reached!(cx);
                    cx.open(Screen::Entry(Box::new(entry)));
                }
                None => {
                    reached!(cx);
                    cx.toast("Please make an account first");
                }
            },
            Message::AskNew => {
                reached!(cx);
                self.dialog = Some(Question::New { name: String::new(), opening: String::new() });
                cx.focus("account_name");
            }
            Message::Name(typed) => {
                if let Some(Question::New { name, .. }) = &mut self.dialog {
                    *name = typed;
                }
            }
            Message::Opening(typed) => {
                if let Some(Question::New { opening, .. }) = &mut self.dialog {
                    *opening = typed;
                }
            }
            Message::Create => self.create(cx),
            Message::AskDelete(id) => {
                reached!(cx);
                self.dialog = Some(Question::Delete(id));
            }
            Message::Delete => {
                if let Some(Question::Delete(id)) = self.dialog.take() {
                    book::delete_account(cx, id);
                }
            }
            Message::CloseDialog => {
                reached!(cx);
                self.dialog = None;
            }
            Message::OpenTransfer => match Transfer::new(cx.store) {
                Some(transfer) => {
                    reached!(cx);
                    cx.open(Screen::Transfer(transfer));
                }
                None => {
                    reached!(cx);
                    cx.toast("A transfer needs two accounts");
                }
            },
            Message::OpenReport => {
                reached!(cx);
                cx.open(Screen::Report(Report::of(Day::of_ms(cx.unix_ms()))));
            }
            Message::OpenCategories => cx.open(Screen::Categories(Categories::default())),
            Message::OpenSettings => cx.open(Screen::Settings(SettingsScreen)),
            Message::Export => export::begin(cx),
        }
    }

    fn create(&mut self, cx: &mut Context<'_, Budget>) {
        let Some(Question::New { name, opening }) = &self.dialog else { return };
        let name = name.trim().to_owned();
        let opening = match opening.trim() {
            "" => Ok(0),
            typed => cents_of(typed, cx.has(HALF_CENTS)),
        };
        match opening {
            _ if name.is_empty() => {
                reached!(cx);
                cx.toast("Please enter a name");
            }
            Err(problem) => {
                reached!(cx);
                cx.toast(problem);
            }
            Ok(opening_cents) => {
                reached!(cx);
                let id = cx.store.fresh_id();
                cx.store.accounts.push(Account { id, name, opening_cents });
                self.dialog = None;
            }
        }
    }

    /// A new tip, and the time anew every few seconds.
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Budget>) {
        cx.memory.tip = cx.random(TIPS.len() as u64) as usize;
        cx.stop_timers();
        cx.every(Duration::from_secs(20), super::Message::Tick);
    }
}

fn summary(look: &Look<'_, Budget>, words: &Words) -> Element<super::Message> {
    let (store, locale) = (look.store, &look.config.locale);
    let total = store.accounts.iter().map(|account| store.balance(account)).sum();
    let month = Day::of_ms(look.unix_ms()).first_of_month();
    let spent: i64 = store.spent(month).map(|(_, cents)| cents).sum();
    let limit: i64 = store.categories.iter().map(|category| category.limit_cents).sum();
    let total_row = row([
        text(words.total).size(TextSize::Title),
        space(),
        text(money(store, locale, total)).id("total").size(TextSize::Title).bold(),
    ]);
    let told = if limit > 0 && store.settings.show_limits {
        format!("{} of {} spent this month", money(store, locale, spent), money(store, locale, limit))
    } else {
        format!("{} spent this month", money(store, locale, spent))
    };
    let full = (spent.saturating_mul(100) / limit.max(1)).clamp(0, 100) as u8;
    card([
        total_row,
        text(told).id("spent"),
        progress(full).id("spent_bar").hidden(limit == 0 || !store.settings.show_limits),
        text(format!("As of {}", clock(look.unix_ms()))).id("as_of").size(TextSize::Small).color(Tone::Muted),
    ])
    .id("summary")
    .gap(8)
}

fn account_row(look: &Look<'_, Budget>, account: &Account) -> Element<super::Message> {
    let balance = look.store.balance(account);
    let shown = text(money(look.store, &look.config.locale, balance)).id("balance").size(TextSize::Large);
    let shown = if balance < 0 { shown.color(Tone::Danger) } else { shown };
    let name = text(account.name.clone()).id("account_name").size(TextSize::Large).max_lines(1).grow(1);
    let parts = row([image(Icon::Wallet), name, shown]);
    let parts = if look.has(UNMIRRORED) { parts.left_to_right() } else { parts };
    parts.id("account").padding(16).gap(16).on_tap(here(Message::Open(account.id))).context_menu(vec![
        MenuItem::new("open_account", "Open", here(Message::Open(account.id))),
        MenuItem::new("delete_account", "Delete", here(Message::AskDelete(account.id))),
    ])
}
