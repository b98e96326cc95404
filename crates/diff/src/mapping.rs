//! Which node became which.

use crate::{Costs, Tree};

/// A cheapest way to pair the nodes of two trees.
///
/// Each node stands in at most one pair; of two pairs, one node is left of or above the other in `before` exactly
/// when it is so in `after`. Nodes of `before` without a pair are deleted, nodes of `after` without one inserted.
/// Among equally cheap mappings the choice is deterministic; equal subtrees in equal places are paired first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    pairs: Vec<(u32, u32)>,
    cost: u64,
}

impl Mapping {
    pub(crate) fn new(pairs: Vec<(u32, u32)>, cost: u64) -> Self {
        Self { pairs, cost }
    }

    /// Pre-order numbers of the nodes that became each other, ascending in both.
    ///
    /// Ascending in both because a mapping keeps the pre-order.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// What the edits cost: the distance of the trees.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The cost counted afresh from the pairs; equals [`Mapping::cost`] for the costs and trees it was made with.
    pub fn cost_under(&self, costs: &impl Costs, before: &Tree, after: &Tree) -> u64 {
        let (b, a) = (before.labels(), after.labels());
        let deleted: u64 = b.iter().map(|&label| u64::from(costs.delete(label))).sum();
        let inserted: u64 = a.iter().map(|&label| u64::from(costs.insert(label))).sum();
        self.pairs.iter().fold(deleted + inserted, |cost, &(from, to)| {
            let (from, to) = (b[from as usize], a[to as usize]);
            cost + u64::from(costs.rename(from, to))
                - u64::from(costs.delete(from))
                - u64::from(costs.insert(to))
        })
    }
}
