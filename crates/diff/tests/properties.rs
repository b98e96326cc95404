//! What must hold for any trees: the distance is a metric, within its bounds, and large trees end in an answer.

mod common;

use common::check_mapping;
use common::random::{Random, pair};
use diff::{Differ, Label, Limits, TooLarge, Tree, UnitCosts, distance, mapping};
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_distance_is_a_metric(seed: u64) {
        let mut random = Random::new(seed);
        let ((a, b), (c, _)) = (pair(&mut random, 25), pair(&mut random, 25));
        let mut differ = Differ::new();
        let mut between = |from: &Tree, to: &Tree| differ.distance(from, to).expect("small trees");
        let (ab, bc, ac) = (between(&a, &b), between(&b, &c), between(&a, &c));
        prop_assert_eq!(between(&b, &a), ab);
        prop_assert_eq!(between(&a, &a), 0);
        prop_assert_eq!(ab == 0, a == b);
        prop_assert!(ac <= ab + bc, "{} > {} + {}", ac, ab, bc);
    }

    #[test]
    fn the_distance_stays_within_its_bounds(seed: u64) {
        let (a, b) = pair(&mut Random::new(seed), 40);
        let distance = distance(&a, &b).expect("small trees") as usize;
        prop_assert!(distance >= a.len().abs_diff(b.len()));
        prop_assert!(distance <= a.len() + b.len());
    }

    #[test]
    fn what_is_built_twice_is_equal(seed: u64) {
        let (tree, _) = pair(&mut Random::new(seed), 40);
        let nodes = (0..tree.len()).map(|node| (tree.parent(node), tree.labels()[node]));
        prop_assert_eq!(&Tree::forest(nodes).expect("nodes in pre-order"), &tree);
    }
}

/// `count` nodes of which each hangs below the one that `parent` says.
fn tree(count: usize, parent: impl Fn(usize) -> usize, label: impl Fn(usize) -> u32) -> Tree {
    Tree::new((0..count).map(|node| ((node > 0).then(|| parent(node)), Label(label(node)))))
        .expect("pre-order")
}

#[test]
fn a_large_star_with_one_change_is_compared_at_once() {
    let before = tree(50_000, |_| 0, |node| node as u32 % 7);
    let after = tree(50_000, |_| 0, |node| if node == 25_000 { 9 } else { node as u32 % 7 });
    assert_eq!(distance(&before, &after), Ok(1));
    let mapping = mapping(&before, &after).unwrap();
    assert_eq!((mapping.cost(), mapping.pairs().len()), (1, 50_000));
}

#[test]
fn a_large_star_with_changes_at_both_ends_is_paired_by_position() {
    let before = tree(50_000, |_| 0, |node| node as u32 % 7);
    let after = tree(50_000, |_| 0, |node| if [3, 49_990].contains(&node) { 9 } else { node as u32 % 7 });
    let mapping = mapping(&before, &after).unwrap();
    assert_eq!((mapping.cost(), mapping.pairs().len()), (2, 50_000));
}

#[test]
fn a_deep_chain_neither_overflows_the_stack_nor_takes_long() {
    let before = tree(50_000, |node| node - 1, |node| node as u32 % 7);
    let after = tree(50_000, |node| node - 1, |node| if node == 49_999 { 9 } else { node as u32 % 7 });
    assert_eq!(distance(&before, &after), Ok(1));
}

#[test]
fn trees_too_large_and_too_different_are_an_error() {
    let before = tree(50_000, |node| node - 1, |node| node as u32 % 7);
    let after = tree(50_000, |_| 0, |node| node as u32 % 5);
    let limit = Limits::default().cells;
    let error = Differ::new().distance(&before, &after).unwrap_err();
    assert!(matches!(error, TooLarge::Cells { cells, .. } if cells > limit), "{error}");
    assert_eq!(Differ::new().mapping(&before, &after), Err(error));
    let cells = 50_001 * 50_001;
    assert_eq!(
        Differ::new().mapping_with(&UnitCosts, &before, &after),
        Err(TooLarge::Cells { cells, limit })
    );
}

#[test]
fn a_limit_of_ones_own_is_kept() {
    let before = tree(30, |node| node - 1, |node| node as u32 % 7);
    let after = tree(30, |_| 0, |node| node as u32 % 5);
    let mut strict = Differ::with_limits(Limits { cells: 100, ..Limits::default() });
    assert!(matches!(strict.distance(&before, &after), Err(TooLarge::Cells { limit: 100, .. })));
    assert_eq!(strict.distance(&before, &before), Ok(0));
    let mut hurried = Differ::with_limits(Limits { steps: 100, ..Limits::default() });
    assert!(matches!(hurried.distance(&before, &after), Err(TooLarge::Steps { limit: 100, .. })));
    assert!(matches!(hurried.mapping_with(&UnitCosts, &before, &after), Err(TooLarge::Steps { .. })));
}

#[test]
fn large_trees_within_the_limit_get_an_answer() {
    let before = tree(3_000, |node| (node - 1) / 2 * 2, |node| node as u32 % 7);
    let after = tree(3_100, |node| (node - 1) / 2 * 2, |node| node as u32 % 11);
    let mapping = mapping(&before, &after).unwrap();
    assert_eq!(distance(&before, &after).map(u64::from), Ok(mapping.cost()));
    assert_eq!(mapping.cost_under(&UnitCosts, &before, &after), mapping.cost());
}

#[test]
fn forests_without_nodes_compare_too() {
    let nothing = Tree::forest([]).unwrap();
    let something = tree(3, |_| 0, |_| 0);
    assert_eq!(distance(&nothing, &nothing), Ok(0));
    assert_eq!(distance(&nothing, &something), Ok(3));
    let mapping = mapping(&something, &nothing).unwrap();
    assert_eq!(mapping.cost(), 3);
    check_mapping(&mapping, &UnitCosts, &something, &nothing);
    let mut differ = Differ::new();
    assert_eq!(differ.distance_with(&UnitCosts, &nothing, &something), Ok(3));
    assert_eq!(differ.distance_with(&UnitCosts, &nothing, &nothing), Ok(0));
}
