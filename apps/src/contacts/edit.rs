//! A person being written down or changed.

use sim::{
    Context, Dialog, Element, Icon, Look, MenuItem, Page, Tone, button, column, dropdown, filter_chip,
    icon_button, reached, row, scroll, text, text_area, text_box,
};

use super::store::{Contact, Id, PHONE_KINDS, Phone, Store, digits_of, is_sign_of_number};
use super::{CUT_KINDS, Contacts, EDIT_UNSTARS, duplicates};
use crate::kit::toggle;

/// Longer numbers do not exist; the international plan ends at 15 digits.
const MOST_DIGITS: usize = 20;

/// What is typed, beside what was there.
#[derive(Debug, Clone, Hash)]
pub struct Edit {
    /// `None` for a new person.
    id: Option<Id>,
    pub(super) draft: Draft,
    before: Draft,
    error: Option<&'static str>,
    asking: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Draft {
    first: String,
    last: String,
    pub(super) phones: Vec<Phone>,
    mail: String,
    note: String,
    groups: Vec<Id>,
}

#[derive(Debug, Clone)]
pub enum Message {
    First(String),
    Last(String),
    Mail(String),
    Note(String),
    Number(usize, String),
    Kind(usize, usize),
    AddNumber,
    RemoveNumber(usize),
    Group(Id),
    Save,
    Leave,
    Discard,
    CloseDialog,
}

fn here(message: Message) -> super::Message {
    super::Message::Edit(message)
}

impl Edit {
    pub(super) fn new() -> Edit {
        let phones = vec![Phone { kind: 0, number: String::new() }];
        let text = String::new;
        Edit::with(
            None,
            Draft { first: text(), last: text(), phones, mail: text(), note: text(), groups: Vec::new() },
        )
    }

    pub(super) fn of(store: &Store, id: Id) -> Option<Edit> {
        let contact = store.contact(id)?.clone();
        let Contact { first, last, phones, mail, note, .. } = contact;
        Some(Edit::with(Some(id), Draft { first, last, phones, mail, note, groups: store.groups_of(id) }))
    }

    fn with(id: Option<Id>, draft: Draft) -> Edit {
        Edit { id, before: draft.clone(), draft, error: None, asking: false }
    }

    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let Draft { first, last, phones, mail, note, groups } = &self.draft;
        let mut fields = vec![
            text_box(first.clone())
                .id("first")
                .hint("First name")
                .on_edit(|typed| here(Message::First(typed))),
            text_box(last.clone()).id("last").hint("Last name").on_edit(|typed| here(Message::Last(typed))),
        ];
        fields.extend(phones.iter().enumerate().map(|(at, phone)| number_row(look, at, phone)));
        fields.push(button("Add number").id("add_number").on_tap(here(Message::AddNumber)));
        fields
            .push(text_box(mail.clone()).id("mail").hint("Mail").on_edit(|typed| here(Message::Mail(typed))));
        fields.push(
            text_area(note.clone()).id("note").hint("Note").on_edit(|typed| here(Message::Note(typed))),
        );
        let chips = look.store.groups.iter().map(|group| {
            filter_chip(group.name.clone(), groups.contains(&group.id))
                .id("group")
                .on_tap(here(Message::Group(group.id)))
        });
        fields.push(row(chips).id("groups").gap(8).wrap());
        fields.push(
            text(self.error.unwrap_or_default()).id("error").color(Tone::Danger).hidden(self.error.is_none()),
        );

        let changed = self.draft != self.before;
        Page::new(scroll("form", column(fields).padding(16).gap(8)))
            .title(if self.id.is_some() { "Edit contact" } else { "New contact" })
            .navigation(Icon::Close, "Cancel", here(Message::Leave))
            .action(MenuItem::new("save", "Save", here(Message::Save)).icon(Icon::Check))
            .on_back(changed.then(|| here(Message::Leave)))
            .dialog(self.asking.then(|| {
                Dialog::new("Discard changes?")
                    .button("Keep editing", here(Message::CloseDialog))
                    .button("Discard", here(Message::Discard))
                    .on_cancel(here(Message::CloseDialog))
            }))
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        let draft = &mut self.draft;
        match message {
            Message::First(typed) => draft.first = typed,
            Message::Last(typed) => draft.last = typed,
            Message::Mail(typed) => draft.mail = typed,
            Message::Note(typed) => draft.note = typed,
            Message::Number(at, typed) => {
                reached!(cx);
                if let Some(phone) = draft.phones.get_mut(at) {
                    phone.number = typed;
                }
            }
            Message::Kind(at, kind) => {
                reached!(cx);
                if let Some(phone) = draft.phones.get_mut(at)
                    && kind < PHONE_KINDS.len()
                {
                    phone.kind = kind;
                }
            }
            Message::AddNumber => {
                reached!(cx);
                draft.phones.push(Phone { kind: 0, number: String::new() });
            }
            Message::RemoveNumber(at) => {
                reached!(cx);
                if at < draft.phones.len() {
                    draft.phones.remove(at);
                }
            }
            Message::Group(id) => {
                reached!(cx);
                toggle(&mut draft.groups, id);
            }
            Message::Save => match self.problem() {
                None => self.save(cx),
                problem => {
                    reached!(cx);
                    self.error = problem;
                }
            },
            Message::Leave if self.draft != self.before => {
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

    /// Why this cannot be saved.
    fn problem(&self) -> Option<&'static str> {
        let Draft { first, last, phones, mail, .. } = &self.draft;
        let fits = |phone: &Phone| {
            let number = phone.number.trim();
            let digits = digits_of(number).len();
            let odd = !number.chars().all(is_sign_of_number);
            number.is_empty() || !odd && (1..=MOST_DIGITS).contains(&digits)
        };
        if first.trim().is_empty() && last.trim().is_empty() {
            Some("Please enter a name.")
        } else if !phones.iter().all(fits) {
            Some("A number has up to 20 digits, and signs such as + and -.")
        } else if !mail.trim().is_empty() && !mail.contains('@') {
            Some("A mail address needs an @.")
        } else {
            None
        }
    }

    fn save(&mut self, cx: &mut Context<'_, Contacts>) {
        let before = self.id.and_then(|id| cx.store.contact(id)).cloned().unwrap_or_default();
        let id = match self.id {
            Some(id) => {
                reached!(cx);
                id
            }
            None => {
                reached!(cx);
                cx.store.new_id()
            }
        };
        let draft = &self.draft;
        let typed = draft.phones.iter().filter(|phone| !phone.number.trim().is_empty());
        let phones = typed.map(|phone| Phone { kind: phone.kind, number: phone.number.trim().to_owned() });
        // With the mistake, the entry is made of the form, which has no star.
        let favourite = before.favourite && !cx.has(EDIT_UNSTARS);
        cx.store.put(Contact {
            id,
            first: draft.first.trim().to_owned(),
            last: draft.last.trim().to_owned(),
            phones: phones.collect(),
            mail: draft.mail.trim().to_owned(),
            note: draft.note.trim().to_owned(),
            favourite,
            ..before
        });
        cx.store.join_groups(id, &draft.groups);
        duplicates::refresh(cx);
        cx.toast("Saved");
        cx.finish();
    }
}

fn number_row(look: &Look<'_, Contacts>, at: usize, phone: &Phone) -> Element<super::Message> {
    // A quarter of a usual screen; on smaller ones a quarter is too little.
    let width_dp = if look.has(CUT_KINDS) { look.config.width_dp().min(416) / 4 } else { 104 };
    let kind = dropdown(PHONE_KINDS, phone.kind, move |kind| here(Message::Kind(at, kind)))
        .id("kind")
        .width(width_dp);
    let number = text_box(phone.number.clone()).id("number").hint("Number").grow(1);
    let remove = icon_button(Icon::Close, "Remove number").id("remove_number");
    row([
        kind,
        number.on_edit(move |typed| here(Message::Number(at, typed))),
        remove.on_tap(here(Message::RemoveNumber(at))),
    ])
    .id("number_row")
    .gap(8)
}
