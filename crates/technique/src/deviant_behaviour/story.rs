//! An input as it was walked: what happened, and which of its screens show the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use experiment::Place;
use gui::Event;
use model::Volatile;
use trace::{Moment, Step, Trace};
use xxhash_rust::xxh3::xxh3_64;

use super::input::key_of;
use super::sight::{Eyes, Wavering, differing, is_apart, sight_in};
use super::verdict::shifts;
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
    /// Whether a menu or a dialog is in front.
    apart: Vec<bool>,
    /// The keys of its events.
    keys: Vec<u64>,
    /// The conditions that were kept, by their moments.
    pub(super) places: BTreeMap<usize, Arc<Place>>,
}

/// A part of a history: its first step, and the one after its last.
pub(super) type Part = (usize, usize);

/// A part of a history that leads back to the page it began on.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) part: Part,
    /// Whether that shows something else then.
    pub(super) changes: bool,
    /// The keys of its events,
    pub(super) done: Vec<u64>,
    /// and of those since.
    pub(super) since: Vec<u64>,
}

/// A way that leaves a page and comes back to it, or does something on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trip {
    pub(super) part: Part,
    /// Whether the page shows something else then.
    pub(super) changes: bool,
    /// Whether something is typed, or scrolled.
    pub(super) types: bool,
}

impl Trip {
    /// Whether another page was seen, or a menu or a dialog.
    pub(super) fn leaves(&self) -> bool {
        self.part.1 - self.part.0 > 1
    }

    /// Whether nothing was done but to look.
    pub(super) fn is_quiet(&self) -> bool {
        !self.changes && !self.types
    }
}

/// Loops are at most so long,
const LONGEST: usize = 10;
/// and at most so many events ago.
const SINCE: usize = 6;
/// So many parts are left out that hold what tells a history from others.
const TELLING: usize = 8;
/// So many parts of a history that change nothing are left out, one at a time,
const QUIET: usize = 10;
/// and so many that change something.
const LOUD: usize = 5;
/// Those are at most so long.
const SHORT: usize = 6;

impl Story {
    pub(super) fn of(trace: Arc<Trace>, places: BTreeMap<usize, Arc<Place>>, eyes: Eyes<'_>) -> Story {
        let mut behind = 0_u64;
        let mut sights = Vec::new();
        for moment in trace.moments() {
            let here = sight_in(moment, eyes);
            if is_apart(moment) {
                sights.push(here.rotate_left(1) ^ behind);
            } else {
                behind = here;
                sights.push(here);
            }
        }
        let pages = trace.moments().map(page_of).collect();
        let apart = trace.moments().map(is_apart).collect();
        let key = |step: &Step| {
            let (event, layout) = (step.event.as_ref()?, step.before.layout.as_deref()?);
            Some(key_of(event, layout, step.before.activity.as_deref().unwrap_or_default()))
        };
        let keys = trace.steps().iter().map(|step| key(step).unwrap_or_default()).collect();
        Story { trace, sights, pages, apart, keys, places }
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

    /// The parts of the history shortly before a moment that lead back to the page they began on, those that lead back to the same sight
    /// first; each with what was done in it, and what was done between it and the moment.
    pub(super) fn loops(&self, moment: usize) -> Vec<Loop> {
        let steps = self.trace.steps();
        let mut loops = Vec::new();
        for to in (moment.saturating_sub(SINCE)..=moment).rev() {
            for from in (to.saturating_sub(LONGEST)..to).rev() {
                if shifts(&steps[from]) {
                    break;
                }
                let leads_back = self.pages[from] == self.pages[to] && self.places.contains_key(&from);
                let changes = self.sights[from] != self.sights[to];
                if leads_back && !(changes && to - from > SHORT) {
                    let (done, since) = (self.keys[from..to].to_vec(), self.keys[to..moment].to_vec());
                    loops.push(Loop { part: (from, to), changes, done, since });
                }
            }
        }
        loops.sort_by_key(|found| (found.changes, found.since.len(), found.done.len()));
        loops
    }

    /// The ways that lead from a page to where it is next seen, as far as they can be begun anew.
    pub(super) fn trips(&self) -> Vec<Trip> {
        let steps = self.trace.steps();
        let trip = |from: usize| {
            let last = steps.len().min(from + SHORT);
            let to = (from + 1..=last).find(|&to| self.pages[to] == self.pages[from])?;
            Some(Trip {
                part: (from, to),
                changes: self.sights[from] != self.sights[to],
                types: steps[from..to].iter().any(shifts),
            })
        };
        let begins = |from: &usize| !self.apart[*from] && self.places.contains_key(from);
        (0..steps.len()).filter(begins).filter_map(trip).collect()
    }

    /// Which page a moment shows.
    pub(super) fn page(&self, moment: usize) -> u64 {
        self.pages[moment]
    }

    /// The last moment up to one that shows a page, without a menu or a dialog in front.
    pub(super) fn page_before(&self, moment: usize) -> Option<usize> {
        (0..=moment).rev().find(|&at| !self.apart[at])
    }

    /// The keys of what was done in a part.
    pub(super) fn done_in(&self, part: Part) -> &[u64] {
        &self.keys[part.0..part.1]
    }

    /// Tells what said something else each time that a page was left and come back to.
    pub(super) fn returns(&self, eyes: Eyes<'_>, wavering: &mut Wavering) {
        let moments: Vec<&Moment> = self.trace.moments().collect();
        let none = BTreeSet::new();
        let all = Eyes { wavering: &none, ..eyes };
        for from in 0..moments.len() {
            let next = (from + 1..moments.len()).find(|&to| self.pages[to] == self.pages[from]);
            // A menu in front does not leave the page.
            let leaves = |&to: &usize| (from + 1..to).any(|between| !is_apart(moments[between]));
            if let Some(to) = next.filter(leaves) {
                wavering.came_back(self.pages[from], &differing(moments[from], moments[to], all));
            }
        }
    }

    /// The parts of a part that lead back to where they began, the short ones first.
    pub(super) fn within(&self, part: Part, many: usize) -> Vec<Part> {
        let leads_back = |&(from, to): &Part| {
            (from, to) != part
                && self.pages[from] == self.pages[to]
                && self.places.contains_key(&from)
                && !self.trace.steps()[from..to].iter().any(shifts)
        };
        let parts = (part.0..part.1).flat_map(|from| (from + 1..=part.1).map(move |to| (from, to)));
        let mut parts: Vec<Part> = parts.filter(leads_back).collect();
        parts.sort_by_key(|(from, to)| to - from);
        parts.truncate(many);
        parts
    }

    /// The keys of all that was done up to a moment.
    pub(super) fn done_until(&self, moment: usize) -> &[u64] {
        &self.keys[..moment]
    }

    /// The short parts of the history up to a moment that lead back to the page they began on, and hold most of what tells this history
    /// from others.
    pub(super) fn telling_parts(&self, moment: usize, telling: &BTreeMap<u64, i64>) -> Vec<Part> {
        let score = |from: usize, to: usize| {
            let done: BTreeSet<u64> = self.keys[from..to].iter().copied().collect();
            done.iter().filter_map(|key| telling.get(key)).sum::<i64>()
        };
        let mut parts: Vec<(i64, Part)> = Vec::new();
        for from in 0..moment {
            for to in from + 1..=moment.min(from + SHORT) {
                if shifts(&self.trace.steps()[to - 1]) {
                    break;
                }
                if self.pages[from] == self.pages[to] && self.places.contains_key(&from) {
                    parts.push((score(from, to), (from, to)));
                }
            }
        }
        parts.retain(|(score, _)| *score > 0);
        parts.sort_by_key(|&(score, (from, to))| {
            (std::cmp::Reverse(score), to - from, std::cmp::Reverse(from))
        });
        parts.into_iter().take(TELLING).map(|(_, part)| part).collect()
    }

    /// The last moment up to one at which the app shows the page that it begins with.
    pub(super) fn last_at_home(&self, moment: usize) -> usize {
        (0..=moment).rev().find(|&at| self.pages[at] == self.pages[0]).unwrap_or(0)
    }

    /// What was done up to a moment.
    pub(super) fn steps(&self, moment: usize) -> &[Step] {
        &self.trace.steps()[..moment]
    }
}

/// The last moment up to one at which a trace shows the page that it begins with.
pub fn last_at_home(trace: &Trace, moment: usize) -> usize {
    let pages: Vec<u64> = trace.moments().take(moment + 1).map(page_of).collect();
    pages.iter().rposition(|&page| page == pages[0]).unwrap_or(0)
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

/// Whether a moment shows another page than this one, and no menu or dialog.
pub(super) fn leads_from(page: u64, moment: &Moment) -> bool {
    page_of(moment) != page && !is_apart(moment)
}

fn page_of(moment: &Moment) -> u64 {
    let surface = moment.layout.as_deref().map(Surface::of);
    xxh3_64(format!("{:?} {surface:?}", moment.activity).as_bytes())
}
