//! The tables of Zhang and Shasha: distances between all subtrees that matter.

use crate::corridor::Corridor;
use crate::order::Order;
use std::ops::Add;

/// Fills the tables for two ordered forests; reused between comparisons.
///
/// Cell (i, j) of `forests` belongs to the first `i` nodes of `before` and the first `j` of `after`, counted from the
/// first nodes of the two subtrees under way. Cell (i, j) of `trees` is the distance of the subtrees at nodes `i` and
/// `j`. Rows of both are `width` apart.
#[derive(Default)]
pub(crate) struct Kernel<N> {
    pub(crate) forests: Vec<N>,
    pub(crate) trees: Vec<N>,
    pub(crate) width: usize,
}

/// A sum of prices.
pub(crate) trait Cell: Copy + Ord + Add<Output = Self> + Default {
    /// More than any distance; two of them still fit.
    const FAR: Self;
}

impl Cell for u32 {
    const FAR: Self = u32::MAX / 4;
}

impl Cell for u64 {
    const FAR: Self = u64::MAX / 4;
}

/// What edits cost, by node number in the kernel's order.
pub(crate) trait Prices {
    type Cell: Cell;
    fn delete(&self, before: usize) -> Self::Cell;
    fn insert(&self, after: usize) -> Self::Cell;
    fn rename(&self, before: usize, after: usize) -> Self::Cell;
}

/// Two subtrees, or the two whole forests: nodes from the first to before the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn subtree(order: &Order, node: usize) -> Self {
        Self { first: order.first[node] as usize, end: node + 1 }
    }

    pub(crate) fn whole(order: &Order) -> Self {
        Self { first: 0, end: order.len() }
    }
}

/// What is compared, at what prices, and which cells may be left out.
pub(crate) struct Task<'a, P> {
    pub(crate) before: &'a Order,
    pub(crate) after: &'a Order,
    pub(crate) prices: &'a P,
    pub(crate) corridor: &'a Corridor,
}

impl<N: Cell> Kernel<N> {
    /// The distance of the two forests, or more than the corridor's budget if it is above that.
    pub(crate) fn run<P: Prices<Cell = N>>(&mut self, task: &Task<P>) -> N {
        let (rows, columns) = (task.before.len(), task.after.len());
        self.width = columns + 1;
        self.forests.clear();
        self.forests.resize((rows + 1) * self.width, N::default());
        self.trees.clear();
        self.trees.resize(rows * self.width, N::FAR);
        for &root in &task.before.keyroots {
            let before = Span::subtree(task.before, root as usize);
            for &other in &task.after.keyroots {
                self.fill(task, before, Span::subtree(task.after, other as usize));
            }
            self.fill(task, before, Span::whole(task.after));
        }
        for &other in &task.after.keyroots {
            self.fill(task, Span::whole(task.before), Span::subtree(task.after, other as usize));
        }
        self.fill(task, Span::whole(task.before), Span::whole(task.after));
        self.forests[rows * self.width + columns]
    }

    /// Fills the cells for one pair of subtrees and notes the distances of those that begin with the same leaves.
    ///
    /// A cell outside the corridor counts as [`Cell::FAR`]. Those that a neighbour may read are written as such; the
    /// others may hold what an earlier pair left: they are read only on behalf of subtree pairs that begin outside
    /// the corridor, and these stay `FAR` in `trees`.
    pub(crate) fn fill<P: Prices<Cell = N>>(&mut self, task: &Task<P>, before: Span, after: Span) {
        let bounds = |row: usize| {
            let low = task.corridor.low[row] as usize;
            let high = task.corridor.high[row] as usize;
            (low.max(after.first), high.min(after.end))
        };
        let (low, mut high) = bounds(before.first);
        if low > after.first || high < after.first {
            return;
        }
        let top = &mut self.forests[before.first * self.width..][..self.width];
        top[after.first] = N::default();
        for column in after.first..high {
            top[column + 1] = top[column] + task.prices.insert(column);
        }
        for node in before.first..before.end {
            let (low, next_high) = bounds(node + 1);
            if low > next_high {
                return;
            }
            // The row above was filled up to its own edge only.
            self.forests[node * self.width..][high + 1..next_high + 1].fill(N::FAR);
            high = next_high;
            self.fill_row(task, before, after, node, low, high);
        }
    }

    /// Fills the row that adds `node`, from column `low` to column `high`.
    fn fill_row<P>(&mut self, task: &Task<P>, before: Span, after: Span, node: usize, low: usize, high: usize)
    where
        P: Prices<Cell = N>,
    {
        let first = task.before.first[node] as usize;
        let (above, row) = self.forests.split_at_mut((node + 1) * self.width);
        let (up, base) = (&above[node * self.width..], &above[first * self.width..][..self.width]);
        let trees = &mut self.trees[node * self.width..][..self.width];
        let delete = task.prices.delete(node);
        let mut left = N::FAR;
        let mut column = low;
        if low == after.first {
            left = up[low] + delete;
            row[low] = left;
            column += 1;
        } else {
            // The next row may look here from its first cell.
            row[low - 1] = left;
        }
        let firsts = &task.after.first[..];
        let on_path = first == before.first;
        let mut path_node = if on_path { task.after.path_from(after.first, column - 1) } else { usize::MAX };
        while column <= high {
            let stop = path_node.min(high);
            // Nodes `column - 1..stop`: their subtrees count as wholes.
            if column - 1 < stop {
                let cells = row[column..stop + 1].iter_mut().zip(&up[column..stop + 1]);
                let nodes = firsts[column - 1..stop].iter().zip(&trees[column - 1..stop]);
                for (offset, ((cell, &up), (&first, &tree))) in cells.zip(nodes).enumerate() {
                    let paired = base[first as usize] + tree;
                    let inserted = left + task.prices.insert(column - 1 + offset);
                    left = (up + delete).min(paired).min(inserted);
                    *cell = left;
                }
            }
            if path_node >= high {
                break;
            }
            // Both subtrees begin where the forests do: here the nodes themselves may be paired.
            let renamed = up[path_node] + task.prices.rename(node, path_node);
            left = (up[path_node + 1] + delete).min(left + task.prices.insert(path_node)).min(renamed);
            row[path_node + 1] = left;
            trees[path_node] = left;
            column = path_node + 2;
            path_node = task.after.next_on_path[path_node] as usize;
        }
    }
}
