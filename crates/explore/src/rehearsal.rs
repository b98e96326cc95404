//! A given sequence of events, walked through for what there is on the way.

use std::sync::Arc;

use experiment::{Act, Ended, Keep, Next, Now, Walk, Walker};

use crate::walk::INTERESTING;
use crate::{Interesting, NewAndCovering, Seen};

/// A sequence that someone recorded or wrote. Its interesting conditions are kept.
#[derive(Debug, Clone)]
pub(crate) struct Rehearsal {
    pub(crate) acts: Arc<[Act]>,
    pub(crate) seen: Seen,
}

struct Rehearsing {
    plan: Rehearsal,
    done: usize,
}

impl Walk for Rehearsal {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Rehearsing { plan: self.clone(), done: 0 })
    }
}

impl Walker for Rehearsing {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        let is_start = now.step.is_none();
        let keep = is_start || NewAndCovering.is_interesting(now, &self.plan.seen);
        self.plan.seen.visit(now.screens.travel);
        keep.then(|| Keep { tag: INTERESTING.to_owned(), dear: true })
    }

    /// Ends where an act cannot be done: what was meant to follow means nothing elsewhere.
    fn next(&mut self, now: &Now<'_>) -> Next {
        if let Some(why) = now.refused {
            return Next::Over(Ended::NotPerformed { act: self.done.saturating_sub(1), why: why.to_owned() });
        }
        let next = self.plan.acts.get(self.done).cloned();
        self.done += 1;
        next.map_or(Next::Over(Ended::Done), Next::Do)
    }
}
