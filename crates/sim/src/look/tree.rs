//! A window's widgets without the app's messages.

use std::mem;

use crate::{Align, Element, Handlers, Kind, View, row, text};

/// A window's widgets in pre-order, whatever the app's messages are. Node 0 is the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
}

/// A widget in its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeNode {
    pub(crate) view: View,
    /// The root is its own parent.
    pub(crate) parent: u32,
    /// Nodes of the subtree, this one included.
    pub(crate) size: u32,
    pub(crate) touch: Touch,
}

/// What a widget reacts to because the app says so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) tap: bool,
    pub(crate) long_tap: bool,
    pub(crate) edit: bool,
}

/// What the nodes of a tree do, by the same numbers.
pub(crate) type HandlersOf<M> = Vec<Option<Box<Handlers<M>>>>;

/// Takes elements apart into widgets and what they do. What is hidden is left out.
///
/// Some widgets consist of several on Android, and do so here: a dropdown holds its text, tabs hold a strip that holds
/// the tabs, each of which holds its label.
pub(crate) fn flatten<M>(root: Element<M>) -> (Tree, HandlersOf<M>) {
    let mut tree = Tree { nodes: Vec::with_capacity(64) };
    let mut handlers = Vec::with_capacity(64);
    add(root, 0, &mut tree, &mut handlers);
    (tree, handlers)
}

fn add<M>(mut element: Element<M>, parent: u32, tree: &mut Tree, handlers: &mut HandlersOf<M>) {
    if element.view.hidden {
        return;
    }
    add_parts(&mut element);
    let Element { view, handlers: own, children } = element;
    let at = tree.nodes.len() as u32;
    let touch = own.as_deref().map_or(Touch::default(), Touch::of);
    tree.nodes.push(TreeNode { view, parent, size: 0, touch });
    handlers.push(own);
    for child in children {
        add(child, at, tree, handlers);
    }
    tree.nodes[at as usize].size = tree.nodes.len() as u32 - at;
}

/// Puts the widgets inside of which others consist on Android.
fn add_parts<M>(element: &mut Element<M>) {
    let Element { view, children, .. } = element;
    match view.kind {
        Kind::Dropdown if children.is_empty() => {
            let shown = text(mem::take(&mut view.text)).id("android:text1").grow(1).max_lines(1);
            children.push(shown.size(view.style.size).color(view.style.color));
            view.style.align = Align::Center;
        }
        Kind::Tab if children.is_empty() => {
            view.description = mem::take(&mut view.text);
            children.push(text(view.description.clone()).bold().max_lines(1));
            view.style.centered = true;
        }
        Kind::Tabs => {
            let strip = mem::take(children);
            children.push(row(strip).fill_width());
        }
        _ => {}
    }
}

impl Touch {
    fn of<M>(handlers: &Handlers<M>) -> Touch {
        Touch {
            tap: handlers.tap.is_some() || handlers.choose.is_some() || !handlers.menu.is_empty(),
            long_tap: handlers.long_tap.is_some() || !handlers.context_menu.is_empty(),
            edit: handlers.edit.is_some(),
        }
    }
}

impl Tree {
    /// The nodes directly inside, in order.
    pub(crate) fn children(&self, of: usize) -> impl Iterator<Item = usize> {
        let end = of + self.nodes[of].size as usize;
        let mut next = of + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next += self.nodes[child].size as usize;
                child
            })
        })
    }

    /// The node that holds this one.
    pub(crate) fn parent(&self, of: usize) -> Option<usize> {
        let parent = self.nodes[of].parent as usize;
        (parent != of).then_some(parent)
    }
}
