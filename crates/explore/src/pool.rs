//! The conditions of the app that were kept to come back to.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::{Chance, Place};
use model::{Model, ScreenId};

use crate::Choose;

/// How often a place may be missed before it is given up.
const MAX_MISSES: u32 = 2;

/// The conditions that were kept, one for each screen.
#[derive(Debug, Default)]
pub struct Pool {
    saved: BTreeMap<ScreenId, Saved>,
}

/// A condition that was kept.
#[derive(Debug, Clone)]
pub struct Saved {
    /// How to get there.
    pub place: Arc<Place>,
    /// Whether it is the start of the app, which is never given up.
    pub is_start: bool,
    /// How often it was not reached in a row.
    misses: u32,
}

impl Pool {
    /// Keeps a place. Of two places on one screen the one with the shorter way stays.
    pub fn add(&mut self, place: &Arc<Place>, is_start: bool) {
        let new = Saved { place: Arc::clone(place), is_start, misses: 0 };
        let saved = self.saved.entry(place.screens.travel).or_insert_with(|| new.clone());
        let is_start = saved.is_start || is_start;
        if new.place.lineage.len() < saved.place.lineage.len() {
            *saved = new;
        }
        saved.is_start = is_start;
    }

    /// The screens that can be returned to.
    pub fn screens(&self) -> Vec<ScreenId> {
        self.saved.keys().copied().collect()
    }

    /// What was kept of a screen.
    pub fn get(&self, screen: ScreenId) -> Option<&Saved> {
        self.saved.get(&screen)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.saved.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.saved.is_empty()
    }

    /// The place was reached.
    pub fn reached(&mut self, screen: ScreenId) {
        if let Some(saved) = self.saved.get_mut(&screen) {
            saved.misses = 0;
        }
    }

    /// The place was not reached. It gets a second chance, but no third.
    pub fn missed(&mut self, screen: ScreenId) {
        let Some(saved) = self.saved.get_mut(&screen) else { return };
        saved.misses += 1;
        if saved.misses >= MAX_MISSES && !saved.is_start {
            self.saved.remove(&screen);
        }
    }

    /// Gives up the least promising ones until no more than `max` are left.
    pub fn shrink(&mut self, max: usize, choose: &dyn Choose, model: &Model, chance: &mut Chance) {
        if self.saved.len() <= max {
            return;
        }
        let screens = self.screens();
        let mut surplus = screens.len() - max;
        for at in choose.rank(model, &screens, chance).into_iter().rev() {
            if surplus > 0 && !self.saved[&screens[at]].is_start {
                self.saved.remove(&screens[at]);
                surplus -= 1;
            }
        }
    }
}
