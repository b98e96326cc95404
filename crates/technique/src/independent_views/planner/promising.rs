//! Detours that promise to lead back: there and back, done and taken back, switched to and fro.

use std::collections::{BTreeMap, BTreeSet};

use effect::{Detour, Edge, Pivot, StateId, Touched, Transitions, is_actionable};
use gui::{Event, Flag, Key, Layout, Node, Selector};

use super::deeds::Deeds;
use super::mutant::hash_of;

const BACK: Event = Event::Key { key: Key::Back };
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
pub(super) fn there_and_back(model: &Transitions, pivot: Pivot<'_>) -> Vec<Detour> {
    let back = (BACK, Touched::default());
    let mut kinds = BTreeSet::new();
    let mut found = Vec::new();
    for node in pivot.independent.iter().map(|&id| pivot.layout.node(id)).filter(can_be_tapped) {
        let tap = (Event::Tap { target: Selector::of(node) }, Touched::of(node));
        // Two rows of a list stand for all.
        let kin = tap.1.kin(&tap.0);
        if !kinds.insert((kin, false)) && !kinds.insert((kin, true)) {
            continue;
        }
        if is_tick(node) {
            found.push(detour_of(model, pivot, vec![tap.clone(), tap]));
            continue;
        }
        if takes_two_backs(model, pivot, kin) {
            found.push(detour_of(model, pivot, vec![tap.clone(), back.clone(), back.clone()]));
        }
        found.push(detour_of(model, pivot, vec![tap, back.clone()]));
    }
    found.truncate(MOST);
    found
}

/// Whether going back once from where an event leads is not enough, by what is known: it closes a keyboard, or ends a search.
fn takes_two_backs(model: &Transitions, pivot: Pivot<'_>, kin: u64) -> bool {
    let here = model.state_of(pivot.layout, pivot.activity);
    let there = model.from(here).filter(|(to, edge)| *to != here && edge.touched.kin(&edge.event) == kin);
    let mut backs = there.flat_map(|(to, _)| model.from(to)).filter(|(_, edge)| edge.event == BACK);
    backs.any(|(to, _)| to != here && model.get(to).is_some_and(|state| state.activity == pivot.activity))
}

/// What leads to a screen with something that takes back, and that; once as quickly as can be, and once with one thing more.
pub(super) fn taken_back(
    model: &Transitions,
    deeds: &Deeds,
    pivot: Pivot<'_>,
    chance: &mut dyn FnMut(usize) -> usize,
) -> Vec<Detour> {
    let here = model.state_of(pivot.layout, pivot.activity);
    let ways = ways_from(model, here, pivot);
    let mut found = Vec::new();
    for (state, way) in ways.iter().filter(|(_, way)| !way.is_empty()) {
        let Some(known) = model.get(*state) else { continue };
        for taker in takers_back(&known.layout) {
            let mut events: Vec<(Event, Touched)> =
                way.iter().map(|edge| (edge.event.clone(), edge.touched.clone())).collect();
            events.push(taker);
            let more = one_thing_more(model, here, way, &events, chance);
            found.extend(more.map(|more| detour_of(model, pivot, more)));
            found.push(detour_of(model, pivot, events));
        }
    }
    let before = done_before(model, deeds.of(here), pivot, &found, chance);
    found.extend(before);
    some_of(found, 3 * MOST, chance)
}

fn some_of(mut found: Vec<Detour>, most: usize, chance: &mut dyn FnMut(usize) -> usize) -> Vec<Detour> {
    while found.len() > most {
        let one = chance(found.len()).min(found.len() - 1);
        found.swap_remove(one);
    }
    found
}

/// The same after something was done that is known to change the page, which may be what is taken back: deleted, and then restored
/// from the bin.
fn done_before(
    model: &Transitions,
    deeds: &[Detour],
    pivot: Pivot<'_>,
    taken: &[Detour],
    chance: &mut dyn FnMut(usize) -> usize,
) -> Vec<Detour> {
    let steps = |detour: &Detour| {
        detour.events.iter().cloned().zip(detour.touched.iter().cloned()).collect::<Vec<_>>()
    };
    let is_here =
        |deed: &&Detour| deed.touched.first().is_some_and(|on| on.alike(pivot.layout, &[]).is_some());
    let deeds: Vec<&Detour> = deeds.iter().filter(is_here).collect();
    let mut drawn = |many: usize| chance(many.max(1)).min(many.saturating_sub(1));
    let both = |_| {
        let (deed, taken) = (deeds.get(drawn(deeds.len()))?, taken.get(drawn(taken.len()))?);
        Some(detour_of(model, pivot, [steps(deed), steps(taken)].concat()))
    };
    (0..2 * MOST).filter_map(both).collect()
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
                let possible = far > 0 || edge.touched.alike(pivot.layout, &[]).is_some();
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
    events: &[(Event, Touched)],
    chance: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<(Event, Touched)>> {
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
    more.insert(1, (one.event.clone(), one.touched.clone()));
    Some(more)
}

/// Whether a detour takes back what was done or begun, by the words of its last widget.
pub(super) fn is_taken_back(detour: &Detour) -> bool {
    let last = detour
        .events
        .iter()
        .rev()
        .find(|event| **event != BACK)
        .map(|event| event.to_string().to_lowercase());
    last.is_some_and(|told| told.split(|c: char| !c.is_alphanumeric()).any(|word| TAKES_BACK.contains(&word)))
}

fn takers_back(layout: &Layout) -> Vec<(Event, Touched)> {
    let says = |node: &Node<'_>| {
        let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
        let word =
            |said: &String| said.split(|c: char| !c.is_alphanumeric()).any(|word| TAKES_BACK.contains(&word));
        said.iter().any(word)
    };
    let tap = |node: Node<'_>| (Event::Tap { target: Selector::of(node) }, Touched::of(node));
    layout.nodes().filter(can_be_tapped).filter(says).take(3).map(tap).collect()
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

fn detour_of(model: &Transitions, pivot: Pivot<'_>, steps: Vec<(Event, Touched)>) -> Detour {
    let (events, touched): (Vec<Event>, Vec<Touched>) = steps.into_iter().unzip();
    let keys = events.iter().map(|event| hash_of(event.to_string().as_bytes())).collect();
    Detour { events, keys, touched, ends: model.state_of(pivot.layout, pivot.activity) }
}
