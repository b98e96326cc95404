//! The same view on another layout.

use std::fmt::Write as _;

use gui::{Layout, Node, NodeId};

use crate::signs::{Signs, is_actionable, property, short_text};

/// A view of another layout that is taken for the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similar {
    /// Where it is.
    pub view: NodeId,
    /// Whether it is equal with all it holds and stands at the same place among its siblings; else it is a guess.
    pub exact: bool,
    /// How much of both is the same, from 0 to 1.
    pub ratio: f64,
}

/// The view of a layout that is most similar to one of another layout, if anything can stand for it.
///
/// A view that is equal with all it holds comes first. Else, where `nearest` allows it, one of the same class, id, description and
/// flags: the one whose subtree reads most alike, however little that is. Of equals the first.
pub fn similar_view(view: Node<'_>, on: &Layout, nearest: bool) -> Option<Similar> {
    let (signs, others) = (Signs::of(view.layout()), Signs::of(on));
    let candidates: Vec<Node<'_>> = on.nodes().filter(|&node| is_actionable(node)).collect();
    let equal = candidates.iter().copied().filter(|node| signs.alike(view.id(), &others, node.id()));
    let equal: Vec<Node<'_>> = equal.collect();
    let stands = |node: Node<'_>| place_among_siblings(node) == place_among_siblings(view);
    if let Some(&first) = equal.iter().find(|&&node| stands(node)).or(equal.first()) {
        return Some(Similar { view: first.id(), exact: stands(first), ratio: 1.0 });
    }
    let read = subtree_text(view);
    let likes = candidates.into_iter().filter(|&node| nearest && property(node) == property(view));
    let mut best: Option<Similar> = None;
    for node in likes {
        let ratio = strsim::normalized_levenshtein(&read, &subtree_text(node));
        if best.is_none_or(|best| ratio > best.ratio) {
            best = Some(Similar { view: node.id(), exact: false, ratio });
        }
    }
    best
}

fn place_among_siblings(view: Node<'_>) -> Option<usize> {
    view.parent()?.children().position(|sibling| sibling == view)
}

fn subtree_text(view: Node<'_>) -> String {
    let mut text = String::new();
    for node in std::iter::once(view).chain(view.descendants()) {
        let parts = [node.class(), node.resource_id(), node.content_desc(), short_text(node)];
        let _ = write!(text, "{{{}", parts.join("|"));
    }
    text
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    const CARDS: &str = r#"
        FrameLayout
          FrameLayout #card (clickable)
            TextView "Sleeping"
          FrameLayout #card (clickable)
            TextView "Gardening"
    "#;

    #[track_caller]
    fn check(now: &str, nearest: bool, expected: Option<(u32, bool)>) {
        let (then, now) = (screen(CARDS), screen(now));
        let found = similar_view(then.node(NodeId(3)), &now, nearest);
        assert_eq!(found.map(|found| (found.view.0, found.exact)), expected);
    }

    #[test]
    fn an_equal_view_is_found_wherever_it_stands() {
        check(CARDS, false, Some((3, true)));
        let swapped =
            CARDS.replace("Sleeping", "?").replace("Gardening", "Sleeping").replace('?', "Gardening");
        check(&swapped, false, Some((1, false)));
    }

    #[test]
    fn only_who_wants_a_guess_gets_one() {
        let renamed = CARDS.replace("Gardening", "Garden");
        check(&renamed, false, None);
        check(&renamed, true, Some((3, false)));
        check("FrameLayout\n  Button (clickable)", true, None);
    }
}
