//! Pairing by what widgets say, for builds whose ids and order may be other ones.

use std::collections::HashMap;

use gui::{Layout, Node, NodeId};

use crate::Matching;

/// Class, text and description: what a person tells widgets apart by.
type Words<'l> = (&'l str, &'l str, &'l str);

/// Pairs what says the same and is the only one to say so, then what holds the same, from the inside out.
pub(crate) fn pair(matching: &mut Matching<'_>) {
    by_words(matching);
    by_what_they_hold(matching);
    by_order_within(matching);
}

/// Widgets with words that only one widget has on each side; where as many on both sides say the same, in their order.
fn by_words(matching: &mut Matching<'_>) {
    let (reference, test) = (matching.reference, matching.test);
    let there = by_their_words(reference, |node| matching.of_reference(node).is_none());
    let here = by_their_words(test, |node| matching.of_test(node).is_none());
    for (words, nodes) in there {
        let Some(others) = here.get(&words).filter(|others| others.len() == nodes.len()) else { continue };
        for (&node, &other) in nodes.iter().zip(others) {
            matching.join(node, other);
        }
    }
}

fn by_their_words(layout: &Layout, is_free: impl Fn(NodeId) -> bool) -> HashMap<Words<'_>, Vec<NodeId>> {
    let mut words: HashMap<Words<'_>, Vec<NodeId>> = HashMap::new();
    for node in layout.nodes().filter(|node| is_free(node.id())) {
        if !(node.text().is_empty() && node.content_desc().is_empty()) {
            words.entry((node.class(), node.text(), node.content_desc())).or_default().push(node.id());
        }
    }
    words
}

/// Frames whose children are partners, of one class: whoever holds most of the partners. From the back, so that what is inside is
/// decided before what is around it.
fn by_what_they_hold(matching: &mut Matching<'_>) {
    let reference = matching.reference;
    for node in reference.nodes().rev().filter(|node| !node.is_leaf()) {
        if matching.of_reference(node.id()).is_some() {
            continue;
        }
        let mut holders: Vec<(NodeId, usize)> = Vec::new();
        let partners = node.children().filter_map(|child| matching.of_reference(child.id()));
        for holder in partners.filter_map(Node::parent).filter(|holder| holder.class() == node.class()) {
            match holders.iter_mut().find(|(id, _)| *id == holder.id()) {
                Some((_, times)) => *times += 1,
                None => holders.push((holder.id(), 1)),
            }
        }
        holders.sort_by_key(|&(id, times)| (std::cmp::Reverse(times), id));
        if let Some(&(holder, _)) = holders.first() {
            matching.join(node.id(), holder);
        }
    }
}

/// What is left of one class within partners, where both hold as many: in their order.
fn by_order_within(matching: &mut Matching<'_>) {
    let reference = matching.reference;
    for node in reference.nodes() {
        let Some(partner) = matching.of_reference(node.id()) else { continue };
        let mut left: HashMap<&str, (Vec<NodeId>, Vec<NodeId>)> = HashMap::new();
        for child in node.children().filter(|child| matching.of_reference(child.id()).is_none()) {
            left.entry(child.class()).or_default().0.push(child.id());
        }
        for child in partner.children().filter(|child| matching.of_test(child.id()).is_none()) {
            left.entry(child.class()).or_default().1.push(child.id());
        }
        for (there, here) in left.into_values().filter(|(there, here)| there.len() == here.len()) {
            for (node, other) in there.into_iter().zip(here) {
                matching.join(node, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use crate::{By, Matching};

    fn check(reference: &str, test: &str, pairs: &str) {
        let (reference, test) = (screen(reference), screen(test));
        let matching = Matching::between(&reference, &test, By::Content);
        let found: Vec<String> =
            matching.pairs().map(|(one, other)| format!("{}-{}", one.id().0, other.id().0)).collect();
        assert_eq!(found.join(" "), pairs);
    }

    #[test]
    fn rows_follow_what_they_hold() {
        check(
            "L\n  R\n    T \"milk\"\n    C\n  R\n    T \"eggs\"\n    C",
            "L\n  R\n    C\n    T \"eggs\"\n  R\n    C\n    T \"milk\"",
            "0-0 1-4 2-6 3-5 4-1 5-3 6-2",
        );
    }

    #[test]
    fn a_row_that_is_gone_leaves_the_others_as_they_are() {
        let rows = "L\n  R\n    T \"milk\"\n  R\n    T \"eggs\"\n  R\n    T \"rice\"";
        check(rows, "L\n  R\n    T \"eggs\"\n  R\n    T \"rice\"", "0-0 3-1 4-2 5-3 6-4");
    }

    #[test]
    fn other_ids_do_not_matter_where_the_words_are_the_same() {
        check("A #a\n  B #add \"Add\"\n  C #tick", "A #b\n  C #box\n  B #plus \"Add\"", "0-0 1-2 2-1");
    }
}
