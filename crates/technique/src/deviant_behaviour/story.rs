//! An input as it was walked: what happened, and which of its screens show the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::Place;
use gui::Event;
use model::Volatile;
use trace::{Moment, Step, Trace};
use xxhash_rust::xxh3::xxh3_64;

use super::claim::shifts;
use super::sight::{is_apart, sight_of};
use crate::independent_views::leaves_pages;
use crate::widget::Surface;

/// A walk from a fresh start.
#[derive(Debug)]
pub(super) struct Story {
    pub(super) trace: Arc<Trace>,
    /// What each of its moments shows; behind a menu or a dialog the page counts that it came up on.
    pub(super) sights: Vec<u64>,
    /// Which page each of them is.
    pages: Vec<u64>,
    /// The conditions that were kept, by their moments.
    pub(super) places: BTreeMap<usize, Arc<Place>>,
}

/// A part of a history: its first step, and the one after its last.
pub(super) type Part = (usize, usize);

/// So many parts of a history that change nothing are left out, one at a time,
const QUIET: usize = 10;
/// and so many that change something.
const LOUD: usize = 5;
/// Those are at most so long.
const SHORT: usize = 6;

impl Story {
    pub(super) fn of(
        trace: Arc<Trace>,
        places: BTreeMap<usize, Arc<Place>>,
        app: &str,
        volatile: &Volatile,
    ) -> Story {
        let mut behind = 0_u64;
        let mut sights = Vec::new();
        for moment in trace.moments() {
            let here = sight_of(moment, app, volatile);
            if is_apart(moment) {
                sights.push(here.rotate_left(1) ^ behind);
            } else {
                behind = here;
                sights.push(here);
            }
        }
        let pages = trace.moments().map(page_of).collect();
        Story { trace, sights, pages, places }
    }

    /// The parts of the history up to a moment that may be left out, since they lead back to the page they began on: those that
    /// leave all pages as they were, the short ones first, since a longer part is no better than the short ones in it; then, where
    /// `loud`, short ones that change something.
    pub(super) fn parts(&self, moment: usize, loud: bool, app: &str, volatile: &Volatile) -> Vec<Part> {
        let steps = self.trace.steps();
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for to in 1..=moment {
            for from in (0..to).rev() {
                if shifts(&steps[from]) {
                    break;
                }
                if !self.places.contains_key(&from) || self.pages[from] != self.pages[to] {
                    continue;
                }
                if self.sights[from] == self.sights[to] {
                    same.push((from, to));
                } else if to - from <= SHORT {
                    other.push((from, to));
                }
            }
        }
        let rank = |&(from, to): &Part| (to - from, std::cmp::Reverse(from));
        same.sort_by_key(rank);
        other.sort_by_key(rank);
        let (mut quiet, mut changing) = (Vec::new(), Vec::new());
        for (from, to) in same {
            let is_quiet = leaves_pages(&steps[from..to], app, volatile);
            if is_quiet { quiet.push((from, to)) } else { changing.push((from, to)) }
        }
        quiet.truncate(QUIET);
        if loud {
            quiet
                .extend(changing.into_iter().filter(|(from, to)| to - from <= SHORT).chain(other).take(LOUD));
        }
        quiet
    }

    /// What was done up to a moment.
    pub(super) fn steps(&self, moment: usize) -> &[Step] {
        &self.trace.steps()[..moment]
    }
}

/// Events with the screens they led to, as one trace; each step says what it is for.
pub(super) fn trace_of<'s>(
    from: &Trace,
    steps: impl Iterator<Item = (&'s Step, Option<&'static str>)>,
) -> Trace {
    let mut trace = Trace::new(from.header.clone(), from.start().clone());
    for (step, purpose) in steps {
        let remarks = trace::Remarks { purpose: purpose.map(str::to_owned), ..step.remarks.clone() };
        trace.step(step.event.clone(), step.after.clone(), remarks);
    }
    trace
}

/// The events of steps.
pub(super) fn events_of(steps: &[Step]) -> Vec<Event> {
    steps.iter().filter_map(|step| step.event.clone()).collect()
}

fn page_of(moment: &Moment) -> u64 {
    let surface = moment.layout.as_deref().map(Surface::of);
    xxh3_64(format!("{:?} {surface:?}", moment.activity).as_bytes())
}
