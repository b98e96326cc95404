//! Our time against the crate `apted`: both in one process, taking turns, in CPU time.
//!
//! `cargo bench -p oddity-diff` takes seven rounds over all pairs; `-- --quick` a few seconds, for CI. The machine may
//! run faster or slower from one round to the next, so what counts is the median of the rounds' ratios.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod anchor;
mod clock;
#[path = "../../tests/common/mod.rs"]
mod common;
mod sets;

use anchor::Anchor;
use clock::{Clock, Series};
use diff::{Differ, Labels, Tree};
use sets::{Set, Text};

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let effort = if quick {
        Effort { rounds: 3, most_pairs: 60, clock: Clock { least_micros: 40_000.0 } }
    } else {
        Effort { rounds: 7, most_pairs: usize::MAX, clock: Clock { least_micros: 150_000.0 } }
    };
    println!("| set | pairs | what | `apted`, µs a pair | ours, µs a pair | ratio |");
    println!("|---|---|---|---|---|---|");
    for set in sets::all() {
        measure(&set, &effort);
    }
}

struct Effort {
    rounds: usize,
    most_pairs: usize,
    clock: Clock,
}

fn measure(set: &Set, effort: &Effort) {
    let clock = effort.clock;
    let step = set.pairs.len().div_ceil(effort.most_pairs.min(set.pairs.len()));
    let pairs: Vec<(usize, usize)> = set.pairs.iter().copied().step_by(step).collect();
    let mut labels = Labels::new();
    let trees: Vec<Tree> = set.trees.iter().map(|tree| index(&mut labels, tree)).collect();
    let anchors: Vec<Anchor> =
        set.trees.iter().zip(&trees).map(|(text, tree)| Anchor::new(text, tree)).collect();
    let mut differ = Differ::new();

    let mut indexed = Series::default();
    let mut from_strings = Series::default();
    let mut with_mapping = Series::default();
    for _ in 0..effort.rounds {
        let by_text = clock.time(&pairs, |a, b| anchor::distance_by_text(&anchors[a], &anchors[b]));
        let by_number = clock.time(&pairs, |a, b| anchor::distance_by_number(&anchors[a], &anchors[b]));
        let ours =
            clock.time(&pairs, |a, b| differ.distance(&trees[a], &trees[b]).expect("small trees").into());
        indexed.add(by_text.faster(by_number), ours);

        let ours = clock.time(&pairs, |a, b| {
            labels.clear();
            let (before, after) = (index(&mut labels, &set.trees[a]), index(&mut labels, &set.trees[b]));
            differ.distance(&before, &after).expect("small trees").into()
        });
        from_strings.add(by_text, ours);

        let by_text = clock.time(&pairs, |a, b| anchor::mapping_by_text(&anchors[a], &anchors[b]));
        let by_number = clock.time(&pairs, |a, b| anchor::mapping_by_number(&anchors[a], &anchors[b]));
        let ours =
            clock.time(&pairs, |a, b| differ.mapping(&trees[a], &trees[b]).expect("small trees").cost());
        with_mapping.add(by_text.faster(by_number), ours);
    }
    for (what, series) in [
        ("distance, indexed", indexed),
        ("distance, from strings", from_strings),
        ("distance + mapping", with_mapping),
    ] {
        let (theirs, ours, ratio) = series.medians();
        println!("| {} | {} | {what} | {theirs:.1} | {ours:.2} | {ratio:.1} |", set.name, pairs.len());
    }
    let copies = trees.clone();
    let equal: Vec<(usize, usize)> = (0..trees.len()).flat_map(|tree| [(tree, tree); 100]).collect();
    let ours = clock.time(&equal, |a, b| differ.distance(&trees[a], &copies[b]).expect("small trees").into());
    println!("| {} | {} | equal trees | | {:.3} | |", set.name, trees.len(), ours.micros);
}

fn index(labels: &mut Labels, tree: &Text) -> Tree {
    Tree::new(tree.iter().map(|(parent, label)| (*parent, labels.intern(label)))).expect("nodes in pre-order")
}
