//! Detours that promise to lead back: there and back, done and taken back, switched to and fro.

use std::collections::{BTreeMap, BTreeSet};

use effect::{Detour, Edge, Pivot, StateId, Transitions, abstract_state, is_actionable};
use gui::{Event, Flag, Key, Layout, Node, Selector};

use super::mutant::hash_of;

/// What takes back is sought so many events away.
const FAR: usize = 4;
/// The most detours of one sort at one place.
const MOST: usize = 24;
/// Words of what takes back what was done or begun.
const TAKES_BACK: [&str; 7] = ["undo", "restore", "cancel", "close", "keep", "hang", "stop"];

/// Whether a detour may lead back to all that was there: a single event either does nothing or changes something, and what was
/// typed stays unless its screen is left.
pub(super) fn is_promising(detour: &Detour) -> bool {
    let plain = |event: &Event| match event {
        Event::Tap { .. } | Event::LongTap { .. } | Event::Edit { .. } | Event::Submit { .. } => true,
        Event::Key { key } => *key == Key::Back,
        _ => false,
    };
    let types = |event: &Event| matches!(event, Event::Edit { .. });
    let ends = [detour.events.first(), detour.events.last()];
    detour.events.len() > 1 && detour.events.iter().all(plain) && !ends.into_iter().flatten().any(types)
}

/// What can be done on the screen, and back by the key that leads back from almost everywhere; ticks are ticked twice.
pub(super) fn there_and_back(pivot: Pivot<'_>) -> Vec<Detour> {
    let back = Event::Key { key: Key::Back };
    let clickable = pivot.independent.iter().map(|&id| pivot.layout.node(id)).filter(can_be_tapped);
    let detour = |node: Node<'_>| {
        let tap = Event::Tap { target: Selector::of(node) };
        if is_tick(node) {
            detour_of(pivot, vec![tap.clone(), tap])
        } else {
            detour_of(pivot, vec![tap, back.clone()])
        }
    };
    clickable.map(detour).take(MOST).collect()
}

/// What leads to a screen with something that takes back, and that; once as quickly as can be, and once with one thing more.
pub(super) fn taken_back(
    model: &Transitions,
    pivot: Pivot<'_>,
    chance: &mut dyn FnMut(usize) -> usize,
) -> Vec<Detour> {
    let here = abstract_state(pivot.layout, pivot.activity);
    let ways = ways_from(model, here, pivot);
    let mut found = Vec::new();
    for (state, way) in ways.iter().filter(|(_, way)| !way.is_empty()) {
        let Some(known) = model.get(*state) else { continue };
        for target in takers_back(&known.layout) {
            let mut events: Vec<Event> = way.iter().map(|edge| edge.event.clone()).collect();
            events.push(Event::Tap { target });
            if known.activity != pivot.activity {
                events.push(Event::Key { key: Key::Back });
            }
            found
                .extend(one_thing_more(model, here, way, &events, chance).map(|more| detour_of(pivot, more)));
            found.push(detour_of(pivot, events));
        }
    }
    while found.len() > MOST / 2 {
        let one = chance(found.len()).min(found.len() - 1);
        found.swap_remove(one);
    }
    found
}

/// The shortest way to each state that is near, the first event on something of the screen itself.
fn ways_from<'m>(
    model: &'m Transitions,
    here: StateId,
    pivot: Pivot<'_>,
) -> BTreeMap<StateId, Vec<&'m Edge>> {
    let mut ways: BTreeMap<StateId, Vec<&Edge>> = BTreeMap::from([(here, Vec::new())]);
    let mut level = vec![here];
    for far in 0..FAR {
        let mut next = Vec::new();
        for state in level {
            let way = ways.get(&state).cloned().unwrap_or_default();
            for (to, edge) in model.from(state) {
                let there = |target: &Selector| target.resolve(pivot.layout).is_ok();
                let possible = far > 0 || edge.event.target().is_some_and(there);
                if possible && is_plain(&edge.event) && !ways.contains_key(&to) {
                    ways.insert(to, way.iter().copied().chain([edge]).collect());
                    next.push(to);
                }
            }
        }
        level = next;
    }
    ways
}

/// The same with one more event that leads from a state of the way to itself: one more row, say.
fn one_thing_more<'m>(
    model: &'m Transitions,
    here: StateId,
    way: &[&'m Edge],
    events: &[Event],
    chance: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Event>> {
    let after = way.first()?;
    let (state, _) = model.from(here).find(|(_, edge)| edge.key == after.key)?;
    let known: BTreeSet<u64> = way.iter().map(|edge| edge.key).collect();
    let loops: Vec<&Edge> = model
        .from(state)
        .filter(|(to, edge)| *to == state && is_plain(&edge.event) && !known.contains(&edge.key))
        .map(|(_, edge)| edge)
        .collect();
    let one = loops.get(chance(loops.len().max(1)).min(loops.len().saturating_sub(1)))?;
    let mut more = events.to_vec();
    more.insert(1, one.event.clone());
    Some(more)
}

fn takers_back(layout: &Layout) -> Vec<Selector> {
    let says = |node: &Node<'_>| {
        let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
        let word =
            |said: &String| said.split(|c: char| !c.is_alphanumeric()).any(|word| TAKES_BACK.contains(&word));
        said.iter().any(word)
    };
    layout.nodes().filter(can_be_tapped).filter(says).take(3).map(Selector::of).collect()
}

fn can_be_tapped(node: &Node<'_>) -> bool {
    is_actionable(*node) && node.is(Flag::Clickable) && node.is(Flag::Enabled) && !node.is(Flag::Editable)
}

fn is_tick(node: Node<'_>) -> bool {
    node.is(Flag::Checkable) && !node.short_class().contains("Radio")
}

fn is_plain(event: &Event) -> bool {
    matches!(event, Event::Tap { .. } | Event::LongTap { .. })
}

fn detour_of(pivot: Pivot<'_>, events: Vec<Event>) -> Detour {
    let keys = events.iter().map(|event| hash_of(event.to_string().as_bytes())).collect();
    Detour { events, keys, ends: abstract_state(pivot.layout, pivot.activity) }
}
