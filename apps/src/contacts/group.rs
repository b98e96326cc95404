//! One group: everyone, with a tick at its members.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, Tone, check_box, column, filter_chip, reached, row,
    text, text_box,
};

use super::store::{Contact, Id};
use super::{Contacts, NAMES_IGNORED, people};

/// A group, and its new name while it is typed.
#[derive(Debug, Clone, Hash)]
pub struct GroupScreen {
    id: Id,
    members_only: bool,
    new_name: Option<String>,
}

#[derive(Debug, Clone)]
pub enum Message {
    Toggle(Id),
    MembersOnly,
    AskName,
    Name(String),
    Rename,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Group(message)
}

impl GroupScreen {
    pub(super) fn of(id: Id) -> GroupScreen {
        GroupScreen { id, members_only: false, new_name: None }
    }

    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let Some(group) = look.store.group(self.id) else {
            let gone = text("This group is no longer here.").id("gone").padding(24);
            return Page::new(gone).title("Group").up(here(Message::Leave));
        };
        let is_member = |contact: &Contact| group.members.contains(&contact.id);
        let shown = look.store.contacts.iter().filter(|contact| !self.members_only || is_member(contact));
        let shown: Vec<&Contact> = shown.collect();
        let row = |contact: &Contact| member_row(look, contact, is_member(contact));
        let list = if shown.is_empty() {
            text("Nobody is in this group.").id("empty").color(Tone::Muted).padding(24).grow(1)
        } else {
            look.list("members", 56, &shown, |_, contact| row(contact))
        };
        let only = filter_chip("Members only", self.members_only).id("members_only");
        let only = only.on_tap(here(Message::MembersOnly));
        Page::new(column([sim::row([only]).padding(8), list]))
            .title(group.name.clone())
            .subtitle(people(group.members.len()))
            .up(here(Message::Leave))
            .action(MenuItem::new("rename", "Rename", here(Message::AskName)).icon(Icon::Edit))
            .dialog(self.name_dialog())
    }

    fn name_dialog(&self) -> Option<Dialog<super::Message>> {
        let name = text_box(self.new_name.as_ref()?.clone()).id("group_name").hint("Name");
        let name = name.on_edit(|typed| here(Message::Name(typed))).on_submit(here(Message::Rename));
        Some(
            Dialog::new("Rename group")
                .body(name)
                .button("Cancel", here(Message::CloseDialog))
                .button("Rename", here(Message::Rename))
                .on_cancel(here(Message::CloseDialog)),
        )
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        match message {
            Message::Toggle(id) => {
                if let Some(group) = cx.store.group_mut(self.id) {
                    match group.members.iter().position(|&member| member == id) {
                        Some(at) => {
                            group.members.remove(at);
                            reached!(cx);
                        }
                        None => {
                            group.members.push(id);
                            reached!(cx);
                        }
                    }
                }
            }
            Message::MembersOnly => {
                reached!(cx);
                self.members_only = !self.members_only;
            }
            Message::AskName => {
                reached!(cx);
                self.new_name = cx.store.group(self.id).map(|group| group.name.clone());
                cx.focus("group_name");
            }
            Message::Name(typed) => {
                reached!(cx);
                self.new_name = Some(typed);
            }
            Message::Rename => self.rename(cx),
            Message::CloseDialog => {
                reached!(cx);
                self.new_name = None;
            }
            Message::Leave => cx.finish(),
        }
    }

    fn rename(&mut self, cx: &mut Context<'_, Contacts>) {
        let Some(typed) = &self.new_name else { return };
        let name = typed.trim().to_owned();
        let mut others = cx.store.groups.iter().filter(|group| group.id != self.id);
        if name.is_empty() {
            reached!(cx);
            cx.toast("Please enter a name");
        } else if others.any(|group| group.name.to_lowercase() == name.to_lowercase()) {
            reached!(cx);
            cx.toast("There is a group of that name");
        } else if let Some(group) = cx.store.group_mut(self.id) {
            group.name = name;
            reached!(cx);
            self.new_name = None;
        }
    }
}

fn member_row(look: &Look<'_, Contacts>, contact: &Contact, is_member: bool) -> Element<super::Message> {
    let toggle = here(Message::Toggle(contact.id));
    let name = if look.has(NAMES_IGNORED) {
        format!("{} {}", contact.first, contact.last).trim().to_owned()
    } else {
        look.store.name(contact)
    };
    row([check_box(name, is_member).id("member").grow(1).on_tap(toggle)]).padding(8)
}
