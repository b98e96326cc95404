use std::collections::{BTreeMap, BTreeSet};

use gui::Event;
use model::{Model, ScreenId};
use proptest::prelude::*;

use crate::feed::{Fed, event, ids, tell, walks};
use crate::naive::Naive;

proptest! {
    #[test]
    fn counters_are_those_of_the_naive_model(feed in walks(9, 5, 120)) {
        let (model, naive) = both(&feed);
        prop_assert_eq!(model.len(), naive.visits.len());
        for (&screen, &visits) in &naive.visits {
            let known = model.screen(ids(screen).travel).unwrap();
            prop_assert_eq!(known.visits, visits);
            prop_assert_eq!(known.restores, naive.restores.get(&screen).copied().unwrap_or(0));
            prop_assert_eq!(known.interesting, naive.interesting.contains(&screen));
            let children = naive.interesting_children.get(&screen).copied().unwrap_or(0);
            prop_assert_eq!(known.interesting_children, children);
            prop_assert_eq!(known.start, naive.starts.contains(&screen));
        }
        prop_assert_eq!(edges(&model), naive.edges);
    }

    #[test]
    fn paths_are_real_and_shortest(feed in walks(9, 5, 120)) {
        let (model, naive) = both(&feed);
        for &from in naive.visits.keys() {
            let distances = naive.distances(&BTreeSet::from([from]), true);
            for &to in naive.visits.keys() {
                let path = model.shortest_path(ids(from).travel, ids(to).travel);
                prop_assert_eq!(path.as_ref().map(Vec::len), distances.get(&to).copied());
                if let Some(path) = path {
                    prop_assert!(leads(&naive, &BTreeSet::from([from]), &path, to));
                }
            }
        }
    }

    #[test]
    fn ways_from_the_start_are_ready_real_and_shortest(feed in walks(9, 5, 120)) {
        let (model, naive) = both(&feed);
        let distances = naive.distances(&naive.starts, false);
        for &to in naive.visits.keys() {
            let path = model.path_from_start(ids(to).travel);
            prop_assert_eq!(path.as_ref().map(Vec::len), distances.get(&to).copied());
            prop_assert_eq!(model.screen(ids(to).travel).unwrap().distance(), distances.get(&to).copied());
            if let Some(path) = path {
                prop_assert!(leads(&naive, &naive.starts, &path, to));
            }
        }
    }

    #[test]
    fn successors_are_told_once(feed in walks(9, 5, 120)) {
        let (model, naive) = both(&feed);
        for &from in naive.visits.keys() {
            let told: Vec<ScreenId> = model.successors(ids(from).travel).map(|screen| screen.ids.travel).collect();
            let expected: BTreeSet<ScreenId> =
                naive.edges.keys().filter(|edge| edge.0 == from).map(|edge| ids(edge.2).travel).collect();
            prop_assert_eq!(told.len(), expected.len());
            prop_assert_eq!(told.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn the_most_visited_are_no_more_than_their_share(feed in walks(20, 5, 200), per_cent in 0_u32..=100) {
        let (model, naive) = both(&feed);
        let share = f64::from(per_cent) / 100.0;
        let most = (naive.visits.len() as f64 * share).ceil() as usize;
        let with = |least: u64| naive.visits.values().filter(|&&visits| visits >= least).count();
        let least = model.visits_of_top(share);
        prop_assert!(with(least) <= most);
        prop_assert!(least == 0 || least == u64::MAX || with(least - 1) > most || with(least - 1) == with(least));
    }
}

fn both(feed: &[Fed]) -> (Model, Naive) {
    let mut model = Model::new();
    tell(&mut model, feed, |_, _| {});
    (model, Naive::of(feed))
}

fn edges(model: &Model) -> BTreeMap<(u32, u64, u32), u64> {
    let number = |id: ScreenId| u32::try_from(id.0.0).unwrap();
    let of = |from: ScreenId| {
        model.transitions(from).map(move |(event, to, times)| {
            let Event::Wait { ms } = **event else { panic!("all events are waits") };
            ((number(from), ms, number(to.ids.travel)), times)
        })
    };
    model.screens().flat_map(|screen| of(screen.ids.travel)).collect()
}

/// Whether the events were seen to lead from one of the screens to the other.
fn leads(naive: &Naive, from: &BTreeSet<u32>, path: &[std::sync::Arc<Event>], to: u32) -> bool {
    let mut at = from.clone();
    for by in path {
        let edges = naive.edges.keys().filter(|edge| at.contains(&edge.0) && event(edge.1) == **by);
        at = edges.map(|edge| edge.2).collect();
    }
    at.contains(&to)
}
