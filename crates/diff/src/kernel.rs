//! The tables of Zhang and Shasha: how much can be saved between all subtrees that matter.

use crate::corridor::Corridor;
use crate::order::Order;
use std::ops::Add;

/// Fills the tables for two ordered forests; reused between comparisons.
///
/// They hold what a mapping saves against deleting one forest and inserting the other. So deleting and inserting add
/// nothing, every table starts from 0, and a cell is the largest of three neighbours.
///
/// Cell (i, j) of `forests` belongs to the first `i` nodes of `before` and the first `j` of `after`, counted from the
/// first nodes of the two subtrees under way. Cell (i, j) of `trees` belongs to the subtrees at nodes `i` and `j`.
/// Rows of both are `width` apart.
#[derive(Default)]
pub(crate) struct Kernel<N> {
    pub(crate) forests: Vec<N>,
    pub(crate) trees: Vec<N>,
    pub(crate) width: usize,
}

/// An amount saved.
pub(crate) trait Cell: Copy + Ord + Add<Output = Self> + Default {
    /// Less than nothing, whatever is added.
    const NEVER: Self;
}

impl Cell for i16 {
    const NEVER: Self = i16::MIN / 2;
}

impl Cell for i32 {
    const NEVER: Self = i32::MIN / 2;
}

impl Cell for i64 {
    const NEVER: Self = i64::MIN / 2;
}

/// What pairing two nodes saves against deleting one and inserting the other, by number in the kernel's order.
pub(crate) trait Gains<N> {
    /// Whether the caller writes what leaves save into `trees`.
    const LEAVES_KNOWN: bool = false;
    fn gain(&self, before: usize, after: usize) -> N;
}

/// What is compared, what pairs are worth, and which cells may be left out.
pub(crate) struct Task<'a, G> {
    pub(crate) before: &'a Order,
    pub(crate) after: &'a Order,
    pub(crate) gains: &'a G,
    pub(crate) corridor: &'a Corridor,
}

/// A subtree, or a whole forest: nodes from the first to before the end.
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

/// Each path's topmost subtree, from left to right, and the whole forest at last.
fn keyroots(order: &Order, skip_leaves: bool) -> impl Iterator<Item = Span> {
    let roots = order.keyroots.iter().map(|&root| Span::subtree(order, root as usize));
    roots.filter(move |span| !skip_leaves || span.end - span.first > 1).chain([Span::whole(order)])
}

impl<N: Cell> Kernel<N> {
    /// Makes room for two forests. What stands in `trees` for pairs not filled later is the caller's to say.
    pub(crate) fn prepare(&mut self, rows: usize, columns: usize) {
        self.width = columns + 1;
        // Cells are written before they are read, so what they hold now does not matter.
        self.forests.resize((rows + 1) * self.width, N::default());
        self.trees.resize(rows * self.width, N::NEVER);
    }

    /// How much a mapping of the two forests saves at most.
    ///
    /// If the mappings that save the most leave the corridor, the result is that of some other mapping.
    pub(crate) fn run<G: Gains<N>>(&mut self, task: &Task<G>) -> N {
        for before in keyroots(task.before, G::LEAVES_KNOWN) {
            for after in keyroots(task.after, G::LEAVES_KNOWN) {
                self.fill(task, before, after);
            }
        }
        self.forests[task.before.len() * self.width + task.after.len()]
    }

    /// Fills the cells for one pair of subtrees and notes the savings of those that begin with the same leaves.
    ///
    /// Of the cells outside the corridor, those next to it get an amount some mapping saves. The others may hold what
    /// an earlier pair left: they are read only on behalf of subtree pairs that begin outside the corridor, and these
    /// are `NEVER` in `trees`.
    pub(crate) fn fill<G: Gains<N>>(&mut self, task: &Task<G>, before: Span, after: Span) {
        let (low, mut high) = task.corridor.columns(before.first, after);
        if low > after.first || high < low {
            return;
        }
        self.forests[before.first * self.width..][low..=high].fill(N::default());
        let mut path_node = after.first;
        for node in before.first..before.end {
            let (low, next_high) = task.corridor.columns(node + 1, after);
            if low > next_high {
                return;
            }
            if high < next_high {
                let above = &mut self.forests[node * self.width..];
                let edge = above[high];
                above[high + 1..=next_high].fill(edge);
                high = next_high;
            }
            // The first column, and one that the next row may look at from its first cell, save nothing.
            let low = low.max(after.first + 1);
            self.forests[(node + 1) * self.width + low - 1] = N::default();
            if task.before.first[node] as usize == before.first {
                while path_node + 1 < low {
                    path_node = task.after.next_on_path[path_node] as usize;
                }
                self.fill_path_row(task, node, low, high, path_node);
            } else {
                self.row(task, node).add_subtrees(N::default(), low, high);
            }
        }
    }

    /// Fills the row for a node whose subtree begins where the forests do, from column `low` to `high`.
    ///
    /// With a node of `after` of which the same is true, from `path_node` upwards, it may itself be paired.
    fn fill_path_row<G>(&mut self, task: &Task<G>, node: usize, low: usize, high: usize, mut path_node: usize)
    where
        G: Gains<N>,
    {
        let mut row = self.row(task, node);
        let mut left = N::default();
        let mut column = low;
        while path_node < high {
            left = row.add_subtrees(left, column, path_node);
            let paired = row.above[path_node] + task.gains.gain(node, path_node);
            left = left.max(row.above[path_node + 1]).max(paired);
            row.cells[path_node + 1] = left;
            row.trees[path_node] = left;
            column = path_node + 2;
            path_node = task.after.next_on_path[path_node] as usize;
        }
        row.add_subtrees(left, column, high);
    }

    #[inline(always)]
    fn row<'a, G>(&'a mut self, task: &Task<'a, G>, node: usize) -> Row<'a, N> {
        let width = self.width;
        let first = task.before.first[node] as usize;
        let (above, below) = self.forests.split_at_mut((node + 1) * width);
        Row {
            cells: &mut below[..width],
            above: &above[node * width..],
            base: &above[first * width..][..width],
            trees: &mut self.trees[node * width..][..width],
            firsts: &task.after.first,
        }
    }
}

/// A row of `forests` under way, and what it is made from.
struct Row<'a, N> {
    cells: &'a mut [N],
    /// The row before this one's node was added.
    above: &'a [N],
    /// The row before any node of its subtree was added.
    base: &'a [N],
    trees: &'a mut [N],
    firsts: &'a [u32],
}

impl<N: Cell> Row<'_, N> {
    /// Fills columns `low..=high`, where nodes are paired by whole subtrees only; `left` is the cell before.
    #[inline(always)]
    fn add_subtrees(&mut self, mut left: N, low: usize, high: usize) -> N {
        let cells = self.cells[low..high + 1].iter_mut().zip(&self.above[low..high + 1]);
        let nodes = self.firsts[low - 1..high].iter().zip(&self.trees[low - 1..high]);
        for ((cell, &above), (&first, &tree)) in cells.zip(nodes) {
            left = left.max(above.max(self.base[first as usize] + tree));
            *cell = left;
        }
        left
    }
}
