//! What is worth coming back to.

use experiment::Now;
use model::ScreenId;

use crate::Seen;

/// Says what is worth coming back to.
pub trait Interesting: Send {
    /// Whether the app's condition should be kept. `seen` does not know of this arrival yet.
    fn is_interesting(&self, now: &Now<'_>, seen: &Seen) -> bool;
}

/// A screen that was reached for the first time while parts of the app ran for the first time.
///
/// What counts as a part is for whoever drives the phone to say in the step's remarks: lines where the phone tells them, else
/// activities and kinds of widgets. Outside the app nothing is interesting, and nor is an app that has just crashed.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewAndCovering;

impl Interesting for NewAndCovering {
    fn is_interesting(&self, now: &Now<'_>, seen: &Seen) -> bool {
        now.step.is_some_and(|step| !step.remarks.covered.is_empty() && step.remarks.crash.is_none())
            && now.screens.travel != ScreenId::OUTSIDE
            && !seen.has(now.screens.travel)
    }
}
