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
            minimising_replays: 1_000,
            at_once: 32,
            sightings: 3,
            cases: 500,
        }
    }
}
