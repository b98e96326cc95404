//! A walker between two rounds.

use std::sync::Arc;

use experiment::{Begins, Ended, Outcome, Place};
use gui::Event;
use model::ScreenId;

use crate::{NoProgress, Stuck, StuckSettings};

/// A walker between two rounds: where it goes next, and its last screens.
#[derive(Debug)]
pub(crate) struct Pacing {
    pub(crate) onward: Onward,
    pub(crate) stuck: NoProgress,
    /// How it began the walk that is under way.
    pub(crate) begins: Begins,
}

/// Where a walker goes next.
#[derive(Debug, Clone)]
pub(crate) enum Onward {
    /// To a fresh start.
    Fresh,
    /// On from where it is.
    From(Arc<Place>),
    /// Back to the most promising place.
    Travel,
}

impl Pacing {
    pub(crate) fn new(settings: &StuckSettings) -> Pacing {
        Pacing { onward: Onward::Fresh, stuck: NoProgress::new(settings.clone()), begins: Begins::Fresh }
    }

    /// Where it goes after a walk. `travels`: whether it goes back when it is stuck. After `max_depth` events from a fresh start it
    /// goes back or starts anew in any case.
    pub(crate) fn learn(&mut self, outcome: &Outcome, travels: bool, max_depth: usize) {
        self.remember(outcome);
        let back = if travels { Onward::Travel } else { Onward::Fresh };
        self.onward = match outcome.ended {
            // Nobody knows what the phone was in the middle of: the same again, by other events.
            Ended::Interrupted => return,
            Ended::Stuck { .. } | Ended::Crashed if travels => back,
            _ if outcome.last.lineage.len() >= max_depth => back,
            _ => Onward::From(Arc::clone(&outcome.last)),
        };
    }

    /// Remembers the screens as the walk itself did.
    fn remember(&mut self, outcome: &Outcome) {
        let mut screens = outcome.screens.iter().map(|screens| screens.travel);
        let start = screens.next().unwrap_or(ScreenId::OUTSIDE);
        if self.begins != Begins::GoesOn {
            self.stuck.begin(start);
        }
        for (step, screen) in outcome.trace.steps().iter().zip(screens) {
            match step.event {
                Some(Event::Restart) => self.stuck.begin(screen),
                _ => self.stuck.pass(screen),
            }
        }
    }
}
