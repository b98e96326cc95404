//! What is different about a screen, for people to look at.

use std::collections::BTreeSet;

use diff::{Changes, Edit, changes_between};
use gui::{Layout, Node, NodeId, Rect, Selector};

use crate::Mark;

/// More marks than anybody follows.
const MOST_MARKS: usize = 8;
/// The most pairs of widgets that are worth comparing: beyond that, finding the difference may take minutes.
const MOST_PAIRS: usize = 4_000_000;
/// Fonts and shadows move widgets by as much without anybody seeing it.
const FEW_PX: u32 = 24;

/// The widgets of a screen that another screen does not have, or has otherwise: the outermost ones, in
/// reading order.
///
/// Being drawn elsewhere makes a difference only where there is no other, and only by more than a few pixels.
/// Widgets that change by themselves are not known here, and are marked like others.
pub(crate) fn differences(layout: &Layout, other: &Layout) -> Vec<Mark> {
    if layout.len().saturating_mul(other.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let Ok(changes) = changes_between(other, layout) else { return Vec::new() };
    let mut different = otherwise(&changes);
    if different.is_empty() {
        different = elsewhere(&changes, layout, other);
    }
    let outermost = outermost(layout, &different).into_iter().filter(|node| !node.bounds().is_empty());
    let marks = outermost.map(|node| Mark { widget: Selector::of(node).to_string(), bounds: node.bounds() });
    marks.take(MOST_MARKS).collect()
}

/// The widgets of the second layout that came or have changed in what they are.
fn otherwise(changes: &Changes) -> BTreeSet<NodeId> {
    let of_edit = |edit: &Edit| match edit {
        Edit::Delete { .. } => None,
        Edit::Insert { node, .. } => Some(*node),
        Edit::Change { after, changes, .. } => {
            changes.iter().any(|change| !change.attribute.is_incidental()).then_some(*after)
        }
    };
    changes.edits.iter().filter_map(of_edit).collect()
}

/// The widgets of the second layout that are drawn elsewhere than in the first.
fn elsewhere(changes: &Changes, layout: &Layout, other: &Layout) -> BTreeSet<NodeId> {
    let moved = changes.mapping.iter().filter(|(before, after)| {
        let (before, after) = (other.node(*before).bounds(), layout.node(*after).bounds());
        moved_by(before, after) > FEW_PX
    });
    moved.map(|&(_, after)| after).collect()
}

/// The farthest that an edge has moved.
fn moved_by(before: Rect, after: Rect) -> u32 {
    let edges = |rect: Rect| [rect.left, rect.top, rect.right, rect.bottom];
    let edges = edges(before).into_iter().zip(edges(after));
    edges.map(|(before, after)| before.abs_diff(after)).max().unwrap_or(0)
}

/// Those that lie in none of the others. One that fills most of the screen says nothing, so what is different
/// inside of it stands for it, where anything is.
fn outermost<'l>(layout: &'l Layout, different: &BTreeSet<NodeId>) -> Vec<Node<'l>> {
    let screen_px = layout.roots().map(|root| area_px(root.bounds())).max().unwrap_or(0);
    let mut outermost: Vec<Node<'_>> = Vec::new();
    let mut end = 0;
    for node in different.iter().map(|&id| layout.node(id)) {
        let (begin, own_end) = (node.id().0, node.id().0 + node.subtree_size() as u32);
        let has_inner = different.range(NodeId(begin + 1)..NodeId(own_end)).next().is_some();
        let fills = area_px(node.bounds()) > screen_px / 2;
        if begin >= end && !(fills && has_inner) {
            end = own_end;
            outermost.push(node);
        }
    }
    outermost
}

fn area_px(rect: Rect) -> u64 {
    u64::from(rect.width()) * u64::from(rect.height())
}
