//! People taken over from the phone's own address book, if the person allows it.

use std::time::Duration;

use sim::{
    Context, Element, Look, Page, Text, TextSize, Tone, button, check_box, column, progress, reached, row,
    space, text,
};

use super::store::{Contact, Phone, Queue, Store};
use super::{Contacts, duplicates, people};
use crate::kit::toggle;

/// What Android calls the leave to read the address book.
pub(super) const READ_CONTACTS: &str = "android.permission.READ_CONTACTS";

/// The address book of this phone: first name, last name, number.
const ADDRESS_BOOK: [(&str, &str, &str); 6] = [
    ("Jonas", "Lindqvist", "+46 70 555 01 33"),
    ("Keiko", "Tanaka", "+81 90 5555 0147"),
    ("Lars", "Petersen", "+45 31 55 51 08"),
    ("Anna", "Wagner", "+49 171 5550123"),
    ("Dr. Maria", "O'Brien-Castellanos", "+353 85 555 0121"),
    ("Taxi", "", "+49 30 555 0110"),
];

/// Which entries are ticked.
#[derive(Debug, Clone, Default, Hash)]
pub struct Import {
    picks: Vec<usize>,
    refused: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Message {
    Ask,
    Answer(bool),
    Pick(usize),
    PickAll,
    Begin,
    Cancel,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Import(message)
}

impl Import {
    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let body = match (&look.store.import, look.granted(READ_CONTACTS)) {
            (Some(queue), _) => running(queue),
            (None, true) => self.choices(look),
            (None, false) => self.request(),
        };
        Page::new(body).title("Import").up(here(Message::Leave))
    }

    fn request(&self) -> Element<super::Message> {
        let why = if self.refused {
            "Without access nothing can be imported. You can allow it here or in the phone's settings."
        } else {
            "To import people, Contacts needs to read the address book of this phone."
        };
        let allow = button("Allow access").id("allow").on_tap(here(Message::Ask));
        column([text(why).id("why"), allow]).padding(24).gap(16)
    }

    fn choices(&self, look: &Look<'_, Contacts>) -> Element<super::Message> {
        let entries: Vec<usize> = (0..ADDRESS_BOOK.len()).collect();
        let list = look.list("entries", 56, &entries, |_, &at| {
            let (first, last, _) = ADDRESS_BOOK[at];
            let name = Text::from(format!("{first} {last}").trim().to_owned());
            let known = is_known(look.store, at);
            let tick =
                check_box(name, self.picks.contains(&at) && !known).id("entry").enabled(!known).grow(1);
            let note = text(if known { "Already here" } else { "" }).size(TextSize::Small).color(Tone::Muted);
            row([tick.on_tap(here(Message::Pick(at))), note]).padding(8)
        });
        let all = button("Select all").id("pick_all").on_tap(here(Message::PickAll));
        let count = self.wanted(look.store).len();
        let begin = button(format!("Import {count}")).id("begin").enabled(count > 0);
        let buttons = row([all, space(), begin.on_tap(here(Message::Begin))]).padding(8);
        column([list, buttons])
    }

    /// The ticked entries that are not there yet.
    fn wanted(&self, store: &Store) -> Vec<usize> {
        self.picks.iter().copied().filter(|&at| !is_known(store, at)).collect()
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) {
        match message {
            Message::Ask => {
                reached!(cx);
                cx.ask_permission(READ_CONTACTS, |granted| here(Message::Answer(granted)));
            }
            Message::Answer(true) => {
                reached!(cx);
                self.refused = false;
            }
            Message::Answer(false) => {
                reached!(cx);
                self.refused = true;
            }
            Message::Pick(at) => {
                reached!(cx);
                toggle(&mut self.picks, at);
            }
            Message::PickAll => {
                reached!(cx);
                self.picks = (0..ADDRESS_BOOK.len()).collect();
            }
            Message::Begin => {
                let picks = self.wanted(cx.store);
                if cx.store.import.is_none() && !picks.is_empty() {
                    reached!(cx);
                    cx.store.import = Some(Queue { picks, done: 0 });
                    self.picks.clear();
                    go_on(cx);
                }
            }
            Message::Cancel => {
                reached!(cx);
                cx.store.import = None;
                cx.memory.import_run = None;
            }
            Message::Leave => cx.finish(),
        }
    }
}

fn running(queue: &Queue) -> Element<super::Message> {
    let (done, all) = (queue.done, queue.picks.len().max(1));
    let told = text(format!("Importing {} of {all}", (done + 1).min(all))).id("importing");
    let bar = progress((done * 100 / all) as u8).id("import_progress");
    let cancel = button("Cancel").id("cancel_import").on_tap(here(Message::Cancel));
    column([told, bar, cancel]).padding(24).gap(16)
}

/// Sets the next piece of an import going, also one that ended with the process.
pub(super) fn go_on(cx: &mut Context<'_, Contacts>) {
    if cx.store.import.is_none() || cx.memory.import_run.is_some() {
        return;
    }
    if !cx.granted(READ_CONTACTS) {
        reached!(cx);
        cx.store.import = None;
        return;
    }
    reached!(cx);
    cx.memory.import_runs += 1;
    let run = cx.memory.import_runs;
    cx.memory.import_run = Some(run);
    cx.background(Duration::from_millis(900), super::Message::Imported { run });
}

/// Takes one entry over. Pieces of a cancelled import are not wanted any more.
pub(super) fn imported(cx: &mut Context<'_, Contacts>, run: u32) {
    if cx.memory.import_run != Some(run) {
        reached!(cx);
        return;
    }
    cx.memory.import_run = None;
    let Some(queue) = cx.store.import.clone() else { return };
    if let Some(&at) = queue.picks.get(queue.done)
        && !is_known(cx.store, at)
    {
        reached!(cx);
        take_over(cx.store, at);
        duplicates::refresh(cx);
    }
    if queue.done + 1 < queue.picks.len() {
        cx.store.import = Some(Queue { done: queue.done + 1, ..queue });
        go_on(cx);
    } else {
        reached!(cx);
        cx.store.import = None;
        cx.toast(format!("{} imported", people(queue.picks.len())));
    }
}

fn take_over(store: &mut Store, at: usize) {
    let (first, last, number) = ADDRESS_BOOK[at];
    let id = store.new_id();
    store.put(Contact {
        id,
        first: first.to_owned(),
        last: last.to_owned(),
        phones: vec![Phone { kind: 0, number: number.to_owned() }],
        ..Contact::default()
    });
}

/// Whether an entry of the address book is among the people already.
fn is_known(store: &Store, at: usize) -> bool {
    let (first, last, number) = ADDRESS_BOOK[at];
    let has_number = |contact: &Contact| contact.phones.iter().any(|phone| phone.number == number);
    store.contacts.iter().any(|contact| contact.first == first && contact.last == last && has_number(contact))
}
