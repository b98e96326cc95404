//! What two looks at a screen that nobody touched teach.

use diff::{Attribute, Change, Changes, Edit, changes_between};
use gui::{Flag, Layout, Node, NodeId};

use super::ByItself;

/// The most widgets that may go together. An advert has a frame, a picture, two texts and a button.
const MAX_GONE: usize = 8;

/// The widgets of the first look that did something by themselves until the second.
pub(super) fn changed_by_itself<'a>(before: &'a Layout, after: &'a Layout) -> Vec<(Node<'a>, ByItself)> {
    if before.digest() == after.digest() || before.package() != after.package() {
        return Vec::new();
    }
    // Two huge screens with little in common have nothing to teach.
    let Ok(changes) = changes_between(before, after) else { return Vec::new() };
    let compared = Compared::new(before, after, &changes);
    if compared.stayed() * 2 < before.len() {
        return Vec::new();
    }
    let gone = before.nodes().filter(|&node| compared.went(node)).map(|node| (node, ByItself::Goes));
    let changed = before.nodes().filter(|&node| compared.shows_something_else(node));
    gone.chain(changed.map(|node| (node, ByItself::Changes))).collect()
}

/// What became of each widget of the first look.
struct Compared<'a> {
    before: &'a Layout,
    after: &'a Layout,
    fates: Vec<Fate>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Gone,
    /// Still there, and what it was then.
    Stayed {
        now: NodeId,
        changed: bool,
    },
}

impl<'a> Compared<'a> {
    fn new(before: &'a Layout, after: &'a Layout, changes: &Changes) -> Compared<'a> {
        let mut fates = vec![Fate::Gone; before.len()];
        for &(then, now) in &changes.mapping {
            fates[then.0 as usize] = Fate::Stayed { now, changed: false };
        }
        for edit in &changes.edits {
            if let Edit::Change { before, after, changes } = edit {
                fates[before.0 as usize] = fate_of(*after, changes);
            }
        }
        Compared { before, after, fates }
    }

    fn fate(&self, node: Node<'_>) -> Fate {
        self.fates[node.id().0 as usize]
    }

    fn is_gone(&self, node: Node<'_>) -> bool {
        self.fate(node) == Fate::Gone
    }

    fn stayed(&self) -> usize {
        self.fates.iter().filter(|&&fate| fate != Fate::Gone).count()
    }

    /// Whether a small part of the screen with nothing of a person's went, of which this is the outermost widget with an id.
    fn went(&self, node: Node<'_>) -> bool {
        let is_whole = || node.descendants().all(|inside| self.is_gone(inside));
        let named_above = || node.ancestors().find(|above| !above.resource_id().is_empty());
        let is_outermost = || named_above().is_none_or(|above| !self.is_gone(above));
        let is_small = || node.subtree_size() <= MAX_GONE;
        let matters = |part: Node<'_>| part.is_list() || part.is(Flag::Editable);
        self.is_gone(node)
            && node.parent().is_some()
            && !node.resource_id().is_empty()
            && is_outermost()
            && is_small()
            && is_whole()
            && row_of(node).is_none()
            && !matters(node)
            && !node.descendants().any(matters)
    }

    fn shows_something_else(&self, node: Node<'_>) -> bool {
        let changed = matches!(self.fate(node), Fate::Stayed { changed: true, .. });
        changed && !node.is(Flag::Editable) && row_of(node).is_none_or(|row| self.is_same_row(row))
    }

    /// Whether a row is the one it was: something that it says stayed, and its list neither lost nor gained any.
    fn is_same_row(&self, row: Node<'_>) -> bool {
        let says = |node: Node<'_>| !node.text().is_empty() || !node.content_desc().is_empty();
        let is_as_it_was = |node: Node<'_>| matches!(self.fate(node), Fate::Stayed { changed: false, .. });
        let kept_a_word =
            std::iter::once(row).chain(row.descendants()).any(|part| says(part) && is_as_it_was(part));
        kept_a_word && row.parent().is_some_and(|list| self.has_its_rows(list))
    }

    fn has_its_rows(&self, list: Node<'_>) -> bool {
        let Fate::Stayed { now, .. } = self.fate(list) else { return false };
        let rows_now = self.after.node(now).children().map(|row| row.id());
        let rows = self.before.node(list.id()).children().map(|row| match self.fate(row) {
            Fate::Gone => None,
            Fate::Stayed { now, .. } => Some(now),
        });
        rows.eq(rows_now.map(Some))
    }
}

/// Another class or id means another widget in the same place.
fn fate_of(now: NodeId, changes: &[Change]) -> Fate {
    let changed =
        |attributes: &[Attribute]| changes.iter().any(|change| attributes.contains(&change.attribute));
    if changed(&[Attribute::Class, Attribute::ResourceId]) {
        return Fate::Gone;
    }
    // Where it is drawn, what has the focus and what can be scrolled follows from other things.
    let shown = [
        Attribute::Text,
        Attribute::ContentDesc,
        Attribute::Flag(Flag::Checked),
        Attribute::Flag(Flag::Selected),
        Attribute::Flag(Flag::Enabled),
    ];
    Fate::Stayed { now, changed: changed(&shown) }
}

/// The row of a list that a widget is or stands in.
fn row_of(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::once(node).chain(node.ancestors()).find(|node| node.parent().is_some_and(Node::is_list))
}
