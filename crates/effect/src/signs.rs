//! What a view is known by.

use gui::{Flag, Layout, Node, NodeId};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Texts with more characters than this count as none, in the original.
pub const LONG_TEXT: usize = 50;

/// Whether a person can do something to it: tap, hold, type, tick or scroll.
pub fn is_actionable(node: Node<'_>) -> bool {
    const WAYS: [Flag; 5] =
        [Flag::Clickable, Flag::LongClickable, Flag::Editable, Flag::Checkable, Flag::Scrollable];
    WAYS.into_iter().any(|flag| node.is(flag))
}

/// The text as the original reads it: nothing where it is long.
pub fn short_text(node: Node<'_>) -> &str {
    let text = node.text();
    // Most texts are short in bytes already.
    if text.len() > LONG_TEXT && text.chars().count() > LONG_TEXT { "" } else { text }
}

/// What each view of a layout is known by: class, resource id, description, text, and the same of all it holds.
#[derive(Debug, Clone)]
pub struct Signs {
    /// The view alone.
    pub own: Vec<u64>,
    /// The view with all it holds, in order.
    pub whole: Vec<u64>,
    /// The view, and all it holds in any order.
    pub bag: Vec<u64>,
}

impl Signs {
    /// Of all views of a layout.
    pub fn of(layout: &Layout) -> Signs {
        let own: Vec<u64> = layout.nodes().map(own_sign).collect();
        let mut whole = own.clone();
        let mut bag = own.clone();
        // Children come after their parents, so all that a view holds is known when it is its turn.
        for node in layout.nodes().rev() {
            let at = node.id().0 as usize;
            let mut hasher = Xxh3::new();
            hasher.update(&own[at].to_le_bytes());
            for child in node.children() {
                hasher.update(&whole[child.id().0 as usize].to_le_bytes());
            }
            whole[at] = hasher.digest();
            let mut held: Vec<u64> = own[at + 1..at + node.subtree_size()].to_vec();
            held.sort_unstable();
            held.push(own[at]);
            bag[at] = hash_words(&held);
        }
        Signs { own, whole, bag }
    }

    /// Whether views of two layouts are equal with all they hold, in whatever order.
    pub fn alike(&self, view: NodeId, others: &Signs, other: NodeId) -> bool {
        self.bag[view.0 as usize] == others.bag[other.0 as usize]
    }
}

/// What tells the event's view apart on the edges of the model: no text, no place.
pub fn property(node: Node<'_>) -> u64 {
    let flags = [Flag::Clickable, Flag::Checkable, Flag::LongClickable, Flag::Scrollable];
    let bits = flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(node.is(flag)));
    hash_words(&[hash(node.class()), hash(node.resource_id()), hash(node.content_desc()), bits])
}

/// Views that an open drawer lies on: with more than one child, the one that shares its lower right corner is the page below it.
pub fn behind_drawer(layout: &Layout) -> Vec<bool> {
    let mut behind = vec![false; layout.len()];
    for drawer in open_drawers(layout) {
        let corner = (drawer.bounds().right, drawer.bounds().bottom);
        for page in drawer.children().filter(|child| (child.bounds().right, child.bounds().bottom) == corner)
        {
            let first = page.id().0 as usize;
            behind[first..first + page.subtree_size()].fill(true);
        }
    }
    behind
}

/// Drawers that are open: a closed one holds nothing but the page.
pub(crate) fn open_drawers(layout: &Layout) -> impl Iterator<Item = Node<'_>> {
    layout.nodes().filter(|node| node.class().contains("DrawerLayout") && node.children().count() > 1)
}

fn own_sign(node: Node<'_>) -> u64 {
    hash_words(&[
        hash(node.class()),
        hash(node.resource_id()),
        hash(node.content_desc()),
        hash(short_text(node)),
    ])
}

pub(crate) fn hash(text: &str) -> u64 {
    if text.is_empty() { 0 } else { xxh3_64(text.as_bytes()) }
}

pub(crate) fn hash_words(words: &[u64]) -> u64 {
    let mut hasher = Xxh3::new();
    for word in words {
        hasher.update(&word.to_le_bytes());
    }
    hasher.digest()
}
