//! Shorter ways between the screens of a script.

use std::ops::Range;

use experiment::Act;
use gui::Event;
use model::{Model, Screen, ScreenIds};

use super::Stage;
use super::change::Change;
use crate::sighting::Sighting;

/// The most acts between two screens that a shorter way is looked for.
const MAX_WALK: usize = 32;
/// The most changes of one kind that are tried.
const MAX_CHANGES: usize = 200;
/// The fewest acts of an episode, and the most of them that are tried on a script.
const LEAST_EPISODE: usize = 3;
const MAX_EPISODES: usize = 12;
/// The most last acts that are tried on another screen.
const MAX_TAIL: usize = 4;

/// The last one, two, four and so on acts, after the shortest known way to the screen on which they began.
pub(super) fn tails(best: &Sighting, model: &Model) -> Vec<Change> {
    let on_purpose = best.script.iter().position(|act| act.purpose.is_some());
    let end = on_purpose.unwrap_or(best.script.len().saturating_sub(1));
    let lengths = std::iter::successors(Some(1), |length| Some(length * 2));
    let begins = std::iter::once(0).chain(lengths).map_while(|length| end.checked_sub(length));
    let changes = begins.filter_map(|at| {
        let path = model.path_from_start(best.screen(at)?.travel).filter(|path| path.len() < at)?;
        let path = path.iter().map(|event| Act::plain(Event::clone(event))).collect();
        Some(Change::replace(0..at, path).then(Stage::Parts { parts: 2, first: 0 }))
    });
    changes.collect()
}

/// Walks from a screen back to itself, the longest first.
pub(super) fn loops(best: &Sighting) -> Vec<Change> {
    let same = |walk: &Range<usize>| {
        let (from, to) = (best.screen(walk.start), best.screen(walk.end));
        from.is_some_and(|from| to.is_some_and(|to| from.travel == to.travel))
    };
    walks(best, 2).filter(same).map(Change::cut).take(MAX_CHANGES).collect()
}

/// Walks from a screen back to itself, however long: what is left goes on where it went on. The longest first, and few of them; of those
/// that are much the same one.
pub(super) fn episodes(best: &Sighting) -> Vec<Change> {
    let len = best.script.len();
    let screens: Vec<_> = (0..=len).map(|at| best.screen(at).map(|screen| screen.travel)).collect();
    let mut chosen: Vec<Range<usize>> = Vec::new();
    let loops =
        (LEAST_EPISODE..=len).rev().flat_map(|acts| (0..=len - acts).map(move |from| from..from + acts));
    for walk in loops.filter(|walk| screens[walk.start].is_some() && screens[walk.start] == screens[walk.end])
    {
        let shared =
            |other: &Range<usize>| other.end.min(walk.end).saturating_sub(other.start.max(walk.start));
        let is_new = chosen.iter().all(|other| shared(other) * 4 <= other.len() * 3);
        if is_new && best.script[walk.clone()].iter().all(|act| act.purpose.is_none()) {
            chosen.push(walk);
        }
        if chosen.len() == MAX_EPISODES {
            break;
        }
    }
    chosen.into_iter().map(|walk| Change::cut(walk).then(Stage::Episodes)).collect()
}

/// Walks between two screens between which a shorter one is known, the greatest saving first.
pub(super) fn paths(best: &Sighting, model: &Model) -> Vec<Change> {
    let mut changes: Vec<(usize, Change)> = walks(best, 2)
        .take(MAX_CHANGES)
        .filter_map(|walk| {
            let (from, to) = (best.screen(walk.start)?, best.screen(walk.end)?);
            let path = model.shortest_path(from.travel, to.travel)?;
            let saving =
                walk.len().checked_sub(path.len()).filter(|&saving| saving > 0 && !path.is_empty())?;
            let path = path.iter().map(|event| Act::plain(Event::clone(event))).collect();
            Some((saving, Change::replace(walk, path)))
        })
        .collect();
    changes.sort_by_key(|(saving, _)| std::cmp::Reverse(*saving));
    changes.into_iter().map(|(_, change)| change).collect()
}

/// Walks of several acts in whose place one event was seen to lead to a screen with the same widgets, whatever they show.
pub(super) fn shortcuts(best: &Sighting, model: &Model) -> Vec<Change> {
    let alike = |a: ScreenIds, b: ScreenIds| a.widgets == b.widgets && a.travel != b.travel;
    walks(best, 2)
        .flat_map(|walk| {
            let (from, to) = (best.screen(walk.start), best.screen(walk.end));
            let seen = from.into_iter().flat_map(|from| model.transitions(from.travel));
            let fits = seen.filter(move |(_, led_to, _)| to.is_some_and(|to| alike(led_to.ids, to)));
            fits.map(move |(event, _, _)| {
                Change::replace(walk.clone(), vec![Act::plain(Event::clone(event))])
            })
        })
        .take(MAX_CHANGES)
        .collect()
}

/// The last acts on another screen: one with the same widgets, or one on which the first of them was done before, that is nearer
/// to the start. The nearest first.
pub(super) fn elsewhere(best: &Sighting, model: &Model) -> Vec<Change> {
    let len = best.script.len();
    let mut nearer = Vec::new();
    for at in (1..len).rev().take(MAX_TAIL) {
        let Some(here) = best.screen(at) else { continue };
        if best.script[..at].iter().any(|act| act.purpose.is_some()) {
            continue;
        }
        let first = &best.script[at].event;
        let fits = |screen: &Screen| {
            let mut seen = model.transitions(screen.ids.travel);
            screen.ids.widgets == here.widgets || seen.any(|(event, _, _)| **event == *first)
        };
        let screens = model.screens().filter(|screen| screen.ids != ScreenIds::OUTSIDE);
        nearer.extend(screens.filter_map(|screen| {
            let distance = screen.distance().filter(|distance| *distance < at)?;
            fits(screen).then_some((distance + len - at, at, screen.ids.travel))
        }));
    }
    nearer.sort_by_key(|&(events, _, _)| events);
    let changes = nearer.into_iter().take(MAX_CHANGES).filter_map(|(_, at, screen)| {
        let path = model.path_from_start(screen)?;
        let path = path.iter().map(|event| Act::plain(Event::clone(event))).collect();
        Some(Change::replace(0..at, path))
    });
    changes.collect()
}

/// All walks of at least so many acts of which none is done on purpose, the longest first.
pub(super) fn walks(best: &Sighting, least: usize) -> impl Iterator<Item = Range<usize>> {
    let len = best.script.len();
    (least..=len.min(MAX_WALK)).rev().flat_map(move |acts| {
        (0..=len - acts)
            .map(move |from| from..from + acts)
            .filter(|walk| best.script[walk.clone()].iter().all(|act| act.purpose.is_none()))
    })
}
