//! Why something rare happens: the part of its history without which the usual happens.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::{Act, Ended, Outcome, Place, Plan, Purpose, Start};
use gui::Event;
use model::Volatile;
use trace::{Role, Step, Trace};

use super::ABOUT;
use super::claim::About;
use super::kinds::{EVENT, HISTORY};
use super::verdict::Scene;

/// So many parts of a history are left out, one at a time.
const PARTS: usize = 32;
/// and so many at the same time: the short ones first, and none that is longer than one that does.
const BATCH: usize = 16;

/// Something rare, and what became of looking into it.
#[derive(Debug)]
pub(super) struct Inquiry {
    pub(super) about: About,
    /// What was done from a fresh start, and then the event.
    pub(super) events: Vec<Event>,
    pub(super) event: Event,
    pub(super) stage: Stage,
    /// Whether no screen with the usual behaviour shows the same: then only parts that change nothing that shows are left out.
    pub(super) unlike: bool,
    /// The experiment that showed it first.
    pub(super) parent: u64,
}

/// How far it has come.
#[derive(Debug)]
pub(super) enum Stage {
    /// Does it happen again from a fresh start?
    Again,
    /// Which part of the history makes the difference?
    Parts(Box<Parts>),
    /// This one: once more with it marked.
    Show { part: (usize, usize), usual: Arc<Trace> },
}

/// Parts of the history under trial.
#[derive(Debug)]
pub(super) struct Parts {
    /// All of it, as it happened.
    pub(super) trace: Arc<Trace>,
    places: BTreeMap<usize, Arc<Place>>,
    sight: u64,
    open: Vec<(usize, usize)>,
    pub(super) pending: usize,
    /// The shortest part so far without which the usual happens on the same screen, with the trace that shows it.
    found: Option<((usize, usize), Vec<Step>)>,
}

impl Inquiry {
    /// The whole history once more, its conditions kept.
    pub(super) fn again(&self) -> Plan {
        let mut plan = self.script(Start::Fresh, &self.events, "again");
        plan.keep = (0..self.events.len()).collect();
        plan.because_of(self.parent)
    }

    /// Takes what came of the whole history. Says whether it is worth to go on.
    pub(super) fn was_again(&mut self, outcome: &Outcome, app: &str, volatile: &Volatile) -> bool {
        if outcome.ended != Ended::Done {
            return false;
        }
        let steps = outcome.trace.steps();
        let Some(scene) = Scene::last(steps, app, volatile, self.about.profile.pages()) else { return false };
        if scene.behaviour.fingerprint(self.about.rules) != self.about.deviant {
            return false;
        }
        let open = parts_of(&steps[..steps.len() - 1], app, volatile, self.unlike);
        let places = outcome.kept.iter().map(|kept| (kept.moment, Arc::clone(&kept.place))).collect();
        let parts = Parts {
            trace: Arc::clone(&outcome.trace),
            places,
            sight: scene.sight,
            open,
            pending: 0,
            found: None,
        };
        self.stage = Stage::Parts(Box::new(parts));
        true
    }

    /// The next part to leave out, and how; `None` where all were.
    pub(super) fn next_part(&mut self) -> Option<((usize, usize), Plan)> {
        let Stage::Parts(parts) = &mut self.stage else { return None };
        if parts.pending >= BATCH {
            return None;
        }
        let part = parts.open.pop()?;
        parts.pending += 1;
        let place = parts.places.get(&part.0).cloned();
        let (start, before) = match place {
            Some(place) => (Start::At(place), Vec::new()),
            None => (Start::Fresh, self.events[..part.0].to_vec()),
        };
        let events: Vec<Event> = before.into_iter().chain(self.events[part.1..].iter().cloned()).collect();
        Some((part, self.script(start, &events, "part").because_of(self.parent)))
    }

    /// Takes what came of leaving a part out.
    pub(super) fn was_without(
        &mut self,
        part: (usize, usize),
        outcome: &Outcome,
        app: &str,
        volatile: &Volatile,
    ) {
        let about = &self.about;
        let Stage::Parts(parts) = &mut self.stage else { return };
        parts.pending -= 1;
        let len = part.1 - part.0;
        let is_shorter = parts.found.as_ref().is_none_or(|(found, _)| len < found.1 - found.0);
        if outcome.ended != Ended::Done || !is_shorter {
            return;
        }
        let mut steps: Vec<Step> = parts.trace.steps()[..part.0].to_vec();
        if outcome.start.lineage.is_empty() {
            steps.clear();
        }
        steps.extend(outcome.trace.steps().iter().cloned());
        let Some(scene) = Scene::last(&steps, app, volatile, about.profile.pages()) else { return };
        let is_usual = scene.behaviour.fingerprint(about.rules) == about.usual;
        if is_usual && scene.sight == parts.sight {
            // What is longer cannot be better.
            parts.open.retain(|&(from, to)| to - from < len);
            parts.found = Some((part, steps));
        }
    }

    /// Once all parts were tried: whether there is one that makes the difference. It is shown next.
    pub(super) fn conclude(&mut self) -> Option<bool> {
        let Stage::Parts(parts) = &mut self.stage else { return None };
        if parts.pending > 0 || !parts.open.is_empty() {
            return None;
        }
        let Some((part, steps)) = parts.found.take() else { return Some(false) };
        let mut usual = Trace::new(parts.trace.header.clone(), parts.trace.start().clone());
        let last = steps.len();
        for (at, step) in steps.into_iter().enumerate() {
            let mut remarks = step.remarks;
            remarks.purpose = (at + 1 == last).then(|| EVENT.to_owned());
            usual.step(step.event, step.after, remarks);
        }
        self.stage = Stage::Show { part, usual: Arc::new(usual) };
        Some(true)
    }

    /// The whole history with what makes the difference marked.
    pub(super) fn show(&self) -> Option<Plan> {
        let Stage::Show { part, .. } = &self.stage else { return None };
        let history = self.events.iter().enumerate().map(|(at, event)| {
            if (part.0..part.1).contains(&at) {
                Act::with_purpose(event.clone(), HISTORY)
            } else {
                Act::plain(event.clone())
            }
        });
        let acts: Vec<Act> = history.chain([Act::with_purpose(self.event.clone(), EVENT)]).collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, "show"), Start::Fresh, acts);
        plan.cause.role = Some(Role::Treatment);
        Some(plan.because_of(self.parent))
    }

    fn script(&self, start: Start, events: &[Event], what: &'static str) -> Plan {
        let acts: Vec<Act> = events.iter().chain([&self.event]).cloned().map(Act::plain).collect();
        Plan::script(Purpose::technique(ABOUT.id, what), start, acts)
    }
}

/// The parts of a history that may be left out, the best last: single steps, and what leads from a screen back to one like it. What
/// leads back to the very same data first, then the short ones.
fn parts_of(steps: &[Step], app: &str, volatile: &Volatile, unlike: bool) -> Vec<(usize, usize)> {
    let moments: Vec<&trace::Moment> = steps
        .first()
        .map(|first| &first.before)
        .into_iter()
        .chain(steps.iter().map(|step| &step.after))
        .collect();
    let looks: Vec<u128> = moments
        .iter()
        .map(|moment| {
            let look = super::input::look_of(moment, app, volatile, mining::Rows::ByKind);
            look.map_or(0, |look| look.digest().0)
        })
        .collect();
    let sights: Vec<u64> =
        moments.iter().map(|moment| super::sight::sight_of(moment, app, volatile)).collect();
    let mut parts = Vec::new();
    for from in 0..steps.len() {
        for to in from + 1..=steps.len() {
            let shows_same = sights[from] == sights[to];
            if shows_same || !unlike && (to == from + 1 || looks[from] == looks[to]) {
                parts.push((from, to));
            }
        }
    }
    // A part that leads back to the same data changes nothing that shows: the others will mostly lead to other data.
    parts.sort_by_key(|&(from, to)| (sights[from] != sights[to], to - from, std::cmp::Reverse(from)));
    parts.truncate(PARTS);
    parts.reverse();
    parts
}
