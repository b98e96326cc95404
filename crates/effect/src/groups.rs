//! Views that stand beside each other for the same thing.

use gui::{Layout, Node, NodeId};

use crate::signs::{behind_drawer, is_actionable};

/// A view whose children do alike things to different items: rows, tabs, choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The view that holds them.
    pub view: NodeId,
    /// Those of one class, at least two.
    pub members: Vec<NodeId>,
}

/// Class names that hold groups, as the original has them.
const HOLDERS: [&str; 9] = [
    ".view.ViewGroup",
    ".widget.RadioGroup",
    ".widget.RelativeLayout",
    ".widget.LinearLayout",
    ".widget.FrameLayout",
    ".widget.GridLayout",
    ".widget.RecyclerView",
    ".widget.ListView",
    ".widget.GridView",
];

/// The groups of a layout: of the children that can be acted on, or that hold exactly one leaf that can be, the most of one class.
pub fn groups_of(layout: &Layout) -> Vec<Group> {
    let behind = behind_drawer(layout);
    let is_there = |node: &Node<'_>| !behind[node.id().0 as usize];
    let holders = layout
        .nodes()
        .filter(|node| is_there(node) && HOLDERS.iter().any(|holder| node.class().contains(holder)));
    holders
        .filter_map(|holder| {
            let acted_on = holder.children().filter(is_there).filter_map(acted_on);
            let members = most_of_one_class(acted_on)?;
            Some(Group { view: holder.id(), members })
        })
        .collect()
}

/// The child itself, or the one leaf in it that can be acted on.
fn acted_on(child: Node<'_>) -> Option<Node<'_>> {
    if is_actionable(child) {
        return Some(child);
    }
    let mut inside = child.descendants().filter(|&node| is_actionable(node));
    let only = inside.next()?;
    (inside.next().is_none() && only.is_leaf()).then_some(only)
}

/// The first of the largest buckets, if it has two members.
fn most_of_one_class<'a>(nodes: impl Iterator<Item = Node<'a>>) -> Option<Vec<NodeId>> {
    let mut buckets: Vec<(&str, Vec<NodeId>)> = Vec::new();
    for node in nodes {
        match buckets.iter_mut().find(|(class, _)| *class == node.class()) {
            Some((_, members)) => members.push(node.id()),
            None => buckets.push((node.class(), vec![node.id()])),
        }
    }
    // The last of equals would win in `max_by_key`.
    let (_, members) = buckets.into_iter().rev().max_by_key(|(_, members)| members.len())?;
    (members.len() >= 2).then_some(members)
}
