//! Which widgets share a trait, answered in the time of two binary searches.

use std::collections::HashMap;
use std::ops::Range;

use super::{Traits, button_around, takes_text};
use crate::layout::{Layout, Node, NodeId};

/// An attribute that may tell a widget from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trait {
    Id,
    WholeId,
    Class,
    Text,
    Description,
    Hint,
}

/// One trait, or two together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind(pub(super) Trait, pub(super) Option<Trait>);

impl Kind {
    pub(super) const ID: Kind = Kind(Trait::Id, None);
    pub(super) const CLASS: Kind = Kind(Trait::Class, None);

    /// What tells a widget by what it is rather than by where it is, best first.
    pub(super) const TELLING: &[Kind] = &[
        Kind::ID,
        Kind(Trait::WholeId, None),
        Kind(Trait::Text, None),
        Kind(Trait::Text, Some(Trait::Id)),
        Kind(Trait::Text, Some(Trait::Class)),
        Kind(Trait::Description, None),
        Kind(Trait::Description, Some(Trait::Id)),
        Kind(Trait::Description, Some(Trait::Class)),
        Kind(Trait::Hint, None),
        Kind(Trait::Hint, Some(Trait::Id)),
        Kind(Trait::Hint, Some(Trait::Class)),
    ];
}

/// The number by which the index knows labels, which are a widget's text or its description.
const LABEL: u128 = 0xff;

/// The number by which it knows the buttons around labels.
const AROUND: u128 = 0xfe;

/// For each kind and value the widgets that have it.
pub(super) struct Index {
    /// (kind, value, second value, node), 32 bits each, sorted.
    entries: Vec<u128>,
    /// Per widget and [`Trait`] the number of its value; 0 where it is empty.
    numbers: Vec<[u32; 6]>,
}

impl Index {
    pub(super) fn new(layout: &Layout) -> Index {
        let mut known = HashMap::from([("", 0)]);
        let mut number = |text| {
            let next = known.len() as u32;
            *known.entry(text).or_insert(next)
        };
        let mut index = Index { entries: Vec::with_capacity(layout.len() * 8), numbers: Vec::new() };
        for node in layout.nodes() {
            // An id that ends in a slash has no name to say, and one without a slash is whole as it is.
            let whole = if node.short_id().is_empty() { "" } else { node.resource_id() };
            let whole = if whole.contains('/') { whole } else { "" };
            let values =
                [node.short_id(), whole, node.short_class(), node.text(), node.content_desc(), node.hint()];
            index.numbers.push(values.map(&mut number));
            let mut keys: Vec<u128> = Kind::TELLING
                .iter()
                .chain([&Kind::CLASS])
                .filter_map(|&kind| index.key(kind, node.id()))
                .collect();
            for label in index.labels(node) {
                keys.push(label_key(LABEL, label));
                let button = button_around(node).map(|button| u128::from(button.id().0));
                index.entries.extend(button.map(|button| label_key(AROUND, label) | button));
            }
            index.entries.extend(keys.into_iter().map(|key| key | u128::from(node.id().0)));
        }
        index.entries.sort_unstable();
        // A button may be around the same label twice, and a label may be both text and description.
        index.entries.dedup();
        index
    }

    /// How many widgets of the range share the traits of this kind with `node`; `None` where it has no such traits.
    pub(super) fn count(&self, kind: Kind, node: NodeId, range: Range<u32>) -> Option<usize> {
        self.key(kind, node).map(|key| self.count_key(key, range))
    }

    /// The numbers of the texts by which a row or button is known; see [`labels`](super::labels).
    pub(super) fn labels(&self, node: Node<'_>) -> impl Iterator<Item = u32> + use<> {
        let numbers = &self.numbers[node.id().0 as usize];
        let text = if takes_text(node) { 0 } else { numbers[Trait::Text as usize] };
        [text, numbers[Trait::Description as usize]].into_iter().filter(|&label| label != 0)
    }

    /// How many widgets of the range say this.
    pub(super) fn count_label(&self, label: u32, range: Range<u32>) -> usize {
        self.count_key(label_key(LABEL, label), range)
    }

    /// How many buttons of the range are around a widget that says this.
    pub(super) fn count_around(&self, label: u32, range: Range<u32>) -> usize {
        self.count_key(label_key(AROUND, label), range)
    }

    fn count_key(&self, key: u128, range: Range<u32>) -> usize {
        let below = |node: u32| self.entries.partition_point(|&entry| entry < key | u128::from(node));
        below(range.end) - below(range.start)
    }

    fn key(&self, Kind(value, and): Kind, node: NodeId) -> Option<u128> {
        let number = |of: Trait| match self.numbers[node.0 as usize][of as usize] {
            0 => None,
            number => Some(u128::from(number)),
        };
        let (and, second) = match and {
            None => (0, 0),
            Some(and) => (and as u128 + 1, number(and)?),
        };
        Some((value as u128 * 16 + and) << 96 | number(value)? << 64 | second << 32)
    }
}

fn label_key(kind: u128, label: u32) -> u128 {
    kind << 96 | u128::from(label) << 64
}

impl Traits {
    /// The traits of this kind that the widget has.
    pub(super) fn of(kind: Kind, node: Node<'_>) -> Traits {
        let mut traits = Traits::default();
        for of in [Some(kind.0), kind.1].into_iter().flatten() {
            let (said, value) = match of {
                Trait::Id => (&mut traits.id, node.short_id()),
                Trait::WholeId => (&mut traits.id, node.resource_id()),
                Trait::Class => (&mut traits.class, node.short_class()),
                Trait::Text => (&mut traits.text, node.text()),
                Trait::Description => (&mut traits.description, node.content_desc()),
                Trait::Hint => (&mut traits.hint, node.hint()),
            };
            *said = Some(value.to_owned());
        }
        traits
    }
}
