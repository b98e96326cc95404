//! What a fresh install has: some accounts and two months of entries.

use super::store::{Account, Category, Entry, Store};
use crate::day::Day;

/// Fills an empty store as seen from this moment.
pub(super) fn fill(store: &mut Store, now_ms: u64) {
    store.seeded = true;
    for (name, opening_cents) in [("Cash", 8_000), ("Bank", 124_050), ("Savings", 500_000)] {
        let id = store.fresh_id();
        store.accounts.push(Account { id, name: name.to_owned(), opening_cents });
    }
    for (name, limit_cents) in [("Food", 40_000), ("Home", 90_000), ("Fun", 15_000), ("Travel", 20_000)] {
        let id = store.fresh_id();
        store.categories.push(Category { id, name: name.to_owned(), limit_cents });
    }
    let today = Day::of_ms(now_ms);
    for &(days_ago, account, category, cents, payee) in ENTRIES {
        let id = store.fresh_id();
        store.put(Entry {
            id,
            account: store.accounts[account].id,
            category: category.map(|at: usize| store.categories[at].id),
            cents,
            payee: payee.to_owned(),
            note: String::new(),
            day: today.plus(-days_ago),
            transfer: None,
        });
    }
}

/// Days ago, account, category, cents, payee.
type Row = (i64, usize, Option<usize>, i64, &'static str);

const ENTRIES: &[Row] = &[
    (0, 0, Some(0), -345, "Bakery"),
    (0, 1, Some(0), -5_218, "Supermarket"),
    (1, 0, Some(2), -1_200, "Cinema"),
    (2, 1, Some(3), -4_900, "Railway"),
    (4, 1, Some(0), -2_730, "Supermarket"),
    (6, 0, Some(0), -980, "Market"),
    (9, 1, Some(1), -6_140, "Electricity"),
    (12, 1, None, 215_000, "Wages"),
    (15, 1, Some(1), -72_000, "Rent"),
    (21, 0, Some(2), -2_450, "Concert"),
    (33, 1, Some(0), -6_032, "Supermarket"),
    (45, 1, Some(1), -72_000, "Rent"),
];
