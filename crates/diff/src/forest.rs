//! A run of neighbouring subtrees: what is left to compare while a comparison descends.

use crate::{Label, Tree};

/// Some neighbouring siblings of a tree with all that hangs below them: a contiguous run in pre-order.
#[derive(Clone, Copy)]
pub(crate) struct Forest<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl<'t> Forest<'t> {
    pub(crate) fn whole(tree: &'t Tree) -> Self {
        Self { tree, start: 0, end: tree.len() }
    }

    /// All that hangs below `node`.
    pub(crate) fn below(tree: &'t Tree, node: usize) -> Self {
        Self { tree, start: node + 1, end: node + tree.sizes()[node] as usize }
    }

    pub(crate) fn len(self) -> usize {
        self.end - self.start
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(crate) fn labels(self) -> &'t [Label] {
        &self.tree.labels()[self.start..self.end]
    }

    pub(crate) fn sizes(self) -> &'t [u32] {
        &self.tree.sizes()[self.start..self.end]
    }

    /// Its root, if it is a single tree.
    pub(crate) fn single_root(self) -> Option<usize> {
        (!self.is_empty() && self.first_end() == self.end).then_some(self.start)
    }

    /// Where the first tree ends. There must be one.
    pub(crate) fn first_end(self) -> usize {
        self.start + self.tree.sizes()[self.start] as usize
    }

    /// The root of the last tree. There must be one.
    pub(crate) fn last_root(self) -> usize {
        if self.first_end() == self.end {
            return self.start;
        }
        let parents = self.tree.raw_parents();
        let mut node = self.end - 1;
        while parents[node] != parents[self.start] {
            node = parents[node] as usize;
        }
        node
    }

    /// The roots from left to right.
    pub(crate) fn roots(self) -> impl Iterator<Item = u32> + 't {
        let mut next = self.start;
        std::iter::from_fn(move || {
            let root = next;
            (root < self.end).then(|| {
                next += self.tree.sizes()[root] as usize;
                root as u32
            })
        })
    }
}
