//! Distances under any costs: the tables and nothing else.

use crate::corridor::Corridor;
use crate::forest::Forest;
use crate::kernel::{Cell, Gains, Kernel, Task};
use crate::order::{Order, cheaper_side};
use crate::traceback::trace;
use crate::{Costs, Label, Limits, TooLarge, Tree};

/// Compares trees under costs of the caller's; reused between comparisons.
#[derive(Default)]
pub(crate) struct PricedSolver {
    labels: Vec<u32>,
    before: Order,
    after: Order,
    corridor: Corridor,
    kernel: Kernel<i64>,
    pending: Vec<(usize, usize)>,
}

impl PricedSolver {
    pub(crate) fn solve<C>(
        &mut self,
        costs: &C,
        before: &Tree,
        after: &Tree,
        limits: Limits,
    ) -> Result<u64, TooLarge>
    where
        C: Costs,
    {
        limits.check_cells(before.len(), after.len())?;
        let (rows, columns) = (Forest::whole(before), Forest::whole(after));
        let (mirrored, steps) = cheaper_side(rows, columns);
        limits.check_steps(steps)?;
        for (order, forest) in [(&mut self.before, rows), (&mut self.after, columns)] {
            self.labels.clear();
            self.labels.extend(forest.labels().iter().map(|label| label.0));
            order.arrange(forest, &self.labels, mirrored);
        }
        self.corridor.open(before.len(), after.len());
        self.kernel.prepare(before.len(), after.len());
        self.kernel.trees.fill(i64::NEVER);
        let gains = Priced { costs, before: &self.before.labels, after: &self.after.labels };
        let task = Task { before: &self.before, after: &self.after, gains: &gains, corridor: &self.corridor };
        let saved = self.kernel.run(&task) as u64;
        let deleted: u64 = before.labels().iter().map(|&label| u64::from(costs.delete(label))).sum();
        let inserted: u64 = after.labels().iter().map(|&label| u64::from(costs.insert(label))).sum();
        Ok(deleted + inserted - saved)
    }

    /// Reports the pairs of a mapping that costs what `solve` last said, by pre-order numbers.
    pub(crate) fn trace<C: Costs>(&mut self, costs: &C, mut pair: impl FnMut(usize, usize)) {
        let (before, after) = (&self.before, &self.after);
        let gains = Priced { costs, before: &before.labels, after: &after.labels };
        let task = Task { before, after, gains: &gains, corridor: &self.corridor };
        trace(&mut self.kernel, &task, &mut self.pending, |node, other| {
            pair(before.place[node] as usize, after.place[other] as usize);
        });
    }
}

struct Priced<'a, C> {
    costs: &'a C,
    before: &'a [u32],
    after: &'a [u32],
}

impl<C: Costs> Gains<i64> for Priced<'_, C> {
    fn gain(&self, before: usize, after: usize) -> i64 {
        let (before, after) = (Label(self.before[before]), Label(self.after[after]));
        i64::from(self.costs.delete(before)) + i64::from(self.costs.insert(after))
            - i64::from(self.costs.rename(before, after))
    }
}
