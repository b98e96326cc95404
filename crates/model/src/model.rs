//! The screens that were reached and how.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use gui::{Digest, Event};

use crate::forget::{Forgotten, Limits};
use crate::screen::{Edge, Screen};
use crate::visits::Visits;
use crate::{ScreenId, ScreenIds};

/// Screens under the time-travel abstraction, and the events between them.
///
/// Its size is bounded by [`Limits`]. What it holds depends on what it was told alone, in the order in which it was told.
#[derive(Debug, Clone, Default)]
pub struct Model {
    pub(crate) limits: Limits,
    pub(crate) screens: Vec<Screen>,
    pub(crate) places: HashMap<ScreenId, u32>,
    /// Each event once, however many edges it makes.
    pub(crate) events: HashSet<Arc<Event>>,
    pub(crate) edges: usize,
    pub(crate) visits: Visits,
    /// The first picture of each screen under the abstraction for independent views.
    pub(crate) pictures: HashMap<ScreenId, Digest>,
    pub(crate) steps: u64,
    pub(crate) forgotten: Forgotten,
}

/// One step of a walk, for the model.
#[derive(Debug, Clone, Copy)]
pub struct Walked<'a> {
    /// What was done; `None` where nobody knows.
    pub event: Option<&'a Event>,
    /// Where it led.
    pub to: ScreenIds,
    /// The activity in front there.
    pub activity: Option<&'a str>,
    /// Whether parts of the app ran that had never run before.
    pub coverage_grew: bool,
}

impl Model {
    /// Nothing seen yet.
    pub fn new() -> Model {
        Model::default()
    }

    /// Nothing seen yet, and to grow only so far.
    pub fn with_limits(limits: Limits) -> Model {
        Model { limits: limits.sensible(), ..Model::default() }
    }

    /// How many screens are known.
    pub fn len(&self) -> usize {
        self.screens.len()
    }

    /// Whether nothing was seen yet.
    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }

    /// How many transitions are known: an event from one screen to another counts once.
    pub fn edge_count(&self) -> usize {
        self.edges
    }

    /// How many distinct events are held: those of the transitions, and of forgotten ones for a while.
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// What was forgotten to stay within the limits.
    pub fn forgotten(&self) -> Forgotten {
        self.forgotten
    }

    /// The screen of this name.
    pub fn screen(&self, id: ScreenId) -> Option<&Screen> {
        self.place(id).map(|at| &self.screens[at])
    }

    /// All screens, in the order in which they were first seen.
    pub fn screens(&self) -> impl ExactSizeIterator<Item = &Screen> {
        self.screens.iter()
    }

    /// Where the events of a screen lead, and how often they did. Those that lead to the same screen follow each other.
    pub fn transitions(&self, from: ScreenId) -> impl Iterator<Item = (&Arc<Event>, &Screen, u64)> {
        let edges = self.screen(from).map(|screen| screen.edges.as_slice()).unwrap_or_default();
        edges.iter().map(|edge| (&edge.event, &self.screens[edge.to as usize], u64::from(edge.times)))
    }

    /// The screens that the events of a screen lead to, each once; itself too, where an event led nowhere.
    pub fn successors(&self, from: ScreenId) -> impl Iterator<Item = &Screen> {
        let ways = self.screen(from).into_iter().flat_map(Screen::ways_on);
        ways.map(|edge| &self.screens[edge.to as usize])
    }

    /// The fewest visits by which a screen belongs to that share of all screens that was visited most: no more screens than that
    /// share, rounded up, have so many. Where many are equal at the brink, none of those belongs.
    pub fn visits_of_top(&self, share: f64) -> u64 {
        self.visits.of_top(share)
    }

    /// A walk begins here: by going back (`travelled`), or by a fresh start, which makes this a start. One that goes on where
    /// another ended does neither: see [`go_on`](Self::go_on).
    pub fn begin(&mut self, start: ScreenIds, activity: Option<&str>, travelled: bool) {
        let at = self.place_or_add(start, activity);
        let screen = &mut self.screens[at];
        screen.last_seen = self.steps;
        if travelled {
            screen.restores += 1;
        } else {
            screen.interesting = true;
            screen.start = true;
            self.came_closer(at, 0, None);
        }
        self.stay_within_limits(at);
    }

    /// A walk goes on here where another ended. Nothing is counted; but the screen may have got another name since, by what was
    /// learnt to be volatile.
    pub fn go_on(&mut self, at: ScreenIds, activity: Option<&str>) {
        let at = self.place_or_add(at, activity);
        self.screens[at].last_seen = self.steps;
        self.stay_within_limits(at);
    }

    /// A step of a walk, from a screen on. Says whether the screen it leads to is interesting: new, and with new coverage.
    pub fn step(&mut self, from: ScreenId, walked: Walked<'_>) -> bool {
        let interesting = walked.coverage_grew && self.place(walked.to.travel).is_none();
        let to = self.place_or_add(walked.to, walked.activity);
        self.steps += 1;
        let screen = &mut self.screens[to];
        screen.interesting |= interesting;
        screen.last_seen = self.steps;
        screen.visits += 1;
        self.visits.one_more(screen.visits);
        if let Some(from) = self.place(from) {
            self.screens[from].events += 1;
            self.screens[from].interesting_children += u64::from(interesting);
            if let Some(event) = walked.event {
                self.travelled(from, event, to);
            }
        }
        self.stay_within_limits(to);
        interesting
    }

    /// Whether somebody can come back to this screen at once: while that is so, it is not forgotten. Says whether the screen is
    /// known.
    pub fn set_kept(&mut self, id: ScreenId, kept: bool) -> bool {
        let place = self.place(id);
        if let Some(at) = place {
            self.screens[at].kept = kept;
        }
        place.is_some()
    }

    /// The first picture of a screen under the abstraction for independent views, by its content hash.
    pub fn picture(&self, widgets: ScreenId) -> Option<Digest> {
        self.pictures.get(&widgets).copied()
    }

    /// Remembers a screen's picture, where it has none yet.
    pub fn set_picture(&mut self, widgets: ScreenId, picture: Digest) {
        self.pictures.entry(widgets).or_insert(picture);
    }

    pub(crate) fn place(&self, id: ScreenId) -> Option<usize> {
        self.places.get(&id).map(|&at| at as usize)
    }

    fn place_or_add(&mut self, ids: ScreenIds, activity: Option<&str>) -> usize {
        *self.places.entry(ids.travel).or_insert_with(|| {
            self.screens.push(Screen::new(ids, activity));
            self.visits.one_new();
            self.screens.len() as u32 - 1
        }) as usize
    }

    /// An event led from one screen to another.
    fn travelled(&mut self, from: usize, event: &Event, to: usize) {
        let event = self.interned(event);
        let edges = &mut self.screens[from].edges;
        let known = edges.iter_mut().find(|edge| edge.to as usize == to && Arc::ptr_eq(&edge.event, &event));
        if let Some(edge) = known {
            edge.times = edge.times.saturating_add(1);
            return;
        }
        if edges.len() >= self.limits.edges_per_screen && !self.forget_an_edge(from) {
            self.forgotten.edges += 1;
            return;
        }
        let edges = &mut self.screens[from].edges;
        let behind_its_like = edges.iter().rposition(|edge| edge.to as usize == to).map(|at| at + 1);
        let edge = Edge { event: Arc::clone(&event), to: to as u32, times: 1 };
        edges.insert(behind_its_like.unwrap_or(edges.len()), edge);
        self.edges += 1;
        self.found_way(from, &event, to);
    }

    fn interned(&mut self, event: &Event) -> Arc<Event> {
        if let Some(known) = self.events.get(event) {
            return Arc::clone(known);
        }
        let new = Arc::new(event.clone());
        self.events.insert(Arc::clone(&new));
        new
    }
}
