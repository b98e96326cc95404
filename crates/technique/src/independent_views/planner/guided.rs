//! A detour that finds its way on the screens that are really there.

use std::collections::BTreeSet;
use std::sync::Arc;

use effect::{Touched, is_listed, row_words};
use experiment::{Act, Ended, Keep, Next, Now, Tag, Walk, Walker};
use gui::{Event, Key, Layout, Selector};

use super::{ABOUT, INSERTED};
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
    /// Whether what stands for the detour is a seed itself: nothing of it is inserted, and it goes wherever it goes.
    pub(super) is_seed: bool,
}

impl Guided {
    /// A seed that is put together from what was done elsewhere.
    pub(super) fn seed(done: Vec<(Event, Touched)>) -> Guided {
        Guided { before: Vec::new(), detour: done, after: Vec::new(), is_seed: true }
    }
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

struct Pivot {
    activity: Option<String>,
    surface: Surface,
    /// The ids of what is not listed.
    ids: BTreeSet<String>,
}

impl Walk for Guided {
    fn begin(&self) -> Box<dyn Walker> {
        Box::new(Guide { way: self.clone(), done: 0, pivot: None, backs: 0, named: Vec::new() })
    }
}

impl Walker for Guide {
    fn see(&mut self, now: &Now<'_>) -> Option<Keep> {
        self.way.is_seed.then(|| Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false })
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
            return Next::Do(if self.way.is_seed {
                Act::plain(event)
            } else {
                Act::with_purpose(event, INSERTED)
            });
        }
        if self.way.is_seed {
            return Next::Over(Ended::Done);
        }
        let is_elsewhere = |pivot: &Pivot| pivot.is_other(&Pivot::of(now));
        if self.done == before + detour && self.pivot.as_ref().is_some_and(is_elsewhere) {
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
        let layout = &now.seen.layout;
        let named = layout.nodes().filter(|node| !node.resource_id().is_empty() && !is_listed(*node));
        let ids = named.map(|node| node.resource_id().to_owned()).collect();
        Pivot { activity, surface: Surface::of(layout), ids }
    }

    /// Whether it is another place. On one page it is where some things have taken the place of others, as a search does; a message
    /// comes in addition, and what is only missing may be what one looks for.
    fn is_other(&self, now: &Pivot) -> bool {
        let replaced =
            self.ids.difference(&now.ids).next().is_some() && now.ids.difference(&self.ids).next().is_some();
        self.activity != now.activity || self.surface != now.surface || replaced
    }
}

/// The event as it can be done on a layout, and what it names.
pub(in crate::independent_views) fn fitted(
    event: &Event,
    touched: &Touched,
    layout: &Layout,
    named: &mut Vec<String>,
) -> Option<Event> {
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
