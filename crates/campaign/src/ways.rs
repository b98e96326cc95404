//! The ways that may lead to a place of which nothing is kept.

use std::collections::VecDeque;

use experiment::{Knowledge, Leg, Place};
use gui::{Event, Flag, Layout};
use model::{ScreenId, ScreenIds};

/// So many places are remembered. The experiments that begin at one place follow each other closely.
const REMEMBERED: usize = 64;

/// What counts as having arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// The screen is the same, as far as travelling goes. A walk needs no more.
    Screen,
    /// The same stands in its text boxes, too: a script was made for the very condition.
    Contents,
}

impl Arrival {
    /// Whether a phone that shows `now` is at the place. What no screen shows may still be different.
    pub(crate) fn is_at(self, place: &Place, now: &Layout, known: &Knowledge) -> bool {
        let screen = |layout: &Layout| ScreenIds::of(layout, &known.app, &known.volatile).travel;
        let Some(then) = place.layout.as_deref() else { return screen(now) == place.screens.travel };
        screen(now) == screen(then) && (self == Arrival::Screen || typed(now).eq(typed(then)))
    }
}

/// What stands in text boxes.
fn typed(layout: &Layout) -> impl Iterator<Item = &str> {
    layout.nodes().filter(|node| node.is(Flag::Editable)).map(|node| node.text())
}

/// What came of going back to places, the last ones.
#[derive(Debug, Default)]
pub(crate) struct Returns {
    last: VecDeque<Return>,
}

#[derive(Debug)]
struct Return {
    to: (u64, usize),
    arrival: Arrival,
    /// The way that led there, where one did.
    way: Option<Vec<Event>>,
}

impl Returns {
    /// The ways to try, the most promising first: the one that led there the last time; none where none did; else all that may.
    pub(crate) fn ways_to(&self, place: &Place, arrival: Arrival, known: &Knowledge) -> Vec<Vec<Event>> {
        match self.find(place, arrival) {
            Some(last) => last.way.iter().cloned().collect(),
            None => ways_to(place, known),
        }
    }

    /// Whether it was tried to go there by events.
    pub(crate) fn knows(&self, place: &Place, arrival: Arrival) -> bool {
        self.find(place, arrival).is_some()
    }

    fn find(&self, place: &Place, arrival: Arrival) -> Option<&Return> {
        self.last.iter().find(|last| (last.to, last.arrival) == (place.reached_in, arrival))
    }

    /// This way led there, or none of all that there are.
    pub(crate) fn learn(&mut self, place: &Place, arrival: Arrival, way: Option<Vec<Event>>) {
        let to = place.reached_in;
        self.last.retain(|last| (last.to, last.arrival) != (to, arrival));
        if self.last.len() == REMEMBERED {
            self.last.pop_front();
        }
        self.last.push_back(Return { to, arrival, way });
    }
}

/// The shortest first: the known way from the start to a screen near the end, then what was done since; all that was done comes
/// last. What a screen does not show, such as what was stored before, only the longer ones may bring back.
fn ways_to(place: &Place, known: &Knowledge) -> Vec<Vec<Event>> {
    let legs: Vec<&Leg> = place.lineage.legs().collect();
    let tails = std::iter::successors(Some(0), |&tail| Some(if tail == 0 { 1 } else { tail * 2 }));
    let mut ways: Vec<Vec<Event>> = tails
        .take_while(|&tail| tail < legs.len())
        .filter_map(|tail| {
            let (before, since) = legs.split_at(legs.len() - tail);
            let screen = if tail == 0 { place.screens.travel } else { before.last()?.to };
            let path = known.model.path_from_start(screen).filter(|_| screen != ScreenId::OUTSIDE)?;
            let path = path.iter().map(|event| Event::clone(event));
            Some(path.chain(since.iter().map(|leg| leg.event.clone())).collect())
        })
        .filter(|way: &Vec<Event>| way.len() < legs.len())
        .collect();
    ways.sort_by_key(Vec::len);
    ways.dedup();
    ways.push(legs.into_iter().map(|leg| leg.event.clone()).collect());
    ways
}
