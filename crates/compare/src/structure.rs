//! Widgets that one of two screens does not have.

use gui::{Flag, Node, NodeId, Rect};

use crate::Matching;

/// The widgets without a partner that a smaller window does not explain: those of the reference, then those of the test.
///
/// A list that shows fewer rows is no fault. So what stands in something that scrolls counts only where a neighbour of it, or of
/// what it stands in, has a partner that can be seen and is not at the edge of what scrolls: then there was room for it.
pub fn unexplained<'l>(matching: &Matching<'l>) -> (Vec<Node<'l>>, Vec<Node<'l>>) {
    let to_test = |id: NodeId| matching.of_reference(id);
    let to_reference = |id: NodeId| matching.of_test(id);
    let missing = matching.reference.nodes().filter(|&node| is_unexplained(node, &to_test));
    let added = matching.test.nodes().filter(|&node| is_unexplained(node, &to_reference));
    (missing.collect(), added.collect())
}

fn is_unexplained<'l>(node: Node<'l>, partner: &dyn Fn(NodeId) -> Option<Node<'l>>) -> bool {
    if partner(node.id()).is_some() {
        return false;
    }
    if !node.ancestors().any(|around| around.is(Flag::Scrollable)) {
        return true;
    }
    // The neighbours of the outermost frame without a partner: those of what is inside have none either.
    let lost = std::iter::once(node).chain(node.ancestors());
    let outermost = lost.take_while(|around| partner(around.id()).is_none()).last().unwrap_or(node);
    neighbours(outermost).into_iter().flatten().filter_map(|neighbour| partner(neighbour.id())).any(has_room)
}

/// The siblings right before and after.
fn neighbours(node: Node<'_>) -> [Option<Node<'_>>; 2] {
    let Some(parent) = node.parent() else { return [None, None] };
    let before = parent.children().take_while(|sibling| sibling.id() < node.id()).last();
    let after = parent.children().find(|sibling| sibling.id() > node.id());
    [before, after]
}

/// Whether a widget can be seen and ends well within what scrolls it: beside it there would have been room.
fn has_room(node: Node<'_>) -> bool {
    let Some(scrolls) = node.ancestors().find(|around| around.is(Flag::Scrollable)) else { return true };
    let (inner, outer): (Rect, Rect) = (node.bounds(), scrolls.bounds());
    if inner.is_empty() {
        return false;
    }
    let sideways = is_sideways(scrolls);
    let (begins, ends) = if sideways {
        (inner.left > outer.left, inner.right < outer.right)
    } else {
        (inner.top > outer.top, inner.bottom < outer.bottom)
    };
    // The first row stands at the upper edge by right; at the lower edge there may be more below.
    let is_first = node.parent().and_then(|parent| parent.children().next()).map(Node::id) == Some(node.id());
    ends && (begins || is_first)
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
        let (lost, new) = unexplained(&matching);
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
    fn fewer_rows_at_the_end_of_a_list_are_a_smaller_window() {
        let long = "A\n  L #list (scrollable) [0,0][100,300]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]\n    T \"3\" [0,200][100,300]";
        let short = "A\n  L #list (scrollable) [0,0][100,200]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]";
        check(long, short, &[], &[]);
        check(short, long, &[], &[]);
        // There was room for it below the second.
        let roomy = "A\n  L #list (scrollable) [0,0][100,300]\n    T \"1\" [0,0][100,100]\n    T \"2\" [0,100][100,200]";
        check(long, roomy, &["3"], &[]);
    }
}
