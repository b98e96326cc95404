//! A given script, walked through for what there is on the way.

use std::sync::Arc;
use std::time::Duration;

use experiment::{Act, Ended, Keep, Next, Now, Tag, Walk, Walker};
use gui::Event;
use script::{Condition, Order, Script};

use crate::{Interesting, NewAndCovering, Seen};

/// How long to wait before looking again whether something holds.
const PAUSE: Duration = Duration::from_millis(500);

/// A script that someone recorded or wrote. Its interesting conditions are kept.
#[derive(Debug, Clone)]
pub(crate) struct Rehearsal {
    pub(crate) script: Arc<Script>,
    pub(crate) seen: Seen,
}

struct Rehearsing {
    plan: Rehearsal,
    /// The line that is done next.
    line: usize,
    /// How long the line has been waited for.
    waited: Duration,
}

impl Walk for Rehearsal {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Rehearsing { plan: self.clone(), line: 0, waited: Duration::ZERO })
    }
}

impl Walker for Rehearsing {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        let is_start = now.step.is_none();
        let keep = is_start || NewAndCovering.is_interesting(now, &self.plan.seen);
        self.plan.seen.visit(now.screens.travel);
        keep.then_some(Keep { tag: Tag::Interesting, dear: true })
    }

    /// Ends where a line cannot be done or does not hold: what was meant to follow means nothing elsewhere.
    fn next(&mut self, now: &Now<'_>) -> Next {
        if let Some(why) = now.refused {
            return self.stopped(self.line.saturating_sub(1), why);
        }
        let script = Arc::clone(&self.plan.script);
        while let Some(line) = script.lines.get(self.line) {
            let (condition, at_most) = match &line.order {
                Order::Expect(condition) => (condition, Duration::ZERO),
                Order::WaitFor { condition, at_most } => (condition, *at_most),
                order => {
                    self.line += 1;
                    match order.event(now.seen.foreground.keyboard) {
                        Some(event) => return Next::Do(Act::plain(event)),
                        None => continue,
                    }
                }
            };
            if let Some(next) = self.wait_for(condition, at_most, now) {
                return next;
            }
        }
        Next::Over(Ended::Done)
    }
}

impl Rehearsing {
    /// Goes on to the next line where the condition holds; else says what to do about it.
    fn wait_for(&mut self, condition: &Condition, at_most: Duration, now: &Now<'_>) -> Option<Next> {
        if condition.holds(&now.seen.layout) {
            self.line += 1;
            self.waited = Duration::ZERO;
            return None;
        }
        if self.waited >= at_most {
            let why = format!("{condition} does not hold after {} s", self.waited.as_secs_f64());
            return Some(self.stopped(self.line, &why));
        }
        self.waited += PAUSE;
        Some(Next::Do(Act::plain(Event::Wait { ms: PAUSE.as_millis() as u64 })))
    }

    fn stopped(&self, line: usize, why: &str) -> Next {
        let place = self.plan.script.lines.get(line).map(|line| format!("{}: ", line.place));
        let why = format!("{}{why}", place.unwrap_or_default());
        Next::Over(Ended::NotPerformed { act: line, why })
    }
}
