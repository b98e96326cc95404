//! Detours of all lengths alike, by walks through the model that can still lead back.

use std::collections::BTreeMap;

use crate::detours::{Detour, Pivot, Search, Way, can_go_on, first_keys};
use crate::states::StateId;
use crate::transitions::{Edge, Transitions};

/// So many walks are tried at one place.
const WALKS: usize = 48;
/// What takes something back is worth more: only with it a detour that did something leads back.
const TAKES_BACK: [&str; 6] = ["undo", "restore", "cancel", "close", "keep", "done"];
const FAVOUR: usize = 6;

/// Detours of all lengths from two on, as many of each, found by walks that only take steps from which the first state can still be
/// reached in time. A search breadth first never gets beyond three or four events in an app of some size.
pub fn sampled(
    model: &Transitions,
    pivot: Pivot<'_>,
    search: &Search,
    chance: &mut dyn FnMut(usize) -> usize,
) -> Vec<Detour> {
    let start = model.state_of(pivot.layout, pivot.activity);
    if !can_go_on(model, start, pivot) {
        return Vec::new();
    }
    let way_back = distances_to(model, start, search.length);
    let firsts = first_keys(pivot, search.per_group);
    let mut found: Vec<Detour> = Vec::new();
    for walk in 0..WALKS {
        let length = 2 + walk % search.length.saturating_sub(1).max(1);
        let mut way = Way::at(start);
        for done in 0..length {
            let left = length - done - 1;
            let leads_back = |to: &StateId| way_back.get(to).is_some_and(|&far| far <= left);
            let possible = |edge: &Edge| {
                done > 0 || firsts.contains(&edge.alike) || search.keys_first && edge.event.target().is_none()
            };
            let onward: Vec<(StateId, &Edge)> = model
                .from(way.at)
                .filter(|(to, edge)| leads_back(to) && possible(edge) && way.may_take(*to, edge.key, search))
                .collect();
            let Some((to, edge)) = weighed(&onward, chance) else { break };
            way = way.then(to, edge);
        }
        let is_back = way.at == start && way.events.len() > 1;
        if is_back && found.iter().all(|known| known.keys != way.keys) {
            found.push(way.into_detour());
        }
    }
    found
}

fn weighed<'m>(
    onward: &[(StateId, &'m Edge)],
    chance: &mut dyn FnMut(usize) -> usize,
) -> Option<(StateId, &'m Edge)> {
    let weight = |edge: &Edge| {
        let told = edge.event.to_string().to_lowercase();
        if TAKES_BACK.iter().any(|word| told.contains(word)) { FAVOUR } else { 1 }
    };
    let all: usize = onward.iter().map(|(_, edge)| weight(edge)).sum();
    let mut drawn = if all == 0 { return None } else { chance(all).min(all - 1) };
    for &(to, edge) in onward {
        match drawn.checked_sub(weight(edge)) {
            Some(rest) => drawn = rest,
            None => return Some((to, edge)),
        }
    }
    None
}

/// How many events each state is away from one, up to a bound.
fn distances_to(model: &Transitions, state: StateId, bound: usize) -> BTreeMap<StateId, usize> {
    let mut far = BTreeMap::from([(state, 0)]);
    for distance in 1..=bound {
        let near: Vec<StateId> = model
            .states()
            .map(|(id, _)| id)
            .filter(|id| !far.contains_key(id) && model.from(*id).any(|(to, _)| far.contains_key(&to)))
            .collect();
        if near.is_empty() {
            break;
        }
        far.extend(near.into_iter().map(|id| (id, distance)));
    }
    far
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gui::testing::screen;
    use gui::{Event, Layout, NodeId};
    use trace::{Header, Moment, Remarks, Trace};

    use super::*;
    use crate::Profile;

    fn moment(layout: &Arc<Layout>) -> Moment {
        Moment { layout: Some(Arc::clone(layout)), activity: Some(".Main".to_owned()), ..Moment::default() }
    }

    /// A ring of screens, each with a button to the next one.
    fn ring(many: usize) -> (Transitions, Vec<Arc<Layout>>) {
        let screens: Vec<Arc<Layout>> = (0..many)
            .map(|at| Arc::new(screen(&format!("FrameLayout\n  Button #next{at} (clickable)"))))
            .collect();
        let mut trace = Trace::new(Header::default(), moment(&screens[0]));
        for at in 0..many {
            let tap = Event::Tap { target: format!("#next{at}").parse().unwrap() };
            trace.step(Some(tap), moment(&screens[(at + 1) % many]), Remarks::default());
        }
        let mut model = Transitions::telling_apart();
        model.learn(&trace, true);
        (model, screens)
    }

    #[test]
    fn a_way_round_is_found_however_long_it_is() {
        for (many, expected) in [(2, 2), (6, 6), (7, 0)] {
            let (model, screens) = ring(many);
            let independent = [NodeId(1)];
            let pivot =
                Pivot { layout: &screens[0], activity: ".Main", independent: &independent, next: None };
            let found = sampled(&model, pivot, &Profile::Default.search(), &mut |_| 0);
            let longest = found.iter().map(|detour| detour.events.len()).min().unwrap_or(0);
            assert_eq!(longest, expected, "of {many} screens");
        }
    }
}
