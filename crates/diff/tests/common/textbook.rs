//! Zhang and Shasha's algorithm as a textbook prints it: slow, plain, and the measure of all others.

use diff::{Costs, Label, Tree};

/// The cheapest mapping's cost.
pub(crate) fn distance(costs: &impl Costs, before: &Tree, after: &Tree) -> u64 {
    let (before, after) = (PostOrder::of(before), PostOrder::of(after));
    let mut trees = vec![vec![0; after.labels.len()]; before.labels.len()];
    for &i in &before.keyroots {
        for &j in &after.keyroots {
            tree_distance(costs, &before, &after, i, j, &mut trees);
        }
    }
    trees[before.labels.len() - 1][after.labels.len() - 1]
}

fn tree_distance(
    costs: &impl Costs,
    a: &PostOrder,
    b: &PostOrder,
    i: usize,
    j: usize,
    trees: &mut [Vec<u64>],
) {
    let delete = |x: usize| a.labels[x].map_or(0, |label| u64::from(costs.delete(label)));
    let insert = |y: usize| b.labels[y].map_or(0, |label| u64::from(costs.insert(label)));
    let rename = |x: usize, y: usize| match (a.labels[x], b.labels[y]) {
        (None, None) => 0,
        (Some(from), Some(to)) => u64::from(costs.rename(from, to)),
        _ => 1 << 40,
    };
    let (first, other_first) = (a.leftmost[i], b.leftmost[j]);
    let mut forests = vec![vec![0; j - other_first + 2]; i - first + 2];
    for x in first..=i {
        forests[x - first + 1][0] = forests[x - first][0] + delete(x);
    }
    for y in other_first..=j {
        forests[0][y - other_first + 1] = forests[0][y - other_first] + insert(y);
    }
    for x in first..=i {
        for y in other_first..=j {
            let (row, column) = (x - first + 1, y - other_first + 1);
            let deleted = forests[row - 1][column] + delete(x);
            let inserted = forests[row][column - 1] + insert(y);
            if a.leftmost[x] == first && b.leftmost[y] == other_first {
                let kept = forests[row - 1][column - 1] + rename(x, y);
                forests[row][column] = deleted.min(inserted).min(kept);
                trees[x][y] = forests[row][column];
            } else {
                let kept = forests[a.leftmost[x] - first][b.leftmost[y] - other_first] + trees[x][y];
                forests[row][column] = deleted.min(inserted).min(kept);
            }
        }
    }
}

/// Labels and leftmost leaves in post-order, under an extra root without a label, so that forests are trees.
struct PostOrder {
    labels: Vec<Option<Label>>,
    leftmost: Vec<usize>,
    keyroots: Vec<usize>,
}

impl PostOrder {
    fn of(tree: &Tree) -> Self {
        let mut order = Self { labels: Vec::new(), leftmost: Vec::new(), keyroots: Vec::new() };
        order.visit(tree, 0, tree.len());
        order.labels.push(None);
        order.leftmost.push(0);
        let last = order.labels.len() - 1;
        order.keyroots =
            (0..=last).filter(|&i| !order.leftmost[i + 1..].contains(&order.leftmost[i])).collect();
        order
    }

    /// The trees among the nodes `start..end`.
    fn visit(&mut self, tree: &Tree, mut start: usize, end: usize) {
        while start < end {
            let next = start + tree.sizes()[start] as usize;
            let leftmost = self.labels.len();
            self.visit(tree, start + 1, next);
            self.labels.push(Some(tree.labels()[start]));
            self.leftmost.push(leftmost);
            start = next;
        }
    }
}
