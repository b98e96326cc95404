//! What the budget app keeps on the disk.

use sim::Shared;

use super::money::Currency;
use crate::day::Day;
use crate::kit::Theme;

/// The number of an account, an entry or a category; never used twice.
pub(super) type Id = u32;

/// All that is kept.
#[derive(Debug, Clone, Default, Hash)]
pub struct Store {
    /// Whether the first accounts and entries were made.
    pub(super) seeded: bool,
    pub(super) accounts: Shared<Vec<Account>>,
    /// The latest first.
    pub(super) entries: Shared<Vec<Entry>>,
    pub(super) categories: Shared<Vec<Category>>,
    /// What undo takes back, the last change last.
    pub(super) changes: Shared<Vec<Change>>,
    pub(super) settings: Settings,
    /// How much of an export is done, in percent.
    pub(super) export: Option<u8>,
    last_id: Id,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Account {
    pub(super) id: Id,
    pub(super) name: String,
    /// What was in it before the first entry.
    pub(super) opening_cents: i64,
}

/// Money that went in or out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) id: Id,
    pub(super) account: Id,
    /// `None`, or one that was deleted, is "Other".
    pub(super) category: Option<Id>,
    /// Below zero for what was spent.
    pub(super) cents: i64,
    pub(super) payee: String,
    pub(super) note: String,
    pub(super) day: Day,
    /// The other half, for transfers between accounts.
    pub(super) transfer: Option<Id>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Category {
    pub(super) id: Id,
    pub(super) name: String,
    /// What may be spent in a month; 0 for no limit.
    pub(super) limit_cents: i64,
}

/// A change of entries that can be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Change {
    Added(Vec<Id>),
    Deleted(Vec<Entry>),
    /// The entry as it was before.
    Edited(Entry),
}

/// What people set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Settings {
    pub(super) currency: Currency,
    pub(super) theme: Theme,
    pub(super) ask_before_deleting: bool,
    pub(super) show_limits: bool,
}

impl Store {
    pub(super) fn account(&self, id: Id) -> Option<&Account> {
        self.accounts.iter().find(|account| account.id == id)
    }

    pub(super) fn entry(&self, id: Id) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// A category's name; "Other" for none.
    pub(super) fn category_name(&self, id: Option<Id>) -> &str {
        let found = self.categories.iter().find(|category| Some(category.id) == id);
        found.map_or("Other", |category| &category.name)
    }

    pub(super) fn fresh_id(&mut self) -> Id {
        self.last_id += 1;
        self.last_id
    }

    /// Puts an entry where its day belongs, in place of the one with its number.
    pub(super) fn put(&mut self, entry: Entry) {
        self.entries.retain(|other| other.id != entry.id);
        let place = (entry.day, entry.id);
        let at = self.entries.partition_point(|other| (other.day, other.id) > place);
        self.entries.insert(at, entry);
    }

    /// What is in an account.
    pub(super) fn balance(&self, account: &Account) -> i64 {
        let entries = self.entries.iter().filter(|entry| entry.account == account.id);
        account.opening_cents + entries.map(|entry| entry.cents).sum::<i64>()
    }

    /// What was spent in the month that begins on a day, per category. Transfers are not spent.
    pub(super) fn spent(&self, month: Day) -> impl Iterator<Item = (Option<Id>, i64)> {
        let days = month..month.next_month();
        let spent = self.entries.iter().filter(move |entry| days.contains(&entry.day));
        let spent = spent.filter(|entry| entry.cents < 0 && entry.transfer.is_none());
        spent.map(|entry| (entry.category, -entry.cents))
    }

    /// Forgets the changes that nothing is left of.
    pub(super) fn forget_impossible_changes(&mut self) {
        let has_account = |id: Id| self.accounts.iter().any(|account| account.id == id);
        let has_entry = |id: Id| self.entries.iter().any(|entry| entry.id == id);
        self.changes.retain_mut(|change| match change {
            Change::Added(ids) => {
                ids.retain(|&id| has_entry(id));
                !ids.is_empty()
            }
            Change::Deleted(entries) => {
                entries.retain(|entry| has_account(entry.account));
                !entries.is_empty()
            }
            Change::Edited(before) => has_entry(before.id) && has_account(before.account),
        });
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            currency: Currency::Euro,
            theme: Theme::Phone,
            ask_before_deleting: true,
            show_limits: true,
        }
    }
}
