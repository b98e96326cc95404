//! Widgets that one of two screens does not have.

use gui::{Flag, Layout, Node, NodeId, Rect};

use crate::Matching;

/// The widgets without a partner that a smaller window does not explain: those of the reference, then those of the test.
///
/// A list that shows fewer rows is no fault. So what stands in something that scrolls counts only where a neighbour of it, or of
/// what it stands in, has a partner that can be seen and is not at the edge of what scrolls: then there was room for it. At the
/// edge is what has less room beside it than the lost widget would take, and whatever stands in something that the edge cuts off.
///
/// Between phones, a keyboard leaves less room, too: while people type, what is lost at the end of something is no fault, nor is a
/// list that has given way to what stands around it. On a phone that lies on its side, most keyboards cover all of the app, and
/// nothing is missing. A low screen is as bad: where it leaves the list no room at all, what would stand below the list has none
/// either.
pub fn unexplained<'l>(matching: &Matching<'l>, between_phones: bool) -> (Vec<Node<'l>>, Vec<Node<'l>>) {
    let to_test = |id: NodeId| matching.of_reference(id);
    let to_reference = |id: NodeId| matching.of_test(id);
    let no_room = |node: Node<'l>, other: &'l Layout, partner: &dyn Fn(NodeId) -> Option<Node<'l>>| {
        let yields = || is_at_the_end(node, partner) || gives_way(outermost(node, partner));
        let typed_into = between_phones && is_typed_into(other);
        let squeezed_out = || between_phones && is_squeezed_out(node, partner);
        typed_into && is_on_its_side(other) || (typed_into || squeezed_out()) && yields()
    };
    let missing = matching
        .reference
        .nodes()
        .filter(|&node| is_unexplained(node, &to_test) && !no_room(node, matching.test, &to_test));
    let added = matching.test.nodes().filter(|&node| {
        is_unexplained(node, &to_reference) && !no_room(node, matching.reference, &to_reference)
    });
    (missing.collect(), added.collect())
}

fn is_unexplained<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> bool {
    if partner(node.id()).is_some() {
        return false;
    }
    // What fits on a large screen need not scroll there; on a small one it does.
    let scrolls = |around: Node<'l>| {
        around.is(Flag::Scrollable) || partner(around.id()).is_some_and(|other| other.is(Flag::Scrollable))
    };
    if !node.ancestors().any(scrolls) {
        return true;
    }
    // The neighbours of the outermost frame without a partner: those of what is inside have none either.
    let outermost = outermost(node, partner);
    let neighbours = neighbours(outermost).into_iter().flatten();
    neighbours
        .filter_map(|neighbour| Some((neighbour, partner(neighbour.id())?)))
        .any(|(there, here)| !is_cut_off(here) && has_room(here, needed(outermost, there, here)))
}

fn outermost<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> Node<'l> {
    let lost = std::iter::once(node).chain(node.ancestors());
    lost.take_while(|around| partner(around.id()).is_none()).last().unwrap_or(node)
}

/// Whether a keyboard may be up: no dump has it.
pub(crate) fn is_typed_into(layout: &Layout) -> bool {
    layout.nodes().any(|node| node.is(Flag::Editable) && node.is(Flag::Focused))
}

fn is_on_its_side(layout: &Layout) -> bool {
    layout.windows().first().is_some_and(|window| window.info.rotation % 2 == 1)
}

/// Whether nothing that stands after a lost widget in the same frame can be seen on the other screen.
fn is_at_the_end<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> bool {
    let is_gone = |node: &Node<'l>| is_flat(*node, partner);
    let Some(lost) = std::iter::once(node).chain(node.ancestors()).take_while(is_gone).last() else {
        return false;
    };
    let Some(parent) = lost.parent() else { return false };
    parent.children().filter(|sibling| sibling.id() > lost.id()).all(|sibling| is_gone(&sibling))
}

/// Whether a widget is not there, or so much lower than on the other screen that no difference of densities explains it.
fn is_flat<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> bool {
    partner(node.id())
        .is_none_or(|other| other.bounds().is_empty() || other.bounds().height() * 6 < node.bounds().height())
}

/// Whether it takes what room there is, and none where there is none: a list.
fn gives_way(node: Node<'_>) -> bool {
    let kinds = ["RecyclerView", "ListView", "GridView", "ScrollView"];
    node.is(Flag::Scrollable) || kinds.iter().any(|kind| node.short_class().ends_with(kind))
}

/// Whether a list in the same frame was lost, too, and the frame is full without it.
fn is_squeezed_out<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> bool {
    let is_gone = |node: &Node<'l>| is_flat(*node, partner);
    let gone = std::iter::once(node).chain(node.ancestors()).take_while(is_gone);
    let Some(parent) = gone.last().and_then(Node::parent) else { return false };
    let Some(frame) = partner(parent.id()) else { return false };
    let area = frame.bounds();
    let mut taken: Vec<(i32, i32)> = frame
        .children()
        .map(Node::bounds)
        .filter(|child| !child.is_empty())
        .map(|child| (child.top, child.bottom))
        .collect();
    taken.sort_unstable();
    let (mut room, mut end) = (0, area.top);
    for (top, bottom) in taken {
        room += i64::from(top) - i64::from(end.min(top));
        end = end.max(bottom);
    }
    room += i64::from(area.bottom) - i64::from(end.min(area.bottom));
    parent.children().filter(is_gone).any(gives_way) && room * 10 <= i64::from(area.height())
}

/// What scrolls a widget.
pub(crate) fn scrolling(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|around| around.is(Flag::Scrollable))
}

/// The siblings right before and after.
fn neighbours(node: Node<'_>) -> [Option<Node<'_>>; 2] {
    let Some(parent) = node.parent() else { return [None, None] };
    let before = parent.children().take_while(|sibling| sibling.id() < node.id()).last();
    let after = parent.children().find(|sibling| sibling.id() > node.id());
    [before, after]
}

/// How wide and high a lost widget would be, as its neighbour is on both sides; at least as much as the neighbour.
fn needed(lost: Node<'_>, there: Node<'_>, here: Node<'_>) -> (u32, u32) {
    let scaled = |lost: u32, there: u32, here: u32| {
        u32::try_from(u64::from(lost) * u64::from(here) / u64::from(there.max(1)))
            .unwrap_or(u32::MAX)
            .max(here)
    };
    let (lost, there, here) = (lost.bounds(), there.bounds(), here.bounds());
    (scaled(lost.width(), there.width(), here.width()), scaled(lost.height(), there.height(), here.height()))
}

/// Whether a widget can be seen and leaves so much room between itself and the edge of what scrolls it.
fn has_room(node: Node<'_>, (width, height): (u32, u32)) -> bool {
    let Some(scrolls) = scrolling(node) else { return true };
    let (inner, outer): (Rect, Rect) = (node.bounds(), scrolls.bounds());
    if inner.is_empty() {
        return false;
    }
    let (left, needed) = if is_sideways(scrolls) {
        (i64::from(outer.right) - i64::from(inner.right), width)
    } else {
        (i64::from(outer.bottom) - i64::from(inner.bottom), height)
    };
    left >= i64::from(needed)
}

/// Whether what it stands in, below what scrolls, ends at the edge of it: more of it may be beyond.
pub(crate) fn is_cut_off(node: Node<'_>) -> bool {
    let Some(scrolls) = scrolling(node) else { return false };
    let outer = scrolls.bounds();
    let around =
        std::iter::once(node).chain(node.ancestors()).take_while(|around| around.id() != scrolls.id());
    // A frame that holds all rows fills what scrolls by right.
    let mut rows = around.filter(|around| !around.bounds().contains(outer));
    rows.any(|row| row.bounds().bottom >= outer.bottom || row.bounds().top < outer.top)
}

/// Whether it, or what it stands in, touches the edge of what scrolls it: dumps end there, and more of it may be beyond.
pub(crate) fn may_go_on(node: Node<'_>) -> bool {
    let Some(scrolls) = scrolling(node) else { return false };
    let outer = scrolls.bounds();
    let sideways = is_sideways(scrolls);
    let touches = |own: Rect| {
        if sideways {
            own.left <= outer.left || own.right >= outer.right
        } else {
            own.top <= outer.top || own.bottom >= outer.bottom
        }
    };
    let around =
        std::iter::once(node).chain(node.ancestors()).take_while(|around| around.id() != scrolls.id());
    let mut rows = around.map(Node::bounds).filter(|around| !around.contains(outer));
    rows.any(touches)
}

/// Whether its children stand side by side.
fn is_sideways(node: Node<'_>) -> bool {
    let mut children = node.children().map(Node::bounds);
    match (children.next(), children.next()) {
        (Some(first), Some(second)) => second.left >= first.right && second.top < first.bottom,
        _ => node.class().contains("Horizontal"),
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;
    use crate::By;

    #[track_caller]
    fn check(reference: &str, test: &str, missing: &[&str], added: &[&str]) {
        let (reference, test) = (screen(reference), screen(test));
        let matching = Matching::between(&reference, &test, By::Place { text: true });
        let (lost, new) = unexplained(&matching, true);
        let texts =
            |nodes: Vec<Node<'_>>| nodes.iter().map(|node| node.text().to_owned()).collect::<Vec<_>>();
        assert_eq!(
            (texts(lost), texts(new)),
            (
                missing.iter().map(ToString::to_string).collect(),
                added.iter().map(ToString::to_string).collect()
            )
        );
    }

    #[test]
    fn what_is_missing_outside_of_lists_counts() {
        check("A\n  B #x \"x\"\n  C #y \"y\"", "A\n  B #x \"x\"", &["y"], &[]);
        check("A\n  B #x \"x\"", "A\n  B #x \"x\"\n  C #y \"y\"", &[], &["y"]);
        check("A\n  B #x \"x\"", "A\n  B #x \"x\"", &[], &[]);
    }

    #[test]
    fn what_the_keyboard_leaves_no_room_for_is_not_missing() {
        let form = |rest: &str, focus: &str| {
            format!(
                "A [0,0][100,300]\n  EditText #a {focus} [0,0][100,50]\n  B #b \"b\" [0,50][100,100]{rest}"
            )
        };
        let below = "\n  C #c \"c\" [0,250][100,300]";
        check(&form(below, "(focused)"), &form("", "(focused)"), &[], &[]);
        check(&form(below, ""), &form("", ""), &["c"], &[]);
        // What stands below it can be seen: there was room.
        let beside = "\n  C #c \"c\" [0,250][50,300]\n  D #d [50,250][100,300]";
        let alone = "\n  D #d [50,250][100,300]";
        check(&form(beside, "(focused)"), &form(alone, "(focused)"), &["c"], &[]);
        // A list between others is squeezed to nothing before they are.
        let list = beside.replace("C #c", "RecyclerView #c");
        check(&form(&list, "(focused)"), &form(alone, "(focused)"), &[], &[]);
        check(&form(&list, ""), &form(alone, ""), &["c"], &[]);
    }

    #[test]
    fn nothing_is_missing_where_the_keyboard_covers_a_phone_that_lies_on_its_side() {
        let check = |rotation: u8, focus: &str, missing: usize| {
            let page = |rotation: u8, rest: &str| {
                let page = screen(&format!("A{rest}\n  EditText #a {focus}")).to_xml();
                let turned = page.replace("rotation=\"0\"", &format!("rotation=\"{rotation}\""));
                Layout::parse(turned.as_bytes()).unwrap().layout
            };
            let (reference, test) = (page(0, "\n  B #b \"b\""), page(rotation, ""));
            let matching = Matching::between(&reference, &test, By::Place { text: true });
            assert_eq!(unexplained(&matching, true).0.len(), missing, "{rotation} {focus}");
        };
        check(1, "(focused)", 0);
        check(0, "(focused)", 1);
        check(1, "", 1);
    }

    #[test]
    fn where_a_low_screen_leaves_a_list_no_room_nothing_below_it_is_missing() {
        let page = |bottom: u32, rest: &str| {
            format!("A [0,0][100,400]\n  F [0,0][100,{bottom}]\n    B #b \"b\" [0,0][100,100]{rest}")
        };
        let list = "\n    RecyclerView #list \"list\" [0,100][100,250]\n    T #tip \"tip\" [0,250][100,300]";
        check(&page(300, list), &page(105, ""), &[], &[]);
        // There was room for it.
        check(&page(300, list), &page(300, ""), &["list", "tip"], &[]);
        // A row that is there without any height, and what stood in it.
        let row = list.replace("T #tip", "R #row [0,250][100,300]\n      T #tip");
        for flat in ["\n    R #row [0,100][100,100]", "\n    R #row [0,100][100,104]"] {
            check(&page(300, &row), &page(105, flat), &[], &[]);
        }
        // What stands below the list keeps its place, and the list has none.
        let tip = "\n    T #tip \"tip\" [0,100][100,150]";
        check(&page(300, list), &page(155, tip), &[], &[]);
        check(&page(300, list), &page(300, tip), &["list"], &[]);
        // Nothing in the frame gives way.
        let fixed = list.replace("RecyclerView", "L");
        check(&page(300, &fixed), &page(105, ""), &["list", "tip"], &[]);
    }

    #[test]
    fn fewer_rows_at_the_end_of_a_list_are_a_smaller_window() {
        let long = "A\n  L #list (scrollable) [0,0][100,300]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]\n    T \"3\" [0,200][100,300]";
        let short = "A\n  L #list (scrollable) [0,0][100,200]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]";
        check(long, short, &[], &[]);
        check(short, long, &[], &[]);
        // There was room for it below the second.
        let roomy = "A\n  L #list (scrollable) [0,0][100,300]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]";
        check(long, roomy, &["3"], &[]);
    }

    #[test]
    fn what_the_edge_cuts_off_is_not_missing() {
        let whole = "A\n  L #list (scrollable) [0,0][100,250]\n    R [0,0][100,100]\n      T \"1\" [0,0][100,40]\n      U \"a\" [0,40][100,100]\n    R [0,100][100,200]\n      T \"2\" [0,100][100,140]\n      U \"b\" [0,140][100,200]";
        let cut = "A\n  L #list (scrollable) [0,0][100,140]\n    R [0,0][100,100]\n      T \"1\" [0,0][100,40]\n      U \"a\" [0,40][100,100]\n    R [0,100][100,140]\n      T \"2\" [0,100][100,140]";
        check(whole, cut, &[], &[]);
        // A last row that is missing although half a row would not do.
        let gap = "A\n  L #list (scrollable) [0,0][100,150]\n    R [0,0][100,100]\n      T \"1\" [0,0][100,40]\n      U \"a\" [0,40][100,100]";
        check(whole, gap, &[], &[]);
    }

    #[test]
    fn what_need_not_scroll_on_a_large_screen_may_scroll_on_a_small_one() {
        let large = "A\n  L #list [0,0][100,300]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]";
        let small = "A\n  L #list (scrollable) [0,0][100,150]\n    T \"1\" [0,0][100,100]";
        check(large, small, &[], &[]);
        check(large, &small.replace(" (scrollable)", ""), &["2"], &[]);
    }
}
