//! What taffy asks of a tree: children, styles, and sizes it found out already.

use taffy::{
    CacheTree, Layout, LayoutFlexboxContainer, LayoutInput, LayoutOutput, LayoutPartialTree, NodeId,
    TraversePartialTree, compute_cached_layout,
};

use super::Tree;
use super::place::Placing;
use super::shape::Shape;

impl TraversePartialTree for Placing<'_> {
    type ChildIter<'a>
        = Children<'a>
    where
        Self: 'a;

    fn child_ids(&self, parent: NodeId) -> Children<'_> {
        self.children(parent)
    }

    fn child_count(&self, parent: NodeId) -> usize {
        self.child_ids(parent).count()
    }

    fn get_child_id(&self, parent: NodeId, index: usize) -> NodeId {
        self.child_ids(parent).nth(index).expect("flexbox asks for no more children than there are")
    }
}

/// The children of a node, as taffy numbers them.
pub(super) struct Children<'t> {
    pub(super) tree: &'t Tree,
    pub(super) next: usize,
    pub(super) end: usize,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            let child = self.next;
            self.next += self.tree.nodes[child].size as usize;
            NodeId::from(child)
        })
    }
}

impl LayoutPartialTree for Placing<'_> {
    type CoreContainerStyle<'a>
        = &'a Shape
    where
        Self: 'a;
    type CustomIdent = String;

    fn get_core_container_style(&self, node: NodeId) -> &Shape {
        self.shape(node)
    }

    fn set_unrounded_layout(&mut self, node: NodeId, layout: &Layout) {
        self.put(node, layout.location, layout.size);
    }

    fn compute_child_layout(&mut self, node: NodeId, inputs: LayoutInput) -> LayoutOutput {
        compute_cached_layout(self, node, inputs, Placing::compute)
    }
}

impl LayoutFlexboxContainer for Placing<'_> {
    type FlexboxContainerStyle<'a>
        = &'a Shape
    where
        Self: 'a;
    type FlexboxItemStyle<'a>
        = &'a Shape
    where
        Self: 'a;

    fn get_flexbox_container_style(&self, node: NodeId) -> &Shape {
        self.shape(node)
    }

    fn get_flexbox_child_style(&self, child: NodeId) -> &Shape {
        self.shape(child)
    }
}

impl CacheTree for Placing<'_> {
    fn cache_get(&mut self, node: NodeId, input: &LayoutInput) -> Option<LayoutOutput> {
        self.placed[usize::from(node)].memo.get(input)
    }

    fn cache_store(&mut self, node: NodeId, input: &LayoutInput, output: LayoutOutput) {
        self.placed[usize::from(node)].memo.store(input, output.size);
    }

    fn cache_clear(&mut self, node: NodeId) {
        self.placed[usize::from(node)].forget();
    }
}
