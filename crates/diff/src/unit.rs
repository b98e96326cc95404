//! Distances under unit costs: bounds first, tables where they do not meet.

use crate::corridor::Corridor;
use crate::dense::Dense;
use crate::forest::Forest;
use crate::kernel::{Cell, Gains, Kernel, Task};
use crate::leaves::Leaves;
use crate::order::{Order, cheaper_side};
use crate::strings::Strings;
use crate::topdown::TopDown;
use crate::traceback::trace;
use crate::trim::Run;
use crate::{Limits, TooLarge};

/// Compares what trimming left; reused between comparisons.
#[derive(Default)]
pub(crate) struct UnitSolver {
    top_down: TopDown,
    dense: Dense,
    pre: Strings,
    post: Strings,
    /// Whichever of the two the corridor needs, from the end to the beginning.
    backward: Strings,
    corridor: Corridor,
    before: Order,
    after: Order,
    leaves: Leaves,
    narrow: Kernel<i16>,
    wide: Kernel<i32>,
    pending: Vec<(usize, usize)>,
}

/// A distance, and who found it and can tell the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) cost: u32,
    pub(crate) by: Solver,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solver {
    TopDown,
    Narrow,
    Wide,
}

/// A pair of nodes saves at most 2, so up to here amounts fit 16 bits with room for [`Cell::NEVER`].
const MOST_NARROW: usize = 8_000;

impl UnitSolver {
    /// The distance of two forests that are not empty and not equal.
    pub(crate) fn solve(
        &mut self,
        before: Forest,
        after: Forest,
        limits: Limits,
    ) -> Result<Solved, TooLarge> {
        let upper = self.top_down.cost(before, after);
        let by_top_down = Ok(Solved { cost: upper, by: Solver::TopDown });
        // They differ, so at least one edit is left.
        if upper == (before.len().abs_diff(after.len()) as u32).max(1) {
            return by_top_down;
        }
        let too_large = limits.check_cells(before.len(), after.len());
        if let Err(TooLarge::Cells { cells, limit }) = too_large
            && cells / 64 > limit
        {
            // Even the bit-parallel bounds would take longer than filling a table of the size allowed.
            return too_large.and(by_top_down);
        }
        let keep = too_large.is_ok();
        self.dense.renumber(before, after);
        let (labels, other_labels, absent) = (&self.dense.before, &self.dense.after, self.dense.absent);
        // Where no table is allowed, the bounds must not take the memory of one either: a bit per label and row.
        if !keep && (absent as usize + 1).saturating_mul(labels.len()) > limits.cells.saturating_mul(4) {
            return too_large.and(by_top_down);
        }
        let pre = self.pre.compare(labels.iter(), other_labels.iter(), absent, keep);
        if pre == upper {
            return by_top_down;
        }
        self.before.arrange(before, labels, false);
        self.after.arrange(after, other_labels, false);
        let post = self.post.compare(self.before.labels.iter(), self.after.labels.iter(), absent, keep);
        if post == upper {
            return by_top_down;
        }
        too_large?;
        let (mirrored, steps) = cheaper_side(before, after);
        limits.check_steps(steps)?;
        if mirrored {
            // Mirrored post-order is pre-order backwards, so what was forward becomes backward.
            self.backward.compare(labels.iter().rev(), other_labels.iter().rev(), absent, true);
            self.corridor.narrow(&self.backward, &self.pre, pre, upper - 1);
            self.before.arrange(before, labels, true);
            self.after.arrange(after, other_labels, true);
        } else {
            let (rows, columns) = (&self.before.labels, &self.after.labels);
            self.backward.compare(rows.iter().rev(), columns.iter().rev(), absent, true);
            self.corridor.narrow(&self.post, &self.backward, post, upper - 1);
        }
        let solved = self.fill_tables();
        if solved.cost < upper { Ok(solved) } else { by_top_down }
    }

    /// Appends the pairs of a mapping that costs what `solve` last said.
    pub(crate) fn trace(&mut self, before: Forest, after: Forest, solver: Solver, runs: &mut Vec<Run>) {
        let (rows, columns) = (&self.before, &self.after);
        let gains = Unit { before: &rows.labels, after: &columns.labels };
        let task = Task { before: rows, after: columns, gains: &gains, corridor: &self.corridor };
        let pair = |node: usize, other: usize| {
            let (node, other) = (rows.place[node] as usize, columns.place[other] as usize);
            runs.push(Run { before: before.start + node, after: after.start + other, length: 1 });
        };
        match solver {
            Solver::TopDown => runs.extend_from_slice(self.top_down.runs(before, after)),
            Solver::Narrow => trace(&mut self.narrow, &task, &mut self.pending, pair),
            Solver::Wide => trace(&mut self.wide, &task, &mut self.pending, pair),
        }
    }

    /// The distance if it is within the corridor's budget, else some number above it.
    fn fill_tables(&mut self) -> Solved {
        let (rows, columns) = (self.before.len(), self.after.len());
        let gains = Unit { before: &self.before.labels, after: &self.after.labels };
        let task = Task { before: &self.before, after: &self.after, gains: &gains, corridor: &self.corridor };
        let (saved, by) = if rows.min(columns) <= MOST_NARROW {
            (saved(&mut self.narrow, &task, &mut self.leaves).into(), Solver::Narrow)
        } else {
            (saved(&mut self.wide, &task, &mut self.leaves), Solver::Wide)
        };
        Solved { cost: (rows + columns) as u32 - saved as u32, by }
    }
}

fn saved<N: Cell + From<i8>>(kernel: &mut Kernel<N>, task: &Task<Unit>, leaves: &mut Leaves) -> N
where
    for<'a> Unit<'a>: Gains<N>,
{
    kernel.prepare(task.before.len(), task.after.len());
    leaves.price(task.before, task.after, task.corridor, &mut kernel.trees);
    kernel.run(task)
}

/// Pairing spares a deletion and an insertion, and costs a change of label unless the labels are equal.
struct Unit<'a> {
    before: &'a [u32],
    after: &'a [u32],
}

impl<N: From<i8>> Gains<N> for Unit<'_> {
    const LEAVES_KNOWN: bool = true;

    fn gain(&self, before: usize, after: usize) -> N {
        N::from(if self.before[before] == self.after[after] { 2 } else { 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Label, Tree};

    fn chain(labels: impl Iterator<Item = u32>) -> Tree {
        Tree::new(labels.enumerate().map(|(node, label)| (node.checked_sub(1), Label(label))))
            .expect("a chain")
    }

    #[test]
    fn wide_and_narrow_tables_agree() {
        let before = chain((0..90).map(|i| i * i % 7));
        let after = chain((0..80).map(|i| i * i % 5 + i % 3));
        let (before, after) = (Forest::whole(&before), Forest::whole(&after));
        let mut solver = UnitSolver::default();
        let solved = solver.solve(before, after, Limits::default()).unwrap();
        assert_eq!(solved.by, Solver::Narrow);
        let gains = Unit { before: &solver.before.labels, after: &solver.after.labels };
        let task =
            Task { before: &solver.before, after: &solver.after, gains: &gains, corridor: &solver.corridor };
        assert_eq!(170 - saved(&mut solver.wide, &task, &mut solver.leaves) as u32, solved.cost);
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        solver.trace(before, after, Solver::Narrow, &mut narrow);
        solver.trace(before, after, Solver::Wide, &mut wide);
        assert_eq!(format!("{narrow:?}"), format!("{wide:?}"));
    }
}
