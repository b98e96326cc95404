//! Takes off both trees what an optimal mapping may pair without looking further.

use crate::forest::Forest;

/// What trimming leaves to compare, and what the pairs it made cost.
pub(crate) struct Trimmed<'t> {
    pub(crate) before: Forest<'t>,
    pub(crate) after: Forest<'t>,
    pub(crate) cost: u32,
}

/// `length` nodes from `before` on became as many from `after` on, in pre-order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) length: usize,
}

/// Trims two forests under unit costs; what it pairs is appended to `runs`.
///
/// Each step is exact because some cheapest mapping contains its pairs:
/// - An equal first (or last) tree on both sides: in a cheapest mapping, pair these trees node by node instead of
///   whatever their nodes had as partners. The nodes that lose a partner number no more than the pairs gained, and
///   nothing stands left (right) of the trees that the new pairs could cross.
/// - Two single trees with equal root labels: pairing the roots frees at most one partner on each side, and both
///   were paid for as deleted and inserted before.
/// - Two single trees whose root labels occur nowhere on the other side: each root costs 1 whatever it is mapped
///   to, so one rename for both is never dearer.
pub(crate) fn trim<'t>(mut before: Forest<'t>, mut after: Forest<'t>, runs: &mut Vec<Run>) -> Trimmed<'t> {
    let mut cost = 0;
    loop {
        trim_ends(&mut before, &mut after, runs);
        let (Some(root), Some(other)) = (before.single_root(), after.single_root()) else { break };
        let (label, other_label) = (before.labels()[0], after.labels()[0]);
        if label != other_label {
            if after.labels().contains(&label) || before.labels().contains(&other_label) {
                break;
            }
            cost += 1;
        }
        runs.push(Run { before: root, after: other, length: 1 });
        before.start += 1;
        after.start += 1;
    }
    if before.is_empty() || after.is_empty() {
        cost += (before.len() + after.len()) as u32;
        before.end = before.start;
        after.end = after.start;
    }
    Trimmed { before, after, cost }
}

/// Pairs equal trees at the beginning and at the end of both forests.
pub(crate) fn trim_ends(before: &mut Forest, after: &mut Forest, runs: &mut Vec<Run>) {
    while !before.is_empty() && !after.is_empty() {
        if !before.tree.same_subtree(before.start, after.tree, after.start) {
            break;
        }
        let length = before.first_end() - before.start;
        runs.push(Run { before: before.start, after: after.start, length });
        before.start += length;
        after.start += length;
    }
    while !before.is_empty() && !after.is_empty() {
        let (last, other) = (before.last_root(), after.last_root());
        if !before.tree.same_subtree(last, after.tree, other) {
            break;
        }
        runs.push(Run { before: last, after: other, length: before.end - last });
        before.end = last;
        after.end = other;
    }
}
