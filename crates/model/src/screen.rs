//! One screen as far as it is known.

use std::sync::Arc;

use gui::Event;

use crate::ScreenIds;

/// One screen as far as it is known.
#[derive(Debug, Clone)]
pub struct Screen {
    /// Its names.
    pub ids: ScreenIds,
    /// The activity in front when it was first seen.
    pub activity: Option<String>,
    /// How often it was seen after an event.
    pub visits: u64,
    /// How many events were done on it.
    pub events: u64,
    /// How many interesting screens were first reached directly from it.
    pub interesting_children: u64,
    /// How often a walk began here by travelling.
    pub restores: u64,
    /// Whether it was interesting when first reached.
    pub interesting: bool,
    /// Whether a fresh start led here.
    pub start: bool,
    /// Whether somebody can come back here at once. Such a screen is never forgotten.
    pub kept: bool,
    /// The number of the step that saw it last.
    pub(crate) last_seen: u64,
    /// The fewest events from a fresh start, where a way is known.
    pub(crate) distance: Option<u32>,
    /// The last of those events and where it was done; `None` for a start.
    pub(crate) came_by: Option<(u32, Arc<Event>)>,
    /// Where its events lead. Those that lead to the same screen stand together; otherwise in the order in which they were first
    /// seen.
    pub(crate) edges: Vec<Edge>,
}

/// An event that led from one screen to another.
#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) event: Arc<Event>,
    pub(crate) to: u32,
    pub(crate) times: u32,
}

impl Screen {
    pub(crate) fn new(ids: ScreenIds, activity: Option<&str>) -> Screen {
        Screen {
            ids,
            activity: activity.map(str::to_owned),
            visits: 0,
            events: 0,
            interesting_children: 0,
            restores: 0,
            interesting: false,
            start: false,
            kept: false,
            last_seen: 0,
            distance: None,
            came_by: None,
            edges: Vec::new(),
        }
    }

    /// The fewest events known from a fresh start to here; `None` where no way is known.
    pub fn distance(&self) -> Option<usize> {
        self.distance.map(|events| events as usize)
    }

    /// One edge to each screen that the events lead to, in the order in which those were first reached from here.
    pub(crate) fn ways_on(&self) -> impl Iterator<Item = &Edge> {
        self.edges.chunk_by(|one, next| one.to == next.to).map(|parallel| &parallel[0])
    }

    /// Whether this edge of `from` is the last of the fewest events to here.
    pub(crate) fn came_by(&self, from: usize, event: &Arc<Event>) -> bool {
        matches!(&self.came_by, Some((before, by)) if *before as usize == from && Arc::ptr_eq(by, event))
    }
}
