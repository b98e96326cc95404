//! One screen as a tree of widgets.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::strings::{Strings, Sym};
use crate::widget::{Flag, Flags, Rect, Widget};

/// What is on screen: the widgets of all windows, in pre-order.
///
/// Immutable; made by [`Layout::parse`] or a [`LayoutBuilder`](crate::LayoutBuilder). Every subtree
/// has two digests, so equal subtrees and equal screens are found by one comparison. Equal content makes equal
/// layouts, however they were made.
#[derive(Clone, PartialEq, Eq)]
pub struct Layout {
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) windows: Vec<Window>,
    pub(crate) strings: Strings,
    /// Attributes without a field of their own; node `n` owns those up to `nodes[n].extras_end`.
    pub(crate) extras: Vec<(Sym, Sym)>,
    pub(crate) digests: Vec<Digest>,
    pub(crate) label_digests: Vec<Digest>,
    pub(crate) digest: Digest,
}

/// The place of a node in its layout's pre-order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// One window and the nodes it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// What the phone says of the window.
    pub info: WindowInfo,
    pub(crate) nodes: Range<u32>,
}

/// What `uiautomator dump --windows` says of a window; a plain dump says only the rotation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowInfo {
    /// How far the screen is turned, in quarters.
    pub rotation: u8,
    /// Width and height of the screen, where the tool tells (Appium does).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_px: Option<(u32, u32)>,
    /// The rest; `None` for a window of a plain dump.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<WindowDetails>,
}

/// Where a window stands among the others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowDetails {
    /// The display that shows it.
    pub display: u32,
    /// What the app calls it.
    pub title: String,
    /// `application`, `input method`, `system`, as the phone prints it.
    pub kind: String,
    /// The accessibility id.
    pub id: i32,
    /// Higher is nearer to the eye.
    pub layer: i32,
    /// Whether the person is acting on it.
    pub active: bool,
    /// Whether it holds the input focus.
    pub focused: bool,
    /// Where on the screen.
    pub bounds: Rect,
}

impl Layout {
    /// How many widgets there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is on screen, or nothing that accessibility can see.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The widget at this place. Panics when the place is not in this layout.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!((id.0 as usize) < self.nodes.len(), "node {} of a layout of {}", id.0, self.nodes.len());
        Node { layout: self, id }
    }

    /// All widgets, in pre-order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        (0..self.nodes.len() as u32).map(|id| Node { layout: self, id: NodeId(id) })
    }

    /// The widgets that have no parent: one per window, as a rule.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        Siblings { layout: self, next: 0, end: self.nodes.len() as u32 }
    }

    /// The windows in the order printed, topmost first where there are several.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Equal exactly when the layouts are, in all attributes and windows.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The package of the topmost window that has one.
    pub fn package(&self) -> &str {
        self.roots().map(Node::package).find(|package| !package.is_empty()).unwrap_or("")
    }
}

impl fmt::Debug for Layout {
    /// The tree as a person reads it: a failing test shows screens, not tables of symbols.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout of {} nodes\n{}", self.len(), self.tell())
    }
}

impl Window {
    /// The widgets of this window, as places in the layout's pre-order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.nodes.clone().map(NodeId)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeData {
    pub(crate) class: Sym,
    pub(crate) short_class: Sym,
    pub(crate) resource_id: Sym,
    pub(crate) short_id: Sym,
    pub(crate) text: Sym,
    pub(crate) content_desc: Sym,
    pub(crate) package: Sym,
    pub(crate) hint: Sym,
    pub(crate) bounds: Rect,
    pub(crate) index: u32,
    pub(crate) drawing_order: u32,
    pub(crate) flags: Flags,
    pub(crate) extras_end: u32,
    /// Itself for a root, so that no value is reserved.
    pub(crate) parent: u32,
    /// Nodes of the subtree, this one included.
    pub(crate) size: u32,
}

/// One widget, seen in its layout.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    layout: &'a Layout,
    id: NodeId,
}

/// Names each attribute that is a string once.
macro_rules! string_attributes {
    ($($name:ident $doc:literal),+ $(,)?) => {
        impl<'a> Node<'a> {
            $(#[doc = $doc] pub fn $name(self) -> &'a str { self.layout.strings.get(self.data().$name) })+
        }
    };
}

string_attributes! {
    class "The class that the accessibility service reports, `android.widget.Button`.",
    short_class "The class without its package: `Button`. An anonymous class keeps the name around it: `Header$2`.",
    resource_id "The whole resource id, `com.example:id/save`.",
    short_id "The resource id without package and type: `save`.",
    text "The visible text.",
    content_desc "What a screen reader says instead of or besides the text.",
    package "The package that drew the widget.",
    hint "The grey text of an empty text box.",
}

impl<'a> Node<'a> {
    /// The place in the layout's pre-order.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The layout it stands in.
    pub fn layout(self) -> &'a Layout {
        self.layout
    }

    /// Where on the screen.
    pub fn bounds(self) -> Rect {
        self.data().bounds
    }

    /// The position among the parent's children, invisible ones counted.
    pub fn index(self) -> u32 {
        self.data().index
    }

    /// The order of drawing among siblings, where the phone tells it.
    pub fn drawing_order(self) -> u32 {
        self.data().drawing_order
    }

    /// All yes-or-no attributes.
    pub fn flags(self) -> Flags {
        self.data().flags
    }

    /// Whether one yes-or-no attribute is set.
    pub fn is(self, flag: Flag) -> bool {
        self.flags().has(flag)
    }

    /// Attributes without a field of their own, in the order printed.
    pub fn extras(self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let at = self.id.0 as usize;
        let start = if at == 0 { 0 } else { self.layout.nodes[at - 1].extras_end };
        let strings = &self.layout.strings;
        let own = &self.layout.extras[start as usize..self.data().extras_end as usize];
        own.iter().map(|&(name, value)| (strings.get(name), strings.get(value)))
    }

    /// All attributes as one value.
    pub fn widget(self) -> Widget<'a> {
        Widget {
            class: self.class(),
            resource_id: self.resource_id(),
            text: self.text(),
            content_desc: self.content_desc(),
            package: self.package(),
            hint: self.hint(),
            bounds: self.bounds(),
            index: self.index(),
            drawing_order: self.drawing_order(),
            flags: self.flags(),
            extras: self.extras().collect(),
        }
    }

    /// The widget that holds this one.
    pub fn parent(self) -> Option<Node<'a>> {
        let parent = NodeId(self.data().parent);
        (parent != self.id).then_some(Node { id: parent, ..self })
    }

    /// Parent, grandparent and so on up to the root.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'a>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// The widgets directly inside.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        Siblings { layout: self.layout, next: self.id.0 + 1, end: self.end() }
    }

    /// Everything inside, in pre-order, without itself.
    pub fn descendants(self) -> impl Iterator<Item = Node<'a>> {
        (self.id.0 + 1..self.end()).map(move |id| Node { id: NodeId(id), ..self })
    }

    /// How many widgets the subtree holds, this one included.
    pub fn subtree_size(self) -> usize {
        self.data().size as usize
    }

    /// Whether nothing is inside.
    pub fn is_leaf(self) -> bool {
        self.data().size == 1
    }

    /// How many widgets hold this one.
    pub fn depth(self) -> usize {
        self.ancestors().count()
    }

    /// Which of the layout's windows it belongs to.
    pub fn window(self) -> usize {
        self.layout.windows.partition_point(|window| window.nodes.end <= self.id.0)
    }

    /// Equal exactly when the subtrees are, in all attributes.
    pub fn digest(self) -> Digest {
        self.layout.digests[self.id.0 as usize]
    }

    /// Equal exactly when the subtrees are in structure, class, resource id, text and description.
    pub fn label_digest(self) -> Digest {
        self.layout.label_digests[self.id.0 as usize]
    }

    fn end(self) -> u32 {
        self.id.0 + self.data().size
    }

    pub(crate) fn data(self) -> &'a NodeData {
        &self.layout.nodes[self.id.0 as usize]
    }
}

impl PartialEq for Node<'_> {
    /// The same place in the same layout, not merely an equal widget.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.layout, other.layout)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.id.0, self.widget())
    }
}

/// Nodes that share a parent: each begins where the subtree of the one before it ends.
struct Siblings<'a> {
    layout: &'a Layout,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Siblings<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        (self.next < self.end).then(|| {
            let node = Node { layout: self.layout, id: NodeId(self.next) };
            self.next = node.end();
            node
        })
    }
}
