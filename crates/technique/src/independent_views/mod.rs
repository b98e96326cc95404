//! Effects that are lost when something independent is done in between: independent view fuzzing.

mod kinds;
mod page;
mod sight;
mod verdict;
mod original;
mod claim;
mod tally;
mod planner;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use effect::Profile;
use experiment::{About, Alone, Claim, Planner, Seen, Site, Suspicion, Technique};
use model::Volatile;
use serde::{Deserialize, Serialize};
use trace::{Step, Trace};

use claim::{DetourClaim, pair_of, suspicion_of};
use kinds::{Broken, EFFECT, INSERTED};
pub use page::Hints;
pub use planner::Fuzzer;
pub use tally::FuzzTally;

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
    pub profile: Profile,
    /// What the developer knows better.
    pub hints: Hints,
    /// So many seeds wait at most; the oldest go first.
    pub places: usize,
}

impl Default for IndependentViews {
    fn default() -> IndependentViews {
        IndependentViews { profile: Profile::Default, hints: Hints::default(), places: 512 }
    }
}

impl IndependentViews {
    /// What is suspected of a mutant beside its seed, both from the same start; the steps of its detour say that they are inserted.
    ///
    /// It is a suspicion only: whether it was the detour, the exhibits of its [`Claim`] must show.
    pub fn suspect(&self, seed: &Trace, mutant: &Seen<'_>) -> Vec<Suspicion> {
        let steps = mutant.trace.steps();
        let Some((first, end)) = verdict::detour_in(steps) else { return Vec::new() };
        let verdicts = match self.profile {
            Profile::Default => {
                let moments = seed.moments().skip(first).collect();
                pair_of(mutant, (first, end), moments, &self.hints).verdict().into_iter().collect()
            }
            Profile::Paper | Profile::Genie => {
                original::violations(seed, mutant.trace, self.profile, mutant.context.volatile)
            }
        };
        let told = |verdict| suspicion_of(verdict, &steps[first..end], first, self.profile);
        verdicts.iter().map(told).collect()
    }
}

/// Whether each page that these steps came by says when it was seen last what it said when it was seen first.
pub(crate) fn leaves_pages(steps: &[Step], app: &str, volatile: &Volatile) -> bool {
    let hints = Hints::default();
    let (seed, mutant, events) = (Vec::new(), Vec::new(), Vec::new());
    let pair = verdict::Pair {
        app,
        volatile,
        hints: &hints,
        seed,
        mutant,
        detour: steps,
        events,
        effect: &[],
        before: &[],
    };
    pair.leaves_pages_as_they_were()
}

impl Technique for IndependentViews {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match DetourClaim::of(suspicion, site, &self.hints) {
            Some(detour) => detour,
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        Some(Box::new(Fuzzer::new(self.clone())))
    }
}
