//! A moment by which something must be done.

use std::time::{Duration, Instant};

/// A moment by which something must be done, and how long that was at first.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    at: Instant,
    after: Duration,
}

/// Longer waits are cut to this: a moment must be representable.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl Deadline {
    /// From now.
    pub fn after(time: Duration) -> Deadline {
        let after = time.min(LONGEST);
        Deadline { at: Instant::now() + after, after }
    }

    /// How long it was at first.
    pub fn whole(&self) -> Duration {
        self.after
    }

    /// What is left of it; `None` when it has passed.
    pub fn left(&self) -> Option<Duration> {
        let left = self.at.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    /// The same, a little later.
    pub(super) fn later_by(self, time: Duration) -> Deadline {
        Deadline { at: self.at + time.min(LONGEST), ..self }
    }

    /// Sleeps for `time` or until it has passed. Whether some of it is left.
    pub fn pause(&self, time: Duration) -> bool {
        let Some(left) = self.left() else { return false };
        std::thread::sleep(time.min(left));
        self.left().is_some()
    }
}
