//! The fewest events from here to there.
//!
//! No way leads through the outside: it stands for many places, and what led out of one of them need not lead out of another.

use std::collections::VecDeque;
use std::sync::Arc;

use gui::Event;

use crate::{Model, ScreenId};

impl Model {
    /// The fewest events that are known to lead from one screen to another; none where they are the same.
    ///
    /// Each was seen to lead from one screen of the way to the next, not all of them in a row: the arrival has to be checked.
    pub fn shortest_path(&self, from: ScreenId, to: ScreenId) -> Option<Vec<Arc<Event>>> {
        let (start, goal) = (self.place(from)?, self.place(to)?);
        // Where each screen was first reached from, and by which of the edges there.
        let mut came: Vec<Option<(u32, &Arc<Event>)>> = vec![None; self.screens.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at == goal {
                return Some(retraced(start, goal, |at| came[at].map(|(before, by)| (before as usize, by))));
            }
            if at != start && self.is_outside(at) {
                continue;
            }
            for edge in self.screens[at].ways_on() {
                let next = edge.to as usize;
                if next != start && came[next].is_none() {
                    came[next] = Some((at as u32, &edge.event));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// The fewest events that are known to lead from a fresh start to a screen. They are kept ready: this costs no search.
    ///
    /// Where fresh starts led to several screens, the way counts from any of them. As with [`shortest_path`](Self::shortest_path),
    /// the arrival has to be checked.
    pub fn path_from_start(&self, to: ScreenId) -> Option<Vec<Arc<Event>>> {
        let goal = self.place(to)?;
        self.screens[goal].distance?;
        let came = |at: usize| self.screens[at].came_by.as_ref().map(|(before, by)| (*before as usize, by));
        let start = self.ancestors(goal).last().unwrap_or(goal);
        Some(retraced(start, goal, came))
    }

    /// The screens on the way from a fresh start to this one, the last first, without itself.
    pub(crate) fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> {
        let before = |at: usize| self.screens[at].came_by.as_ref().map(|(before, _)| *before as usize);
        std::iter::successors(before(at), move |&at| before(at))
    }

    /// A new edge may be a shorter way from a fresh start, also for what lies behind it.
    pub(crate) fn found_way(&mut self, from: usize, event: &Arc<Event>, to: usize) {
        if self.is_outside(from) {
            return;
        }
        if let Some(distance) = self.screens[from].distance
            && self.is_closer(to, distance + 1)
        {
            self.came_closer(to, distance + 1, Some((from as u32, Arc::clone(event))));
        }
    }

    /// A screen is so many events from a fresh start, fewer than was known. Tells what lies behind it.
    pub(crate) fn came_closer(&mut self, at: usize, distance: u32, came_by: Option<(u32, Arc<Event>)>) {
        if !self.is_closer(at, distance) {
            return;
        }
        let screen = &mut self.screens[at];
        (screen.distance, screen.came_by) = (Some(distance), came_by);
        self.spread(VecDeque::from([at]));
    }

    /// Finds all ways from fresh starts anew.
    pub(crate) fn find_ways_from_start(&mut self) {
        let mut starts = VecDeque::new();
        for (at, screen) in self.screens.iter_mut().enumerate() {
            screen.distance = screen.start.then_some(0);
            screen.came_by = None;
            starts.extend(screen.start.then_some(at));
        }
        self.spread(starts);
    }

    /// What lies behind these screens may be closer now.
    fn spread(&mut self, mut closer: VecDeque<usize>) {
        while let Some(at) = closer.pop_front() {
            let Some(distance) = self.screens[at].distance.filter(|_| !self.is_outside(at)) else { continue };
            let improved: Vec<(usize, Arc<Event>)> = self.screens[at]
                .ways_on()
                .filter(|edge| self.is_closer(edge.to as usize, distance + 1))
                .map(|edge| (edge.to as usize, Arc::clone(&edge.event)))
                .collect();
            for (next, event) in improved {
                let screen = &mut self.screens[next];
                (screen.distance, screen.came_by) = (Some(distance + 1), Some((at as u32, event)));
                closer.push_back(next);
            }
        }
    }

    fn is_closer(&self, at: usize, distance: u32) -> bool {
        self.screens[at].distance.is_none_or(|known| distance < known)
    }

    fn is_outside(&self, at: usize) -> bool {
        self.screens[at].ids.travel == ScreenId::OUTSIDE
    }
}

/// The events of a way, found from its end.
fn retraced<'a>(
    start: usize,
    goal: usize,
    came: impl Fn(usize) -> Option<(usize, &'a Arc<Event>)>,
) -> Vec<Arc<Event>> {
    let mut path = Vec::new();
    let mut at = goal;
    while at != start {
        let Some((before, event)) = came(at) else { break };
        path.push(Arc::clone(event));
        at = before;
    }
    path.reverse();
    path
}
