//! What the same action does on alike screens, and does rarely: deep-state differential analysis.

mod kinds;
mod settings;
mod sight;
mod generate;
mod input;
mod story;
mod calibrate;
mod verdict;
mod claim;
mod pairs;
mod suspects;
mod inquiry;
mod planner;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use experiment::{About, Alone, Claim, Planner, Seen, Site, Suspicion, Technique};
use trace::Trace;

use claim::DeviantClaim;
use kinds::{Deviance, EVENT};
pub use kinds::{EVENT as COMPARED, WAY as DEVIANT_WAY};

pub use input::key_of as event_key;
pub use pairs::{Examined, Rare, examine};
pub use planner::{BehaviourTold, BehavioursTold, Fate, Mined, Miner, TriedOn};
pub use settings::DeviantBehaviour;
pub use sight::shows_the_same;
pub use story::last_at_home;

const ABOUT: About = About {
    id: "deviant-behaviour",
    sentence: "Deep-state differential analysis: does the same on alike screens, and looks for what it does rarely.",
    kinds: &Deviance::KINDS,
    share: Some(0),
    acts: &[EVENT],
};

impl DeviantBehaviour {
    /// What is suspected of a script beside the same without a part of it, both from the same start: the part's steps say that they
    /// are inserted, and the step that is compared that it is [`COMPARED`].
    pub fn suspect(&self, usual: &Trace, deviant: &Seen<'_>) -> Option<Suspicion> {
        claim::suspected(deviant, usual, &std::collections::BTreeSet::new())
    }
}

impl Technique for DeviantBehaviour {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match DeviantClaim::of(suspicion, site) {
            Some(claim) => claim,
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(Miner::new(self.clone())))
    }
}
