//! The pairs to compare.

use crate::common::data::Recorded;
use crate::common::random::{Random, tree_pair};
use diff::Tree;
use std::path::Path;

/// A tree as a phone tells it: parent and label text, in pre-order.
pub(crate) type Text = Vec<(Option<usize>, String)>;

pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) trees: Vec<Text>,
    pub(crate) pairs: Vec<(usize, usize)>,
}

/// The recorded sets, or generated trees where they are absent.
pub(crate) fn all() -> Vec<Set> {
    let Some(folder) = testkit::shared_data("tree-pairs") else { return vec![generated()] };
    let (ad, fd) = (recorded(&folder, "ad"), recorded(&folder, "fd"));
    let lg = large(&fd);
    vec![ad, fd, lg]
}

fn recorded(folder: &Path, name: &'static str) -> Set {
    let recorded = Recorded::read(folder, name);
    let trees = recorded.trees.iter().map(|tree| {
        let labels = tree.l.iter().map(|&label| recorded.labels[label as usize].clone());
        tree.parents().zip(labels).collect()
    });
    let pairs = recorded.pairs.iter().map(|&(_, from, to)| (from, to));
    Set { name, trees: trees.collect(), pairs: pairs.collect() }
}

/// Of `set`, the pairs of trees with 100 nodes or more, and each such tree with the next one.
fn large(set: &Set) -> Set {
    let is_large = |tree: &usize| set.trees[*tree].len() >= 100;
    let large: Vec<usize> = (0..set.trees.len()).filter(is_large).collect();
    let mut pairs: Vec<_> = set.pairs.iter().copied().filter(|(a, b)| is_large(a) && is_large(b)).collect();
    pairs.extend(large.windows(2).map(|two| (two[0], two[1])));
    pairs.sort_unstable();
    pairs.dedup();
    Set { name: "lg", trees: set.trees.clone(), pairs }
}

fn generated() -> Set {
    let mut random = Random::new(1);
    let mut set = Set { name: "generated", trees: Vec::new(), pairs: Vec::new() };
    for pair in 0..100 {
        let (before, after) = tree_pair(&mut random, 60);
        set.trees.extend([text(&before), text(&after)]);
        set.pairs.push((pair * 2, pair * 2 + 1));
    }
    set
}

fn text(tree: &Tree) -> Text {
    let label = |node: usize| format!("android.widget.View{}", tree.labels()[node].0);
    (0..tree.len()).map(|node| (tree.parent(node), label(node))).collect()
}
