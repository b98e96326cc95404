//! People selected in the list, and what is done to all of them.

use sim::{Context, Dialog, Icon, MenuItem, Page, button, column, reached, scroll};

use super::store::{Contact, Group, Id, Store};
use super::{Contacts, WRONG_ROW, delete, list, people, say_deleted};
use crate::kit::toggle;

/// Who is selected, in the order of the taps.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Selection {
    ids: Vec<Id>,
    question: Option<Question>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    Delete,
    Group,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    SelectAll,
    Unselect,
    Star,
    AskGroup,
    AddToGroup(Id),
    AskDelete,
    Delete,
    CloseDialog,
}

fn here(message: Message) -> super::Message {
    super::Message::List(list::Message::Selected(message))
}

impl Selection {
    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    pub(super) fn has(&self, id: Id) -> bool {
        self.ids.contains(&id)
    }

    pub(super) fn toggle(&mut self, id: Id) {
        toggle(&mut self.ids, id);
    }

    pub(super) fn bar(&self, page: Page<super::Message>) -> Page<super::Message> {
        let action =
            |id, label: &'static str, icon, message| MenuItem::new(id, label, here(message)).icon(icon);
        page.title(format!("{} selected", self.ids.len()))
            .navigation(Icon::Close, "Done", here(Message::Unselect))
            .action(action("star_selected", "Favourite", Icon::Star, Message::Star))
            .action(action("group_selected", "Add to group", Icon::People, Message::AskGroup))
            .action(action("delete_selected", "Delete", Icon::Delete, Message::AskDelete))
            .action(MenuItem::new("select_all", "Select all", here(Message::SelectAll)))
            .on_back(Some(here(Message::Unselect)))
    }

    pub(super) fn dialog(&self, store: &Store) -> Option<Dialog<super::Message>> {
        let count = people(self.ids.len());
        let close = || here(Message::CloseDialog);
        let dialog = match self.question? {
            Question::Delete => Dialog::new(format!("Delete {count}?"))
                .message("You can undo this until the next deletion.")
                .button("Cancel", close())
                .button("Delete", here(Message::Delete)),
            Question::Group => {
                let choice = |group: &Group| {
                    let choose = here(Message::AddToGroup(group.id));
                    button(group.name.clone()).id("group_choice").on_tap(choose)
                };
                Dialog::new(format!("Add {count} to"))
                    .message(if store.groups.is_empty() { "There are no groups yet." } else { "" })
                    .body(scroll("group_choices", column(store.groups.iter().map(choice)).gap(4)))
                    .button("Cancel", close())
            }
        };
        Some(dialog.on_cancel(close()))
    }

    /// `shown` are the people on screen, from top to bottom.
    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, shown: &[Id], message: Message) {
        match message {
            Message::SelectAll => {
                reached!(cx);
                self.ids = shown.to_vec();
            }
            Message::Unselect => {
                reached!(cx);
                *self = Selection::default();
            }
            Message::Star => {
                reached!(cx);
                let is_selected = |contact: &Contact| self.ids.contains(&contact.id);
                let favourite =
                    cx.store.contacts.iter().any(|contact| is_selected(contact) && !contact.favourite);
                for contact in cx.store.contacts.iter_mut().filter(|contact| is_selected(contact)) {
                    contact.favourite = favourite;
                }
                *self = Selection::default();
            }
            Message::AskGroup => {
                reached!(cx);
                self.question = Some(Question::Group);
            }
            Message::AddToGroup(id) => {
                reached!(cx);
                let Selection { ids, .. } = std::mem::take(self);
                if let Some(group) = cx.store.group_mut(id) {
                    let news: Vec<Id> = ids.into_iter().filter(|id| !group.members.contains(id)).collect();
                    let told = format!("{} added to {}", people(news.len()), group.name);
                    group.members.extend(news);
                    cx.toast(told);
                }
            }
            Message::AskDelete if cx.store.settings.ask_before_deleting => {
                reached!(cx);
                self.question = Some(Question::Delete);
            }
            Message::AskDelete | Message::Delete => {
                reached!(cx);
                let doomed = self.doomed(cx, shown);
                delete(cx, &doomed);
                say_deleted(cx, doomed.len());
                *self = Selection::default();
            }
            Message::CloseDialog => {
                reached!(cx);
                self.question = None;
            }
        }
    }

    fn doomed(&self, cx: &Context<'_, Contacts>, shown: &[Id]) -> Vec<Id> {
        if !cx.has(WRONG_ROW) {
            return self.ids.clone();
        }
        // Takes places in the list on screen for places in the store.
        let rows = shown.iter().zip(cx.store.contacts.iter());
        rows.filter(|(id, _)| self.ids.contains(id)).map(|(_, contact)| contact.id).collect()
    }
}
