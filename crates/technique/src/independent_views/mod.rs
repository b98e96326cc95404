//! Effects that are lost when something independent is done in between: independent view fuzzing.

mod kinds;
mod sight;
mod verdict;
mod claim;
mod planner;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use experiment::{About, Alone, Claim, Planner, Site, Suspicion, Technique};
use serde::{Deserialize, Serialize};

use claim::DetourClaim;
use kinds::{Broken, EFFECT, INSERTED};
use planner::Fuzzer;

const ABOUT: About = About {
    id: "independent-views",
    sentence: "Independent view fuzzing: inserts detours into tests and looks which effects are lost then.",
    kinds: &Broken::KINDS,
    share: Some(0),
    acts: &[INSERTED, EFFECT],
};

/// How detours are sought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct IndependentViews {
    /// By whose rules: ours, the paper's, or those of the published program.
    pub profile: effect::Profile,
    /// So many seeds wait at most; the oldest go first.
    pub places: usize,
}

impl Default for IndependentViews {
    fn default() -> IndependentViews {
        IndependentViews { profile: effect::Profile::Default, places: 512 }
    }
}

impl Technique for IndependentViews {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match DetourClaim::of(suspicion, site) {
            Some(detour) => detour,
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(Fuzzer::new(self.clone())))
    }
}
