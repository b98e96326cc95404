//! One account with its entries.

use sim::{
    Context, Dialog, Icon, Look, MenuItem, Page, Tone, column, floating_button, reached, row, text, text_box,
};

use super::choices::category_choice;
use super::entries::{Filter, Sort, entry_row};
use super::entry::EntryScreen;
use super::money::money;
use super::store::{Account, Id};
use super::{Budget, OLD_TITLE, Screen, book};
use crate::day::Day;
use crate::kit::toggle;

/// An account, and how its entries are looked at.
#[derive(Debug, Clone, Hash)]
pub struct AccountScreen {
    id: Id,
    title: String,
    search: Option<String>,
    filter: Filter,
    selected: Vec<Id>,
    dialog: Option<Question>,
}

#[derive(Debug, Clone, Hash)]
enum Question {
    Rename(String),
    Delete,
    Transfer(Id),
}

#[derive(Debug, Clone)]
pub enum Message {
    Tap(Id),
    Hold(Id),
    SelectAll,
    Unselect,
    New,
    OpenSearch,
    CloseSearch,
    Search(String),
    SortBy(Sort),
    Category(Option<Id>),
    AskName,
    Name(String),
    Rename,
    AskDelete,
    Delete,
    DeleteTransfer,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Account(message)
}

impl AccountScreen {
    pub(super) fn of(account: &Account) -> AccountScreen {
        AccountScreen {
            id: account.id,
            title: account.name.clone(),
            search: None,
            filter: Filter::default(),
            selected: Vec::new(),
            dialog: None,
        }
    }

    pub(super) fn view(&self, look: &Look<'_, Budget>) -> Page<super::Message> {
        let Some(account) = look.store.account(self.id) else {
            let gone = text("This account is no longer here.").id("gone").padding(24);
            return Page::new(gone).title(self.title.clone()).up(here(Message::Leave));
        };
        let search = self.search.as_deref().unwrap_or_default();
        let shown = self.filter.shown(look.store, self.id, search);
        let list = if shown.is_empty() {
            text("No entries").id("empty").color(Tone::Muted).padding(24).grow(1)
        } else {
            look.list("entries", 64, &shown, |_, entry| entry_row(look, entry, &self.selected))
        };
        let filter = category_choice(look.store, "All categories", self.filter.category, |id| {
            here(Message::Category(id))
        });
        // As high as the round button above it, which so covers no entry.
        let count = text(format!("{} shown", book::count(shown.len()))).id("count").color(Tone::Muted);
        let count = count.padding(16).height(72);
        let page = Page::new(column([row([filter.id("category_filter")]).padding(8), list, count]))
            .floating(floating_button(Icon::Add, "New entry").id("add").on_tap(here(Message::New)))
            .dialog(self.dialog(look));
        self.bar(page, money(look.store, &look.config.locale, look.store.balance(account)))
    }

    fn bar(&self, page: Page<super::Message>, balance: String) -> Page<super::Message> {
        let entry = |id, label: &'static str, message| MenuItem::new(id, label, here(message));
        if !self.selected.is_empty() {
            return page
                .title(format!("{} selected", self.selected.len()))
                .navigation(Icon::Close, "Done", here(Message::Unselect))
                .action(entry("delete_selected", "Delete", Message::AskDelete).icon(Icon::Delete))
                .action(entry("select_all", "Select all", Message::SelectAll))
                .on_back(Some(here(Message::Unselect)));
        }
        if let Some(search) = &self.search {
            let search = text_box(search.clone()).id("search_box").hint("Payee or note");
            return page
                .bar_content(search.on_edit(|typed| here(Message::Search(typed))))
                .navigation(Icon::Back, "Close search", here(Message::CloseSearch))
                .on_back(Some(here(Message::CloseSearch)));
        }
        let sort =
            |id, label, sort| entry(id, label, Message::SortBy(sort)).checked(self.filter.sort == sort);
        page.title(self.title.clone())
            .subtitle(balance)
            .up(here(Message::Leave))
            .action(entry("search", "Search", Message::OpenSearch).icon(Icon::Search))
            .action(MenuItem::new("undo", "Undo", super::Message::Undo).icon(Icon::Undo))
            .action(sort("newest", "Newest first", Sort::Newest))
            .action(sort("oldest", "Oldest first", Sort::Oldest))
            .action(sort("largest", "Largest first", Sort::Largest))
            .action(entry("rename", "Rename account", Message::AskName))
    }

    fn dialog(&self, look: &Look<'_, Budget>) -> Option<Dialog<super::Message>> {
        let close = || here(Message::CloseDialog);
        let dialog = match self.dialog.as_ref()? {
            Question::Rename(name) => {
                let name = text_box(name.clone()).id("account_name").hint("Name");
                Dialog::new("Rename account")
                    .body(name.on_edit(|typed| here(Message::Name(typed))).on_submit(here(Message::Rename)))
                    .button("Cancel", close())
                    .button("Rename", here(Message::Rename))
            }
            Question::Delete => Dialog::new(format!("Delete {}?", book::count(self.selected.len())))
                .message("You can undo this.")
                .button("Cancel", close())
                .button("Delete", here(Message::Delete)),
            Question::Transfer(id) => {
                let entry = look.store.entry(*id)?;
                let amount = money(look.store, &look.config.locale, entry.cents.abs());
                Dialog::new(entry.payee.clone())
                    .message(format!("{amount}. Deleting it takes both sides back."))
                    .button("Close", close())
                    .button("Delete", here(Message::DeleteTransfer))
            }
        };
        Some(dialog.on_cancel(close()))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Budget>, message: Message) {
        match message {
            Message::Tap(id) if self.selected.is_empty() => self.open(cx, id),
            Message::Tap(id) | Message::Hold(id) => {
                reached!(cx);
                toggle(&mut self.selected, id);
            }
            Message::SelectAll => {
                reached!(cx);
                let search = self.search.as_deref().unwrap_or_default();
                let shown = self.filter.shown(cx.store, self.id, search);
                self.selected = shown.iter().map(|entry| entry.id).collect();
            }
            Message::Unselect => {
                reached!(cx);
                self.selected.clear();
            }
            Message::New => {
                reached!(cx);
                let entry = EntryScreen::new(self.id, Day::of_ms(cx.unix_ms()));
                cx.open(Screen::Entry(Box::new(entry)));
            }
            Message::OpenSearch => {
                reached!(cx);
                self.search = Some(String::new());
                cx.focus("search_box");
            }
            Message::CloseSearch => {
                reached!(cx);
                self.search = None;
                cx.hide_keyboard();
            }
            Message::Search(typed) => {
                reached!(cx);
                self.search = Some(typed);
            }
            Message::SortBy(sort) => {
                reached!(cx);
                self.filter.sort = sort;
            }
            Message::Category(category) => {
                reached!(cx);
                self.filter.category = category;
                self.selected.clear();
            }
            Message::AskName => {
                reached!(cx);
                self.dialog = cx.store.account(self.id).map(|account| Question::Rename(account.name.clone()));
                cx.focus("account_name");
            }
            Message::Name(typed) => {
                if let Some(Question::Rename(name)) = &mut self.dialog {
                    *name = typed;
                }
            }
            Message::Rename => self.rename(cx),
            Message::AskDelete if cx.store.settings.ask_before_deleting => {
                reached!(cx);
                self.dialog = Some(Question::Delete);
            }
            Message::AskDelete | Message::Delete => {
                reached!(cx);
                self.dialog = None;
                let entries = book::delete(cx, &std::mem::take(&mut self.selected));
                book::say_deleted(cx, entries);
            }
            Message::DeleteTransfer => {
                if let Some(Question::Transfer(id)) = self.dialog.take() {
                    reached!(cx);
                    let entries = book::delete(cx, &[id]);
                    book::say_deleted(cx, entries);
                }
            }
            Message::CloseDialog => {
                reached!(cx);
                self.dialog = None;
            }
            Message::Leave => cx.finish(),
        }
    }

    fn open(&mut self, cx: &mut Context<'_, Budget>, id: Id) {
        let Some(entry) = cx.store.entry(id) else { return };
        if entry.transfer.is_some() {
            reached!(cx);
            self.dialog = Some(Question::Transfer(id));
        } else {
            let screen = EntryScreen::of(entry);
            reached!(cx);
            cx.open(Screen::Entry(Box::new(screen)));
        }
    }

    fn rename(&mut self, cx: &mut Context<'_, Budget>) {
        let Some(Question::Rename(typed)) = &self.dialog else { return };
        let name = typed.trim().to_owned();
        if name.is_empty() {
            reached!(cx);
            cx.toast("Please enter a name");
            return;
        }
        reached!(cx);
        if let Some(account) = cx.store.accounts.iter_mut().find(|account| account.id == self.id) {
            account.name.clone_from(&name);
        }
        if !cx.has(OLD_TITLE) {
            self.title = name;
        }
        self.dialog = None;
    }
}
