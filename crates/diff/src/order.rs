//! A forest in the order in which the kernel visits it.

use crate::forest::Forest;

/// A forest's nodes in post-order, either as they stand or mirrored; reused between comparisons.
///
/// Mirroring both forests leaves their distance as it is, but the kernel's work depends on which child is first.
#[derive(Default)]
pub(crate) struct Order {
    pub(crate) labels: Vec<u32>,
    /// The first node of each node's subtree: a leaf.
    pub(crate) first: Vec<u32>,
    /// The number of nodes for roots.
    pub(crate) parent: Vec<u32>,
    /// The next node whose subtree begins with the same leaf, or the number of nodes.
    pub(crate) next_on_path: Vec<u32>,
    /// Topmost node of each path except the one that begins with node 0.
    pub(crate) keyroots: Vec<u32>,
    /// Each node's place in the forest's pre-order.
    pub(crate) place: Vec<u32>,
}

impl Order {
    /// Orders `forest`, whose labels in pre-order are `labels`.
    pub(crate) fn arrange(&mut self, forest: Forest, labels: &[u32], mirrored: bool) {
        if mirrored {
            self.place_mirrored(forest);
        } else {
            self.place_in_order(forest);
        }
        self.labels.clear();
        self.labels.extend(self.place.iter().map(|&place| labels[place as usize]));
        let sizes = forest.sizes();
        self.first.clear();
        self.first.extend((1..).zip(&self.place).map(|(end, &place)| end - sizes[place as usize]));
        self.link_paths();
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Mirrored post-order is pre-order backwards.
    fn place_mirrored(&mut self, forest: Forest) {
        let count = forest.len() as u32;
        self.place.clear();
        self.place.extend((0..count).rev());
        let parents = &forest.tree.raw_parents()[forest.start..forest.end];
        let last = forest.start as u32 + count - 1;
        self.parent.clear();
        self.parent.extend(
            parents.iter().rev().map(|&parent| if parent == parents[0] { count } else { last - parent }),
        );
    }

    /// A node's post-order number is its pre-order number, less its ancestors, plus its descendants.
    fn place_in_order(&mut self, forest: Forest) {
        let count = forest.len();
        let parents = &forest.tree.raw_parents()[forest.start..forest.end];
        self.place.clear();
        self.place.resize(count, 0);
        self.parent.clear();
        self.parent.resize(count, count as u32);
        let (depth, number) = (&mut self.first, &mut self.next_on_path);
        depth.clear();
        number.clear();
        for (place, (&parent, &size)) in parents.iter().zip(forest.sizes()).enumerate() {
            let is_root = parent == parents[0];
            let above = (parent as usize).wrapping_sub(forest.start);
            let ancestors = if is_root { 0 } else { depth[above] + 1 };
            let node = place as u32 + size - 1 - ancestors;
            depth.push(ancestors);
            number.push(node);
            self.place[node as usize] = place as u32;
            if !is_root {
                self.parent[node as usize] = number[above];
            }
        }
    }

    fn link_paths(&mut self) {
        let count = self.labels.len() as u32;
        let mut heads = std::mem::take(&mut self.keyroots);
        heads.clear();
        heads.resize(count as usize, count);
        self.next_on_path.clear();
        self.next_on_path.resize(count as usize, count);
        for node in (0..count).rev() {
            let head = &mut heads[self.first[node as usize] as usize];
            self.next_on_path[node as usize] = *head;
            *head = node;
        }
        heads.clear();
        let tops = (0..count)
            .filter(|&node| self.next_on_path[node as usize] == count && self.first[node as usize] != 0);
        heads.extend(tops);
        self.keyroots = heads;
    }
}

/// Whether the kernel has less to do if both forests are mirrored, and how often it computes a cell then.
pub(crate) fn cheaper_side(before: Forest, after: Forest) -> (bool, u128) {
    let work = |mirrored: bool| u128::from(work(before, mirrored)) * u128::from(work(after, mirrored));
    let (plain, mirrored) = (work(false), work(true));
    (mirrored < plain, mirrored.min(plain))
}

/// The nodes in all subtrees the kernel would fill tables for: its work is the product of both sides'.
fn work(forest: Forest, mirrored: bool) -> u64 {
    let parents = &forest.tree.raw_parents()[forest.start..forest.end];
    let mut nodes = forest.len() as u64;
    for ((node, &parent), &size) in (forest.start..).zip(parents).zip(forest.sizes()) {
        let ends_path = if mirrored {
            let is_root = parent == parents[0];
            let end =
                if is_root { forest.end } else { (parent + forest.tree.sizes()[parent as usize]) as usize };
            node + size as usize != end
        } else if parent == parents[0] {
            node != forest.start
        } else {
            parent as usize + 1 != node
        };
        nodes += u64::from(if ends_path { size } else { 0 });
    }
    nodes
}
