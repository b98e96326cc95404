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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, known, model};

    /// Screens 1 to 10 are known; 1 was visited five times and 2 three times, the others once. A fifth of them is two.
    fn seen() -> Seen {
        let mut steps: Vec<(u128, u128, bool)> = (2..=10).map(|to| (1, to, false)).collect();
        steps.extend([(2, 1, false); 5]);
        steps.extend([(1, 2, false); 2]);
        Seen::new(known(model(&steps)), 0.2)
    }

    #[track_caller]
    fn check(settings: StuckSettings, screens: &[u128], expected: Option<How>) {
        let mut stuck = NoProgress::new(settings);
        stuck.begin(id(100));
        for &screen in screens {
            stuck.pass(id(screen));
        }
        assert_eq!(stuck.how(&seen()), expected, "{screens:?}");
    }

    #[test]
    fn more_than_two_hundred_events_on_a_screen_are_a_dead_end() {
        check(StuckSettings::default(), &[100; 200], None);
        check(StuckSettings::default(), &[100; 201], Some(How::DeadEnd));
        let left_once = [vec![100; 150], vec![101], vec![100; 150]].concat();
        check(StuckSettings::default(), &left_once, None);
    }

    #[test]
    fn two_screens_in_turn_are_a_loop_after_ten_changes() {
        check(StuckSettings::default(), &[11, 12, 11, 12, 11, 12, 11, 12, 11], None);
        check(StuckSettings::default(), &[11, 12, 11, 12, 11, 12, 11, 12, 11, 12], Some(How::Loop));
    }

    #[test]
    fn staying_on_a_screen_is_no_change() {
        check(StuckSettings::default(), &[11, 11, 12, 12, 11, 11, 12, 12, 11, 11], None);
    }

    #[test]
    fn new_screens_are_no_loop() {
        check(StuckSettings::default(), &[11, 12, 13, 14, 15, 16, 17, 18, 19, 20], None);
    }

    #[test]
    fn exactly_the_share_is_not_more_than_it() {
        // Eight of ten repeat.
        check(StuckSettings::default(), &[11, 12, 11, 12, 11, 12, 11, 12, 13, 14], None);
        // The same, and 1 is among the most visited.
        check(StuckSettings::default(), &[11, 12, 11, 12, 11, 12, 11, 12, 1, 14], Some(How::Loop));
        // 3 is not: eight others were visited as often.
        check(StuckSettings::default(), &[11, 12, 11, 12, 11, 12, 11, 12, 3, 14], None);
    }

    #[test]
    fn a_screen_may_count_twice_or_once() {
        // 1 and 2 repeat five times and are among the most visited: 10 of 10, or 5 of 10.
        let screens = [1, 2, 1, 2, 1, 11, 12, 13, 14, 15];
        check(StuckSettings::default(), &screens, Some(How::Loop));
        check(StuckSettings { count_once: true, ..StuckSettings::default() }, &screens, None);
    }

    #[test]
    fn a_new_beginning_forgets_all() {
        let mut stuck = NoProgress::new(StuckSettings::default());
        for screen in [11, 12, 11, 12, 11, 12, 11, 12, 11, 12] {
            stuck.pass(id(screen));
        }
        assert_eq!(stuck.how(&seen()), Some(How::Loop));
        stuck.begin(id(12));
        assert_eq!(stuck.how(&seen()), None);
    }
}
