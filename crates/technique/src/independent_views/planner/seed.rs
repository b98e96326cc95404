//! Tests to insert detours into.

use std::sync::Arc;

use effect::{Touched, event_key};
use experiment::{Companion, Keep, Now, Start, Tag, Wish};
use gui::{Event, Key, Layout};
use trace::Step;

use super::ABOUT;
use super::mutant::Mutant;

/// A walk is kept every so many steps, so that a seed can begin there.
const EVERY: usize = 8;

/// A test to insert detours into.
#[derive(Debug, Clone)]
pub(super) struct Seed {
    pub(super) start: Start,
    pub(super) events: Vec<Event>,
    pub(super) parent: u64,
    pub(super) news: usize,
    /// Where it is put together from what was done elsewhere: what each event is done to.
    pub(super) composed: Option<Vec<Touched>>,
    /// Where it ends by looking at what a detour looked at: the detour, and its place.
    pub(super) echo: Option<(usize, Box<Mutant>)>,
    /// Whether it is one thing that can be done on a page, before which all the others of that page are done by turns.
    pub(super) is_single: bool,
}

/// Whether a step of a walk may be part of a seed: done to the app, by nobody else's wish, without an end of the app.
pub(super) fn may_be_seed(step: &Step, app: &str) -> bool {
    let in_app =
        |layout: &Option<Arc<Layout>>| layout.as_deref().is_some_and(|layout| layout.package() == app);
    step.event.as_ref().is_some_and(is_gentle)
        && step.remarks.purpose.is_none()
        && step.remarks.crash.is_none()
        && in_app(&step.before.layout)
        && in_app(&step.after.layout)
}

/// Whether it is done to the app alone.
pub(super) fn is_gentle(event: &Event) -> bool {
    match event {
        Event::Key { key } => *key == Key::Back,
        event => event.target().is_some(),
    }
}

/// The state in which a step was done, and what was done.
pub(super) fn key_of(step: &Step) -> Option<(effect::StateId, u64)> {
    let (event, layout) = (step.event.as_ref()?, step.before.layout.as_deref()?);
    let activity = step.before.activity.as_deref().unwrap_or_default();
    Some((effect::abstract_state(layout, activity), event_key(event, layout)))
}

/// What was done, whatever the app's data.
pub(super) fn kin_of(step: &Step) -> u64 {
    let both = step.event.as_ref().zip(step.before.layout.as_deref());
    both.map_or(0, |(event, layout)| effect::Touched::by(event, layout).kin(event))
}

/// Wishes to come back now and then, so that seeds can begin there.
#[derive(Debug)]
pub(super) struct Lookout {
    pub(super) app: Arc<str>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let due = now.steps.is_multiple_of(EVERY) && now.seen.layout.package() == &*self.app;
        due.then(|| Wish::Keep(Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false }))
    }
}
