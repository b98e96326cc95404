//! Coverage of sequences of events longer than pairs.

use std::collections::HashMap;

use crate::dfa::{Dfa, StateId, Symbol};

/// The longest sequences: one byte of a key for each event.
const MAX_LENGTH: usize = 8;
/// The most sequences that are told apart.
const MAX_SEQUENCES: usize = 200_000;

/// The sequences of one length that some way through the automaton has, and how often each was seen.
///
/// Counted as the paper defines pairs, events following each other immediately; so length 2 is the paper's pair coverage and length 1 the
/// event coverage, of all events that anything leads to.
#[derive(Debug, Clone)]
pub struct Sequences {
    length: usize,
    seen: HashMap<u64, u64>,
    /// The last events, the latest in the lowest byte, each one more than its number so that none is 0.
    recent: u64,
}

impl Sequences {
    /// The sequences of a length from 1 to 8; `None` for other lengths and where there are too many.
    pub fn of(dfa: &Dfa, length: usize) -> Option<Sequences> {
        if !(1..=MAX_LENGTH).contains(&length) {
            return None;
        }
        let mut seen = HashMap::new();
        let mut open: Vec<(usize, u64, Vec<StateId>)> = vec![(0, 0, dfa.states().collect())];
        while let Some((done, key, states)) = open.pop() {
            if done == length {
                seen.insert(key, 0);
                if seen.len() > MAX_SEQUENCES {
                    return None;
                }
                continue;
            }
            for symbol in dfa.symbols() {
                let mut next: Vec<StateId> =
                    states.iter().filter_map(|&state| dfa.next(state, symbol)).collect();
                next.sort_unstable();
                next.dedup();
                if !next.is_empty() {
                    open.push((done + 1, appended(key, symbol), next));
                }
            }
        }
        Some(Sequences { length, seen, recent: 0 })
    }

    pub(crate) fn event(&mut self, symbol: Symbol) {
        let kept = u64::MAX >> (64 - 8 * self.length);
        self.recent = appended(self.recent, symbol) & kept;
        if let Some(count) = self.seen.get_mut(&self.recent) {
            *count += 1;
        }
    }

    /// How many events a sequence has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many sequences were seen,
    pub fn covered(&self) -> usize {
        self.seen.values().filter(|&&count| count > 0).count()
    }

    /// and how many there are.
    pub fn total(&self) -> usize {
        self.seen.len()
    }
}

fn appended(key: u64, symbol: Symbol) -> u64 {
    key << 8 | (u64::from(symbol.0) + 1)
}
