//! Which layouts count as one state.

use gui::{Flag, Layout, Node};
use serde::{Deserialize, Serialize};

use crate::page::is_listed;
use crate::signs::{hash, hash_words, short_text};

/// A state as the original tells states apart. No other version of the formula gives the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StateId(pub u64);

/// The concrete state: the activity, and how often each class, resource id, text (where it is short), enabled, checked and selected
/// occurs. Bounds, order and nesting play no part.
pub fn concrete_state(layout: &Layout, activity: &str) -> StateId {
    let mut words: Vec<u64> = layout
        .nodes()
        .map(|node| {
            let flags = [Flag::Enabled, Flag::Checked, Flag::Selected];
            let bits = flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(node.is(flag)));
            hash_words(&[hash(node.class()), hash(node.resource_id()), hash(short_text(node)), bits])
        })
        .collect();
    words.sort_unstable();
    words.push(hash(activity));
    StateId(hash_words(&words))
}

/// The abstract state: the activity, and which class, resource id and description occur at all. A list has two, empty and not.
pub fn abstract_state(layout: &Layout, activity: &str) -> StateId {
    let mut words: Vec<u64> = layout
        .nodes()
        .map(|node| hash_words(&[hash(node.class()), hash(node.resource_id()), hash(node.content_desc())]))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.push(hash(activity));
    StateId(hash_words(&words))
}

/// The abstract state of a page, whatever the app's data: rows of a list count by class and id alone, though they be described by what
/// they hold, and menus and dialogs are told apart by what they offer.
pub fn page_state(layout: &Layout, activity: &str) -> StateId {
    let fills = layout.roots().next().is_none_or(|root| (root.bounds().left, root.bounds().top) == (0, 0));
    let mut words: Vec<u64> = layout
        .nodes()
        .map(|node| {
            let is_row = fills && is_listed(node);
            let offers = !fills && node.is(Flag::Clickable) && !node.is(Flag::Editable);
            let described = if is_row { "" } else { node.content_desc() };
            let said = if offers { first_words(node) } else { "" };
            hash_words(&[hash(node.class()), hash(node.resource_id()), hash(described), hash(said)])
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words.push(hash(activity));
    StateId(hash_words(&words))
}

fn first_words(node: Node<'_>) -> &str {
    std::iter::once(node)
        .chain(node.descendants())
        .map(Node::text)
        .find(|text| !text.is_empty())
        .unwrap_or("")
}

/// How much of two abstract states is the same, from 0 to 1: what both have, of what either has.
///
/// The original compares the printed states letter by letter; that rewards long package names, and takes a thousand times as long.
pub fn likeness(before: &Layout, after: &Layout) -> f64 {
    let kinds = |layout: &Layout| -> std::collections::BTreeSet<u64> {
        layout
            .nodes()
            .map(|node| {
                hash_words(&[hash(node.class()), hash(node.resource_id()), hash(node.content_desc())])
            })
            .collect()
    };
    let (before, after) = (kinds(before), kinds(after));
    let both = before.intersection(&after).count();
    let either = before.len() + after.len() - both;
    if either == 0 { 1.0 } else { both as f64 / either as f64 }
}
