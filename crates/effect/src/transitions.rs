//! What is known of an app: its states and what leads from one to another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gui::{Event, Layout};
use trace::{Moment, Step, Trace};

use crate::signs::{hash, hash_words, property};
use crate::states::{StateId, abstract_state, concrete_state, page_state};
use crate::touched::Touched;

/// States and the events between them, concrete and abstract.
#[derive(Debug, Clone, Default)]
pub struct Transitions {
    concrete_states: BTreeSet<StateId>,
    concrete_edges: BTreeSet<(StateId, StateId)>,
    concrete_events: BTreeSet<(StateId, StateId, u64)>,
    states: BTreeMap<StateId, State>,
    edges: BTreeMap<StateId, BTreeMap<StateId, Vec<Edge>>>,
    /// Whether events on like views with other texts, and in other directions, are others.
    tells_apart: bool,
}

/// An abstract state.
#[derive(Debug, Clone)]
pub struct State {
    /// The first layout that was seen of it.
    pub layout: Arc<Layout>,
    /// Its activity.
    pub activity: String,
}

/// An event that led from one abstract state to another.
#[derive(Debug, Clone)]
pub struct Edge {
    /// Equal for events that count as one here.
    pub key: u64,
    /// Equal for events of the same type on a view with the same properties, whatever its text and place.
    pub alike: u64,
    /// One of them.
    pub event: Event,
    /// What it was done to.
    pub touched: Touched,
    /// How often it was seen.
    pub times: u32,
}

/// How large a model is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// States told apart by their texts and marks,
    pub concrete_states: usize,
    /// pairs of them with an event between,
    pub concrete_edges: usize,
    /// and those events.
    pub concrete_events: usize,
    /// States told apart by their kinds of widgets,
    pub abstract_states: usize,
    /// pairs of them with an event between,
    pub abstract_edges: usize,
    /// and those events, alike ones counted once.
    pub abstract_events: usize,
}

impl Transitions {
    /// A model that tells events apart by the texts of their views and by their directions. The original does not: choosing the first
    /// entry of a menu and choosing the second are one event there.
    pub fn telling_apart() -> Transitions {
        Transitions { tells_apart: true, ..Transitions::default() }
    }

    /// Learns from the steps of a trace, of which those that nobody can name teach nothing. Mining leaves out what changed nothing;
    /// seed tests keep it.
    pub fn learn(&mut self, trace: &Trace, keeps_self_loops: bool) {
        for step in trace.steps() {
            self.learn_step(step, keeps_self_loops);
        }
    }

    /// Learns from one step.
    pub fn learn_step(&mut self, step: &Step, keeps_self_loops: bool) {
        let (Some(event), Some(before), Some(after)) = (&step.event, &step.before.layout, &step.after.layout)
        else {
            return;
        };
        let (from, to) = (activity(&step.before), activity(&step.after));
        let concrete = (concrete_state(before, from), concrete_state(after, to));
        self.concrete_states.extend([concrete.0, concrete.1]);
        let ends = (self.state(before, from), self.state(after, to));
        if concrete.0 == concrete.1 && !keeps_self_loops {
            return;
        }
        self.concrete_edges.insert(concrete);
        self.concrete_events.insert((concrete.0, concrete.1, exact_key(event, before)));
        let alike = event_key(event, before);
        let key = if self.tells_apart { hash(&event.to_string()) } else { alike };
        let edges = self.edges.entry(ends.0).or_default().entry(ends.1).or_default();
        match edges.iter_mut().find(|edge| edge.key == key) {
            Some(edge) => edge.times += 1,
            None => {
                let touched = Touched::by(event, before);
                edges.push(Edge { key, alike, event: event.clone(), touched, times: 1 });
            }
        }
    }

    fn state(&mut self, layout: &Arc<Layout>, activity: &str) -> StateId {
        let id = self.state_of(layout, activity);
        let new = || State { layout: Arc::clone(layout), activity: activity.to_owned() };
        self.states.entry(id).or_insert_with(new);
        id
    }

    /// The abstract state of a layout. A model that tells events apart does not tell pages apart by the app's data.
    pub fn state_of(&self, layout: &Layout, activity: &str) -> StateId {
        if self.tells_apart { page_state(layout, activity) } else { abstract_state(layout, activity) }
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        let edges = || self.edges.values().flat_map(BTreeMap::values);
        Size {
            concrete_states: self.concrete_states.len(),
            concrete_edges: self.concrete_edges.len(),
            concrete_events: self.concrete_events.len(),
            abstract_states: self.states.len(),
            abstract_edges: edges().count(),
            abstract_events: edges().map(Vec::len).sum(),
        }
    }

    /// An abstract state, where it is known.
    pub fn get(&self, state: StateId) -> Option<&State> {
        self.states.get(&state)
    }

    /// All abstract states.
    pub fn states(&self) -> impl Iterator<Item = (StateId, &State)> {
        self.states.iter().map(|(&id, state)| (id, state))
    }

    /// What leads on from a state, and where to.
    pub fn from(&self, state: StateId) -> impl Iterator<Item = (StateId, &Edge)> {
        let onward = self.edges.get(&state).into_iter().flatten();
        onward.flat_map(|(&to, edges)| edges.iter().map(move |edge| (to, edge)))
    }
}

/// Equal for events of the same type on views with the same properties: no text, no place, no direction.
pub fn event_key(event: &Event, layout: &Layout) -> u64 {
    let view =
        event.target().and_then(|target| target.resolve(layout).ok()).map(|found| property(found.node));
    let other = match (event, view) {
        (_, Some(view)) => view,
        (event, None) => hash(&event.to_string()),
    };
    key_of(kind_of(event), other)
}

/// The key of an event of a kind on a view with these properties.
pub(crate) fn key_of(kind: u64, view: u64) -> u64 {
    hash_words(&[kind, view])
}

/// The kinds of events that are done to views.
pub(crate) fn kinds_of_events() -> std::ops::RangeInclusive<u64> {
    1..=8
}

/// Equal for the same event on the same view with the same text and direction.
fn exact_key(event: &Event, layout: &Layout) -> u64 {
    let view = event.target().and_then(|target| target.resolve(layout).ok());
    let view = view.map_or(u64::MAX, |found| u64::from(found.node.id().0));
    let data = match event {
        Event::Edit { text, .. } => hash(text),
        Event::Scroll { toward, .. } | Event::Swipe { toward, .. } => *toward as u64 + 1,
        Event::Key { .. } => hash(&event.to_string()),
        _ => 0,
    };
    hash_words(&[kind_of(event), view, data])
}

/// The type of event alone.
pub(crate) fn kind_of(event: &Event) -> u64 {
    match event {
        Event::Tap { .. } => 1,
        Event::LongTap { .. } => 2,
        Event::DoubleTap { .. } => 3,
        Event::Edit { .. } => 4,
        Event::Submit { .. } => 5,
        Event::Scroll { .. } => 6,
        Event::Swipe { .. } => 7,
        Event::Pinch { .. } => 8,
        _ => 9,
    }
}

fn activity(moment: &Moment) -> &str {
    moment.activity.as_deref().unwrap_or_default()
}
