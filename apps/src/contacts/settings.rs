//! What the person can set.

use sim::{Context, Dialog, Look, Page, button, column, divider, radio, reached, scroll, switch};

use super::store::Sort;
use super::{Contacts, SORT_IGNORED, duplicates};
use crate::kit::heading;

/// The settings, and whether the dialog about the app is open.
#[derive(Debug, Clone, Default, Hash)]
pub struct SettingsScreen {
    about: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    SortBy(Sort),
    LastNameFirst(bool),
    ShowNumbers,
    AskBeforeDeleting,
    ForgetCalls,
    About,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Settings(message)
}

impl SettingsScreen {
    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let settings = &look.store.settings;
        let sort = |label, id, by| radio(label, settings.sort == by).id(id).on_tap(here(Message::SortBy(by)));
        let format = |label, id, last| {
            let chosen = settings.last_name_first == last;
            radio(label, chosen).id(id).on_tap(here(Message::LastNameFirst(last)))
        };
        let numbers = switch("Show numbers in the list", settings.show_numbers).id("show_numbers");
        let ask = switch("Ask before deleting", settings.ask_before_deleting).id("ask_before_deleting");
        let body = column([
            heading("Sort the list by"),
            sort("First name", "by_first", Sort::First),
            sort("Last name", "by_last", Sort::Last),
            divider(),
            heading("Write names as"),
            format("Anna Wagner", "first_last", false),
            format("Wagner, Anna", "last_first", true),
            divider(),
            numbers.on_tap(here(Message::ShowNumbers)),
            ask.on_tap(here(Message::AskBeforeDeleting)),
            divider(),
            button("Forget recent calls").id("forget_calls").on_tap(here(Message::ForgetCalls)),
            button("About").id("about").on_tap(here(Message::About)),
        ]);
        Page::new(scroll("settings", body.padding(16).gap(8)))
            .title("Settings")
            .up(here(Message::Leave))
            .dialog(self.about.then(|| {
                Dialog::new("Contacts 4.2.0")
                    .message("Keeps people and their numbers on this phone and nowhere else.")
                    .button("OK", here(Message::CloseDialog))
                    .on_cancel(here(Message::CloseDialog))
            }))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        match message {
            Message::SortBy(sort) => {
                reached!(cx);
                cx.store.settings.sort = sort;
                if !cx.has(SORT_IGNORED) {
                    cx.store.sorted_by_menu = None;
                }
            }
            Message::LastNameFirst(last_name_first) => {
                reached!(cx);
                cx.store.settings.last_name_first = last_name_first;
                duplicates::refresh(cx);
            }
            Message::ShowNumbers => {
                reached!(cx);
                cx.store.settings.show_numbers = !cx.store.settings.show_numbers;
            }
            Message::AskBeforeDeleting => {
                reached!(cx);
                cx.store.settings.ask_before_deleting = !cx.store.settings.ask_before_deleting;
            }
            Message::ForgetCalls => {
                reached!(cx);
                cx.store.contacts.iter_mut().for_each(|contact| contact.called_ms = None);
                cx.toast("Recent calls forgotten");
            }
            Message::About => {
                reached!(cx);
                self.about = true;
            }
            Message::CloseDialog => {
                reached!(cx);
                self.about = false;
            }
            Message::Leave => cx.finish(),
        }
    }
}
