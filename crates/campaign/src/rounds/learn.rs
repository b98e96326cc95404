//! What is known after an experiment that was not before.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use experiment::{Outcome, Planner};
use gui::{Event, Layout};
use model::Walked;

use super::Rounds;

impl Rounds<'_> {
    /// Takes in what came of an experiment. Outcomes come in the order of their numbers.
    pub(super) fn learn(&mut self, outcome: &Outcome, proving: bool) {
        let new = self.absorb_coverage(outcome);
        self.absorb_screens(outcome, &new);
        self.tally.learn(outcome, proving, new.len(), self.known.model.len());
        for suspicion in outcome.suspicions.iter().filter(|suspicion| suspicion.environment.is_some()) {
            if !self.environment.iter().any(|known| known.fingerprint == suspicion.fingerprint) {
                self.environment.push(suspicion.clone());
            }
        }
        let mut raised = Vec::new();
        for planner in &mut self.campaign.planners {
            raised.extend(planner.learn(outcome, &self.known));
        }
        self.tally.suspicions += raised.len() as u64;
        if let Some(prover) = &mut self.campaign.prover {
            prover.learn(outcome, &self.known);
            // What a proof shows besides is for whoever looks at proofs.
            for suspicion in raised.into_iter().filter(|_| !proving) {
                prover.suspect(&suspicion, outcome, self.tally.health.events);
            }
            self.tally.proving = prover.progress();
        }
    }

    fn absorb_coverage(&mut self, outcome: &Outcome) -> BTreeSet<Arc<str>> {
        let seen = outcome.trace.steps().iter().flat_map(|step| &step.remarks.covered);
        let new: BTreeSet<Arc<str>> =
            seen.filter(|part| !self.known.covered.contains(*part)).cloned().collect();
        if !new.is_empty() {
            Arc::make_mut(&mut self.known.covered).extend(new.iter().cloned());
        }
        new
    }

    /// Walks teach what the app is like; scripts go where someone had been, again and again, and would only blur it.
    fn absorb_screens(&mut self, outcome: &Outcome, new: &BTreeSet<Arc<str>>) {
        let steps = outcome.trace.steps();
        for (moment, ids) in outcome.trace.moments().zip(&outcome.screens) {
            if let Some(picture) = moment.screenshot.filter(|_| !self.pictured.contains(&ids.widgets)) {
                Arc::make_mut(&mut self.known.model).set_picture(ids.widgets, picture);
                Arc::make_mut(&mut self.pictured).insert(ids.widgets);
            }
        }
        if let Some(layout) =
            outcome.trace.start().layout.as_ref().filter(|_| outcome.start.lineage.is_empty())
        {
            self.learn_from_fresh_start(layout);
        }
        let waits = steps.iter().filter(|step| matches!(step.event, Some(Event::Wait { .. })));
        for step in waits {
            if let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout)
                && before.digest() != after.digest()
            {
                Arc::make_mut(&mut self.known.volatile).learn(before, after);
            }
        }
        if !is_walk(outcome) {
            return;
        }
        let mut seen: HashSet<&Arc<str>> = HashSet::new();
        let model = Arc::make_mut(&mut self.known.model);
        let travelled = outcome.cause.purpose.starts_with("travel") && outcome.missed.is_none();
        let activity = outcome.trace.start().activity.as_deref();
        if travelled || outcome.start.lineage.is_empty() {
            model.begin(outcome.screens[0], activity, travelled);
        } else {
            model.go_on(outcome.screens[0], activity);
        }
        for (step, ids) in steps.iter().zip(outcome.screens.windows(2)) {
            let mut covered = step.remarks.covered.iter();
            let coverage_grew = covered.any(|part| new.contains(part) && seen.insert(part));
            let activity = step.after.activity.as_deref();
            let walked = Walked { event: step.event.as_ref(), to: ids[1], activity, coverage_grew };
            model.step(ids[0].travel, walked);
        }
        // Who kept it will want to know the way there.
        for kept in outcome.kept.iter().filter(|kept| kept.tag == "interesting") {
            model.set_kept(kept.place.screens.travel, true);
        }
    }

    /// Every fresh start begins alike. What shows something else than at the first one follows the clock, or chance.
    fn learn_from_fresh_start(&mut self, layout: &Arc<Layout>) {
        let first = self.first_start.get_or_insert_with(|| Arc::clone(layout));
        if first.digest() != layout.digest() {
            Arc::make_mut(&mut self.known.volatile).learn(first, layout);
        }
    }
}

fn is_walk(outcome: &Outcome) -> bool {
    ["walk ", "travel ", "start ", "seed "].iter().any(|prefix| outcome.cause.purpose.starts_with(prefix))
}
