//! The groups, with how many people each has.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, TextSize, Tone, column, floating_button, image,
    reached, row, text, text_box,
};

use super::group::GroupScreen;
use super::store::{Group, Id};
use super::{Contacts, Screen, people};

/// The groups, and the name of a new one while it is typed.
#[derive(Debug, Clone, Default, Hash)]
pub struct Groups {
    new_name: Option<String>,
    doomed: Option<Id>,
}

#[derive(Debug, Clone)]
pub enum Message {
    Open(Id),
    New,
    Name(String),
    Create,
    AskDelete(Id),
    Delete,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Groups(message)
}

impl Groups {
    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let groups = &look.store.groups;
        let body = if groups.is_empty() {
            text("No groups yet. Tap + to make one.").id("empty").color(Tone::Muted).padding(24)
        } else {
            look.list("groups", 64, groups, |_, group| group_row(group))
        };
        // As high as the round button above it, which so covers no group.
        let count = text(format!("{} in all", groups.len())).id("count").color(Tone::Muted);
        Page::new(column([body.grow(1), count.padding(16).height(72)]))
            .title("Groups")
            .up(here(Message::Leave))
            .floating(floating_button(Icon::Add, "New group").id("add_group").on_tap(here(Message::New)))
            .dialog(self.name_dialog().or_else(|| self.delete_dialog(look)))
    }

    fn name_dialog(&self) -> Option<Dialog<super::Message>> {
        let name = text_box(self.new_name.as_ref()?.clone()).id("group_name").hint("Name");
        let name = name.on_edit(|typed| here(Message::Name(typed))).on_submit(here(Message::Create));
        Some(
            Dialog::new("New group")
                .body(name)
                .button("Cancel", here(Message::CloseDialog))
                .button("Create", here(Message::Create))
                .on_cancel(here(Message::CloseDialog)),
        )
    }

    fn delete_dialog(&self, look: &Look<'_, Contacts>) -> Option<Dialog<super::Message>> {
        let group = look.store.group(self.doomed?)?;
        Some(
            Dialog::new(format!("Delete the group {}?", group.name))
                .message("The people in it stay.")
                .button("Cancel", here(Message::CloseDialog))
                .button("Delete", here(Message::Delete))
                .on_cancel(here(Message::CloseDialog)),
        )
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        match message {
            Message::Open(id) => {
                reached!(cx);
                cx.open(Screen::Group(GroupScreen::of(id)));
            }
            Message::New => {
                reached!(cx);
                self.new_name = Some(String::new());
                cx.focus("group_name");
            }
            Message::Name(typed) => {
                reached!(cx);
                self.new_name = Some(typed);
            }
            Message::Create => self.create(cx),
            Message::AskDelete(id) => {
                reached!(cx);
                self.doomed = Some(id);
            }
            Message::Delete => {
                reached!(cx);
                if let Some(doomed) = self.doomed.take() {
                    cx.store.groups.retain(|group| group.id != doomed);
                }
            }
            Message::CloseDialog => {
                reached!(cx);
                *self = Groups::default();
            }
            Message::Leave => cx.finish(),
        }
    }

    fn create(&mut self, cx: &mut Context<'_, Contacts>) {
        let Some(typed) = &self.new_name else { return };
        let name = typed.trim().to_owned();
        if name.is_empty() {
            reached!(cx);
            cx.toast("Please enter a name");
        } else if cx.store.groups.iter().any(|group| group.name.to_lowercase() == name.to_lowercase()) {
            reached!(cx);
            cx.toast("There is a group of that name");
        } else {
            reached!(cx);
            let id = cx.store.new_id();
            cx.store.groups.push(Group { id, name, members: Vec::new() });
            self.new_name = None;
        }
    }
}

fn group_row(group: &Group) -> Element<super::Message> {
    let name = text(group.name.clone()).id("group_title").size(TextSize::Large).max_lines(1);
    let count = text(people(group.members.len())).id("group_count").color(Tone::Muted);
    row([image(Icon::People), column([name, count]).grow(1)])
        .id("group_row")
        .padding(8)
        .gap(16)
        .on_tap(here(Message::Open(group.id)))
        .context_menu(vec![
            MenuItem::new("open_group", "Open", here(Message::Open(group.id))),
            MenuItem::new("delete_group", "Delete", here(Message::AskDelete(group.id))),
        ])
}
