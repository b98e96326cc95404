//! Whether it was the detour.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use experiment::{Act, Ended, Knowledge, Outcome, Place, Plan, Round, Start, Suspicion};
use gui::Event;
use trace::{Role, Step};

use super::{Detour, detour_of, fingerprint, last_done, losses};
use crate::place::place_at;
use crate::{Context, Settings};

/// What the acts of a control say they are for.
const CONTROL: &str = "control-wait";
/// How long a detour takes where nobody measured it.
const USUAL_MS: u64 = 5_000;
/// The least time that a control waits.
const LEAST_MS: u64 = 1_000;

/// The losses that are being checked: the same time spent without the detour, twice, and the detour once more.
#[derive(Debug, Default)]
pub(super) struct Checks {
    open: Vec<Check>,
    /// How often each fingerprint was checked in vain.
    in_vain: BTreeMap<String, u32>,
    raised: BTreeSet<String>,
}

#[derive(Debug)]
struct Check {
    about: About,
    place: Arc<Place>,
    /// What showed it: the detour, and what was set before it where that counts.
    acts: Vec<Act>,
    /// Where in them the detour begins.
    begins: usize,
    wait_ms: u64,
    /// The experiment that showed it.
    parent: u64,
    planned: Option<Planned>,
}

#[derive(Debug)]
struct Planned {
    controls: [u64; 2],
    treatment: u64,
    /// How many controls kept what the detour lost.
    kept: u8,
}

/// A suspicion's fingerprint, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
struct About {
    fingerprint: String,
    kind: experiment::Kind,
    detour: Detour,
    identity: String,
}

impl Checks {
    /// What came of an experiment: takes up what looks lost, and returns what the detour, and nothing but the detour, lost twice.
    pub(super) fn learn(
        &mut self,
        outcome: &Outcome,
        known: &Knowledge,
        settings: &Settings,
    ) -> Vec<Suspicion> {
        let context = Context { app: &known.app, volatile: &known.volatile, settings };
        let raised = self.conclude(outcome, &context);
        for suspicion in &outcome.suspicions {
            self.consider(suspicion, outcome, settings.detour_checks);
        }
        raised
    }

    /// Adds the experiments of all new checks to a round. Says how many events that are.
    pub(super) fn plan(&mut self, round: &mut Round) -> u64 {
        let mut events = 0;
        for check in self.open.iter_mut().filter(|check| check.planned.is_none()) {
            let mut add = |acts: &[Act], role| {
                events += acts.len() as u64;
                round.add(check.plan(acts, role))
            };
            let wait = check.wait_instead();
            let controls = [add(&wait, Role::Control), add(&wait, Role::Control)];
            let treatment = add(&check.acts, Role::Treatment);
            check.planned = Some(Planned { controls, treatment, kept: 0 });
        }
        events
    }

    /// Takes up a suspicion of ours, unless it is known or a milder detour on the way explains it.
    fn consider(&mut self, suspicion: &Suspicion, outcome: &Outcome, most: u32) {
        let Some(about) = About::of(suspicion) else { return };
        let milder = about.detour.contains().iter().map(|&detour| about.with(detour));
        let explained = milder.chain([about.fingerprint.clone()]).any(|known| self.knows(&known));
        if explained || self.in_vain.get(&about.fingerprint).is_some_and(|&times| times >= most) {
            return;
        }
        let steps = &outcome.trace.steps()[suspicion.well_after..suspicion.shows_after];
        // Other detours may have been gone between what was set and this one.
        let of_others = |step: &&Step| detour_of(step).is_some_and(|detour| detour != about.detour);
        let steps: Vec<&Step> = steps.iter().filter(|step| !of_others(step)).collect();
        let act =
            |step: &&Step| Some(Act { event: step.event.clone()?, purpose: step.remarks.purpose.clone() });
        let Some(acts) = steps.iter().map(act).collect::<Option<Vec<Act>>>() else { return };
        let Some(place) = place_before(outcome, suspicion.well_after) else { return };
        let begins = steps.iter().position(|step| detour_of(step).is_some()).unwrap_or_default();
        let wait_ms = took_ms(&steps[begins..]).unwrap_or(USUAL_MS).max(LEAST_MS);
        self.open.push(Check { about, place, acts, begins, wait_ms, parent: outcome.id, planned: None });
    }

    fn knows(&self, fingerprint: &str) -> bool {
        self.raised.contains(fingerprint)
            || self.open.iter().any(|check| check.about.fingerprint == fingerprint)
    }

    /// Looks at an experiment that a check asked for.
    fn conclude(&mut self, outcome: &Outcome, context: &Context<'_>) -> Vec<Suspicion> {
        let mut raised = Vec::new();
        let mut still_open = Vec::new();
        for mut check in std::mem::take(&mut self.open) {
            let Some(planned) = &mut check.planned else {
                still_open.push(check);
                continue;
            };
            if planned.controls.contains(&outcome.id) {
                planned.kept += u8::from(check.about.is_kept_in(outcome, context));
            }
            if planned.treatment != outcome.id {
                still_open.push(check);
                continue;
            }
            let all_kept = usize::from(planned.kept) == planned.controls.len();
            let again = outcome.suspicions.iter().find(|again| again.fingerprint == check.about.fingerprint);
            match again.filter(|_| all_kept) {
                Some(again) => {
                    self.raised.insert(check.about.fingerprint);
                    raised.push(again.clone());
                }
                None => *self.in_vain.entry(check.about.fingerprint).or_default() += 1,
            }
        }
        self.open = still_open;
        raised
    }
}

impl Check {
    /// The same without the detour, in as much time.
    fn wait_instead(&self) -> Vec<Act> {
        let wait = Act::with_purpose(Event::Wait { ms: self.wait_ms }, CONTROL);
        self.acts[..self.begins].iter().cloned().chain([wait]).collect()
    }

    fn plan(&self, acts: &[Act], role: Role) -> Plan {
        let purpose = format!("neutral-detours check {}", self.about.detour.name());
        let mut plan = Plan::script(purpose, Start::At(Arc::clone(&self.place)), acts.to_vec());
        plan.cause.parent = Some(self.parent);
        plan.cause.role = Some(role);
        plan.needs = self.about.detour.needs();
        plan
    }
}

impl About {
    fn of(suspicion: &Suspicion) -> Option<About> {
        let mut parts = suspicion.fingerprint.splitn(3, ':').skip(1);
        let (detour, identity) = (parts.next()?, parts.next()?);
        Some(About {
            fingerprint: suspicion.fingerprint.clone(),
            kind: suspicion.kind,
            detour: Detour::ALL.into_iter().find(|known| known.name() == detour)?,
            identity: identity.to_owned(),
        })
    }

    /// The fingerprint of the same loss by another detour.
    fn with(&self, detour: Detour) -> String {
        fingerprint(self.kind, detour, &self.identity)
    }

    /// Whether what the detour lost is still there after the same time without it.
    fn is_kept_in(&self, control: &Outcome, context: &Context<'_>) -> bool {
        let Some((wait, steps)) = control.trace.steps().split_last() else { return false };
        let (before, after) = (&wait.before, &wait.after);
        let is_same = |loss: &super::Loss| loss.kind == self.kind && loss.identity(before) == self.identity;
        let in_front = after.layout.as_ref().is_some_and(|layout| layout.package() == context.app);
        control.ended == Ended::Done
            && in_front
            && !losses(steps.last(), before, after, context).iter().any(is_same)
    }
}

/// The place to begin at again: before the first of several detours in a row where that was kept, for coming back to it costs
/// little then, and a detour that loses nothing leads from there to here.
fn place_before(outcome: &Outcome, moment: usize) -> Option<Arc<Place>> {
    let began = last_done(outcome.trace.steps().get(..moment)?).map_or(0, |done| done + 1);
    let kept = outcome.kept.iter().find(|kept| kept.moment == began && kept.place.kept.is_some());
    kept.map_or_else(|| place_at(outcome, moment), |kept| Some(Arc::clone(&kept.place)))
}

/// How long steps took by the phone's clock.
fn took_ms(steps: &[&Step]) -> Option<u64> {
    let (first, last) = (&steps.first()?.remarks, &steps.last()?.remarks);
    Some((last.at_ms? + last.settle_ms?).saturating_sub(first.at_ms?))
}
