//! The names of widgets that hold on every screen they stand on.

use gui::Node;

use crate::ids::{hash, hash_of};

/// A widget's name as a number, for quick comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

/// Between the parts of a name.
const BELOW: &str = " > ";

impl Key {
    /// The key of a widget whose parent's is known.
    pub(crate) fn below(parent: Option<Key>, node: Node<'_>) -> Key {
        match (node.resource_id(), parent) {
            ("", Some(parent)) => parent.then(node.class()),
            ("", None) => Key::first(node.class()),
            (id, _) => Key::first(id),
        }
    }

    pub(crate) fn of(node: Node<'_>) -> Key {
        match (node.resource_id(), node.parent()) {
            ("", Some(parent)) => Key::of(parent).then(node.class()),
            ("", None) => Key::first(node.class()),
            (id, _) => Key::first(id),
        }
    }

    /// The key of the widget that [`name_of`] names so.
    pub(super) fn named(name: &str) -> Key {
        let mut parts = name.split(BELOW);
        let first = Key::first(parts.next().unwrap_or_default());
        parts.fold(first, Key::then)
    }

    fn first(part: &str) -> Key {
        Key(hash(part))
    }

    fn then(self, class: &str) -> Key {
        Key(hash_of([self.0, hash(class)]))
    }
}

/// `com.example:id/clock`, or `com.example:id/header > android.widget.TextView` for a widget without an id.
pub(super) fn name_of(node: Node<'_>) -> String {
    let mut parts = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        let id = node.resource_id();
        parts.push(if id.is_empty() { node.class() } else { id });
        at = if id.is_empty() { node.parent() } else { None };
    }
    parts.reverse();
    parts.join(BELOW)
}
