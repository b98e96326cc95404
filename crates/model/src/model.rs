//! The screens that were reached and how.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use gui::Event;

use crate::{ScreenId, ScreenIds};

/// Screens under the time-travel abstraction, and the events between them.
#[derive(Debug, Clone, Default)]
pub struct Model {
    screens: Vec<Screen>,
    places: HashMap<ScreenId, usize>,
    events: HashMap<Event, Arc<Event>>,
}

/// One screen as far as it is known.
#[derive(Debug, Clone)]
pub struct Screen {
    /// Its names.
    pub ids: ScreenIds,
    /// The activity in front when it was first seen.
    pub activity: Option<String>,
    /// How often it was seen after an event.
    pub visits: u64,
    /// How many interesting screens were first reached directly from it.
    pub interesting_children: u64,
    /// How often a walk began here by travelling.
    pub restores: u64,
    /// Whether it was interesting when first reached.
    pub interesting: bool,
    /// Where its events lead; in the order in which they were first seen.
    edges: Vec<Edge>,
}

#[derive(Debug, Clone)]
struct Edge {
    event: Arc<Event>,
    to: usize,
    times: u64,
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

    /// How many screens are known.
    pub fn len(&self) -> usize {
        self.screens.len()
    }

    /// Whether nothing was seen yet.
    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }

    /// The screen of this name.
    pub fn screen(&self, id: ScreenId) -> Option<&Screen> {
        self.places.get(&id).map(|&at| &self.screens[at])
    }

    /// All screens, in the order in which they were first seen.
    pub fn screens(&self) -> impl ExactSizeIterator<Item = &Screen> {
        self.screens.iter()
    }

    /// Where the events of a screen lead, and how often they did.
    pub fn transitions(&self, from: ScreenId) -> impl Iterator<Item = (&Arc<Event>, &Screen, u64)> {
        let edges = self.screen(from).map(|screen| screen.edges.as_slice()).unwrap_or_default();
        edges.iter().map(|edge| (&edge.event, &self.screens[edge.to], edge.times))
    }

    /// A walk begins here. `travelled`: by going back, not by a fresh start.
    pub fn begin(&mut self, start: ScreenIds, activity: Option<&str>, travelled: bool) {
        let at = self.place(start, activity, !travelled);
        self.screens[at].restores += u64::from(travelled);
    }

    /// A walk goes on from a screen. Says whether the screen it leads to is interesting: new, and with new coverage.
    pub fn step(&mut self, from: ScreenId, walked: Walked<'_>) -> bool {
        let is_new = !self.places.contains_key(&walked.to.travel);
        let interesting = is_new && walked.coverage_grew;
        let to = self.place(walked.to, walked.activity, interesting);
        self.screens[to].visits += 1;
        let Some(&before) = self.places.get(&from) else { return interesting };
        self.screens[before].interesting_children += u64::from(interesting);
        if let Some(event) = walked.event {
            let event = self.interned(event);
            let edges = &mut self.screens[before].edges;
            match edges.iter_mut().find(|edge| edge.to == to && edge.event == event) {
                Some(edge) => edge.times += 1,
                None => edges.push(Edge { event, to, times: 1 }),
            }
        }
        interesting
    }

    /// The fewest events that are known to lead from one screen to another; none where they are the same.
    pub fn shortest_path(&self, from: ScreenId, to: ScreenId) -> Option<Vec<Arc<Event>>> {
        let (&start, &goal) = (self.places.get(&from)?, self.places.get(&to)?);
        let mut came: HashMap<usize, (usize, &Arc<Event>)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at == goal {
                let mut path = Vec::new();
                let mut at = goal;
                while at != start {
                    let (before, event) = came[&at];
                    path.push(Arc::clone(event));
                    at = before;
                }
                path.reverse();
                return Some(path);
            }
            for edge in &self.screens[at].edges {
                if edge.to != start && !came.contains_key(&edge.to) {
                    came.insert(edge.to, (at, &edge.event));
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    fn place(&mut self, ids: ScreenIds, activity: Option<&str>, interesting: bool) -> usize {
        *self.places.entry(ids.travel).or_insert_with(|| {
            self.screens.push(Screen {
                ids,
                activity: activity.map(str::to_owned),
                visits: 0,
                interesting_children: 0,
                restores: 0,
                interesting,
                edges: Vec::new(),
            });
            self.screens.len() - 1
        })
    }

    fn interned(&mut self, event: &Event) -> Arc<Event> {
        if let Some(known) = self.events.get(event) {
            return Arc::clone(known);
        }
        let new = Arc::new(event.clone());
        self.events.insert(event.clone(), Arc::clone(&new));
        new
    }
}
