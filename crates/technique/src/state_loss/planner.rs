//! Which checks are made, and where.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use experiment::{
    Act, Companion, Knowledge, Outcome, Place, Plan, Planner, Purpose, Round, Start, Suspicion, World,
};
use gui::{Event, Layout};
use trace::{Role, Step};

use super::companion::{Lookout, key_of};
use super::stake::{Stake, key, mortal_key, stakes};
use super::{ABOUT, Check, Lost, StateLoss, checks_in};
use crate::place::place_at;

/// Makes all checks at every place with something new at stake.
#[derive(Debug)]
pub(super) struct Prober {
    settings: StateLoss,
    /// The keys of places that were tried or wait for it.
    tried: Arc<BTreeSet<u64>>,
    /// What was at stake at the places tried.
    probed: BTreeSet<Stake>,
    /// The keys of what process death was tried on, or need not be.
    died: Arc<BTreeSet<u64>>,
    waiting: VecDeque<Waiting>,
    /// Whether there is anything left of what it is granted.
    granted: bool,
}

/// A place that waits to be tried.
#[derive(Debug)]
struct Waiting {
    place: Arc<Place>,
    /// What to do there first.
    first: Option<Event>,
    /// What is on screen when the check begins.
    layout: Arc<Layout>,
    stakes: BTreeSet<Stake>,
    /// The experiment that reached it.
    parent: u64,
}

impl Prober {
    /// Nothing tried yet.
    pub(super) fn new(settings: StateLoss) -> Prober {
        Prober {
            settings,
            tried: Arc::default(),
            probed: BTreeSet::new(),
            died: Arc::default(),
            waiting: VecDeque::new(),
            granted: true,
        }
    }

    fn take_up_places(&mut self, outcome: &Outcome, known: &Knowledge) {
        for kept in &outcome.kept {
            let Some((key, layout)) = key_of(&kept.tag).zip(kept.place.layout.as_ref()) else { continue };
            if Arc::make_mut(&mut self.tried).insert(key) {
                let stakes = stakes(layout, step_before(outcome, kept.moment), &known.volatile);
                let (place, layout) = (Arc::clone(&kept.place), Arc::clone(layout));
                self.waiting.extend(set_once_more(outcome, kept.moment, &layout, &stakes));
                self.waiting.push_back(Waiting { place, first: None, layout, stakes, parent: outcome.id });
            }
        }
        while self.waiting.len() > self.settings.places {
            self.waiting.pop_front();
        }
    }

    /// Checks that were made on the spot need not be made again.
    fn note_checks(&mut self, outcome: &Outcome, known: &Knowledge) {
        for (check, first, _) in checks_in(outcome.trace.steps()) {
            let before = &outcome.trace.steps()[first].before;
            if let Some((layout, &screens)) = before.layout.as_ref().zip(outcome.screens.get(first)) {
                let stakes = stakes(layout, step_before(outcome, first), &known.volatile);
                Arc::make_mut(&mut self.tried).insert(key(outcome.site, screens, &stakes));
                if check == Check::ProcessDeath {
                    let key = mortal_key(outcome.site, screens, before.activity.as_deref(), &stakes);
                    Arc::make_mut(&mut self.died).insert(key);
                }
                self.probed.extend(stakes);
            }
        }
    }

    /// Where the app opens after the process has died, that screen cannot be lost.
    fn note_opening(&mut self, outcome: &Outcome) {
        let Some(&screens) = outcome.screens.first().filter(|_| outcome.start.lineage.is_empty()) else {
            return;
        };
        let key = mortal_key(outcome.site, screens, None, &BTreeSet::new());
        if !self.died.contains(&key) {
            Arc::make_mut(&mut self.died).insert(key);
        }
    }

    /// The waiting place with the most at stake that was never tried; the oldest of several.
    fn best_place(&self) -> Option<usize> {
        let news = |waiting: &Waiting| waiting.stakes.difference(&self.probed).count();
        (0..self.waiting.len()).rev().max_by_key(|&at| news(&self.waiting[at]))
    }

    /// The checks that the phones can make.
    fn checks(&self, known: &Knowledge) -> Vec<Check> {
        let possible = |check: &Check| known.abilities.include(check.needs());
        let mut checks: Vec<Check> = self.settings.checks.iter().copied().filter(possible).collect();
        // The mildest first: what it loses is not said again of the harsher ones.
        checks.sort();
        checks
    }
}

impl Planner for Prober {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        let known = world.of(outcome.site);
        self.take_up_places(outcome, known);
        self.note_checks(outcome, known);
        self.note_opening(outcome);
        outcome.suspicions.iter().filter(|suspicion| suspicion.technique == ABOUT.id).cloned().collect()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        while let Some(at) = self.best_place() {
            let waiting = &self.waiting[at];
            let checks = self.checks(world.of(waiting.place.site));
            let plans: Vec<Plan> = checks.iter().map(|&check| waiting.plan(check)).collect();
            if plans.is_empty() || !round.take(ABOUT.id, plans.iter().map(Plan::events).sum()) {
                break;
            }
            for plan in plans {
                round.add(plan);
            }
            self.probed.extend(self.waiting.remove(at).into_iter().flat_map(|tried| tried.stakes));
        }
        self.granted = round.exploring && round.is_granted(ABOUT.id);
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let on_the_spot = if known.costs.returns_at_will() {
            Vec::new()
        } else if self.granted {
            self.checks(known)
        } else {
            return None;
        };
        Some(Arc::new(Lookout {
            site: known.site,
            app: Arc::clone(&known.app),
            volatile: Arc::clone(&known.volatile),
            tried: Arc::clone(&self.tried),
            on_the_spot,
            died: Arc::clone(&self.died),
        }))
    }
}

impl Waiting {
    fn plan(&self, check: Check) -> Plan {
        let start = Start::At(Arc::clone(&self.place));
        let first = self.first.iter().cloned().map(Act::plain);
        let acts: Vec<Act> = first.chain(check.acts(&self.layout)).collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, check.name()), start, acts);
        plan.cause.role = Some(Role::Treatment);
        plan.needs = check.needs();
        plan.because_of(self.parent)
    }
}

/// The last step before a moment of the same experiment.
fn step_before(outcome: &Outcome, moment: usize) -> Option<&Step> {
    outcome.trace.steps().get(..moment)?.last()
}

/// A value that a step has set is lost where it is what it was before the step, so the step is done once more.
fn set_once_more(
    outcome: &Outcome,
    moment: usize,
    layout: &Arc<Layout>,
    stakes: &BTreeSet<Stake>,
) -> Option<Waiting> {
    let values: BTreeSet<Stake> = stakes.iter().filter(|(lost, _)| *lost == Lost::Value).cloned().collect();
    if values.is_empty() {
        return None;
    }
    let first = step_before(outcome, moment)?.event.clone();
    let place = place_at(outcome, moment - 1)?;
    Some(Waiting { place, first, layout: Arc::clone(layout), stakes: values, parent: outcome.id })
}
