//! How much trouble is taken to prove a finding.

use experiment::Costs;
use serde::{Deserialize, Serialize};

/// How much trouble is taken to prove a finding. All of it shapes the run; the number of phones does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProofSettings {
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

impl Default for ProofSettings {
    fn default() -> ProofSettings {
        ProofSettings {
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

/// Where replays take time, so many in one round: each may make the others needless.
const FEW_AT_ONCE: usize = 4;
/// Where replays take time, so many of all cases in one round beside walks, and when nothing else is to be done: with more of them
/// phones wait less for each other.
const IN_ROUND: (usize, usize) = (6, 12);
/// Where replays take time, so much of it to leave acts out of one finding, and at least so many replays.
const LEAVING_OUT: (u64, u32) = (600_000, 200);
/// The same for shorter ways and plainer data.
const POLISHING: (u64, u32) = (120_000, 40);

impl ProofSettings {
    /// The most replays of all cases in one round.
    pub(crate) fn in_round(&self, costs: &Costs, exploring: bool) -> usize {
        let (beside_walks, alone) = IN_ROUND;
        match costs.replay_ms() {
            0 => self.at_once,
            _ if exploring => beside_walks,
            _ => alone,
        }
    }

    /// The same for phones on which a replay takes so long, unless somebody has decided how many there are.
    pub(crate) fn on_phones_of(self, costs: &Costs) -> ProofSettings {
        let replay_ms = costs.replay_ms();
        if replay_ms == 0 {
            return self;
        }
        let at_once = self.at_once.min(FEW_AT_ONCE);
        if self.polishing_replays.is_some() {
            return ProofSettings { at_once, ..self };
        }
        let within = |(ms, least): (u64, u32)| u32::try_from(ms / replay_ms).unwrap_or(u32::MAX).max(least);
        ProofSettings {
            at_once,
            minimising_replays: self.minimising_replays.min(within(LEAVING_OUT)),
            polishing_replays: Some(within(POLISHING)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slower_the_phone_the_fewer_the_replays() {
        let given = ProofSettings::default();
        let spent = |costs: Costs| {
            let settings = given.on_phones_of(&costs);
            (settings.at_once, settings.minimising_replays, settings.polishing_replays)
        };
        assert_eq!(spent(Costs::FREE), (32, 3_000, None));
        assert_eq!(spent(Costs { event_ms: 16, fresh_ms: 340, ..Costs::DEAR }), (4, 1_200, Some(240)));
        assert_eq!(spent(Costs::DEAR), (4, 200, Some(40)));
    }
}
