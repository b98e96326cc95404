//! How much trouble is taken to prove a finding.

use serde::{Deserialize, Serialize};

/// How much trouble is taken to prove a finding. All of it shapes the run; the number of phones does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How often a script is tried again from a clean start before its fault counts as confirmed.
    pub replays: u32,
    /// Whether to look for fewer and simpler steps.
    pub minimise: bool,
    /// The most replays to spend on making one finding smaller.
    pub minimising_replays: u32,
    /// Of these, the most to spend on more than leaving acts out: shorter ways, plainer data. `None` for all of them.
    pub polishing_replays: Option<u32>,
    /// The most replays in one round. The next case waits for the next round when so many are planned.
    pub at_once: usize,
    /// How many sightings of one fault are tried before it is dropped as an artefact.
    pub sightings: u32,
    /// The most faults to look into; further ones are counted.
    pub cases: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            replays: 3,
            minimise: true,
            minimising_replays: 3_000,
            polishing_replays: None,
            at_once: 32,
            sightings: 3,
            cases: 500,
        }
    }
}

/// On slow phones, so many replays in one round: each may make the others needless.
const FEW_AT_ONCE: usize = 4;
/// On slow phones, so many replays in all: hours, for a finding that takes that many.
const FEW_IN_ALL: u32 = 500;
/// On slow phones, so many replays of a finding of ten steps take half an hour.
const FEW_TO_POLISH: u32 = 100;

impl Settings {
    /// The same for phones on which every replay takes its time, unless somebody has decided how much of it there is.
    pub(crate) fn sparing(self) -> Settings {
        let at_once = self.at_once.min(FEW_AT_ONCE);
        if self.polishing_replays.is_some() {
            return Settings { at_once, ..self };
        }
        Settings {
            at_once,
            minimising_replays: self.minimising_replays.min(FEW_IN_ALL),
            polishing_replays: Some(FEW_TO_POLISH),
            ..self
        }
    }
}
