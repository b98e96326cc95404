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

#[cfg(test)]
mod tests {
    use gui::{LayoutBuilder, Widget};

    use super::*;

    /// A screen of 100 to 100 pixels, of widgets with their depth, id, text and place.
    fn screen(widgets: &[(usize, &str, &str, [i32; 4])]) -> Layout {
        let mut builder = LayoutBuilder::new();
        let mut open = 0;
        for &(depth, resource_id, text, [left, top, right, bottom]) in widgets {
            for _ in depth..open {
                builder.close();
            }
            let bounds = Rect::new(left, top, right, bottom);
            let widget = Widget { class: "View", resource_id, text, bounds, ..Widget::default() };
            builder.open(&widget).unwrap();
            open = depth + 1;
        }
        builder.finish()
    }

    const ALL: [i32; 4] = [0, 0, 100, 100];
    const TOP: [i32; 4] = [0, 0, 100, 40];
    const LEFT: [i32; 4] = [0, 0, 50, 40];
    const RIGHT: [i32; 4] = [50, 0, 100, 40];

    #[track_caller]
    fn check(layout: &Layout, other: &Layout, here: &[&str], there: &[&str]) {
        let marked = |marks: Vec<Mark>| marks.into_iter().map(|mark| mark.widget).collect::<Vec<_>>();
        assert_eq!(marked(differences(layout, other)), here);
        assert_eq!(marked(differences(other, layout)), there);
    }

    #[test]
    fn what_changed_is_marked_on_both_sides_and_what_came_on_one() {
        let well =
            screen(&[(0, "root", "", ALL), (1, "bar", "", TOP), (2, "a", "milk", LEFT), (2, "b", "", RIGHT)]);
        let lost =
            screen(&[(0, "root", "", ALL), (1, "bar", "", TOP), (2, "a", "", LEFT), (2, "b", "", RIGHT)]);
        check(&well, &lost, &["#a"], &["#a"]);
        check(&well, &screen(&[(0, "root", "", ALL)]), &["#bar"], &[]);
        check(&well, &well, &[], &[]);
    }

    #[test]
    fn what_fills_the_screen_gives_way_to_what_is_inside() {
        let dialog = screen(&[
            (0, "root", "", ALL),
            (1, "shade", "", ALL),
            (2, "dialog", "", TOP),
            (3, "ok", "", LEFT),
        ]);
        check(&dialog, &screen(&[(0, "root", "", ALL)]), &["#dialog"], &[]);
        // Unless there is nothing inside.
        let shade = screen(&[(0, "root", "", ALL), (1, "shade", "", ALL)]);
        check(&shade, &screen(&[(0, "root", "", ALL)]), &["#shade"], &[]);
    }

    #[test]
    fn moves_count_where_nothing_else_differs_and_not_by_a_few_pixels() {
        let at = |top: i32, text| screen(&[(0, "root", "", ALL), (1, "a", text, [0, top, 50, top + 40])]);
        check(&at(0, ""), &at(24, ""), &[], &[]);
        check(&at(0, ""), &at(25, ""), &["#a"], &["#a"]);
        let moved = |top: i32, text| {
            screen(&[(0, "root", "", ALL), (1, "a", text, LEFT), (1, "b", "", [50, top, 100, top + 40])])
        };
        check(&moved(0, "milk"), &moved(60, ""), &["#a"], &["#a"]);
    }

    #[test]
    fn nobody_is_shown_more_than_can_be_followed() {
        let rows = |text: &'static str| {
            let rows = (0..20).map(|row| (1, "row", text, [0, row * 5, 100, row * 5 + 5]));
            screen(&[(0, "root", "", ALL)].into_iter().chain(rows).collect::<Vec<_>>())
        };
        assert_eq!(differences(&rows("milk"), &rows("eggs")).len(), MOST_MARKS);
        let huge = screen(&[(0, "root", "", ALL); 2_001]);
        assert_eq!(differences(&huge, &screen(&[(0, "root", "x", ALL); 2_000])), []);
    }
}
