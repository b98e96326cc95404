//! An ordered, labelled tree as flat arrays, ready to compare.

use crate::Label;

/// An ordered tree, or a forest under a root nobody sees, with its nodes numbered in pre-order.
///
/// Each subtree is a contiguous run of nodes and carries a 64-bit hash. Two subtrees count as equal only after their
/// labels and sizes were compared as well, so a hash collision costs time and never a wrong answer.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    labels: Vec<Label>,
    /// Nodes in the subtree, itself included. In pre-order the sizes alone determine the shape.
    sizes: Vec<u32>,
    /// [`Tree::NO_PARENT`] at the roots.
    parents: Vec<u32>,
    hashes: Vec<u64>,
    /// Hash over all roots in order.
    hash: u64,
}

/// Why a list of nodes is not a tree in pre-order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A parent must come before its children; this also rules out cycles and parents that do not exist.
    #[error("node {node} names node {parent} as its parent, but a parent comes before its children")]
    ParentNotBefore {
        /// The node at fault.
        node: usize,
        /// The parent it names.
        parent: usize,
    },
    /// The subtree of `parent` was already left when `node` came.
    #[error("node {node} stands under node {parent}, whose subtree had already ended: not in pre-order")]
    NotPreOrder {
        /// The node at fault.
        node: usize,
        /// The parent it names.
        parent: usize,
    },
    /// [`Tree::new`] wants exactly one root, and `node` is another.
    #[error("node {node} is a second root")]
    SecondRoot {
        /// The second node without a parent.
        node: usize,
    },
    /// [`Tree::new`] wants a root; [`Tree::forest`] takes no nodes, too.
    #[error("a tree has at least one node")]
    Empty,
    /// More nodes than a `u32` counts comfortably.
    #[error("more than {} nodes", Tree::MAX_NODES)]
    TooManyNodes,
}

impl Tree {
    /// More nodes are refused: far beyond any screen, and sums of two such counts still fit an `i32`.
    pub const MAX_NODES: usize = 1 << 24;

    const NO_PARENT: u32 = u32::MAX;

    /// The tree with these nodes, given in pre-order as index of the parent (`None` at the root) and label.
    pub fn new(nodes: impl IntoIterator<Item = (Option<usize>, Label)>) -> Result<Self, TreeError> {
        let tree = Self::forest(nodes)?;
        match tree.sizes.first() {
            None => Err(TreeError::Empty),
            Some(&size) if (size as usize) < tree.len() => Err(TreeError::SecondRoot { node: size as usize }),
            Some(_) => Ok(tree),
        }
    }

    /// Like [`Tree::new`] for any number of roots, also none.
    pub fn forest(nodes: impl IntoIterator<Item = (Option<usize>, Label)>) -> Result<Self, TreeError> {
        let nodes = nodes.into_iter();
        let mut tree = Self::default();
        let expected = nodes.size_hint().0.min(Self::MAX_NODES);
        tree.labels.reserve_exact(expected);
        tree.parents.reserve_exact(expected);
        for (node, (parent, label)) in nodes.enumerate() {
            if node == Self::MAX_NODES {
                return Err(TreeError::TooManyNodes);
            }
            let parent = match parent {
                None => Self::NO_PARENT,
                Some(parent) if parent < node => tree.check_open(node, parent)?,
                Some(parent) => return Err(TreeError::ParentNotBefore { node, parent }),
            };
            tree.labels.push(label);
            tree.parents.push(parent);
        }
        tree.measure();
        Ok(tree)
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether it has no nodes.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The labels in pre-order.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The subtree sizes in pre-order: node `i` and what hangs below it are the nodes `i..i + sizes()[i]`.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The parent of `node`, `None` for roots.
    pub fn parent(&self, node: usize) -> Option<usize> {
        let parent = self.parents[node];
        (parent != Self::NO_PARENT).then_some(parent as usize)
    }

    /// Parents as stored; roots have a number no node has.
    pub(crate) fn raw_parents(&self) -> &[u32] {
        &self.parents
    }

    /// Whether the subtree at `here` equals the one at `there` in `other`: one hash comparison when they differ.
    pub(crate) fn same_subtree(&self, here: usize, other: &Tree, there: usize) -> bool {
        if self.hashes[here] != other.hashes[there] {
            return false;
        }
        let (ours, theirs) =
            (here..here + self.sizes[here] as usize, there..there + other.sizes[there] as usize);
        self.labels[ours.clone()] == other.labels[theirs.clone()] && self.sizes[ours] == other.sizes[theirs]
    }

    /// Whether `parent` is the node before or one of its ancestors, so that `node` may come next in pre-order.
    fn check_open(&self, node: usize, parent: usize) -> Result<u32, TreeError> {
        let mut open = node - 1;
        while open > parent {
            match self.parents[open] {
                Self::NO_PARENT => return Err(TreeError::NotPreOrder { node, parent }),
                above => open = above as usize,
            }
        }
        if open == parent { Ok(parent as u32) } else { Err(TreeError::NotPreOrder { node, parent }) }
    }

    /// Sizes and hashes, from the last node to the first, so that children are complete before their parent.
    fn measure(&mut self) {
        self.sizes = vec![1; self.len()];
        self.hashes = vec![0; self.len()];
        for node in (0..self.len()).rev() {
            let hash = fold(self.hashes[node], u64::from(self.labels[node].0) + 1);
            self.hashes[node] = hash;
            match self.parents[node] {
                Self::NO_PARENT => self.hash = fold(self.hash, hash),
                parent => {
                    self.sizes[parent as usize] += self.sizes[node];
                    let below = &mut self.hashes[parent as usize];
                    *below = fold(*below, hash);
                }
            }
        }
    }
}

/// Equal labels in equal shape. One hash comparison tells most trees apart; equal ones are confirmed node by node.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.labels == other.labels && self.sizes == other.sizes
    }
}

impl Eq for Tree {}

/// Mixes `value` into `hash`; the order of the values matters.
fn fold(hash: u64, value: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[Option<usize>]) -> Result<Tree, TreeError> {
        Tree::new(parents.iter().map(|&parent| (parent, Label(7))))
    }

    #[test]
    fn sizes_and_parents_of_a_small_tree() {
        let tree = tree(&[None, Some(0), Some(1), Some(1), Some(0)]).unwrap();
        assert_eq!(tree.sizes(), [5, 3, 1, 1, 1]);
        assert_eq!(tree.parent(0), None);
        assert_eq!(tree.parent(4), Some(0));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        assert_eq!(tree(&[]), Err(TreeError::Empty));
        assert_eq!(tree(&[None, None]), Err(TreeError::SecondRoot { node: 1 }));
        assert_eq!(tree(&[Some(0)]), Err(TreeError::ParentNotBefore { node: 0, parent: 0 }));
        assert_eq!(tree(&[None, Some(2), Some(0)]), Err(TreeError::ParentNotBefore { node: 1, parent: 2 }));
        assert_eq!(tree(&[None, Some(9)]), Err(TreeError::ParentNotBefore { node: 1, parent: 9 }));
        let left_subtree = [None, Some(0), Some(0), Some(1)];
        assert_eq!(tree(&left_subtree), Err(TreeError::NotPreOrder { node: 3, parent: 1 }));
        let left_root = [None, None, Some(0)].map(|parent| (parent, Label(0)));
        assert_eq!(Tree::forest(left_root), Err(TreeError::NotPreOrder { node: 2, parent: 0 }));
    }

    #[test]
    fn a_forest_may_have_any_number_of_roots() {
        assert!(Tree::forest([]).unwrap().is_empty());
        let forest = Tree::forest([None, Some(0), None].map(|parent| (parent, Label(0)))).unwrap();
        assert_eq!(forest.sizes(), [2, 1, 1]);
    }

    #[test]
    fn a_chain_and_a_star_of_the_same_labels_differ() {
        let chain = tree(&[None, Some(0), Some(1)]).unwrap();
        let star = tree(&[None, Some(0), Some(0)]).unwrap();
        assert_ne!(chain, star);
        assert_eq!(star, star.clone());
    }
}
