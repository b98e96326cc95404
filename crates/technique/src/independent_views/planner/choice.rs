//! Which of the mutants that wait are carried out.

use std::collections::BTreeSet;

use effect::Profile;
use experiment::Round;
use trace::{Moment, Step};

use super::mutant::Mutant;
use super::seed::{key_of, kin_of};
use super::{ABOUT, Fuzzer};
use crate::widget::Surface;

/// The most mutants of a round.
pub(super) const MUTANTS: usize = 60;
/// So many mutants wait at most; those that are worth the least go first.
const POOL: usize = 6_000;
/// A detour that so often could not be done or led elsewhere, and never to its page, is not tried again.
const NEVER_BACK: u32 = 3;
/// What it is worth to try a detour with what is done after it for the first time, and again with other data.
const WORTH: [usize; 3] = [12, 3, 1];
/// What it is worth to try a detour for the first time: it may be wrong by itself.
const UNTRIED: usize = 24;
/// Before the same event in the same state detours are sought so often.
const SOUGHT: u32 = 4;

impl Fuzzer {
    /// What a mutant would try that was not tried yet, for what it costs: the detour itself, and with each of the events after it.
    pub(super) fn worth(&self, mutant: &Mutant) -> usize {
        let (back, not) = self.back.get(&mutant.key).copied().unwrap_or_default();
        if back == 0 && not >= NEVER_BACK {
            return 0;
        }
        let tried = |key: &u64| self.combined.get(&(mutant.key, *key)).copied().unwrap_or(0);
        let worth = |key: &u64| WORTH.get(tried(key)).copied().filter(|_| *key != 0).unwrap_or(0);
        let after: usize = mutant.seed.keys[mutant.after()].iter().map(worth).sum();
        let untried = if back + not == 0 { UNTRIED } else { 0 };
        // What does nothing that can be seen is still done once before each other thing of its page.
        let is_dull = self.dull.contains(&mutant.key);
        let promise = if is_dull { usize::from(mutant.is_pair) } else { mutant.promise };
        1000 * promise * (after + untried) / (mutant.cost() + 6)
    }

    /// Whether detours before a step like this are worth to be sought once more.
    pub(super) fn is_sought_in(&mut self, step: &Step) -> bool {
        let Some(place) = self.place_of(step) else { return false };
        let times = self.sought.entry(place).or_default();
        *times += 1;
        *times <= SOUGHT
    }

    /// The state in which a step was done, and what was done, whatever the app's data.
    pub(super) fn place_of(&self, step: &Step) -> Option<(effect::StateId, u64)> {
        if self.settings.profile != Profile::Default {
            return key_of(step);
        }
        let layout = step.before.layout.as_deref()?;
        let activity = step.before.activity.as_deref().unwrap_or_default();
        Some((self.model.state_of(layout, activity), kin_of(step)))
    }

    /// The mutants that are worth the most. What is worth less by what was just planned waits.
    pub(super) fn plan_mutants(&mut self, round: &mut Round) {
        let mut pool = std::mem::take(&mut self.mutants);
        let mut ranked: Vec<(usize, usize)> =
            pool.iter().enumerate().map(|(at, mutant)| (self.worth(mutant), at)).collect();
        ranked.sort_by_key(|&(worth, at)| (std::cmp::Reverse(worth), at));
        let mut planned = BTreeSet::new();
        for &(worth, at) in &ranked {
            let mutant = &pool[at];
            if self.worth(mutant) * 2 < worth || worth == 0 {
                continue;
            }
            let cost = mutant.cost() as u64;
            if planned.len() == MUTANTS || !round.take(ABOUT.id, cost) {
                break;
            }
            self.spent.0 += cost;
            for key in &mutant.seed.keys[mutant.after()] {
                *self.combined.entry((mutant.key, *key)).or_default() += 1;
            }
            self.back.entry(mutant.key).or_default();
            let plan = match self.settings.profile {
                Profile::Default => mutant.guided(),
                Profile::Paper | Profile::Genie => mutant.plan(None),
            };
            let id = round.add(plan);
            self.tried.insert(id, mutant.clone());
            self.tally.executed += 1;
            planned.insert(at);
        }
        let mut at = 0;
        pool.retain(|_| {
            at += 1;
            !planned.contains(&(at - 1))
        });
        pool.retain(|mutant| self.worth(mutant) > 0);
        if pool.len() > POOL {
            pool.sort_by_cached_key(|mutant| std::cmp::Reverse(self.worth(mutant)));
            pool.truncate(POOL);
        }
        self.mutants = pool;
    }
}

/// Whether steps change nothing, or only open and close a menu.
pub(super) fn is_dull(steps: &[Step]) -> bool {
    let Some(first) = steps.first().map(|step| digest_of(&step.before)) else { return true };
    steps.iter().all(|step| {
        let layout = step.after.layout.as_deref();
        digest_of(&step.after) == first || layout.is_some_and(|layout| Surface::of(layout) == Surface::Popup)
    })
}

pub(super) fn digest_of(moment: &Moment) -> Option<gui::Digest> {
    moment.layout.as_ref().map(|layout| layout.digest())
}
