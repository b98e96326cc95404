//! What became of everything that was tried: for whoever asks why something was not found.

use gui::Event;
use trace::Step;

use super::Miner;

/// How far an event that was tried on an input came.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It did what others do.
    #[default]
    Usual,
    /// It was rare, and others like it were looked into.
    NotAsked,
    /// It was rare, and nothing of its history can be left out.
    NoPart,
    /// It is still being looked into.
    Asked,
    /// No part of its history made a difference that is told.
    Folded,
    /// What was found did not happen again.
    Flaky,
    /// It was handed on to be proven.
    Suspected,
}

/// An event that was tried on an input.
#[derive(Debug, Clone)]
pub struct TriedOn<'m> {
    /// All that was done from a fresh start, the event last.
    pub events: Vec<Event>,
    /// What the event did.
    pub step: &'m Step,
    /// How far it came.
    pub fate: Fate,
}

impl Miner {
    /// Everything that was tried with an event, by its [`key`](super::super::event_key).
    pub fn tried_with(&self, key: u64) -> Vec<TriedOn<'_>> {
        let tried = self.tried.get(&key).into_iter().flatten().enumerate();
        let told = tried.map(|(at, tried)| {
            let (path, moment) = self.inputs[tried.input].at;
            let before = super::super::story::events_of(self.stories[path].steps(moment));
            let events = before.into_iter().chain([tried.event.clone()]).collect();
            TriedOn {
                events,
                step: &tried.step,
                fate: self.fates.get(&(key, at)).copied().unwrap_or_default(),
            }
        });
        told.collect()
    }

    /// On how many inputs an event could be tried.
    pub fn inputs_offering(&self, key: u64) -> usize {
        self.offering.get(&key).map_or(0, Vec::len)
    }

    /// What became of something rare.
    pub(super) fn came_to(&mut self, about: (u64, usize), fate: Fate) {
        self.fates.insert(about, fate);
    }
}
