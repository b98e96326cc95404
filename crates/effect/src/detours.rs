//! Ways that lead away from a screen and back to it, by what is known of an app.

use std::collections::BTreeSet;

use gui::{Event, Layout, NodeId};
use serde::{Deserialize, Serialize};

use crate::groups::groups_of;
use crate::signs::{is_actionable, property};
use crate::states::{StateId, likeness};
use crate::touched::Touched;
use crate::transitions::{Edge, Transitions, key_of, kinds_of_events};

/// How detours are sought, and how mutants are judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Ours: the original's weaknesses mended.
    #[default]
    Default,
    /// What the paper says.
    Paper,
    /// What the published program does.
    Genie,
}

/// The numbers of a search for detours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// The most events of a detour.
    pub length: usize,
    /// The most detours of one place.
    pub most: usize,
    /// After so many looks at the next piece of a way the search ends.
    pub looks: usize,
    /// The most self-loops in a row; one more ends a way.
    pub self_loops: usize,
    /// Whether the same event twice in a row ends a way.
    pub no_repeats: bool,
    /// Whether of several events between the same two states one is enough.
    pub one_of_parallel: bool,
    /// The most independent views of one group that a detour may begin with.
    pub per_group: usize,
    /// Besides the state itself a detour may end in so many of the most similar ones.
    pub near_ends: usize,
    /// Whether a detour may begin with a key of the phone.
    pub keys_first: bool,
}

impl Profile {
    /// Its search.
    pub fn search(self) -> Search {
        match self {
            Profile::Default => Search {
                length: 6,
                most: 60,
                looks: 4_000,
                self_loops: 2,
                no_repeats: false,
                one_of_parallel: false,
                per_group: 2,
                near_ends: 0,
                keys_first: true,
            },
            Profile::Paper => Search {
                length: 8,
                most: 300,
                looks: 10_000,
                self_loops: 2,
                no_repeats: false,
                one_of_parallel: true,
                per_group: 3,
                near_ends: 0,
                keys_first: false,
            },
            // It tests the length of 8 with "greater than", so 9 pass.
            Profile::Genie => Search {
                length: 9,
                most: 200,
                looks: 1_000,
                self_loops: 2,
                no_repeats: true,
                one_of_parallel: false,
                per_group: usize::MAX,
                near_ends: 2,
                keys_first: false,
            },
        }
    }

    /// The name that people write.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Paper => "paper",
            Profile::Genie => "genie",
        }
    }
}

/// A way from a state back to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detour {
    /// What is done.
    pub events: Vec<Event>,
    /// What tells each of them apart, whatever the texts and places of their views.
    pub keys: Vec<u64>,
    /// What each is done to.
    pub touched: Vec<Touched>,
    /// The abstract state in which it ends by the model.
    pub ends: StateId,
}

/// Where a detour begins, and what must be possible after it.
#[derive(Debug, Clone, Copy)]
pub struct Pivot<'a> {
    /// What is on screen.
    pub layout: &'a Layout,
    /// Whose it is.
    pub activity: &'a str,
    /// The views that the test has nothing to do with, one of which a detour begins with.
    pub independent: &'a [NodeId],
    /// What the test does next, on this layout.
    pub next: Option<&'a Event>,
}

/// The detours at a place, the shortest first and within a length in an order that `chance` decides: given how many there are, it
/// says which one is next.
///
/// A way begins with an event of the model on a view alike to an independent one of the layout, and ends where the state is
/// the first one again and has a view for what the test does next.
pub fn detours(
    model: &Transitions,
    pivot: Pivot<'_>,
    search: &Search,
    chance: &mut dyn FnMut(usize) -> usize,
) -> Vec<Detour> {
    let start = model.state_of(pivot.layout, pivot.activity);
    let ends = ends_of(model, pivot, start, search.near_ends);
    let firsts = first_keys(pivot, search.per_group);
    let mut found: Vec<Detour> = Vec::new();
    let mut keys = BTreeSet::new();
    let mut level: Vec<Way> = vec![Way::at(start)];
    let mut looks = 0;
    for length in 1..=search.length {
        let mut next = Vec::new();
        while !level.is_empty() {
            let way = level.swap_remove(chance(level.len()).min(level.len() - 1));
            let mut between = BTreeSet::new();
            for (to, edge) in model.from(way.at) {
                if looks >= search.looks || found.len() >= search.most {
                    return found;
                }
                looks += 1;
                let first = length == 1;
                let by_key = search.keys_first && edge.event.target().is_none();
                let possible = !first || by_key || firsts.contains(&edge.alike);
                let parallel = search.one_of_parallel && to != way.at && between.contains(&to);
                if !possible || parallel || !way.may_take(to, edge.key, search) {
                    continue;
                }
                between.insert(to);
                let longer = way.then(to, edge);
                if ends.contains(&to) && can_go_on(model, to, pivot) && keys.insert(longer.keys.clone()) {
                    found.push(longer.clone().into_detour());
                }
                next.push(longer);
            }
        }
        level = next;
    }
    found
}

/// A way through the model.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) at: StateId,
    pub(crate) events: Vec<Event>,
    pub(crate) keys: Vec<u64>,
    touched: Vec<Touched>,
    /// So many of the last events led from the state to itself.
    loops: usize,
}

impl Way {
    pub(crate) fn at(at: StateId) -> Way {
        Way { at, events: Vec::new(), keys: Vec::new(), touched: Vec::new(), loops: 0 }
    }

    pub(crate) fn may_take(&self, to: StateId, key: u64, search: &Search) -> bool {
        let repeats = self.keys.last() == Some(&key);
        let loops = to == self.at && self.loops >= search.self_loops;
        !(loops || search.no_repeats && repeats)
    }

    pub(crate) fn then(&self, to: StateId, edge: &Edge) -> Way {
        let mut way = self.clone();
        way.loops = if to == self.at { self.loops + 1 } else { 0 };
        way.at = to;
        way.events.push(edge.event.clone());
        way.keys.push(edge.key);
        way.touched.push(edge.touched.clone());
        way
    }

    pub(crate) fn into_detour(self) -> Detour {
        Detour { events: self.events, keys: self.keys, touched: self.touched, ends: self.at }
    }
}

/// The state itself, and the most similar ones of the same activity.
fn ends_of(model: &Transitions, pivot: Pivot<'_>, start: StateId, near: usize) -> Vec<StateId> {
    let others = model.states().filter(|(id, state)| *id != start && state.activity == pivot.activity);
    let mut others: Vec<(f64, StateId)> =
        others.map(|(id, state)| (likeness(pivot.layout, &state.layout), id)).collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    std::iter::once(start).chain(others.into_iter().take(near).map(|(_, id)| id)).collect()
}

/// What may be done first: anything to a view that is alike to an independent one.
pub(crate) fn first_keys(pivot: Pivot<'_>, per_group: usize) -> BTreeSet<u64> {
    let groups = groups_of(pivot.layout);
    let mut taken = vec![0; groups.len()];
    let mut keys = BTreeSet::new();
    for &view in pivot.independent {
        let group = groups.iter().position(|group| group.members.contains(&view));
        if let Some(group) = group {
            taken[group] += 1;
            if taken[group] > per_group {
                continue;
            }
        }
        let view = property(pivot.layout.node(view));
        keys.extend(kinds_of_events().map(|kind| key_of(kind, view)));
    }
    keys
}

/// Whether a state has a view alike to that of the next event of the test.
pub(crate) fn can_go_on(model: &Transitions, state: StateId, pivot: Pivot<'_>) -> bool {
    let next = pivot.next.and_then(Event::target).and_then(|target| target.resolve(pivot.layout).ok());
    let Some(next) = next.map(|found| property(found.node)) else { return true };
    let Some(state) = model.get(state) else { return false };
    state.layout.nodes().any(|node| is_actionable(node) && property(node) == next)
}
