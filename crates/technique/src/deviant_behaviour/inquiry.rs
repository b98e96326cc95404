//! Why something rare happens: the part of its history without which the usual happens.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use experiment::{
    Act, Context, Ended, Fingerprint, Gallery, Outcome, Place, Plan, Purpose, Seen, Start, Suspicion,
};
use model::Volatile;
use trace::{Role, Trace};

use super::ABOUT;
use super::claim::suspected;
use super::kinds::{EVENT, HISTORY, WAY};
use super::story::{Part, events_of, trace_of};

/// Something rare, and what became of looking into it.
#[derive(Debug)]
pub(super) struct Inquiry {
    /// The event's key, and which of what was tried with it.
    pub(super) about: (u64, usize),
    /// What was done from a fresh start, the event that is compared last.
    pub(super) trace: Trace,
    /// Up to where it is the way from the first page to the one on which the history begins, by the history's first step.
    homes: Vec<usize>,
    /// The conditions on the way.
    pub(super) places: BTreeMap<usize, Arc<Place>>,
    /// Parts to leave out, the best last.
    pub(super) open: Vec<Part>,
    pub(super) pending: usize,
    /// The shortest part so far without which something else happens, with the trace that shows it.
    found: Option<(Part, Arc<Trace>)>,
    /// What is suspected of it.
    fingerprint: Option<Fingerprint>,
    /// Names of widgets that say something else each time.
    wavering: BTreeSet<String>,
    /// The experiment that showed it first.
    pub(super) parent: u64,
}

impl Inquiry {
    /// To be looked into by leaving out these parts, the best first.
    pub(super) fn new(
        about: (u64, usize),
        trace: Trace,
        homes: Vec<usize>,
        places: BTreeMap<usize, Arc<Place>>,
        mut parts: Vec<Part>,
        wavering: BTreeSet<String>,
        parent: u64,
    ) -> Inquiry {
        parts.reverse();
        Inquiry {
            about,
            trace,
            homes,
            places,
            open: parts,
            pending: 0,
            found: None,
            fingerprint: None,
            wavering,
            parent,
        }
    }

    /// The next part to leave out, and how; `None` where all were.
    pub(super) fn next_part(&mut self) -> Option<(Part, Plan)> {
        let part = self.open.pop()?;
        let place = self.places.get(&part.0)?;
        self.pending += 1;
        let acts: Vec<Act> = events_of(&self.trace.steps()[part.1..]).into_iter().map(Act::plain).collect();
        let start = Start::At(Arc::clone(place));
        let plan = Plan::script(Purpose::technique(ABOUT.id, "part"), start, acts);
        Some((part, plan.because_of(self.parent)))
    }

    /// Takes what came of leaving a part out.
    pub(super) fn was_without(&mut self, part: Part, outcome: &Outcome, app: &str, volatile: &Volatile) {
        self.pending = self.pending.saturating_sub(1);
        let len = part.1 - part.0;
        let is_shorter = self.found.as_ref().is_none_or(|(found, _)| len < found.1 - found.0);
        if outcome.ended != Ended::Done || outcome.missed.is_some() || !is_shorter {
            return;
        }
        let before = self.trace.steps()[..part.0].iter();
        let after = outcome.trace.steps();
        let last = after.len().wrapping_sub(1);
        let marks = after.iter().enumerate().map(|(at, step)| (step, (at == last).then_some(EVENT)));
        let usual = trace_of(&self.trace, before.map(|step| (step, None)).chain(marks));
        if let Some(suspicion) = self.suspect(&self.marked(part), &usual, app, volatile) {
            self.fingerprint = Some(suspicion.fingerprint);
            // What is longer cannot be better.
            self.open.retain(|&(from, to)| to - from < len);
            self.found = Some((part, Arc::new(usual)));
        }
    }

    /// Once all parts were tried: the part that makes the difference, if there is one.
    pub(super) fn found(&self) -> Option<Part> {
        self.found.as_ref().map(|(part, _)| *part)
    }

    /// What is suspected so far.
    pub(super) fn fingerprint(&self) -> Option<&Fingerprint> {
        self.fingerprint.as_ref()
    }

    /// Whether all parts were tried.
    pub(super) fn is_over(&self) -> bool {
        self.pending == 0 && self.open.is_empty()
    }

    /// The whole history from a fresh start with what makes the difference marked.
    pub(super) fn show(&self) -> Option<Plan> {
        let part = self.found()?;
        let acts = self.trace.steps().iter().enumerate().filter_map(|(at, step)| {
            let event = step.event.clone()?;
            Some(match self.purpose(part, at) {
                Some(purpose) => Act::with_purpose(event, purpose),
                None => Act::plain(event),
            })
        });
        let acts: Vec<Act> = acts.collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, "show"), Start::Fresh, acts);
        plan.cause.role = Some(Role::Treatment);
        Some(plan.because_of(self.parent))
    }

    /// What is to be proven, now that the whole history was done once more; `None` where it did not happen again.
    pub(super) fn shown(&self, outcome: &Outcome, app: &str, volatile: &Volatile) -> Option<Suspicion> {
        let (_, usual) = self.found.as_ref()?;
        self.suspect(&outcome.trace, usual, app, volatile)
    }

    fn suspect(&self, deviant: &Trace, usual: &Trace, app: &str, volatile: &Volatile) -> Option<Suspicion> {
        let gallery = Gallery::default();
        let context = Context { app, volatile, gallery: &gallery };
        suspected(&Seen { trace: deviant, suspicions: &[], context }, usual, &self.wavering)
    }

    fn marked(&self, part: Part) -> Trace {
        let steps = self.trace.steps().iter().enumerate();
        trace_of(&self.trace, steps.map(|(at, step)| (step, self.purpose(part, at))))
    }

    fn purpose(&self, part: Part, at: usize) -> Option<&'static str> {
        let home = self.homes.get(part.0).copied().unwrap_or(0);
        match at {
            at if (home..part.0).contains(&at) => Some(WAY),
            at if (part.0..part.1).contains(&at) => Some(HISTORY),
            at if at + 1 == self.trace.steps().len() => Some(EVENT),
            _ => None,
        }
    }
}
