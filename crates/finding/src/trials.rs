//! Scripts tried in order of preference, several side by side.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use experiment::Act;
use xxhash_rust::xxh3::Xxh3;

use crate::sighting::{Script, Sighting};

/// A phone that failed so often on a script will fail again.
const MAX_FAILURES: u32 = 3;

/// What is known of scripts that were tried from a clean start. None is tried twice.
#[derive(Debug, Default)]
pub(crate) struct Trials {
    tallies: HashMap<u128, Tally>,
    demand: Demand,
    /// How many replays there were.
    pub(crate) spent: u32,
}

/// How often a script must show the fault, in how many tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Demand {
    pub(crate) times: u32,
    pub(crate) of: u32,
}

/// What came of one replay.
#[derive(Debug)]
pub(crate) enum Answer {
    Shown(Arc<Sighting>),
    NotShown,
    /// Nobody knows: the phone failed.
    Failed,
}

/// What to do about candidates.
#[derive(Debug)]
pub(crate) enum Choice<C> {
    /// These replays first.
    Try(Vec<Script>),
    /// This is the first in order that shows the fault.
    Take(C, Arc<Sighting>),
    /// None of them does.
    Nothing,
}

#[derive(Debug, Default)]
struct Tally {
    times: u32,
    of: u32,
    failures: u32,
    sighting: Option<Arc<Sighting>>,
}

/// What the tries of a script say by now.
enum Word<'a> {
    Shows(&'a Arc<Sighting>),
    DoesNot,
    Open { missing: u32 },
}

impl Default for Demand {
    /// Once is enough.
    fn default() -> Demand {
        Demand { times: 1, of: 1 }
    }
}

impl Demand {
    /// For a fault that came back so often. A candidate gets enough tries to show it almost surely (19 times of 20), at
    /// most ten, and must show it at least half as often as before: else minimising would drift to ever rarer faults.
    pub(crate) fn for_rate(times: u32, of: u32) -> Demand {
        if times >= of || times == 0 {
            return Demand::default();
        }
        let rate = f64::from(times) / f64::from(of);
        let tries = (0.05_f64.ln() / (1.0 - rate).ln()).ceil().clamp(1.0, 10.0);
        Demand { times: ((rate * tries / 2.0) as u32).max(1), of: tries as u32 }
    }
}

impl Trials {
    /// Trials under another demand. What is known stays known.
    pub(crate) fn demand(&mut self, demand: Demand) {
        self.demand = demand;
    }

    /// Writes down what came of a replay.
    pub(crate) fn learn(&mut self, script: &[Act], answer: Answer) {
        self.spent += 1;
        let tally = self.tallies.entry(key(script)).or_default();
        match answer {
            Answer::Shown(sighting) => {
                tally.times += 1;
                tally.of += 1;
                tally.sighting = Some(sighting);
            }
            Answer::NotShown => tally.of += 1,
            Answer::Failed => tally.failures += 1,
        }
    }

    /// The first candidate that shows the fault, or what must be tried to know, about `at_once` replays at a time.
    ///
    /// Which one is taken depends neither on `at_once` nor on the order in which replays end, as long as the app does the
    /// same again.
    pub(crate) fn choose<C>(
        &self,
        candidates: impl IntoIterator<Item = (Script, C)>,
        at_once: usize,
    ) -> Choice<C> {
        let (mut open, mut listed) = (Vec::new(), HashSet::new());
        for (script, candidate) in candidates {
            let key = key(&script);
            match self.word(key) {
                Word::DoesNot => {}
                // Two changes may lead to the same script.
                Word::Open { missing } if listed.insert(key) => {
                    open.extend(std::iter::repeat_n(script, missing as usize));
                }
                Word::Open { .. } => {}
                // Those before it are preferred, so they are tried first.
                Word::Shows(_) if !open.is_empty() => break,
                Word::Shows(sighting) => return Choice::Take(candidate, Arc::clone(sighting)),
            }
            if open.len() >= at_once {
                break;
            }
        }
        if open.is_empty() { Choice::Nothing } else { Choice::Try(open) }
    }

    /// Whether it is known to show the fault.
    pub(crate) fn shown(&self, script: &[Act]) -> bool {
        matches!(self.word(key(script)), Word::Shows(_))
    }

    /// Whether it is known not to show the fault.
    pub(crate) fn refuted(&self, script: &[Act]) -> bool {
        matches!(self.word(key(script)), Word::DoesNot)
    }

    fn word(&self, key: u128) -> Word<'_> {
        let Demand { times, of } = self.demand;
        let Some(tally) = self.tallies.get(&key) else { return Word::Open { missing: of } };
        if let Some(sighting) = tally.sighting.as_ref().filter(|_| tally.times >= times) {
            return Word::Shows(sighting);
        }
        let missing = of.saturating_sub(tally.of);
        if tally.times + missing < times || tally.failures >= MAX_FAILURES {
            return Word::DoesNot;
        }
        Word::Open { missing }
    }
}

fn key(script: &[Act]) -> u128 {
    let mut hasher = Xxh3::new();
    script.hash(&mut hasher);
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_fault_gets_more_tries_and_must_not_become_much_rarer() {
        for (times, of, demand) in
            [(3, 3, (1, 1)), (2, 3, (1, 3)), (1, 3, (1, 8)), (9, 10, (1, 2)), (1, 10, (1, 10))]
        {
            let Demand { times, of } = Demand::for_rate(times, of);
            assert_eq!((times, of), demand);
        }
    }
}
