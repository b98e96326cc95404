//! Every distance equals the textbook's and every mapping costs its distance.

mod common;

use common::data::Recorded;
use common::random::{Random, pair};
use common::{check_mapping, textbook};
use diff::{Costs, Differ, Label, Tree, UnitCosts};

#[test]
fn a_hundred_thousand_random_pairs() {
    let halves = [0, 1].map(|half| std::thread::spawn(move || check_random_pairs(half, 50_000)));
    for half in halves {
        half.join().unwrap();
    }
}

fn check_random_pairs(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut differ = Differ::new();
    for index in 0..count {
        let (before, after) = pair(&mut random, 40);
        let expected = textbook::distance(&UnitCosts, &before, &after);
        check(&mut differ, &before, &after, expected, &format!("pair {index} of seed {seed}"));
    }
}

fn check(differ: &mut Differ, before: &Tree, after: &Tree, expected: u64, what: &str) {
    let observed = differ.distance(before, after).expect("small trees");
    assert_eq!(u64::from(observed), expected, "{what}: {before:?}\n{after:?}");
    let mapping = differ.mapping(before, after).expect("small trees");
    assert_eq!(mapping.cost(), expected, "{what}: {before:?}\n{after:?}");
    check_mapping(&mapping, &UnitCosts, before, after);
}

#[test]
fn a_thousand_recorded_pairs() {
    let Some(folder) = testkit::shared_data("tree-pairs") else { return };
    let mut differ = Differ::new();
    for set in ["ad", "fd"] {
        let recorded = Recorded::read(&folder, set);
        let trees = recorded.indexed();
        assert_eq!(recorded.pairs.len(), 500);
        for (&(_, from, to), &expected) in recorded.pairs.iter().zip(&recorded.distances) {
            check(
                &mut differ,
                &trees[from],
                &trees[to],
                expected.into(),
                &format!("{set}: trees {from}, {to}"),
            );
            check(
                &mut differ,
                &trees[to],
                &trees[from],
                expected.into(),
                &format!("{set}: trees {to}, {from}"),
            );
        }
    }
}

#[test]
fn trees_of_several_machine_words() {
    let mut random = Random::new(3);
    let mut differ = Differ::new();
    for index in 0..60 {
        let (before, after) = pair(&mut random, 300);
        let expected = textbook::distance(&UnitCosts, &before, &after);
        check(&mut differ, &before, &after, expected, &format!("large pair {index}"));
    }
}

/// Prices that depend on the labels and obey no triangle inequality.
struct Odd;

impl Costs for Odd {
    fn delete(&self, label: Label) -> u32 {
        [3, 0, 2, 7][label.0 as usize % 4]
    }

    fn insert(&self, label: Label) -> u32 {
        [1, 5, 0, 2][label.0 as usize % 4]
    }

    fn rename(&self, before: Label, after: Label) -> u32 {
        if before == after { 0 } else { (before.0 * 5 + after.0 * 3) % 11 }
    }
}

#[test]
fn costs_of_ones_own() {
    let mut random = Random::new(5);
    let mut differ = Differ::new();
    for _ in 0..5_000 {
        let (before, after) = pair(&mut random, 25);
        let expected = textbook::distance(&Odd, &before, &after);
        assert_eq!(differ.distance_with(&Odd, &before, &after), Ok(expected));
        let mapping = differ.mapping_with(&Odd, &before, &after).unwrap();
        assert_eq!(mapping.cost(), expected);
        check_mapping(&mapping, &Odd, &before, &after);
        let unit = differ.distance(&before, &after).unwrap();
        assert_eq!(differ.distance_with(&UnitCosts, &before, &after), Ok(unit.into()));
    }
}

#[test]
fn the_textbook_agrees_with_apted() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let (before, after) = pair(&mut random, 30);
        let (from, to) = (under_one_root(&before), under_one_root(&after));
        let expected = apted::APTED::new(apted::StringUnitCostModel).compute_edit_distance(&from, &to);
        assert_eq!(textbook::distance(&UnitCosts, &before, &after) as f32, expected);
    }
}

/// A forest as `apted` takes it: below one more root that both sides share.
fn under_one_root(forest: &Tree) -> apted::Node<apted::StringNodeData> {
    fn build(
        forest: &Tree,
        label: &str,
        nodes: std::ops::Range<usize>,
    ) -> apted::Node<apted::StringNodeData> {
        let mut node = apted::Node::new(apted::StringNodeData::new(label));
        let mut child = nodes.start;
        while child < nodes.end {
            let end = child + forest.sizes()[child] as usize;
            node.add_child(build(forest, &forest.labels()[child].0.to_string(), child + 1..end));
            child = end;
        }
        node
    }
    build(forest, "root", 0..forest.len())
}
