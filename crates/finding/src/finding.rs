//! A suspicion that came back.

use experiment::{Act, Suspicion};
use serde::{Deserialize, Serialize};

/// A suspicion that was tried again, with all that is needed to see it once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its name in the run: `crash-1`.
    pub name: String,
    /// What is wrong. Its steps are counted in `acts`.
    #[serde(flatten)]
    pub suspicion: Suspicion,
    /// What to do from a clean start.
    pub acts: Vec<Act>,
    /// Whether it came back.
    pub confirmed: Confirmation,
    /// What minimising did; `None` where it was not tried or did not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimised: Option<Minimised>,
    /// The experiment that showed it first.
    pub first_seen_in: u64,
    /// After how many events of the run.
    pub first_seen_after: u64,
    /// How many experiments showed it, those that were to prove it left out.
    pub times_seen: u64,
    /// The experiment with a picture of every step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_in: Option<u64>,
}

/// How often a suspicion came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// From where it was tried.
    pub way: Way,
    /// So many times it came back,
    pub times: u32,
    /// of so many.
    pub of: u32,
}

/// From where a finding was tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// From a clean start, as anybody can.
    CleanStart,
    /// Only from the snapshot before it.
    SnapshotOnly,
    /// Not at all yet: the budget ended before.
    Untried,
}

/// What minimising did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minimised {
    /// How many acts there were.
    pub from: usize,
    /// How many are left.
    pub to: usize,
    /// How many replays it took.
    pub replays: u32,
    /// Whether leaving out any single act is known to lose it.
    pub one_minimal: bool,
}

impl Finding {
    /// Whether it came back from a clean start or its snapshot at least once.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed.times > 0
    }

    /// Whether it came back only sometimes.
    pub fn is_flaky(&self) -> bool {
        self.is_confirmed() && self.confirmed.times < self.confirmed.of
    }
}
