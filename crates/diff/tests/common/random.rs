//! Seeded random trees of many shapes.

use diff::{Label, Tree};

/// A small generator (xorshift*), so that every run sees the same trees.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Nodes with children, easier to edit than flat arrays. Index 0 is a root nobody sees.
#[derive(Clone)]
pub(crate) struct Sketch {
    labels: Vec<u32>,
    children: Vec<Vec<usize>>,
}

/// A forest of up to `max_nodes` nodes with `alphabet` labels: random, chain-like, star-like or with many roots.
pub(crate) fn sketch(random: &mut Random, max_nodes: usize, alphabet: usize) -> Sketch {
    let mut sketch = Sketch { labels: vec![0], children: vec![vec![]] };
    let shape = random.below(5);
    for node in 1..=random.below(max_nodes + 1) {
        let parent = match shape {
            _ if node == 1 => 0,
            0 => node - 1 - usize::from(random.chance(20)).min(node - 2),
            1 => 1,
            2 => random.below(node),
            _ => 1 + random.below(node - 1),
        };
        let label = random.below(alphabet) as u32;
        sketch.add(random, parent, label);
    }
    sketch
}

/// Two forests: half of the time unrelated, else the second a mutated copy of the first.
pub(crate) fn pair(random: &mut Random, max_nodes: usize) -> (Tree, Tree) {
    let alphabet = 1 + random.below(4);
    let before = sketch(random, max_nodes, alphabet);
    let mut after = sketch(random, max_nodes, alphabet);
    if random.chance(50) {
        after = before.clone();
        for _ in 0..random.below(8) {
            after.mutate(random, alphabet);
        }
    }
    (before.tree(), after.tree())
}

/// Like [`pair`], each below one more root, so that both are trees.
pub(crate) fn tree_pair(random: &mut Random, max_nodes: usize) -> (Tree, Tree) {
    let (before, after) = pair(random, max_nodes);
    (under_root(&before), under_root(&after))
}

fn under_root(forest: &Tree) -> Tree {
    let nodes = (0..forest.len())
        .map(|node| (Some(forest.parent(node).map_or(0, |parent| parent + 1)), forest.labels()[node]));
    Tree::new(std::iter::once((None, Label(0))).chain(nodes)).expect("nodes in pre-order")
}

impl Sketch {
    pub(crate) fn tree(&self) -> Tree {
        let mut nodes = Vec::new();
        let mut open: Vec<(usize, Option<usize>)> =
            self.children[0].iter().rev().map(|&root| (root, None)).collect();
        while let Some((node, parent)) = open.pop() {
            let index = nodes.len();
            nodes.push((parent, Label(self.labels[node])));
            open.extend(self.children[node].iter().rev().map(|&child| (child, Some(index))));
        }
        Tree::forest(nodes).expect("nodes in pre-order")
    }

    /// Appends a node below `parent` at a random place among its children.
    fn add(&mut self, random: &mut Random, parent: usize, label: u32) {
        let node = self.labels.len();
        self.labels.push(label);
        self.children.push(vec![]);
        let at = random.below(self.children[parent].len() + 1);
        self.children[parent].insert(at, node);
    }

    /// One edit: relabel, delete or insert a node, or move a subtree.
    fn mutate(&mut self, random: &mut Random, alphabet: usize) {
        let parents: Vec<usize> =
            (0..self.children.len()).filter(|&node| !self.children[node].is_empty()).collect();
        let label = random.below(alphabet) as u32;
        if parents.is_empty() {
            return self.add(random, 0, label);
        }
        let parent = parents[random.below(parents.len())];
        let at = random.below(self.children[parent].len());
        match random.below(4) {
            0 => {
                let child = self.children[parent][at];
                self.labels[child] = label;
            }
            1 => {
                let child = self.children[parent].remove(at);
                let orphans = std::mem::take(&mut self.children[child]);
                self.children[parent].splice(at..at, orphans);
            }
            2 => {
                let end = at + random.below(self.children[parent].len() - at + 1);
                let adopted: Vec<usize> = self.children[parent].drain(at..end).collect();
                self.children[parent].insert(at, self.labels.len());
                self.labels.push(label);
                self.children.push(adopted);
            }
            _ => {
                let child = self.children[parent].remove(at);
                let to = random.below(self.children[parent].len() + 1);
                self.children[parent].insert(to, child);
            }
        }
    }
}
