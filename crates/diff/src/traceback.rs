//! From filled tables back to the pairs that made the distance.

use crate::kernel::{Cell, Gains, Kernel, Span, Task};

/// Reports the pairs of a mapping that saves what a kernel's [run](Kernel::run) said.
///
/// The cells of the whole forests are still there; for each subtree pair on the way they are filled again, within the
/// subtrees only. Pairing comes before deleting and deleting before inserting where they save the same.
pub(crate) fn trace<N: Cell, G: Gains<N>>(
    kernel: &mut Kernel<N>,
    task: &Task<G>,
    pending: &mut Vec<(usize, usize)>,
    mut pair: impl FnMut(usize, usize),
) {
    pending.clear();
    walk(kernel, task, Span::whole(task.before), Span::whole(task.after), pending, &mut pair);
    while let Some((node, other)) = pending.pop() {
        let (before, after) = (Span::subtree(task.before, node), Span::subtree(task.after, other));
        kernel.fill(task, before, after);
        walk(kernel, task, before, after, pending, &mut pair);
    }
}

/// Walks from the last cell of two spans to their first; subtrees to look into go to `pending`.
fn walk<N: Cell, G: Gains<N>>(
    kernel: &Kernel<N>,
    task: &Task<G>,
    before: Span,
    after: Span,
    pending: &mut Vec<(usize, usize)>,
    pair: &mut impl FnMut(usize, usize),
) {
    let cell = |i: usize, j: usize| kernel.forests[i * kernel.width + j];
    let (mut i, mut j) = (before.end, after.end);
    while i > before.first {
        let (low, high) = task.corridor.columns(i, after);
        // Right of the corridor a row keeps its last amount, left of it nothing is saved.
        j = j.min(high);
        if j < low || j == after.first {
            break;
        }
        let (node, other) = (i - 1, j - 1);
        let (first, other_first) = (task.before.first[node] as usize, task.after.first[other] as usize);
        let here = cell(i, j);
        if first == before.first && other_first == after.first {
            if here == cell(node, other) + task.gains.gain(node, other) {
                pair(node, other);
                (i, j) = (node, other);
                continue;
            }
        } else if here == cell(first, other_first) + kernel.trees[node * kernel.width + other] {
            pending.push((node, other));
            (i, j) = (first, other_first);
            continue;
        }
        if here == cell(node, j) {
            i = node;
        } else {
            j = other;
        }
    }
}
