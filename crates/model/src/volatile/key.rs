//! The names of widgets that hold on every screen they stand on.

use gui::{Layout, Node};

use crate::ids::{hash, hash_of};

/// A widget's name as a number, for quick comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

/// Between the parts of a name.
const BELOW: &str = " > ";

impl Key {
    /// The keys of all widgets of a layout, in their order.
    pub(super) fn all(layout: &Layout) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::with_capacity(layout.len());
        for node in layout.nodes() {
            let parent = node.parent().map(|parent| keys[parent.id().0 as usize]);
            keys.push(Key::below(parent, node));
        }
        keys
    }

    pub(super) fn of(node: Node<'_>) -> Key {
        let parent = node.parent().filter(|_| node.resource_id().is_empty()).map(Key::of);
        Key::below(parent, node)
    }

    /// The key of the widget that [`name_of`] names so.
    pub(super) fn named(name: &str) -> Key {
        let mut parts = name.split(BELOW);
        let first = Key(hash(parts.next().unwrap_or_default()));
        parts.fold(first, |above, part| {
            let numbered = part.rsplit_once(' ').and_then(|(class, nth)| Some((class, nth.parse().ok()?)));
            let (class, nth) = numbered.unwrap_or((part, 1));
            above.then(class, nth)
        })
    }

    fn below(parent: Option<Key>, node: Node<'_>) -> Key {
        match (node.resource_id(), parent) {
            ("", Some(parent)) => parent.then(node.class(), nth(node)),
            ("", None) => Key(hash(node.class())),
            (id, _) => Key(hash(id)),
        }
    }

    fn then(self, class: &str, nth: u64) -> Key {
        Key(hash_of([self.0, hash(class), nth]))
    }
}

/// `com.example:id/clock`; for a widget without an id `com.example:id/header > android.widget.TextView 2`.
pub(super) fn name_of(node: Node<'_>) -> String {
    let mut parts = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        let id = node.resource_id();
        at = node.parent().filter(|_| id.is_empty());
        parts.push(match (id, at.map(|_| nth(node))) {
            ("", None | Some(1)) => node.class().to_owned(),
            ("", Some(nth)) => format!("{} {nth}", node.class()),
            (id, _) => id.to_owned(),
        });
    }
    parts.reverse();
    parts.join(BELOW)
}

/// The how manieth it is of its parent's children with its class and without an id. Rows of a list are all the first.
fn nth(node: Node<'_>) -> u64 {
    let Some(parent) = node.parent().filter(|parent| !parent.is_list()) else { return 1 };
    let before = parent.children().take_while(|&child| child != node);
    1 + before.filter(|child| child.resource_id().is_empty() && child.class() == node.class()).count() as u64
}
