//! Selectors for the widgets of a layout.

use super::choose::{Choice, Label, MAX_NAME, choose_all, choose_around};
use super::{Selector, Step, Traits, labels};
use crate::layout::{Layout, Node, NodeId};

/// The selectors of all widgets of one layout.
///
/// Made in O(n log n) for n widgets; each selector is then put into words when asked for.
pub struct Selectors<'a> {
    layout: &'a Layout,
    choices: Vec<Choice>,
    /// The position of each widget among its siblings, or among the roots.
    positions: Vec<u32>,
}

impl Layout {
    /// The selectors of all widgets.
    pub fn selectors(&self) -> Selectors<'_> {
        Selectors::new(self)
    }
}

impl<'a> Selectors<'a> {
    /// The selectors of all widgets of the layout.
    pub fn new(layout: &'a Layout) -> Selectors<'a> {
        Selectors { layout, choices: choose_all(layout), positions: positions(layout) }
    }

    /// Only those of one widget and of what it stands in.
    pub(super) fn on_the_way_to(node: Node<'a>) -> Selectors<'a> {
        Selectors { layout: node.layout(), choices: choose_around(node), positions: positions(node.layout()) }
    }

    /// The selector of one widget. Panics when it is not in this layout, as [`Layout::node`] does.
    pub fn of(&self, id: NodeId) -> Selector {
        let mut steps = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let node = self.layout.node(id);
            let (step, within) = match self.choices[id.0 as usize] {
                Choice::Traits { kind, nth, within } => {
                    let nth = (nth > 0).then_some(nth);
                    (Step::Traits { traits: Traits::of(kind, node), nth }, within)
                }
                Choice::Row => (Step::Row(self.positions[id.0 as usize] + 1), node.parent().map(Node::id)),
                Choice::RowWith(label) => (Step::RowWith(self.label(label)), node.parent().map(Node::id)),
                Choice::Around { label, within } => (Step::Around(self.label(label)), within),
                Choice::Path { within } => (self.path(node, within), within),
            };
            steps.push(step);
            next = within;
        }
        Selector { steps }
    }

    fn label(&self, label: Label) -> String {
        labels(self.layout.node(label.holder)).nth(label.which).unwrap_or_default().to_owned()
    }

    fn path(&self, node: Node<'_>, within: Option<NodeId>) -> Step {
        let above = node.ancestors().map(Node::id).take_while(|&id| Some(id) != within);
        let mut places: Vec<u32> =
            [node.id()].into_iter().chain(above).map(|id| self.positions[id.0 as usize]).collect();
        places.reverse();
        let class = Some(node.short_class()).filter(|class| (1..=MAX_NAME).contains(&class.len()));
        Step::Path { places, class: class.map(str::to_owned) }
    }
}

fn positions(layout: &Layout) -> Vec<u32> {
    let mut positions = vec![0; layout.len()];
    for (position, root) in layout.roots().enumerate() {
        positions[root.id().0 as usize] = position as u32;
    }
    for node in layout.nodes() {
        for (position, child) in node.children().enumerate() {
            positions[child.id().0 as usize] = position as u32;
        }
    }
    positions
}
