//! Compares trees: reductions first, tables for what is left.

use crate::corridor::Corridor;
use crate::dense::Dense;
use crate::forest::Forest;
use crate::kernel::{Cell, Gains, Kernel, Task};
use crate::leaves::Leaves;
use crate::order::{Order, work};
use crate::strings::Strings;
use crate::topdown::TopDown;
use crate::traceback::trace;
use crate::trim::{Run, Trimmed, trim};
use crate::{Costs, Label, Mapping, Tree};

/// The distance of two trees under unit costs. In a loop, keep a [`Differ`]: it reuses its memory.
pub fn distance(before: &Tree, after: &Tree) -> Result<u32, TooLarge> {
    Differ::new().distance(before, after)
}

/// A cheapest mapping between two trees under unit costs.
pub fn mapping(before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
    Differ::new().mapping(before, after)
}

/// The distance of two trees under costs of your own.
pub fn distance_with(costs: &impl Costs, before: &Tree, after: &Tree) -> Result<u64, TooLarge> {
    Differ::new().distance_with(costs, before, after)
}

/// A cheapest mapping between two trees under costs of your own.
pub fn mapping_with(costs: &impl Costs, before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
    Differ::new().mapping_with(costs, before, after)
}

/// How much a comparison may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells of the larger table, about the product of the node counts left after the reductions.
    ///
    /// A cell takes 8 bytes over all tables under unit costs, 16 under costs of your own.
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cells: 400_000_000 }
    }
}

/// The trees are too large and too different for the [`Limits`]. Nothing was computed; raise the limit or give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("comparing these trees takes a table of {cells} cells, more than the limit of {limit}")]
pub struct TooLarge {
    /// Cells it would take.
    pub cells: usize,
    /// Cells allowed.
    pub limit: usize,
}

/// Compares trees and keeps the memory it needed for the next comparison.
#[derive(Default)]
pub struct Differ {
    limits: Limits,
    runs: Vec<Run>,
    top_down: TopDown,
    dense: Dense,
    strings: Sequences,
    corridor: Corridor,
    before: Order,
    after: Order,
    leaves: Leaves,
    kernel: Kernel<i16>,
    wide_kernel: Kernel<i64>,
    pending: Vec<(usize, usize)>,
    partners: Vec<u32>,
}

/// Label sequences compared, by order.
#[derive(Default)]
struct Sequences {
    pre: Strings,
    pre_backward: Strings,
    post: Strings,
    post_backward: Strings,
}

/// Who found the distance and can tell the pairs.
enum Solver {
    TopDown,
    Kernel { mirrored: bool },
}

impl Differ {
    /// With the default [`Limits`].
    pub fn new() -> Self {
        Self::default()
    }

    /// With limits of your own.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The distance of two trees under unit costs.
    pub fn distance(&mut self, before: &Tree, after: &Tree) -> Result<u32, TooLarge> {
        if before == after {
            return Ok(0);
        }
        self.runs.clear();
        let rest = trim(Forest::whole(before), Forest::whole(after), &mut self.runs);
        if rest.before.is_empty() {
            return Ok(rest.cost);
        }
        let (cost, _) = self.solve(&rest)?;
        Ok(rest.cost + cost)
    }

    /// A cheapest mapping between two trees under unit costs.
    pub fn mapping(&mut self, before: &Tree, after: &Tree) -> Result<Mapping, TooLarge> {
        self.runs.clear();
        let rest = trim(Forest::whole(before), Forest::whole(after), &mut self.runs);
        self.partners.clear();
        self.partners.resize(before.len(), NO_PARTNER);
        let mut cost = rest.cost;
        if !rest.before.is_empty() {
            let (rest_cost, solver) = self.solve(&rest)?;
            cost += rest_cost;
            match solver {
                Solver::TopDown => {
                    self.runs.extend_from_slice(self.top_down.runs(rest.before, rest.after));
                }
                Solver::Kernel { mirrored } => self.trace(&rest, mirrored),
            }
        }
        for run in &self.runs {
            let partners = &mut self.partners[run.before..run.before + run.length];
            for (partner, after) in partners.iter_mut().zip(run.after as u32..) {
                *partner = after;
            }
        }
        Ok(self.collect(cost.into()))
    }

    /// The distance of two trees under costs of your own, by the plain algorithm of Zhang and Shasha.
    pub fn distance_with<C: Costs>(
        &mut self,
        costs: &C,
        before: &Tree,
        after: &Tree,
    ) -> Result<u64, TooLarge> {
        self.run_priced(costs, before, after)
    }

    /// A cheapest mapping between two trees under costs of your own.
    pub fn mapping_with<C: Costs>(
        &mut self,
        costs: &C,
        before: &Tree,
        after: &Tree,
    ) -> Result<Mapping, TooLarge> {
        let cost = self.run_priced(costs, before, after)?;
        self.partners.clear();
        self.partners.resize(before.len(), NO_PARTNER);
        let (rows, columns) = (&self.before, &self.after);
        let gains = Priced { costs, before: &rows.labels, after: &columns.labels };
        let task = Task {
            before: rows,
            after: columns,
            gains: &gains,
            corridor: &self.corridor,
            leaves_known: false,
        };
        let partners = &mut self.partners;
        trace(&mut self.wide_kernel, &task, &mut self.pending, |node, other| {
            partners[rows.place[node] as usize] = columns.place[other];
        });
        Ok(self.collect(cost))
    }

    /// The distance of what trimming left, none of it empty.
    fn solve(&mut self, rest: &Trimmed) -> Result<(u32, Solver), TooLarge> {
        let (before, after) = (rest.before, rest.after);
        let upper = self.top_down.cost(before, after);
        // Trimming takes away equal forests, so at least one edit is left.
        let lower = (before.len().abs_diff(after.len()) as u32).max(1);
        if lower == upper {
            return Ok((upper, Solver::TopDown));
        }
        self.check(before.len(), after.len())?;
        self.dense.renumber(before, after);
        let Dense { before: labels, after: other_labels, absent, .. } = &self.dense;
        let pre = self.strings.pre.compare(labels.iter().copied(), other_labels.iter().copied(), *absent);
        if pre == upper {
            return Ok((upper, Solver::TopDown));
        }
        self.before.arrange(before, labels, false);
        self.after.arrange(after, other_labels, false);
        let (rows, columns) = (&self.before.labels, &self.after.labels);
        let post = self.strings.post.compare(rows.iter().copied(), columns.iter().copied(), *absent);
        if post == upper {
            return Ok((upper, Solver::TopDown));
        }
        let plain = work(before, false) * work(after, false);
        let mirrored = work(before, true) * work(after, true) < plain;
        if mirrored {
            self.before.arrange(before, labels, true);
            self.after.arrange(after, other_labels, true);
        }
        let (rows, columns) = (&self.before, &self.after);
        let strings = &mut self.strings;
        let (forward, backward, distance) = if mirrored {
            (&mut strings.pre_backward, &mut strings.pre, pre)
        } else {
            (&mut strings.post, &mut strings.post_backward, post)
        };
        if mirrored {
            forward.compare(rows.labels.iter().copied(), columns.labels.iter().copied(), *absent);
        } else {
            backward.compare(
                rows.labels.iter().rev().copied(),
                columns.labels.iter().rev().copied(),
                *absent,
            );
        }
        self.corridor.narrow(forward, backward, distance, upper - 1);
        let gains = Unit { before: &rows.labels, after: &columns.labels };
        let task = Task {
            before: rows,
            after: columns,
            gains: &gains,
            corridor: &self.corridor,
            leaves_known: true,
        };
        self.kernel.prepare(rows.len(), columns.len());
        self.leaves.price(rows, columns, &self.corridor, &mut self.kernel.trees);
        let cost = (rows.len() + columns.len()) as u32 - self.kernel.run(&task) as u32;
        if cost < upper { Ok((cost, Solver::Kernel { mirrored })) } else { Ok((upper, Solver::TopDown)) }
    }

    /// Adds the pairs of the kernel's last run.
    fn trace(&mut self, rest: &Trimmed, _mirrored: bool) {
        let (rows, columns) = (&self.before, &self.after);
        let gains = Unit { before: &rows.labels, after: &columns.labels };
        let task = Task {
            before: rows,
            after: columns,
            gains: &gains,
            corridor: &self.corridor,
            leaves_known: true,
        };
        let partners = &mut self.partners[rest.before.start..];
        let start = rest.after.start as u32;
        trace(&mut self.kernel, &task, &mut self.pending, |node, other| {
            partners[rows.place[node] as usize] = start + columns.place[other];
        });
    }

    fn run_priced<C: Costs>(&mut self, costs: &C, before: &Tree, after: &Tree) -> Result<u64, TooLarge> {
        self.check(before.len(), after.len())?;
        let (rows, columns) = (Forest::whole(before), Forest::whole(after));
        let plain = work(rows, false) * work(columns, false);
        let mirrored = work(rows, true) * work(columns, true) < plain;
        arrange_raw(&mut self.before, rows, mirrored);
        arrange_raw(&mut self.after, columns, mirrored);
        self.corridor.open(before.len(), after.len());
        let gains = Priced { costs, before: &self.before.labels, after: &self.after.labels };
        let task = Task {
            before: &self.before,
            after: &self.after,
            gains: &gains,
            corridor: &self.corridor,
            leaves_known: false,
        };
        self.wide_kernel.prepare(before.len(), after.len());
        self.wide_kernel.trees.fill(Cell::NEVER);
        let deleted: u64 = before.labels().iter().map(|&label| u64::from(costs.delete(label))).sum();
        let inserted: u64 = after.labels().iter().map(|&label| u64::from(costs.insert(label))).sum();
        Ok(deleted + inserted - self.wide_kernel.run(&task) as u64)
    }

    fn check(&self, rows: usize, columns: usize) -> Result<(), TooLarge> {
        let (cells, limit) = ((rows + 1).saturating_mul(columns + 1), self.limits.cells);
        if cells > limit { Err(TooLarge { cells, limit }) } else { Ok(()) }
    }

    /// The mapping that `partners` tells.
    fn collect(&self, cost: u64) -> Mapping {
        let pairs = (0..).zip(&self.partners).filter(|&(_, &partner)| partner != NO_PARTNER);
        Mapping::new(pairs.map(|(node, &partner)| (node, partner)).collect(), cost)
    }
}

const NO_PARTNER: u32 = u32::MAX;

fn arrange_raw(order: &mut Order, forest: Forest, mirrored: bool) {
    let labels: Vec<u32> = forest.labels().iter().map(|label| label.0).collect();
    order.arrange(forest, &labels, mirrored);
}

struct Unit<'a> {
    before: &'a [u32],
    after: &'a [u32],
}

impl Gains<i16> for Unit<'_> {
    fn gain(&self, before: usize, after: usize) -> i16 {
        1 + i16::from(self.before[before] == self.after[after])
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
