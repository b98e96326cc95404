//! What a leaf and a subtree can share, without a table.

use crate::corridor::Corridor;
use crate::kernel::Cell;
use crate::order::Order;

/// Prices pairs of a leaf and a subtree under unit costs; reused between comparisons.
///
/// A leaf can be paired with one node of the subtree only. That saves 2 if its label occurs there, else 1. Most paths
/// of a layout are single leaves, so this spares most of the tables.
#[derive(Default)]
pub(crate) struct Leaves {
    /// For each label, the first node of `before` that has it, and for each node the next with the same label.
    first_with: Vec<u32>,
    next_with: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Leaves {
    /// Writes all such pairs into the rows of `trees`, and [`Cell::NEVER`] to the others.
    ///
    /// Pairs that begin outside the corridor are `NEVER`, too; the kernel relies on it.
    pub(crate) fn price<N: Cell + From<i8>>(
        &mut self,
        before: &Order,
        after: &Order,
        corridor: &Corridor,
        trees: &mut [N],
    ) {
        let width = after.len() + 1;
        for (node, row) in trees.chunks_exact_mut(width).enumerate() {
            let first = before.first[node] as usize;
            let begins = corridor.all_columns(first);
            for ((cell, &other_first), other) in row.iter_mut().zip(&after.first).zip(0..) {
                let has_leaf = first == node || other_first == other;
                *cell = if has_leaf && begins.contains(&other_first) { N::from(1) } else { N::NEVER };
            }
        }
        self.index(before);
        for (other, &label) in after.labels.iter().enumerate() {
            let mut node = self.first_with.get(label as usize).copied().unwrap_or(NONE);
            while node != NONE {
                mark(before, after, trees, node as usize, other);
                node = self.next_with[node as usize];
            }
        }
    }

    fn index(&mut self, before: &Order) {
        let labels = before.labels.iter().max().map_or(0, |&label| label as usize + 1);
        self.first_with.clear();
        self.first_with.resize(labels, NONE);
        self.next_with.clear();
        for (node, &label) in (0..).zip(&before.labels) {
            self.next_with.push(std::mem::replace(&mut self.first_with[label as usize], node));
        }
    }
}

/// Raises what the leaf among two nodes of equal label saves with the other and all above it.
///
/// Where a cell is 2 already those above are as well, and pairs outside the corridor need no price.
fn mark<N: Cell + From<i8>>(before: &Order, after: &Order, trees: &mut [N], node: usize, other: usize) {
    let width = after.len() + 1;
    if before.first[node] as usize == node {
        let mut above = other;
        while above < after.len() && trees[node * width + above] == N::from(1) {
            trees[node * width + above] = N::from(2);
            above = after.parent[above] as usize;
        }
    }
    if after.first[other] as usize == other {
        let mut above = if before.first[node] as usize == node { before.parent[node] as usize } else { node };
        while above < before.len() && trees[above * width + other] == N::from(1) {
            trees[above * width + other] = N::from(2);
            above = before.parent[above] as usize;
        }
    }
}
