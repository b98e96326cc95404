//! The words that the app knows in two languages. All others are English.

use crate::day::{Day, MONTHS};

/// Words of one language.
pub(super) struct Words {
    pub(super) accounts: &'static str,
    pub(super) total: &'static str,
    pub(super) transfer: &'static str,
    pub(super) report: &'static str,
    pub(super) categories: &'static str,
    pub(super) settings: &'static str,
    pub(super) amount: &'static str,
    pub(super) today: &'static str,
    pub(super) yesterday: &'static str,
    months: [&'static str; 12],
}

const ENGLISH: Words = Words {
    accounts: "Accounts",
    total: "Total",
    transfer: "Transfer",
    report: "Report",
    categories: "Categories",
    settings: "Settings",
    amount: "Amount",
    today: "Today",
    yesterday: "Yesterday",
    months: MONTHS,
};

const GERMAN: Words = Words {
    accounts: "Konten",
    total: "Gesamt",
    transfer: "Umbuchung",
    report: "Auswertung",
    categories: "Kategorien",
    settings: "Einstellungen",
    amount: "Betrag",
    today: "Heute",
    yesterday: "Gestern",
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
};

impl Words {
    /// The words of a language tag.
    pub(super) fn of(locale: &str) -> &'static Words {
        if locale.starts_with("de") { &GERMAN } else { &ENGLISH }
    }

    /// A day as seen from today: `Yesterday`, `3 March 2026`.
    pub(super) fn day(&self, day: Day, today: Day) -> String {
        match today.0 - day.0 {
            0 => self.today.to_owned(),
            1 => self.yesterday.to_owned(),
            _ => format!("{} {}", day.date().day, self.month(day)),
        }
    }

    /// The month of a day: `March 2026`.
    pub(super) fn month(&self, day: Day) -> String {
        let date = day.date();
        format!("{} {}", self.months[usize::from(date.month) - 1], date.year)
    }
}
