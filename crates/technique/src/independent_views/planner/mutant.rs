//! A seed with a detour.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use effect::Touched;
use experiment::{Act, Place, Plan, Purpose, Start};
use gui::Event;
use trace::{Moment, Role, Step, Trace};

use super::ABOUT;
use super::guided::Guided;
use super::seed::kin_of;
use crate::independent_views::kinds::{EFFECT, INSERTED};
use crate::independent_views::original::trace_of;
use crate::independent_views::page::{Hints, is_same_page};

/// A seed as it was done once more.
#[derive(Debug)]
pub(super) struct Replayed {
    pub(super) id: u64,
    pub(super) start: Start,
    pub(super) trace: Arc<Trace>,
    /// The condition before each of its events, where it was kept.
    pub(super) places: BTreeMap<usize, Arc<Place>>,
    pub(super) keys: Vec<u64>,
}

/// A seed with a detour.
#[derive(Debug, Clone)]
pub(super) struct Mutant {
    pub(super) seed: Arc<Replayed>,
    pub(super) position: usize,
    pub(super) detour: Vec<Event>,
    /// What each of them is done to where it was seen.
    pub(super) touched: Vec<Touched>,
    pub(super) key: u64,
    /// So many events of the seed are done after the detour.
    pub(super) tail: usize,
    /// How much it promises to lead back.
    pub(super) promise: usize,
    /// Whether it is one thing that can be done on a page before another one.
    pub(super) is_pair: bool,
}

impl Mutant {
    /// The same detour with what it begins with done once more after it, beside what that did at first. `detour` are its steps.
    pub(super) fn begun_again(&self, detour: &[Step]) -> Option<Mutant> {
        let first = detour.first().filter(|step| matches!(step.event, Some(Event::Tap { .. })))?;
        let before = self.seed.trace.steps()[..self.position].iter();
        let trace = Arc::new(trace_of(&self.seed.trace, before.chain([first])));
        let keys = self.seed.keys[..self.position].iter().copied().chain([self.key]).collect();
        let (start, places) = (self.seed.start.clone(), self.seed.places.clone());
        let seed = Arc::new(Replayed { id: self.seed.id, start, trace, places, keys });
        Some(Mutant { seed, tail: 1, ..self.clone() })
    }

    /// Both things of a pair as one detour, which the second may have taken back. `steps` are those of both.
    pub(super) fn both(&self, steps: &[Step]) -> Mutant {
        let events = steps.iter().filter_map(|step| step.event.clone()).collect();
        let touched = steps
            .iter()
            .filter_map(|step| Some(Touched::by(step.event.as_ref()?, step.before.layout.as_deref()?)));
        let kin: Vec<u64> = steps.iter().map(kin_of).collect();
        let (key, touched) = (key_of_all(&kin), touched.collect());
        Mutant { detour: events, touched, key, tail: 0, is_pair: false, ..self.clone() }
    }

    /// The same with the detour as it was carried out.
    pub(super) fn as_done(&self, detour: &[Step]) -> Mutant {
        let detour = detour.iter().filter_map(|step| step.event.clone()).collect();
        Mutant { detour, ..self.clone() }
    }

    /// How many events it takes.
    pub(super) fn cost(&self) -> usize {
        let before = if self.seed.places.contains_key(&self.position) { 0 } else { self.position };
        before + self.detour.len() + self.after().len()
    }

    /// The steps of the seed that are done after the detour. What shows later than that is shown by another seed.
    pub(super) fn after(&self) -> Range<usize> {
        self.position..self.seed.trace.steps().len().min(self.position + self.tail)
    }

    /// The acts of the seed before the detour whose effect may be taken back: the last that changed the page on which the detour
    /// begins, with all that was done on menus and dialogs for it.
    pub(super) fn effect(&self, hints: &Hints) -> Option<Range<usize>> {
        let steps = &self.seed.trace.steps()[..self.position];
        let page = &steps.last()?.after;
        let digest = |moment: &Moment| moment.layout.as_ref().map(|layout| layout.digest());
        let mut end = steps.len();
        while end > 0 {
            let first = (0..end).rev().find(|&at| is_same_page(&steps[at].before, page, hints))?;
            if digest(&steps[first].before) != digest(&steps[end - 1].after) {
                return Some(first..end);
            }
            end = first;
        }
        None
    }

    /// The seed with the detour, which takes what is alike where its own widgets are not there.
    pub(super) fn guided(&self) -> Plan {
        let (start, from) = self.start(self.position);
        let steps = self.seed.trace.steps();
        let events = |steps: &[Step]| steps.iter().filter_map(|step| step.event.clone()).collect::<Vec<_>>();
        let guided = Guided {
            before: events(&steps[from..self.position]),
            detour: self.detour.iter().cloned().zip(self.touched.iter().cloned()).collect(),
            after: events(&steps[self.after()]),
            is_seed: false,
        };
        let mut plan = Plan::new(Purpose::technique(ABOUT.id, "mutant"), start, guided.into());
        plan.cause.role = Some(Role::Treatment);
        plan.because_of(self.seed.id)
    }

    /// The place before a step of the seed, or else where the seed begins, with the number of the step there.
    pub(super) fn start(&self, step: usize) -> (Start, usize) {
        match self.seed.places.get(&step) {
            Some(place) => (Start::At(Arc::clone(place)), step),
            None => (self.seed.start.clone(), 0),
        }
    }

    /// The seed with the detour, from the place before it or from the act whose effect is looked for.
    pub(super) fn plan(&self, effect: Option<&Range<usize>>) -> Plan {
        let (start, from) = self.start(effect.map_or(self.position, |acts| acts.start));
        let steps = self.seed.trace.steps();
        let events = |steps: &[Step]| steps.iter().filter_map(|step| step.event.clone()).collect::<Vec<_>>();
        let before = events(&steps[from..self.position]).into_iter().enumerate().map(|(at, event)| {
            if effect.is_some_and(|acts| acts.contains(&(from + at))) {
                Act::with_purpose(event, EFFECT)
            } else {
                Act::plain(event)
            }
        });
        let detour = self.detour.iter().cloned().map(|event| Act::with_purpose(event, INSERTED));
        let after = if effect.is_some() { Vec::new() } else { events(&steps[self.after()]) };
        let acts: Vec<Act> = before.chain(detour).chain(after.into_iter().map(Act::plain)).collect();
        let mut plan = Plan::script(Purpose::technique(ABOUT.id, "mutant"), start, acts);
        plan.cause.role = Some(Role::Treatment);
        plan.because_of(self.seed.id)
    }
}

/// What tells things apart that have these bytes.
pub(super) fn hash_of(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// What tells detours of these events apart.
pub(super) fn key_of_all(keys: &[u64]) -> u64 {
    hash_of(&keys.iter().flat_map(|key| key.to_le_bytes()).collect::<Vec<u8>>())
}
