use std::collections::{BTreeMap, VecDeque};

use model::{Limits, Model, ScreenId};
use proptest::prelude::*;

use crate::feed::{Fed, ids, tell, walks};
use crate::naive::Naive;

const LIMITS: Limits = Limits { screens: 16, edges_per_screen: 4, edges: 32 };

proptest! {
    #[test]
    fn a_model_stays_within_its_limits(feed in walks(60, 30, 600)) {
        let mut model = Model::with_limits(LIMITS);
        tell(&mut model, &feed, |model, at| {
            assert!(model.len() <= LIMITS.screens);
            assert!(model.edge_count() <= LIMITS.edges);
            assert!(model.event_count() <= LIMITS.edges * 9 / 8);
            assert!(model.screen(ids(at).travel).is_some(), "where somebody stands is known");
            let edges: Vec<usize> =
                model.screens().map(|screen| model.transitions(screen.ids.travel).count()).collect();
            assert!(edges.iter().all(|&edges| edges <= LIMITS.edges_per_screen));
            assert_eq!(edges.iter().sum::<usize>(), model.edge_count());
        });
    }

    #[test]
    fn what_a_model_still_knows_is_true(feed in walks(60, 30, 600)) {
        let mut model = Model::with_limits(LIMITS);
        tell(&mut model, &feed, |_, _| {});
        let naive = Naive::of(&feed);
        let known: Vec<ScreenId> = model.screens().map(|screen| screen.ids.travel).collect();
        for (event, from, to) in known.iter().flat_map(|&from| {
            model.transitions(from).map(move |(event, to, _)| (event, from, to.ids.travel))
        }) {
            let was_told = naive.edges.keys().any(|&(before, by, after)| {
                (ids(before).travel, &crate::feed::event(by), ids(after).travel) == (from, &**event, to)
            });
            prop_assert!(was_told);
        }
        let distances = distances_from_starts(&model);
        for &id in &known {
            let path = model.path_from_start(id);
            prop_assert_eq!(path.as_ref().map(Vec::len), distances.get(&id).copied());
            prop_assert!(path.is_none_or(|path| leads_from_a_start(&model, &path, id)));
        }
        let visits: Vec<u64> = model.screens().map(|screen| screen.visits).collect();
        let top = model.visits_of_top(0.2);
        prop_assert!(visits.iter().filter(|&&visits| visits >= top).count() <= visits.len().div_ceil(5));
    }

    #[test]
    fn the_start_and_what_is_kept_are_not_forgotten(feed in walks(60, 30, 600), kept in 1_u32..60) {
        let mut model = Model::with_limits(LIMITS);
        tell(&mut model, &[Fed::Begin { at: 7, travelled: false }, Fed::Step { event: 1, to: kept, grew: true }], |_, _| {});
        prop_assert!(model.set_kept(ids(kept).travel, true));
        let way = model.path_from_start(ids(kept).travel).unwrap();
        tell(&mut model, &feed, |model, _| {
            assert!(model.screen(ids(7).travel).is_some_and(|screen| screen.start));
            assert!(model.path_from_start(ids(kept).travel).is_some_and(|path| path.len() <= way.len()));
        });
        prop_assert!(model.screen(ids(kept).travel).is_some_and(|screen| screen.kept));
    }
}

#[test]
fn what_was_forgotten_is_counted() {
    let mut model = Model::with_limits(LIMITS);
    let feed: Vec<Fed> =
        (0..100).map(|n| Fed::Step { event: u64::from(n), to: n + 1, grew: false }).collect();
    tell(&mut model, &feed, |_, _| {});
    assert_eq!(model.forgotten().screens + model.len() as u64, 100);
    let in_circles: Vec<Fed> = (0..100).map(|event| Fed::Step { event, to: 100, grew: false }).collect();
    tell(&mut model, &in_circles, |_, _| {});
    assert!(model.forgotten().edges >= 95, "{:?}", model.forgotten());
}

fn distances_from_starts(model: &Model) -> BTreeMap<ScreenId, usize> {
    let starts = model.screens().filter(|screen| screen.start).map(|screen| screen.ids.travel);
    let mut distances: BTreeMap<ScreenId, usize> = starts.map(|start| (start, 0)).collect();
    let mut queue: VecDeque<ScreenId> = distances.keys().copied().collect();
    while let Some(at) = queue.pop_front() {
        if at == ScreenId::OUTSIDE {
            continue;
        }
        for next in model.successors(at).map(|screen| screen.ids.travel) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&at] + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

fn leads_from_a_start(model: &Model, path: &[std::sync::Arc<gui::Event>], to: ScreenId) -> bool {
    let mut at: Vec<ScreenId> =
        model.screens().filter(|screen| screen.start).map(|screen| screen.ids.travel).collect();
    for event in path {
        let leads_on = |&from: &ScreenId| {
            model
                .transitions(from)
                .filter(|(by, _, _)| *by == event)
                .map(|(_, to, _)| to.ids.travel)
                .collect::<Vec<_>>()
        };
        at = at.iter().flat_map(leads_on).collect();
    }
    at.contains(&to)
}
