//! From a log to figures.

use std::io::{self, BufRead};

use crate::bug::Bug;
use crate::figures::Figures;
use crate::log::{Record, Scanned, What, scan};
use crate::sequences::Sequences;
use crate::time::Window;
use crate::walk::{Seen, Walk};

/// What more to count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Coverage of sequences of so many events.
    pub sequences: Option<usize>,
}

/// What one log tells about one bug.
#[derive(Debug, Clone)]
pub struct Diagnosis<'a> {
    /// The bug.
    pub bug: &'a Bug,
    /// The walk that the log's events made.
    pub walk: Walk<'a>,
    /// The log as a whole.
    pub scanned: Scanned,
    /// When the tool ran.
    pub window: Window,
}

/// A log that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read, or is damaged.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// None of its lines is one of logcat.
    #[error("line 1: it is no log: none of its {lines} lines begins with a time such as 06-01 10:00:00")]
    NotALog {
        /// How many lines there are.
        lines: u64,
    },
    /// The automaton has too many sequences of that length.
    #[error(
        "sequences of {0} events cannot be counted: give 1 to 8, and fewer for an automaton with many events"
    )]
    Sequences(usize),
}

/// Reads a log, packed with gzip or not, and walks the bug's automaton with it.
///
/// A log without a pivot event is a result, and so is an empty one.
pub fn read_log<'a>(
    log: impl BufRead,
    bug: &'a Bug,
    window: Window,
    options: Options,
) -> Result<Diagnosis<'a>, LogError> {
    let mut walk = Walk::new(&bug.dfa);
    if let Some(length) = options.sequences {
        walk = walk.counting(Sequences::of(&bug.dfa, length).ok_or(LogError::Sequences(length))?);
    }
    let mut tell = |record: Record<'_>| {
        let seen = Seen { at_s: record.at_s, line: record.line };
        match record.what {
            What::Crash => walk.crash(seen),
            // Ids that the automaton does not know do not even come between two events.
            What::Event(id) => {
                if let Some(symbol) = bug.dfa.symbol(id) {
                    walk.event(symbol, seen);
                }
            }
            What::Warning(id) => {
                if let Some(symbol) = bug.dfa.symbol(id) {
                    walk.warning(symbol, seen);
                }
            }
        }
    };
    let scanned = scan(log, window.from, &mut tell)?;
    match scanned.lines {
        lines if lines > 0 && !scanned.is_logcat => Err(LogError::NotALog { lines }),
        _ => Ok(Diagnosis { bug, walk, scanned, window }),
    }
}

impl Diagnosis<'_> {
    /// Its figures.
    pub fn figures(&self) -> Figures {
        let asked = self.window.from.zip(self.window.to).map(|(from, to)| to.since(from));
        Figures::of(self.bug, &self.walk, asked.or(self.scanned.last_s))
    }
}
