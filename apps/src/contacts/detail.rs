//! One person: numbers to call, mail, groups.

use std::time::Duration;

use sim::{
    Color, Context, Dialog, Element, Icon, Look, MenuItem, Outcome, Page, TextSize, Tone, button, card, chip,
    column, icon_button, item, reached, row, scroll, space, text,
};

use super::edit::Edit;
use super::store::{Contact, Id, PHONE_KINDS, Store};
use super::{Contacts, DARK_CALL, LINE_BUSY, SHARE_WITHOUT_NUMBER, Screen, delete};
use crate::day::ago;

/// A person, and whether they are being called.
#[derive(Debug, Clone, Hash)]
pub struct Detail {
    id: Id,
    call: Option<Call>,
    asking: bool,
}

#[derive(Debug, Clone, Hash)]
struct Call {
    number: String,
    since_ms: u64,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    Call(usize),
    HangUp,
    Star,
    Edit,
    Share,
    AskDelete,
    Delete,
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Detail(message)
}

impl Detail {
    pub(super) fn of(id: Id) -> Detail {
        Detail { id, call: None, asking: false }
    }

    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let Some(contact) = look.store.contact(self.id) else {
            return Page::new(text("This person is no longer here.").id("gone").padding(24))
                .title("Contact")
                .up(here(Message::Leave));
        };
        let name = look.store.name(contact);
        let mut parts = vec![text(name.clone()).id("full_name").size(TextSize::Title).bold()];
        if let Some(call) = &self.call {
            parts.push(call_panel(look, call));
        }
        let phones = contact.phones.iter().enumerate();
        parts.extend(phones.map(|(at, phone)| self.phone(at, PHONE_KINDS[phone.kind], &phone.number)));
        parts.extend(facts(look, contact));
        let groups = look.store.groups.iter().filter(|group| group.members.contains(&self.id));
        parts.push(row(groups.map(|group| chip(group.name.clone()).id("group"))).id("groups").gap(8).wrap());

        let star = if contact.favourite { Icon::Star } else { Icon::StarOutline };
        let star = MenuItem::new("star", "Favourite", here(Message::Star)).icon(star);
        Page::new(scroll("details", column(parts).padding(16).gap(12)))
            .title("Contact")
            .up(here(Message::Leave))
            .action(star)
            .action(MenuItem::new("edit", "Edit", here(Message::Edit)).icon(Icon::Edit))
            .action(MenuItem::new("share", "Share", here(Message::Share)))
            .action(MenuItem::new("delete", "Delete", here(Message::AskDelete)))
            .on_back(Some(here(Message::Leave)))
            .dialog(self.asking.then(|| {
                Dialog::new(format!("Delete {name}?"))
                    .message("You can undo this until the next deletion.")
                    .button("Cancel", here(Message::CloseDialog))
                    .button("Delete", here(Message::Delete))
                    .on_cancel(here(Message::CloseDialog))
            }))
    }

    fn phone(&self, at: usize, kind: &'static str, number: &str) -> Element<super::Message> {
        let label = column([
            text(number.to_owned()).id("number").size(TextSize::Large),
            text(kind).id("kind").color(Tone::Muted),
        ]);
        let call = icon_button(Icon::Phone, format!("Call {number}")).id("call").enabled(self.call.is_none());
        row([label.grow(1), call.on_tap(here(Message::Call(at)))]).id("phone")
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) -> Outcome {
        match message {
            Message::Call(at) => self.call(cx, at),
            Message::HangUp => {
                reached!(cx);
                self.call = None;
                cx.stop_timers();
                if !cx.has(LINE_BUSY) {
                    cx.memory.busy = false;
                }
            }
            Message::Star => {
                reached!(cx);
                if let Some(contact) = cx.store.contact_mut(self.id) {
                    contact.favourite = !contact.favourite;
                }
            }
            Message::Edit => {
                reached!(cx);
                if let Some(edit) = Edit::of(cx.store, self.id) {
                    cx.open(Screen::Edit(Box::new(edit)));
                }
            }
            Message::Share => {
                reached!(cx);
                if let Some(contact) = cx.store.contact(self.id) {
                    let card = business_card(cx.store, contact, cx.has(SHARE_WITHOUT_NUMBER))?;
                    cx.share(card);
                }
            }
            Message::AskDelete if cx.store.settings.ask_before_deleting => {
                reached!(cx);
                self.asking = true;
            }
            Message::AskDelete | Message::Delete => {
                reached!(cx);
                self.asking = false;
                cx.memory.busy = false;
                delete(cx, &[self.id]);
                cx.finish_with(super::Message::Deleted);
            }
            Message::CloseDialog => {
                reached!(cx);
                self.asking = false;
            }
            Message::Leave => {
                if self.call.take().is_some() {
                    reached!(cx);
                    cx.memory.busy = false;
                }
                cx.finish();
            }
        }
        Ok(())
    }

    fn call(&mut self, cx: &mut Context<'_, Contacts>, at: usize) {
        // One call at a time; the buttons are greyed out meanwhile.
        if cx.memory.busy {
            return;
        }
        let now_ms = cx.unix_ms();
        let Some(contact) = cx.store.contact_mut(self.id) else { return };
        let Some(phone) = contact.phones.get(at) else { return };
        let number = phone.number.clone();
        contact.called_ms = Some(now_ms);
        reached!(cx);
        self.call = Some(Call { number, since_ms: now_ms });
        cx.memory.busy = true;
        self.resumed(cx);
    }

    /// Counts the seconds while someone is on the line.
    pub(super) fn resumed(&mut self, cx: &mut Context<'_, Contacts>) {
        cx.stop_timers();
        if self.call.is_some() {
            cx.every(Duration::from_secs(1), super::Message::Tick);
        }
    }
}

fn call_panel(look: &Look<'_, Contacts>, call: &Call) -> Element<super::Message> {
    let seconds = look.unix_ms().saturating_sub(call.since_ms) / 1000;
    let time = text(format!("{}:{:02}", seconds / 60, seconds % 60)).id("call_time").color(Tone::Muted);
    let hang_up = button("Hang up").id("hang_up").on_tap(here(Message::HangUp));
    let tone = if look.has(DARK_CALL) { Tone::Fixed(Color::rgb(0x20_21_24)) } else { Tone::Usual };
    let number = text(format!("Calling {}", call.number)).id("calling").color(tone);
    card([row([column([number, time]), space(), hang_up])]).id("call_panel")
}

fn facts(look: &Look<'_, Contacts>, contact: &Contact) -> Vec<Element<super::Message>> {
    let mut facts = Vec::new();
    if contact.phones.is_empty() {
        facts.push(text("No number").id("no_number").color(Tone::Muted));
    }
    if !contact.mail.is_empty() {
        facts.push(text(contact.mail.clone()).id("mail"));
    }
    if !contact.note.is_empty() {
        facts.push(text(contact.note.clone()).id("note"));
    }
    if let Some(called_ms) = contact.called_ms {
        let called = format!("Last called {}", ago(look.unix_ms(), called_ms));
        facts.push(text(called).id("called").color(Tone::Muted));
    }
    facts
}

/// What is shared of a person. With the mistake, it takes for granted that there is a number.
fn business_card(store: &Store, contact: &Contact, first_number_only: bool) -> Outcome<String> {
    let mut lines = vec![store.name(contact)];
    if first_number_only {
        lines.push(item(&contact.phones, 0)?.number.clone());
    } else {
        lines.extend(contact.phones.iter().map(|phone| phone.number.clone()));
    }
    if !contact.mail.is_empty() {
        lines.push(contact.mail.clone());
    }
    Ok(lines.join("\n"))
}
