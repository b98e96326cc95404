//! Staying within bounds: the least useful goes first.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use gui::Event;
use serde::{Deserialize, Serialize};

use crate::screen::{Edge, Screen};
use crate::visits::Visits;
use crate::{Model, ScreenId};

/// How large a model may grow. Where it would grow larger, an eighth of what there is goes at once, so that it costs little per
/// step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// The most screens; 200,000 unless told.
    pub screens: usize,
    /// The most transitions from one screen; 128 unless told.
    pub edges_per_screen: usize,
    /// The most transitions, hence the most distinct events but for an eighth more; 1,000,000 unless told, and never less than
    /// twice as many as screens.
    pub edges: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { screens: 200_000, edges_per_screen: 128, edges: 1_000_000 }
    }
}

impl Limits {
    /// At least a few of everything, and no more than a number can name.
    pub(crate) fn sensible(self) -> Limits {
        let screens = self.screens.clamp(8, u32::MAX as usize / 2);
        Limits { screens, edges_per_screen: self.edges_per_screen.max(1), edges: self.edges.max(2 * screens) }
    }
}

/// How much a model has forgotten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// Screens. One that is seen again is new again, and counts again when it goes again.
    pub screens: u64,
    /// Transitions between screens that are still known.
    pub edges: u64,
}

impl Model {
    /// Forgets what is least useful, where there is too much; never the screen at which somebody stands.
    pub(crate) fn stay_within_limits(&mut self, standing_at: usize) {
        if self.screens.len() > self.limits.screens {
            let stays = self.screens_to_keep(standing_at);
            self.forget_all_but(&stays);
            self.find_ways_from_start();
        }
        if self.edges > self.limits.edges {
            self.forget_edges();
        }
        // No more than the limit are in use, so an eighth of it can go each time.
        if self.events.len() > self.limits.edges + self.limits.edges / 8 {
            self.events = in_use(&self.screens);
        }
    }

    /// Makes room for one more transition from a screen by forgetting one: one that led nowhere, if there is any, of those the one
    /// least often seen, of those the last. Not those that are the shortest way to somewhere; says whether there was another.
    pub(crate) fn forget_an_edge(&mut self, from: usize) -> bool {
        let edges = &self.screens[from].edges;
        let needless = (0..edges.len()).rev().filter(|&at| !self.is_way_from_start(from, &edges[at]));
        let Some(least) = needless.min_by_key(|&at| (edges[at].to as usize != from, edges[at].times)) else {
            return false;
        };
        self.screens[from].edges.remove(least);
        self.edges -= 1;
        self.forgotten.edges += 1;
        true
    }

    /// Which screens stay: the first start, those with a snapshot, where somebody stands; then the interesting, the often and the
    /// recently seen, each with the screens on the shortest way to it.
    fn screens_to_keep(&self, standing_at: usize) -> Vec<bool> {
        let room = self.limits.screens * 7 / 8;
        let start = self.screens.iter().position(|screen| screen.start);
        let must_stay = |at: usize| at == standing_at || Some(at) == start || self.screens[at].kept;
        let worth = |at: usize| {
            let screen = &self.screens[at];
            (must_stay(at), screen.interesting, screen.visits, screen.last_seen, Reverse(at))
        };
        let mut by_worth: Vec<usize> = (0..self.screens.len()).collect();
        by_worth.sort_unstable_by_key(|&at| Reverse(worth(at)));
        let mut stays = vec![false; self.screens.len()];
        let mut count = 0;
        for at in by_worth {
            let missing: Vec<usize> =
                std::iter::once(at).chain(self.ancestors(at)).take_while(|&at| !stays[at]).collect();
            let with_its_way = count + missing.len() <= room;
            let taken =
                if with_its_way { missing.len() } else { missing.len().min(usize::from(must_stay(at))) };
            for &screen in &missing[..taken] {
                stays[screen] = true;
            }
            count += taken;
        }
        stays
    }

    fn forget_all_but(&mut self, stays: &[bool]) {
        let mut next = 0;
        let new_places: Vec<Option<u32>> = stays
            .iter()
            .map(|&stays| {
                next += u32::from(stays);
                stays.then(|| next - 1)
            })
            .collect();
        self.forgotten.screens += (stays.len() - next as usize) as u64;
        let screens = std::mem::take(&mut self.screens);
        self.screens
            .extend(screens.into_iter().zip(stays).filter(|(_, stays)| **stays).map(|(screen, _)| screen));
        self.edges = 0;
        for screen in &mut self.screens {
            screen.edges.retain_mut(|edge| {
                let to = new_places[edge.to as usize];
                edge.to = to.unwrap_or_default();
                to.is_some()
            });
            self.edges += screen.edges.len();
        }
        self.places = (0..).zip(&self.screens).map(|(at, screen)| (screen.ids.travel, at)).collect();
        self.visits = self.screens.iter().map(|screen| screen.visits).collect::<Visits>();
        let known: HashSet<ScreenId> = self.screens.iter().map(|screen| screen.ids.widgets).collect();
        self.pictures.retain(|widgets, _| known.contains(widgets));
    }

    /// Forgets the transitions least often seen, of those the ones from the newest screens. Not those that are the shortest way to
    /// somewhere, which are no more than there are screens.
    fn forget_edges(&mut self) {
        let mut needless: Vec<(u32, usize, usize)> = Vec::new();
        for (from, screen) in self.screens.iter().enumerate() {
            let edges = screen.edges.iter().enumerate();
            let of_this = edges.filter(|(_, edge)| !self.is_way_from_start(from, edge));
            needless.extend(of_this.map(|(at, edge)| (edge.times, from, at)));
        }
        needless.sort_unstable_by_key(|&(times, from, at)| (times, Reverse((from, at))));
        needless.truncate(self.edges - self.limits.edges * 7 / 8);
        // From the back, so that those in front keep their places.
        needless.sort_unstable_by_key(|&(_, from, at)| Reverse((from, at)));
        for &(_, from, at) in &needless {
            self.screens[from].edges.remove(at);
        }
        self.edges -= needless.len();
        self.forgotten.edges += needless.len() as u64;
    }

    fn is_way_from_start(&self, from: usize, edge: &Edge) -> bool {
        self.screens[edge.to as usize].came_by(from, &edge.event)
    }
}

fn in_use(screens: &[Screen]) -> HashSet<Arc<Event>> {
    screens.iter().flat_map(|screen| &screen.edges).map(|edge| Arc::clone(&edge.event)).collect()
}
