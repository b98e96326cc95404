//! The names of widgets that hold on every screen they stand on.

use gui::{Layout, Node};

use super::ByItself;
use crate::ids::{hash, hash_of};

/// A widget's name as a number, for quick comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u64);

/// Between the parts of a name.
const BELOW: &str = " > ";

impl Key {
    pub(super) fn of(node: Node<'_>) -> Key {
        let parent = node.parent().filter(|_| node.resource_id().is_empty()).map(Key::of);
        Key::below(parent, node)
    }

    /// The keys of the widget that [`name_of`] names so, and before it of those above that its name tells.
    fn named(name: &str) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        for part in name.split(BELOW) {
            let numbered = part.rsplit_once(' ').and_then(|(class, nth)| Some((class, nth.parse().ok()?)));
            let (class, nth) = numbered.unwrap_or((part, 1));
            keys.push(keys.last().map_or_else(|| Key(hash(part)), |above| above.then(class, nth)));
        }
        keys
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

/// What is known of widgets by their keys, for quick answers: every widget of every screen is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// In the order of the keys. `None` for a widget that only stands above a known one in that one's name.
    known: Vec<(Key, Option<ByItself>)>,
}

impl Keys {
    pub(super) fn insert(&mut self, name: &str, way: ByItself) {
        let keys = Key::named(name);
        let last = keys.len() - 1;
        for (at, key) in keys.into_iter().enumerate() {
            let way = (at == last).then_some(way);
            match self.known.binary_search_by_key(&key, |known| known.0) {
                Ok(place) => self.known[place].1 = way.or(self.known[place].1),
                Err(place) => self.known.insert(place, (key, way)),
            }
        }
    }

    pub(super) fn way_of(&self, node: Node<'_>) -> Option<ByItself> {
        self.find(Key::of(node))?.1
    }

    /// What each widget of a layout does by itself, in their order.
    pub(super) fn ways_in(&self, layout: &Layout) -> Vec<Option<ByItself>> {
        let mut found: Vec<Option<(Key, Option<ByItself>)>> = Vec::with_capacity(layout.len());
        for node in layout.nodes() {
            let parent = node.parent().map(|parent| found[parent.id().0 as usize].map(|(key, _)| key));
            found.push(match (node.resource_id(), parent) {
                // What stands above it is in no name, so neither is this.
                ("", Some(None)) => None,
                (_, parent) => self.find(Key::below(parent.flatten(), node)),
            });
        }
        found.into_iter().map(|found| found?.1).collect()
    }

    fn find(&self, key: Key) -> Option<(Key, Option<ByItself>)> {
        let place = self.known.binary_search_by_key(&key, |known| known.0).ok()?;
        Some(self.known[place])
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
