//! When a walk does not get any further.

use std::collections::VecDeque;
use std::fmt;

use model::ScreenId;

use crate::{Seen, StuckSettings};

/// Says when a walk does not get any further. Remembers the walk's last screens.
pub trait Stuck: Send {
    /// Forgets all: the walk is elsewhere now, by travelling or because the app was started anew.
    fn begin(&mut self, screen: ScreenId);

    /// An event has led to this screen, or left the walk on it.
    fn pass(&mut self, screen: ScreenId);

    /// How the walk is stuck now, if it is.
    fn how(&self, seen: &Seen) -> Option<How>;
}

/// How a walk is stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It does not leave the screen.
    DeadEnd,
    /// It goes from one well-known screen to the next.
    Loop,
}

/// The paper's rule: too many events on one screen, or too many well-known screens in a row.
#[derive(Debug, Clone)]
pub struct NoProgress {
    settings: StuckSettings,
    /// The last changes of the screen.
    window: VecDeque<ScreenId>,
    at: ScreenId,
    /// How many events have not left it.
    stayed: u32,
}

impl NoProgress {
    /// A walk that has not begun.
    pub fn new(settings: StuckSettings) -> NoProgress {
        NoProgress { settings, window: VecDeque::new(), at: ScreenId::OUTSIDE, stayed: 0 }
    }
}

impl Stuck for NoProgress {
    fn begin(&mut self, screen: ScreenId) {
        self.window.clear();
        self.at = screen;
        self.stayed = 0;
    }

    fn pass(&mut self, screen: ScreenId) {
        if screen == self.at {
            self.stayed = self.stayed.saturating_add(1);
            return;
        }
        if self.window.len() == self.settings.window {
            self.window.pop_front();
        }
        self.window.push_back(screen);
        self.at = screen;
        self.stayed = 0;
    }

    fn how(&self, seen: &Seen) -> Option<How> {
        if self.stayed > self.settings.max_no_progress {
            return Some(How::DeadEnd);
        }
        if self.window.len() < self.settings.window {
            return None;
        }
        let repeats = |screen: ScreenId| self.window.iter().filter(|&&other| other == screen).count() > 1;
        let familiar: usize = self
            .window
            .iter()
            .map(|&screen| match (repeats(screen), seen.often(screen)) {
                (true, true) if !self.settings.count_once => 2,
                (repeats, often) => usize::from(repeats || often),
            })
            .sum();
        let share = familiar as f64 / self.settings.window as f64;
        (share > self.settings.familiar).then_some(How::Loop)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            How::DeadEnd => "dead-end",
            How::Loop => "loop",
        })
    }
}
