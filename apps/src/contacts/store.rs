//! What lies on the disk.

use std::cmp::Ordering;

use sim::Shared;

/// A person's or a group's number. Never used twice.
pub(super) type Id = u32;

/// All that is kept.
#[derive(Debug, Clone, Hash)]
pub struct Store {
    /// Sorted by first name, as the list shows them at first.
    pub contacts: Shared<Vec<Contact>>,
    /// In the order in which they were made.
    pub groups: Shared<Vec<Group>>,
    /// Who was deleted last, for undo.
    pub deleted: Shared<Vec<Deleted>>,
    /// Pairs that look like duplicates and are not, the smaller id first.
    pub kept_apart: Vec<(Id, Id)>,
    /// What is to be imported still.
    pub import: Option<Queue>,
    /// How the list's own menu sorted last; the settings decide where it did not.
    pub sorted_by_menu: Option<Sort>,
    pub settings: Settings,
    pub(super) next_id: Id,
}

/// A person.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Contact {
    pub id: Id,
    pub first: String,
    pub last: String,
    pub phones: Vec<Phone>,
    pub mail: String,
    pub note: String,
    pub favourite: bool,
    /// When they were called last.
    pub called_ms: Option<u64>,
}

/// A number with what it is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone {
    /// One of [`PHONE_KINDS`].
    pub kind: usize,
    pub number: String,
}

/// What numbers are for.
pub(super) const PHONE_KINDS: [&str; 3] = ["Mobile", "Home", "Work"];

/// A group of people.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    pub id: Id,
    pub name: String,
    pub members: Vec<Id>,
}

/// A deleted person with their groups.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deleted {
    contact: Contact,
    groups: Vec<Id>,
}

/// Entries of the phone's address book that someone chose to import.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Queue {
    /// Their places in the address book.
    pub picks: Vec<usize>,
    /// How many of them are done.
    pub done: usize,
}

/// What the person has set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Settings {
    pub sort: Sort,
    pub last_name_first: bool,
    pub show_numbers: bool,
    pub ask_before_deleting: bool,
}

/// The order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    First,
    Last,
}

impl Store {
    pub fn contact(&self, id: Id) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.id == id)
    }

    pub fn contact_mut(&mut self, id: Id) -> Option<&mut Contact> {
        self.contacts.iter_mut().find(|contact| contact.id == id)
    }

    pub fn group(&self, id: Id) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    pub fn group_mut(&mut self, id: Id) -> Option<&mut Group> {
        self.groups.iter_mut().find(|group| group.id == id)
    }

    /// How the list is sorted.
    pub fn sort(&self) -> Sort {
        self.sorted_by_menu.unwrap_or(self.settings.sort)
    }

    /// A person's name as the settings want it.
    pub fn name(&self, contact: &Contact) -> String {
        match (contact.first.as_str(), contact.last.as_str()) {
            (first, "") => first.to_owned(),
            ("", last) => last.to_owned(),
            (first, last) if self.settings.last_name_first => format!("{last}, {first}"),
            (first, last) => format!("{first} {last}"),
        }
    }

    /// An id that was never used.
    pub fn new_id(&mut self) -> Id {
        self.next_id += 1;
        self.next_id
    }

    /// Puts a person where they belong, in place of the one with the same id.
    pub fn put(&mut self, contact: Contact) {
        self.contacts.retain(|other| other.id != contact.id);
        let at = self.contacts.partition_point(|other| by_first_name(other, &contact) == Ordering::Less);
        self.contacts.insert(at, contact);
    }

    /// Makes a person a member of these groups and no others.
    pub fn join_groups(&mut self, id: Id, groups: &[Id]) {
        for group in self.groups.iter_mut() {
            let is_member = group.members.contains(&id);
            match (is_member, groups.contains(&group.id)) {
                (false, true) => group.members.push(id),
                (true, false) => group.members.retain(|&member| member != id),
                _ => {}
            }
        }
    }

    /// The groups of a person.
    pub fn groups_of(&self, id: Id) -> Vec<Id> {
        let is_in = |group: &&Group| group.members.contains(&id);
        self.groups.iter().filter(is_in).map(|group| group.id).collect()
    }

    /// Takes people out of the list; they can be restored until the next deletion.
    pub fn delete(&mut self, ids: &[Id]) {
        let doomed = self.contacts.iter().filter(|contact| ids.contains(&contact.id));
        let doomed =
            doomed.map(|contact| Deleted { contact: contact.clone(), groups: self.groups_of(contact.id) });
        self.deleted = Shared::new(doomed.collect());
        self.contacts.retain(|contact| !ids.contains(&contact.id));
    }

    /// Takes people out of all groups.
    pub fn leave_groups(&mut self, ids: &[Id]) {
        for group in self.groups.iter_mut() {
            group.members.retain(|member| !ids.contains(member));
        }
    }

    /// Brings back who was deleted last, and says how many they were.
    pub fn restore(&mut self) -> usize {
        let deleted = std::mem::take(&mut *self.deleted);
        let count = deleted.len();
        for Deleted { contact, groups } in deleted {
            self.join_groups(contact.id, &groups);
            self.put(contact);
        }
        count
    }
}

impl Contact {
    /// Whether a search finds this person: by name, by mail, or by number where only signs of numbers are searched for.
    /// `wanted` is in lower case.
    pub fn matches(&self, wanted: &str) -> bool {
        let name = format!("{} {} {}", self.first, self.last, self.mail).to_lowercase();
        let digits = digits_of(wanted);
        let is_number = !digits.is_empty() && wanted.chars().all(is_sign_of_number);
        name.contains(wanted)
            || is_number && self.phones.iter().any(|phone| digits_of(&phone.number).contains(&digits))
    }
}

/// Digits and what people put between them.
pub(super) fn is_sign_of_number(sign: char) -> bool {
    sign.is_ascii_digit() || " +-/()*#".contains(sign)
}

/// The digits of a number, by which numbers are compared.
pub(super) fn digits_of(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

/// By first name, then by last name, whatever the case.
pub(super) fn by_first_name(left: &Contact, right: &Contact) -> Ordering {
    by_words(&left.first, &right.first)
        .then_with(|| by_words(&left.last, &right.last))
        .then(left.id.cmp(&right.id))
}

/// By last name, then by first name. Those without a last name stand by their first.
pub(super) fn by_last_name(left: &Contact, right: &Contact) -> Ordering {
    fn key(contact: &Contact) -> &str {
        if contact.last.is_empty() { &contact.first } else { &contact.last }
    }
    by_words(key(left), key(right)).then_with(|| by_first_name(left, right))
}

fn by_words(left: &str, right: &str) -> Ordering {
    left.chars().flat_map(char::to_lowercase).cmp(right.chars().flat_map(char::to_lowercase))
}
