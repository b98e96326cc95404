//! An upper bound: the cheapest mapping that keeps every kept node's parent, too.

use crate::Tree;
use crate::forest::Forest;
use crate::trim::{Run, trim_ends};

/// Aligns two forests from the roots down (Selkow's distance) and reuses its buffers between calls.
///
/// A node is paired only if its parent is, so whole subtrees go or come where a general mapping could keep parts.
/// Any such alignment is a valid mapping: its cost bounds the distance from above, and often meets it.
#[derive(Default)]
pub(crate) struct TopDown {
    /// Cells of all children alignments under way, a stack.
    cells: Vec<u32>,
    /// Roots of the forests under way, a stack.
    roots: Vec<u32>,
    /// Pairs of the subtrees considered so far, as a stack while descending.
    runs: Vec<Run>,
    depth: usize,
    /// Cells still allowed.
    budget: usize,
}

/// Deeper levels are not aligned but replaced: keeps the recursion's stack small on trees made to hurt.
const MAX_DEPTH: usize = 200;

/// Cells of all alignments together; beyond them subtrees are replaced. A tenth of a second at worst.
const MAX_CELLS: usize = 1 << 24;

impl TopDown {
    /// The cost of aligning `before` with `after` under unit costs.
    pub(crate) fn cost(&mut self, before: Forest, after: Forest) -> u32 {
        self.reset(MAX_CELLS);
        self.align::<false>(before, after)
    }

    /// An alignment's pairs; they cost no more than [`TopDown::cost`] said.
    ///
    /// Descending again into the chosen pairs repeats work, so the budget of `cost` is not enough here. Without one
    /// the alignment can only be better, and it is asked for only when nothing better exists.
    pub(crate) fn runs(&mut self, before: Forest, after: Forest) -> &[Run] {
        self.reset(usize::MAX);
        self.align::<true>(before, after);
        &self.runs
    }

    fn reset(&mut self, budget: usize) {
        self.cells.clear();
        self.roots.clear();
        self.runs.clear();
        (self.depth, self.budget) = (0, budget);
    }

    /// Aligns two forests; with `TRACE` leaves the pairs on `runs`, else leaves `runs` as it was.
    fn align<const TRACE: bool>(&mut self, mut before: Forest, mut after: Forest) -> u32 {
        let mut cost = 0;
        loop {
            let first_run = self.runs.len();
            trim_ends(&mut before, &mut after, &mut self.runs);
            if !TRACE {
                self.runs.truncate(first_run);
            }
            if before.is_empty() || after.is_empty() {
                return cost + (before.len() + after.len()) as u32;
            }
            let (Some(root), Some(other)) = (before.single_root(), after.single_root()) else { break };
            // Pairing two roots is always cheaper than replacing both trees.
            cost += u32::from(before.labels()[0] != after.labels()[0]);
            if TRACE {
                self.runs.push(Run { before: root, after: other, length: 1 });
            }
            (before.start, after.start) = (root + 1, other + 1);
        }
        if self.depth == MAX_DEPTH || self.budget == 0 {
            return cost + (before.len() + after.len()) as u32;
        }
        self.depth += 1;
        cost += self.align_siblings::<TRACE>(before, after);
        self.depth -= 1;
        cost
    }

    /// Edit distance of two rows of subtrees, where changing one into another costs their own alignment.
    fn align_siblings<const TRACE: bool>(&mut self, before: Forest, after: Forest) -> u32 {
        let (first_root, first_cell) = (self.roots.len(), self.cells.len());
        self.roots.extend(before.roots());
        let second_root = self.roots.len();
        self.roots.extend(after.roots());
        let (rows, columns) = (second_root - first_root, self.roots.len() - second_root);
        if rows.saturating_mul(columns) > MAX_CELLS {
            self.roots.truncate(first_root);
            return self.align_by_position::<TRACE>(before, after);
        }
        let width = columns + 1;
        self.budget = self.budget.saturating_sub(rows * columns);
        self.cells.resize(first_cell + (rows + 1) * width, 0);
        let (sizes, other_sizes) = (before.tree.sizes(), after.tree.sizes());
        for column in 0..columns {
            let inserted = other_sizes[self.roots[second_root + column] as usize];
            self.cells[first_cell + column + 1] = self.cells[first_cell + column] + inserted;
        }
        for row in 0..rows {
            let root = self.roots[first_root + row] as usize;
            let above = first_cell + row * width;
            let mut left = self.cells[above] + sizes[root];
            self.cells[above + width] = left;
            for column in 0..columns {
                let other = self.roots[second_root + column] as usize;
                let replaced = (left + other_sizes[other]).min(self.cells[above + column + 1] + sizes[root]);
                let kept = self.cells[above + column];
                // Aligning costs at least the difference in size: descend only where that could be cheaper.
                left = if kept + sizes[root].abs_diff(other_sizes[other]) < replaced {
                    replaced.min(kept + self.pair::<false>(before.tree, root, after.tree, other))
                } else {
                    replaced
                };
                self.cells[above + width + column + 1] = left;
            }
        }
        let cost = self.cells[first_cell + rows * width + columns];
        if TRACE {
            self.trace_siblings(before.tree, after.tree, first_root, second_root, first_cell);
        }
        self.roots.truncate(first_root);
        self.cells.truncate(first_cell);
        cost
    }

    /// Walks an alignment's cells back and descends into the pairs it chose.
    fn trace_siblings(
        &mut self,
        before: &Tree,
        after: &Tree,
        first_root: usize,
        second_root: usize,
        cells: usize,
    ) {
        let (mut row, mut column) = (second_root - first_root, self.roots.len() - second_root);
        let width = column + 1;
        while row > 0 && column > 0 {
            let root = self.roots[first_root + row - 1] as usize;
            let other = self.roots[second_root + column - 1] as usize;
            let here = self.cells[cells + row * width + column];
            if here == self.cells[cells + (row - 1) * width + column] + before.sizes()[root] {
                row -= 1;
            } else if here == self.cells[cells + row * width + column - 1] + after.sizes()[other] {
                column -= 1;
            } else {
                self.pair::<true>(before, root, after, other);
                row -= 1;
                column -= 1;
            }
        }
    }

    /// For rows too long for a table: pairs the subtrees one by one as they stand and replaces what is left over.
    fn align_by_position<const TRACE: bool>(&mut self, before: Forest, after: Forest) -> u32 {
        let (mut cost, mut ends) = (0, (before.start, after.start));
        for (root, other) in before.roots().zip(after.roots()) {
            let (root, other) = (root as usize, other as usize);
            cost += self.pair::<TRACE>(before.tree, root, after.tree, other);
            ends = (root + before.tree.sizes()[root] as usize, other + after.tree.sizes()[other] as usize);
        }
        cost + (before.end - ends.0 + after.end - ends.1) as u32
    }

    /// What it costs to turn the subtree at `root` into the one at `other` with the two roots paired.
    fn pair<const TRACE: bool>(&mut self, before: &Tree, root: usize, after: &Tree, other: usize) -> u32 {
        if before.same_subtree(root, after, other) {
            if TRACE {
                self.runs.push(Run { before: root, after: other, length: before.sizes()[root] as usize });
            }
            return 0;
        }
        if TRACE {
            self.runs.push(Run { before: root, after: other, length: 1 });
        }
        let renamed = u32::from(before.labels()[root] != after.labels()[other]);
        renamed + self.align::<TRACE>(Forest::below(before, root), Forest::below(after, other))
    }
}
