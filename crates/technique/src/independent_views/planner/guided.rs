//! A detour that finds its way on the screens that are really there.

use std::sync::Arc;

use effect::{Touched, row_words};
use experiment::{Act, Ended, Keep, Next, Now, Walk, Walker};
use gui::{Event, Key, Layout, Selector};

use super::INSERTED;
use crate::widget::Surface;

/// So often a detour goes back at its end to get to where it began.
const BACKS: usize = 2;

/// What is done before a detour, the detour, and what is done after it.
///
/// A detour comes from what was seen elsewhere, with other rows. So where its own widget is not there its like is taken, of rows the one
/// that the detour has named before; and where it does not end where it began, it goes back.
#[derive(Debug, Clone)]
pub(super) struct Guided {
    pub(super) before: Vec<Event>,
    pub(super) detour: Vec<(Event, Touched)>,
    pub(super) after: Vec<Event>,
}

struct Guide {
    way: Guided,
    done: usize,
    /// Where the detour began.
    pivot: Option<Pivot>,
    backs: usize,
    /// What the rows said that it touched.
    named: Vec<String>,
}

#[derive(PartialEq, Eq)]
struct Pivot {
    activity: Option<String>,
    surface: Surface,
}

impl Walk for Guided {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Guide { way: self.clone(), done: 0, pivot: None, backs: 0, named: Vec::new() })
    }
}

impl Walker for Guide {
    fn see(&mut self, _: &Now<'_>) -> Option<Keep> {
        None
    }

    fn next(&mut self, now: &Now<'_>) -> Next {
        let stuck = |how: &str| Next::Over(Ended::Stuck { how: how.to_owned() });
        if now.refused.is_some() {
            return stuck("refused");
        }
        let (before, detour) = (self.way.before.len(), self.way.detour.len());
        if self.done < before {
            self.done += 1;
            return Next::Do(Act::plain(self.way.before[self.done - 1].clone()));
        }
        if self.pivot.is_none() {
            self.pivot = Some(Pivot::of(now));
        }
        if self.done < before + detour {
            let (event, touched) = &self.way.detour[self.done - before];
            let Some(event) = fitted(event, touched, &now.seen.layout, &mut self.named) else {
                return stuck("detour");
            };
            self.done += 1;
            return Next::Do(Act::with_purpose(event, INSERTED));
        }
        if self.done == before + detour && self.pivot != Some(Pivot::of(now)) {
            if self.backs == BACKS {
                return stuck("elsewhere");
            }
            self.backs += 1;
            return Next::Do(Act::with_purpose(Event::Key { key: Key::Back }, INSERTED));
        }
        match self.way.after.get(self.done - before - detour) {
            Some(event) => {
                self.done += 1;
                Next::Do(Act::plain(event.clone()))
            }
            None => Next::Over(Ended::Done),
        }
    }

    fn lets_others(&self) -> bool {
        false
    }
}

impl Pivot {
    fn of(now: &Now<'_>) -> Pivot {
        let activity = now.seen.foreground.activity.as_ref().map(ToString::to_string);
        Pivot { activity, surface: Surface::of(&now.seen.layout) }
    }
}

/// The event as it can be done on a layout, and what it names.
fn fitted(event: &Event, touched: &Touched, layout: &Layout, named: &mut Vec<String>) -> Option<Event> {
    let Some(target) = event.target() else { return Some(event.clone()) };
    let own = target.resolve(layout).ok().map(|found| found.node);
    let node = own.or_else(|| touched.alike(layout, named))?;
    named.extend(row_words(node));
    if own.is_some() { Some(event.clone()) } else { done_to(event, Selector::of(node)) }
}

/// The same done to another widget.
fn done_to(event: &Event, target: Selector) -> Option<Event> {
    Some(match event.clone() {
        Event::Tap { .. } => Event::Tap { target },
        Event::LongTap { .. } => Event::LongTap { target },
        Event::Edit { text, .. } => Event::Edit { target, text },
        _ => return None,
    })
}

impl From<Guided> for experiment::Driver {
    fn from(guided: Guided) -> experiment::Driver {
        experiment::Driver::Walk(Arc::new(guided))
    }
}
