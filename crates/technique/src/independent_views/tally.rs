//! What was tried, in numbers: the rows of the paper's tables.

use std::collections::BTreeMap;

use experiment::Fingerprint;
use serde::Serialize;

/// What independent view fuzzing did in a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FuzzTally {
    /// Seeds that were replayed and had detours inserted.
    pub seeds: u64,
    /// Seeds that could not be replayed, or crashed.
    pub bad_seeds: u64,
    /// Mutants that were made,
    pub generated: u64,
    /// carried out,
    pub executed: u64,
    /// could be replayed up to the end of the detour,
    pub replayed: u64,
    /// and led back to the very screen on which the detour began.
    pub returned: u64,
    /// Mutants with something to complain about.
    pub with_errors: u64,
    /// What was wrong, each with how many mutants show it.
    #[serde(skip)]
    pub errors: BTreeMap<Fingerprint, u32>,
}

impl FuzzTally {
    /// Errors that are different.
    pub fn distinct(&self) -> usize {
        self.errors.len()
    }

    /// Errors that one mutant alone shows.
    pub fn once(&self) -> usize {
        self.errors.values().filter(|times| **times == 1).count()
    }
}
