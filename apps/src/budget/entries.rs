//! The entries of an account as a list: which are shown, in which order, and how.

use std::cmp::Reverse;

use sim::{Element, Look, TextSize, Tone, check_box, column, row, text};

use super::account::Message;
use super::money::money;
use super::store::{Entry, Id, Store};
use super::words::Words;
use super::{Budget, CUT_AMOUNTS};
use crate::day::Day;

/// Which entries are shown, and in which order.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Filter {
    pub(super) sort: Sort,
    pub(super) category: Option<Id>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    Largest,
}

impl Filter {
    /// The entries of an account that the category and the words searched for let through, in order.
    pub(super) fn shown<'s>(&self, store: &'s Store, account: Id, search: &str) -> Vec<&'s Entry> {
        let mut shown: Vec<&Entry> = store.entries.iter().filter(|entry| entry.account == account).collect();
        if store.categories.iter().any(|category| Some(category.id) == self.category) {
            shown.retain(|entry| entry.category == self.category);
        }
        let wanted = search.trim().to_lowercase();
        if !wanted.is_empty() {
            let holds = |text: &str| text.to_lowercase().contains(&wanted);
            shown.retain(|entry| holds(&entry.payee) || holds(&entry.note));
        }
        match self.sort {
            Sort::Newest => {}
            Sort::Oldest => shown.reverse(),
            Sort::Largest => shown.sort_by_key(|entry| Reverse(entry.cents.abs())),
        }
        shown
    }
}

/// An entry, with a box to tick while some are selected.
pub(super) fn entry_row(look: &Look<'_, Budget>, entry: &Entry, selection: &[Id]) -> Element<super::Message> {
    let tap = || super::Message::Account(Message::Tap(entry.id));
    let selected = selection.contains(&entry.id);
    let day = Words::of(&look.config.locale).day(entry.day, Day::of_ms(look.unix_ms()));
    let kind = match entry.transfer {
        Some(_) => "Transfer",
        None => look.store.category_name(entry.category),
    };
    let below = text(format!("{kind} · {day}")).id("below").color(Tone::Muted).max_lines(1);
    let payee = text(entry.payee.clone()).id("payee").size(TextSize::Large).max_lines(1);
    let amount = text(money(look.store, &look.config.locale, entry.cents)).id("amount").max_lines(1);
    let amount = if look.has(CUT_AMOUNTS) { amount.width(72) } else { amount };
    let amount = if entry.cents < 0 { amount } else { amount.color(Tone::Primary) };
    let tick = check_box("", selected).id("selected").hidden(selection.is_empty()).on_tap(tap());
    row([tick, column([payee, below]).grow(1), amount])
        .id("entry")
        .padding(8)
        .gap(8)
        .selected(selected)
        .on_tap(tap())
        .on_long_tap(super::Message::Account(Message::Hold(entry.id)))
}
