//! People who seem to be there twice.

use std::collections::BTreeMap;

use sim::{
    Context, Dialog, Element, Look, OrThrow, Outcome, Page, Tone, button, card, column, reached, row, text,
};

use super::store::{Contact, Id, Store, digits_of};
use super::{Contacts, LONG_NUMBER};

/// The duplicates, and which of them someone is about to merge.
#[derive(Debug, Clone, Default, Hash)]
pub struct Duplicates {
    merging: Option<Pair>,
}

/// Two entries that seem to be one person; the older one first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    keep: Id,
    other: Id,
    name: String,
    why: &'static str,
}

#[derive(Debug, Clone)]
pub enum Message {
    AskMerge(Pair),
    Merge,
    KeepApart(Pair),
    CloseDialog,
    Leave,
}

fn here(message: Message) -> super::Message {
    super::Message::Duplicates(message)
}

impl Duplicates {
    pub(super) fn view(&self, look: &Look<'_, Contacts>) -> Page<super::Message> {
        let pairs = look.memory.duplicates.as_deref().unwrap_or_default();
        let body = if pairs.is_empty() {
            text("Nobody is here twice.").id("empty").color(Tone::Muted).padding(24)
        } else {
            look.list("pairs", 128, pairs, |_, pair| pair_card(pair))
        };
        Page::new(column([body])).title("Duplicates").up(here(Message::Leave)).dialog(
            self.merging.as_ref().map(|pair| {
                Dialog::new(format!("Merge {}?", pair.name))
                    .message("All numbers, the mail address and the note are kept. This cannot be undone.")
                    .button("Cancel", here(Message::CloseDialog))
                    .button("Merge", here(Message::Merge))
                    .on_cancel(here(Message::CloseDialog))
            }),
        )
    }

    pub(super) fn update(&mut self, cx: &mut Context<'_, Contacts>, message: Message) -> Outcome {
        match message {
            Message::AskMerge(pair) => {
                reached!(cx);
                self.merging = Some(pair);
            }
            Message::Merge => {
                if let Some(pair) = self.merging.take() {
                    reached!(cx);
                    merge(cx, &pair)?;
                }
            }
            Message::KeepApart(pair) => {
                reached!(cx);
                cx.store.kept_apart.push((pair.keep, pair.other));
                refresh(cx);
            }
            Message::CloseDialog => {
                reached!(cx);
                self.merging = None;
            }
            Message::Leave => cx.finish(),
        }
        Ok(())
    }
}

fn pair_card(pair: &Pair) -> Element<super::Message> {
    let merge = button("Merge").id("merge").on_tap(here(Message::AskMerge(pair.clone())));
    let keep = button("Keep both").id("keep_both").on_tap(here(Message::KeepApart(pair.clone())));
    card([
        text(pair.name.clone()).id("pair_name").bold().max_lines(1),
        text(pair.why).id("pair_why").color(Tone::Muted),
        row([keep, merge]).gap(8),
    ])
    .id("pair")
}

/// Moves what only the other entry has to the one that is kept.
fn merge(cx: &mut Context<'_, Contacts>, pair: &Pair) -> Outcome {
    let mut kept = cx.store.contact(pair.keep).or_null_pointer("Contact.phones")?.clone();
    let other = cx.store.contact(pair.other).or_null_pointer("Contact.phones")?.clone();
    for phone in other.phones {
        if !kept.phones.iter().any(|known| digits_of(&known.number) == digits_of(&phone.number)) {
            reached!(cx);
            kept.phones.push(phone);
        }
    }
    if kept.mail.is_empty() {
        kept.mail = other.mail;
    }
    kept.note = match (kept.note, other.note) {
        (kept, other) if kept.is_empty() => other,
        (kept, other) if other.is_empty() => kept,
        (kept, other) => format!("{kept}\n{other}"),
    };
    kept.favourite |= other.favourite;
    kept.called_ms = kept.called_ms.max(other.called_ms);
    let mut groups = cx.store.groups_of(pair.keep);
    groups.extend(cx.store.groups_of(pair.other));
    cx.store.contacts.retain(|contact| contact.id != pair.other);
    cx.store.leave_groups(&[pair.other]);
    cx.store.join_groups(pair.keep, &groups);
    cx.store.put(kept);
    refresh(cx);
    cx.toast("Merged");
    Ok(())
}

/// Looks for duplicates unless that was done already.
pub(super) fn find(cx: &mut Context<'_, Contacts>) {
    if cx.memory.duplicates.is_none() {
        cx.memory.duplicates = Some(pairs_of(cx.store, cx.has(LONG_NUMBER)));
    }
}

/// Looks again if someone has looked before. Whoever adds, changes or removes people calls this.
pub(super) fn refresh(cx: &mut Context<'_, Contacts>) {
    if cx.memory.duplicates.is_some() {
        cx.memory.duplicates = Some(pairs_of(cx.store, cx.has(LONG_NUMBER)));
    }
}

/// Each entry with the first one of the same name or number. With the mistake, numbers are compared as far as the
/// international plan goes.
fn pairs_of(store: &Store, mistaken: bool) -> Vec<Pair> {
    let compared = if mistaken { 15 } else { usize::MAX };
    let mut by_id: Vec<&Contact> = store.contacts.iter().collect();
    by_id.sort_by_key(|contact| contact.id);
    let mut first_of: BTreeMap<String, Id> = BTreeMap::new();
    let mut pairs: Vec<Pair> = Vec::new();
    for contact in by_id {
        let name = format!("{} {}", contact.first, contact.last).to_lowercase();
        let numbers = contact.phones.iter().map(|phone| {
            let digits: String = digits_of(&phone.number).chars().take(compared).collect();
            (digits, "The same number")
        });
        for (key, why) in std::iter::once((name, "The same name")).chain(numbers) {
            let keep = *first_of.entry(key).or_insert(contact.id);
            let known = pairs.iter().any(|pair| pair.other == contact.id && pair.keep == keep);
            let apart = store.kept_apart.contains(&(keep, contact.id));
            if keep != contact.id && !known && !apart {
                pairs.push(Pair { keep, other: contact.id, name: store.name(contact), why });
            }
        }
    }
    pairs
}
