//! The crate `apted`, fed as it likes best: trees built beforehand, labels as text or as numbers.

use crate::sets::Text;
use apted::{APTED, CostModel, Node, StringNodeData, StringUnitCostModel};
use diff::Tree;

/// One tree in both forms.
pub(crate) struct Anchor {
    text: Node<StringNodeData>,
    number: Node<u32>,
}

impl Anchor {
    pub(crate) fn new(text: &Text, tree: &Tree) -> Self {
        let number = |node: usize| tree.labels()[node].0;
        Self {
            text: build(tree, 0, &|node| StringNodeData::new(&text[node].1)),
            number: build(tree, 0, &number),
        }
    }
}

pub(crate) fn distance_by_text(before: &Anchor, after: &Anchor) -> u64 {
    APTED::new(StringUnitCostModel).compute_edit_distance(&before.text, &after.text) as u64
}

pub(crate) fn distance_by_number(before: &Anchor, after: &Anchor) -> u64 {
    APTED::new(NumberUnitCosts).compute_edit_distance(&before.number, &after.number) as u64
}

pub(crate) fn mapping_by_text(before: &Anchor, after: &Anchor) -> u64 {
    let mut apted = APTED::new(StringUnitCostModel);
    let distance = apted.compute_edit_distance(&before.text, &after.text);
    distance as u64 + apted.compute_edit_mapping().len() as u64
}

pub(crate) fn mapping_by_number(before: &Anchor, after: &Anchor) -> u64 {
    let mut apted = APTED::new(NumberUnitCosts);
    let distance = apted.compute_edit_distance(&before.number, &after.number);
    distance as u64 + apted.compute_edit_mapping().len() as u64
}

struct NumberUnitCosts;

impl CostModel<u32> for NumberUnitCosts {
    fn del(&self, _: &Node<u32>) -> f32 {
        1.0
    }

    fn ins(&self, _: &Node<u32>) -> f32 {
        1.0
    }

    fn ren(&self, before: &Node<u32>, after: &Node<u32>) -> f32 {
        if before.node_data() == after.node_data() { 0.0 } else { 1.0 }
    }
}

fn build<D>(tree: &Tree, node: usize, data: &impl Fn(usize) -> D) -> Node<D> {
    let mut built = Node::new(data(node));
    let mut child = node + 1;
    while child < node + tree.sizes()[node] as usize {
        built.add_child(build(tree, child, data));
        child += tree.sizes()[child] as usize;
    }
    built
}
