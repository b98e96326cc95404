//! What of a placed tree holds for the next one.

use super::place::{Placed, shown_text};
use super::shape::{Flow, Parent, Shape};
use super::{Metrics, Tree};
use crate::Kind;

/// A tree with its measures and places.
pub(super) struct Before<'t> {
    pub(super) tree: &'t Tree,
    pub(super) placed: &'t [Placed],
}

/// The measures of a tree's widgets, with what is known of their places from the tree before.
///
/// A widget keeps its place in the caches when it and all that is inside measure the same; whatever holds a widget that does
/// not is placed again.
pub(super) fn measure(
    tree: &Tree,
    before: Option<Before<'_>>,
    window: Parent,
    metrics: &Metrics,
) -> Vec<Placed> {
    let mut measuring = Measuring { tree, before, metrics, placed: Vec::with_capacity(tree.nodes.len()) };
    if !tree.nodes.is_empty() {
        let old = measuring.before.as_ref().filter(|before| !before.tree.nodes.is_empty()).map(|_| 0);
        measuring.node(0, old, window, false);
    }
    measuring.placed
}

struct Measuring<'t> {
    tree: &'t Tree,
    before: Option<Before<'t>>,
    metrics: &'t Metrics,
    placed: Vec<Placed>,
}

impl Measuring<'_> {
    /// Measures a widget and what is inside; tells whether all of it is as it was at `old`.
    fn node(&mut self, at: usize, old: Option<usize>, parent: Parent, same_parent: bool) -> bool {
        let (placed, mut same) = self.one(at, old, parent, same_parent);
        let (inside, same_shape) = (placed.shape.as_parent(), same);
        self.placed.push(placed);
        let mut pairs = Pairs::new(self.tree, at, self.before.as_ref().map(|before| before.tree), old);
        same &= pairs.same_count;
        while let Some((child, old)) = pairs.next(self.tree) {
            same &= self.node(child, old, inside, same_shape);
        }
        if !same {
            self.placed[at].forget();
        }
        same
    }

    /// One widget, and whether it measures as it did.
    fn one(&self, at: usize, old: Option<usize>, parent: Parent, same_parent: bool) -> (Placed, bool) {
        let view = &self.tree.nodes[at].view;
        let Some((before, old)) = self.before.as_ref().zip(old) else {
            return (Placed::new(Shape::of(view, parent, self.metrics)), false);
        };
        let (placed, seen) = (&before.placed[old], &before.tree.nodes[old].view);
        if same_parent && view == seen {
            return (*placed, true);
        }
        let shape = Shape::of(view, parent, self.metrics);
        if shape != placed.shape {
            return (Placed::new(shape), false);
        }
        let same = shape.flow != Flow::Leaf || shown_text(view) == shown_text(seen);
        (*placed, same)
    }
}

/// The children of a widget, each with the one that it was before, as far as that can be told.
///
/// Rows of a list go by their number. Other children pair from the front as long as they look the same, then from the back,
/// so that one that came or went does not shift the rest.
struct Pairs {
    next: usize,
    end: usize,
    old: Vec<usize>,
    /// How many pair from the front.
    front: usize,
    /// The place of the next child.
    place: usize,
    /// From a child's place to that of its old one, behind the front.
    shift: isize,
    same_count: bool,
}

impl Pairs {
    fn new(tree: &Tree, at: usize, before: Option<&Tree>, old: Option<usize>) -> Pairs {
        let (next, end) = (at + 1, at + tree.nodes[at].size as usize);
        let mut pairs = Pairs { next, end, old: Vec::new(), front: 0, place: 0, shift: 0, same_count: true };
        let Some((before, old)) = before.zip(old) else { return pairs };
        pairs.old.extend(before.children(old));
        let count = tree.children(at).count();
        pairs.same_count = count == pairs.old.len();
        match (&tree.nodes[at].view.kind, &before.nodes[old].view.kind) {
            (Kind::List { first, .. }, Kind::List { first: old_first, .. }) => {
                pairs.shift = *first as isize - *old_first as isize;
            }
            _ if !pairs.same_count => {
                let alike = |(new, old): &(usize, &usize)| tree.nodes[*new].view == before.nodes[**old].view;
                pairs.front = tree.children(at).zip(&pairs.old).take_while(alike).count();
                pairs.shift = pairs.old.len() as isize - count as isize;
            }
            _ => {}
        }
        pairs
    }

    fn next(&mut self, tree: &Tree) -> Option<(usize, Option<usize>)> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        self.next += tree.nodes[child].size as usize;
        let place = self.place;
        self.place += 1;
        if place < self.front {
            return Some((child, Some(self.old[place])));
        }
        let old = place.checked_add_signed(self.shift).filter(|&old| old >= self.front);
        Some((child, old.and_then(|old| self.old.get(old).copied())))
    }
}
