//! What a walk knows of the screens.

use std::collections::HashMap;

use experiment::Knowledge;
use model::ScreenId;

/// The screens as they were known when a walk began, and those that the walk has seen since.
#[derive(Debug, Clone)]
pub struct Seen {
    known: Knowledge,
    /// Where the walk was, and how often.
    own: HashMap<ScreenId, u64>,
    /// A screen with so many visits is among the most visited ones.
    often: u64,
}

impl Seen {
    /// At the beginning of a walk. `frequent` is the share of screens that counts as the most visited ones.
    pub fn new(known: Knowledge, frequent: f64) -> Seen {
        let often = known.model.visits_of_top(frequent);
        Seen { known, own: HashMap::new(), often }
    }

    /// What was known when the walk began.
    pub fn known(&self) -> &Knowledge {
        &self.known
    }

    /// Whether anybody was ever on this screen.
    pub fn has(&self, screen: ScreenId) -> bool {
        self.own.contains_key(&screen) || self.known.model.screen(screen).is_some()
    }

    /// How often the screen was seen after an event.
    pub fn visits(&self, screen: ScreenId) -> u64 {
        let before = self.known.model.screen(screen).map_or(0, |screen| screen.visits);
        before + self.own.get(&screen).copied().unwrap_or(0)
    }

    /// Whether it is among the most visited screens: visited as often by now as those were when the walk began.
    pub fn often(&self, screen: ScreenId) -> bool {
        self.visits(screen) >= self.often
    }

    /// The walk begins on this screen.
    pub fn begin(&mut self, screen: ScreenId) {
        self.own.entry(screen).or_insert(0);
    }

    /// An event has led to this screen.
    pub fn visit(&mut self, screen: ScreenId) {
        *self.own.entry(screen).or_insert(0) += 1;
    }
}
