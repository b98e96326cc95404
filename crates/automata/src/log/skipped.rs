//! Lines of a log that could not be read.

use std::fmt;

/// How many of them are kept one by one.
const KEPT: usize = 20;

/// What was skipped in a log: how much, and the first lines of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Skipped {
    /// How many lines.
    pub count: u64,
    /// The first of them, by their number from 1.
    pub first: Vec<(u64, Why)>,
}

/// Why a line was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is nothing in it.
    Blank,
    /// It does not begin with a time.
    NoTime,
    /// It begins with a year, as `logcat -v year` writes it.
    HasYear,
    /// It is not UTF-8.
    NotText,
    /// It is longer than any line of a log.
    TooLong,
    /// It tells something before any line had a time.
    BeforeAnyTime,
    /// An event's id has no end.
    NoColon,
    /// An event's id is neither a number nor a small letter.
    BadId,
}

impl Skipped {
    pub(super) fn add(&mut self, line: u64, why: Why) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push((line, why));
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Blank => "it is blank",
            Why::NoTime => "it does not begin with a time such as 06-01 10:00:00",
            Why::HasYear => "it begins with a year, as `logcat -v year` writes it",
            Why::NotText => "it is not UTF-8 text",
            Why::TooLong => "it is longer than any line of a log",
            Why::BeforeAnyTime => "no line before it has a time",
            Why::NoColon => "no colon ends the event's id",
            Why::BadId => "the event's id is neither a number nor a small letter",
        })
    }
}
