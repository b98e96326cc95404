//! Asking a campaign to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A wish to stop that any thread may utter. Wishes only grow stronger.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicU8>);

const EXPLORING: u8 = 1;
const ALL: u8 = 2;
const INTERRUPTED: u8 = 3;

impl Stop {
    /// Nobody wants to stop yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// No more looking for new things; what was found is still proven.
    pub fn exploring(&self) {
        self.0.fetch_max(EXPLORING, Ordering::Relaxed);
    }

    /// Finish the step and no more: the time is over.
    pub(crate) fn all(&self) {
        self.0.fetch_max(ALL, Ordering::Relaxed);
    }

    /// Finish the step and no more: a person wants it so.
    pub fn interrupt(&self) {
        self.0.fetch_max(INTERRUPTED, Ordering::Relaxed);
    }

    /// Whether a person wanted it so.
    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= INTERRUPTED
    }

    /// Whether to look for new things.
    pub fn is_exploring(&self) -> bool {
        self.0.load(Ordering::Relaxed) < EXPLORING
    }

    /// Whether to go on at all.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ALL
    }
}
