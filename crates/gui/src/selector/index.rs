//! Which widgets share a trait.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Traits, button_around, takes_text};
use crate::layout::{Layout, Node, NodeId};
use crate::strings::Sym;

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
pub(super) struct Index<'a> {
    layout: &'a Layout,
    /// (kind, value, second value, node), 32 bits each, sorted. Without them each question goes through the widgets.
    entries: Option<Vec<u128>>,
}

impl<'a> Index<'a> {
    /// Answers each question in the time of two binary searches.
    pub(super) fn sorted(layout: &'a Layout) -> Index<'a> {
        let index = Index::unsorted(layout);
        let mut entries = Vec::with_capacity(layout.len() * 8);
        for node in layout.nodes() {
            let place = u128::from(node.id().0);
            let kinds = Kind::TELLING.iter().chain([&Kind::CLASS]);
            entries.extend(kinds.filter_map(|&kind| key(kind, node)).map(|key| key | place));
            for label in labels(node) {
                entries.push(label_key(LABEL, label) | place);
                let button = button_around(node).map(|button| u128::from(button.id().0));
                entries.extend(button.map(|button| label_key(AROUND, label) | button));
            }
        }
        entries.sort_unstable();
        // A button may be around the same label twice, and a label may be both text and description.
        entries.dedup();
        Index { entries: Some(entries), ..index }
    }

    /// Goes through the widgets for each question: faster where only a few are asked.
    pub(super) fn unsorted(layout: &'a Layout) -> Index<'a> {
        Index { layout, entries: None }
    }

    /// How many widgets of the range share the traits of this kind with `node`; `None` where it has no such traits.
    pub(super) fn count(&self, kind: Kind, node: Node<'_>, range: Range<u32>) -> Option<usize> {
        let wanted = key(kind, node)?;
        Some(match &self.entries {
            Some(entries) => count_in(entries, wanted, range),
            None => self.nodes(range).filter(|&node| key(kind, node) == Some(wanted)).count(),
        })
    }

    /// How many widgets of the range say this.
    pub(super) fn count_label(&self, label: Sym, range: Range<u32>) -> usize {
        match &self.entries {
            Some(entries) => count_in(entries, label_key(LABEL, label), range),
            None => self.nodes(range).filter(|&node| says(node, label)).count(),
        }
    }

    /// How many buttons of the range, which is the inside of a widget or all, are around a widget that says this.
    pub(super) fn count_around(&self, label: Sym, range: Range<u32>) -> usize {
        match &self.entries {
            Some(entries) => count_in(entries, label_key(AROUND, label), range),
            None => {
                let says = self.nodes(range.clone()).filter(|&node| says(node, label));
                let buttons = says.filter_map(button_around).map(|button| button.id().0);
                buttons.filter(|button| range.contains(button)).collect::<BTreeSet<u32>>().len()
            }
        }
    }

    fn nodes(&self, range: Range<u32>) -> impl Iterator<Item = Node<'a>> {
        let layout = self.layout;
        range.map(move |id| layout.node(NodeId(id)))
    }
}

/// The texts by which a row or button is known; see [`labels`](super::labels).
pub(super) fn labels(node: Node<'_>) -> impl Iterator<Item = Sym> + use<> {
    let data = node.data();
    let text = if takes_text(node) { Sym::default() } else { data.text };
    [text, data.content_desc].into_iter().filter(|&label| label != Sym::default())
}

/// Whether it is one of its [`labels`].
fn says(node: Node<'_>, label: Sym) -> bool {
    let data = node.data();
    data.content_desc == label || data.text == label && !takes_text(node)
}

fn count_in(entries: &[u128], key: u128, range: Range<u32>) -> usize {
    let below = |node: u32| entries.partition_point(|&entry| entry < key | u128::from(node));
    below(range.end) - below(range.start)
}

fn key(Kind(value, and): Kind, node: Node<'_>) -> Option<u128> {
    let data = node.data();
    let number = |of: Trait| {
        let value = match of {
            Trait::Id => data.short_id,
            // An id that ends in a slash has no name to say, and one without a slash is whole as it is.
            Trait::WholeId if data.short_id == Sym::default() || data.short_id == data.resource_id => {
                return None;
            }
            Trait::WholeId => data.resource_id,
            Trait::Class => data.short_class,
            Trait::Text => data.text,
            Trait::Description => data.content_desc,
            Trait::Hint => data.hint,
        };
        (value != Sym::default()).then(|| u128::from(value.number()))
    };
    let (and, second) = match and {
        None => (0, 0),
        Some(and) => (and as u128 + 1, number(and)?),
    };
    Some((value as u128 * 16 + and) << 96 | number(value)? << 64 | second << 32)
}

fn label_key(kind: u128, label: Sym) -> u128 {
    kind << 96 | u128::from(label.number()) << 64
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
