//! Random walks through a model.

use std::collections::VecDeque;

use crate::states::Model;

/// A random walk from the first state to another one, in at most so many steps; `None` where there is no such way.
///
/// All states that one event leads to are equally likely, and so is to stop when standing on the target. Ways that cannot reach the
/// target in the steps that are left are not begun, which is where backtracking would end. `chance` says a number below another.
pub fn random_walk(
    model: &Model,
    target: u32,
    limit: usize,
    chance: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<u32>> {
    let far = distances_to(model, target);
    let mut here = 0;
    let mut walk = vec![here];
    if far.first().copied().flatten()? > limit {
        return None;
    }
    loop {
        let left = limit + 1 - walk.len();
        let near = |state: u32| far[state as usize].is_some_and(|far| far < left);
        let onward: Vec<u32> =
            model.states[here as usize].onward.keys().copied().filter(|&state| near(state)).collect();
        let may_stop = here == target;
        let ways = onward.len() + usize::from(may_stop);
        if ways == 0 {
            return None;
        }
        match onward.get(chance(ways)) {
            Some(&next) => here = next,
            None => return Some(walk),
        }
        walk.push(here);
    }
}

/// How many steps it takes from each state to the target.
fn distances_to(model: &Model, target: u32) -> Vec<Option<usize>> {
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); model.states.len()];
    for (from, state) in model.states.iter().enumerate() {
        for &to in state.onward.keys() {
            back[to as usize].push(from as u32);
        }
    }
    let mut far = vec![None; model.states.len()];
    let Some(first) = far.get_mut(target as usize) else { return far };
    *first = Some(0);
    let mut pending = VecDeque::from([target]);
    while let Some(state) = pending.pop_front() {
        let next = far[state as usize].map(|far: usize| far + 1);
        for &from in &back[state as usize] {
            if far[from as usize].is_none() {
                far[from as usize] = next;
                pending.push_back(from);
            }
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::State;

    fn model(edges: &[(u32, u32)]) -> Model {
        let many = edges.iter().map(|&(from, to)| from.max(to)).max().unwrap_or(0) + 1;
        let mut states = vec![State::default(); many as usize];
        for &(from, to) in edges {
            states[from as usize].onward.entry(to).or_default();
        }
        Model { states, of: Vec::new() }
    }

    #[test]
    fn a_walk_ends_on_its_target_within_its_limit() {
        let model = model(&[(0, 1), (1, 0), (1, 2), (2, 0), (0, 3)]);
        let mut seed = 7_usize;
        let mut chance = |ways: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % ways
        };
        let mut lengths = Vec::new();
        for _ in 0..50 {
            let walk = random_walk(&model, 2, 9, &mut chance).unwrap();
            assert_eq!((walk[0], *walk.last().unwrap()), (0, 2));
            assert!(walk.len() <= 10);
            lengths.push(walk.len());
        }
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() > 1, "not always the shortest way");
    }

    #[test]
    fn there_is_no_way_to_a_state_too_far_off_or_out_of_reach() {
        let model = model(&[(0, 1), (1, 2), (3, 0)]);
        assert_eq!(random_walk(&model, 2, 1, &mut |_| 0), None);
        assert_eq!(random_walk(&model, 3, 9, &mut |_| 0), None);
        assert_eq!(random_walk(&model, 2, 2, &mut |_| 0), Some(vec![0, 1, 2]));
    }
}
