//! What changed between two screens: the edit script, for programs and for people.

mod attribute;
mod apply;
mod tell;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use gui::{Layout, Node, NodeId, Widget, WindowInfo};

use crate::{Differ, Label, Labels, Mapping, TooLarge, Tree};

pub use apply::CannotApply;
pub use attribute::{Attribute, Change, changes_of};

/// What changed from one layout to another, as cheaply as can be told.
///
/// The distance counts widgets that came, went, or have another class, resource id, text or content description.
/// Whatever else differs on widgets that stayed (bounds, ticks, ...) stands in the script at no cost, so that
/// [`Changes::apply`] gives the second layout in all attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The exact tree edit distance with unit costs.
    pub distance: u32,
    /// Which widget became which, ascending in both layouts.
    pub mapping: Vec<(NodeId, NodeId)>,
    /// Deletions, then changes, then insertions, each in pre-order.
    pub edits: Vec<Edit>,
    /// The windows of the second layout with the number of roots of each, where they are not those of the first.
    pub windows: Option<Vec<(WindowInfo, usize)>>,
}

/// One line of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A widget of the first layout went; what it held moved up to its parent.
    Delete {
        /// Its place in the first layout.
        node: NodeId,
    },
    /// A widget stayed and changed.
    Change {
        /// Its place in the first layout.
        before: NodeId,
        /// Its place in the second layout.
        after: NodeId,
        /// What is different, at least one attribute.
        changes: Vec<Change>,
    },
    /// A widget came; it took over the widgets that stand in its subtree.
    Insert {
        /// Its place in the second layout.
        node: NodeId,
        /// The place of its parent in the second layout.
        parent: Option<NodeId>,
        /// How many widgets of the second layout it holds, itself included.
        subtree_size: usize,
        /// All it is.
        widget: OwnedWidget,
    },
}

impl Edit {
    /// What the edit adds to the distance.
    pub fn cost(&self) -> u32 {
        match self {
            Edit::Delete { .. } | Edit::Insert { .. } => 1,
            Edit::Change { changes, .. } => {
                u32::from(changes.iter().any(|change| change.attribute.is_label()))
            }
        }
    }
}

/// What changed from `before` to `after`.
///
/// [`TooLarge`] only for two huge screens with little in common.
pub fn changes_between(before: &Layout, after: &Layout) -> Result<Changes, TooLarge> {
    let mut labels = Labels::new();
    let (tree_before, tree_after) = (tree_of(before, &mut labels), tree_of(after, &mut labels));
    let mapping = Differ::new().mapping(&tree_before, &tree_after)?;
    Ok(Changes::from_mapping(before, after, &mapping))
}

/// The exact tree edit distance between two screens.
pub fn distance_between(before: &Layout, after: &Layout) -> Result<u32, TooLarge> {
    if before.digest() == after.digest() {
        return Ok(0);
    }
    let mut labels = Labels::new();
    let (before, after) = (tree_of(before, &mut labels), tree_of(after, &mut labels));
    Differ::new().distance(&before, &after)
}

/// The layout as a tree to compare: a widget's label is its class, resource id, text and content description.
///
/// `labels` must be the same for all layouts that are compared with each other.
pub fn tree_of(layout: &Layout, labels: &mut Labels) -> Tree {
    let mut joined = String::new();
    let nodes = layout.nodes().map(|node| {
        let parent = node.parent().map(|parent| parent.id().0 as usize);
        (parent, label_of(node, labels, &mut joined))
    });
    // A layout has far fewer nodes than a tree may have, and they are in pre-order.
    Tree::forest(nodes).unwrap_or_else(|error| unreachable!("a layout is a forest: {error}"))
}

fn label_of(node: Node<'_>, labels: &mut Labels, joined: &mut String) -> Label {
    joined.clear();
    for part in [node.class(), node.resource_id(), node.text(), node.content_desc()] {
        // The length in front keeps the parts apart, whatever characters they hold.
        let _ = write!(joined, "{}:{part}", part.len());
    }
    labels.intern(joined)
}

impl Changes {
    /// Whether the two layouts are equal in all attributes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.windows.is_none()
    }

    fn from_mapping(before: &Layout, after: &Layout, mapping: &Mapping) -> Changes {
        let pairs: Vec<(NodeId, NodeId)> =
            mapping.pairs().iter().map(|&(b, a)| (NodeId(b), NodeId(a))).collect();
        let mut edits = Vec::new();
        edits.extend(unmapped(before, pairs.iter().map(|pair| pair.0)).map(|node| Edit::Delete { node }));
        for &(from, to) in &pairs {
            let changes = changes_of(&before.node(from).widget(), &after.node(to).widget());
            if !changes.is_empty() {
                edits.push(Edit::Change { before: from, after: to, changes });
            }
        }
        edits.extend(unmapped(after, pairs.iter().map(|pair| pair.1)).map(|id| {
            let node = after.node(id);
            Edit::Insert {
                node: id,
                parent: node.parent().map(|parent| parent.id()),
                subtree_size: node.subtree_size(),
                widget: OwnedWidget::from(&node.widget()),
            }
        }));
        let windows = windows_of(after);
        let windows = (windows != windows_of(before)).then_some(windows);
        let distance = u32::try_from(mapping.cost()).unwrap_or(u32::MAX);
        Changes { distance, mapping: pairs, edits, windows }
    }
}

/// The nodes of a layout that are not among `mapped`, which ascends.
fn unmapped(layout: &Layout, mapped: impl Iterator<Item = NodeId>) -> impl Iterator<Item = NodeId> {
    let mut mapped = mapped.peekable();
    layout.nodes().map(|node| node.id()).filter(move |&id| mapped.next_if_eq(&id).is_none())
}

fn windows_of(layout: &Layout) -> Vec<(WindowInfo, usize)> {
    let roots =
        |window: &gui::Window| window.nodes().filter(|&id| layout.node(id).parent().is_none()).count();
    layout.windows().iter().map(|window| (window.info.clone(), roots(window))).collect()
}

/// All of a widget, kept apart from any layout.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[expect(missing_docs, reason = "the fields are those of Widget")]
pub struct OwnedWidget {
    pub class: String,
    pub resource_id: String,
    pub text: String,
    pub content_desc: String,
    pub package: String,
    pub hint: String,
    pub bounds: gui::Rect,
    pub index: u32,
    pub drawing_order: u32,
    #[serde(serialize_with = "flag_names")]
    pub flags: gui::Flags,
    pub extras: Vec<(String, String)>,
}

fn flag_names<S: serde::Serializer>(flags: &gui::Flags, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(flags.iter().map(gui::Flag::name))
}

impl From<&Widget<'_>> for OwnedWidget {
    fn from(widget: &Widget<'_>) -> OwnedWidget {
        OwnedWidget {
            class: widget.class.to_owned(),
            resource_id: widget.resource_id.to_owned(),
            text: widget.text.to_owned(),
            content_desc: widget.content_desc.to_owned(),
            package: widget.package.to_owned(),
            hint: widget.hint.to_owned(),
            bounds: widget.bounds,
            index: widget.index,
            drawing_order: widget.drawing_order,
            flags: widget.flags,
            extras: widget.extras.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        }
    }
}

impl OwnedWidget {
    /// The same, borrowed.
    pub fn as_widget(&self) -> Widget<'_> {
        Widget {
            class: &self.class,
            resource_id: &self.resource_id,
            text: &self.text,
            content_desc: &self.content_desc,
            package: &self.package,
            hint: &self.hint,
            bounds: self.bounds,
            index: self.index,
            drawing_order: self.drawing_order,
            flags: self.flags,
            extras: self.extras.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        }
    }
}
