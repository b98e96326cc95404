//! What a screen says, widget by widget, and what two screens say differently.

use std::collections::BTreeMap;

use gui::{Flag, Layout, Node, NodeId};
use model::{ByItself, Volatile};

use super::Hints;
use crate::widget::name_of;

/// What one widget says: its name, its words and its marks. Where it stands does not matter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fact {
    /// The widget's name, which does not depend on the app's data.
    pub(super) name: String,
    /// Its text, or what it is described by.
    pub(super) says: String,
    /// Ticked, chosen, greyed out.
    marks: [bool; 3],
}

/// All that a screen says. What changes by itself is left out.
#[derive(Debug)]
pub(super) struct Sight<'a> {
    layout: &'a Layout,
    facts: Vec<(Fact, NodeId)>,
}

/// What two screens say differently.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// Said by the first alone, in its order.
    pub(super) missing: Vec<(Fact, NodeId)>,
    /// Said by the second alone, in its order.
    pub(super) extra: Vec<(Fact, NodeId)>,
    /// Both say the same, in another order.
    pub(super) order: Option<(Fact, NodeId)>,
}

impl<'a> Sight<'a> {
    /// What a layout says, without what is known to change by itself.
    pub(super) fn of(layout: &'a Layout, volatile: &Volatile, hints: &Hints) -> Sight<'a> {
        let ways = volatile.ways_in(layout);
        let way = |node: Node<'_>| ways.get(node.id().0 as usize).copied().flatten();
        let goes = |node: Node<'_>| way(node) == Some(ByItself::Goes);
        let counts = |node: &Node<'_>| {
            let stays = says_something(*node) && !goes(*node) && !node.ancestors().any(goes);
            stays && (hints.ignored.is_empty() || !hints.ignores(*node))
        };
        let fact = |node: Node<'_>| {
            let known = Fact { name: name_of(node), says: String::new(), marks: [false; 3] };
            if way(node).is_some() {
                return known;
            }
            let says = if node.text().is_empty() { node.content_desc() } else { node.text() };
            let marks = [Flag::Checked, Flag::Selected, Flag::Enabled].map(|flag| node.is(flag));
            Fact { says: says.to_owned(), marks, ..known }
        };
        let facts = layout.nodes().filter(counts).map(|node| (fact(node), node.id())).collect();
        Sight { layout, facts }
    }

    /// What the other says differently.
    pub(super) fn difference(&self, other: &Sight<'_>) -> Difference {
        if self.layout.digest() == other.layout.digest() {
            return Difference::default();
        }
        let mut counts: BTreeMap<&Fact, i64> = BTreeMap::new();
        for (fact, _) in &self.facts {
            *counts.entry(fact).or_default() += 1;
        }
        for (fact, _) in &other.facts {
            *counts.entry(fact).or_default() -= 1;
        }
        let mut left = counts.clone();
        // The last of several equal ones is the one too many.
        let missing = self.facts.iter().rev().filter(|(fact, _)| take(&mut left, fact, 1)).cloned().collect();
        let extra = other.facts.iter().rev().filter(|(fact, _)| take(&mut left, fact, -1)).cloned().collect();
        let mut difference = Difference { missing, extra, order: None };
        difference.missing.reverse();
        difference.extra.reverse();
        if difference.missing.is_empty() && difference.extra.is_empty() {
            let both = self.facts.iter().zip(&other.facts);
            let moved = both.filter(|(here, there)| here.0 != there.0).map(|(here, _)| here);
            difference.order = moved.into_iter().find(|(fact, _)| !fact.says.is_empty()).cloned();
        }
        difference
    }

    /// The same for screens that say the same, wherever each thing stands.
    pub(super) fn fingerprint(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut facts: Vec<&Fact> = self.facts.iter().map(|(fact, _)| fact).collect();
        facts.sort_unstable();
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        facts.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether it says exactly this somewhere.
    pub(super) fn has(&self, fact: &Fact) -> bool {
        self.facts.iter().any(|(known, _)| known == fact)
    }

    /// Whether it says this somewhere, however it is marked: what is selected is marked until something is done to it.
    pub(super) fn says(&self, fact: &Fact) -> bool {
        self.facts.iter().any(|(known, _)| (&known.name, &known.says) == (&fact.name, &fact.says))
    }

    /// All that a widget of this name says, where there is but one.
    pub(super) fn only(&self, name: &str) -> Option<&(Fact, NodeId)> {
        let mut named = self.facts.iter().filter(|(fact, _)| fact.name == name);
        named.next().filter(|_| named.next().is_none())
    }

    /// What each widget says.
    pub(super) fn said(&self) -> impl Iterator<Item = (String, Node<'a>)> {
        self.facts.iter().map(|(fact, id)| (fact.says.clone(), self.layout.node(*id)))
    }

    /// How many things it says.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// The widget.
    pub(super) fn node(&self, id: NodeId) -> Node<'a> {
        self.layout.node(id)
    }
}

impl Difference {
    /// Whether both say the same in the same order.
    pub(super) fn is_none(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.order.is_none()
    }
}

/// Whether it stands in a list.
pub(super) fn is_listed(node: Node<'_>) -> bool {
    node.ancestors().any(Node::is_list)
}

/// Frames without words say nothing.
fn says_something(node: Node<'_>) -> bool {
    let acts = [Flag::Clickable, Flag::Checkable, Flag::Editable].iter().any(|&flag| node.is(flag));
    !node.text().is_empty() || !node.content_desc().is_empty() || acts && !node.short_id().is_empty()
}

fn take(left: &mut BTreeMap<&Fact, i64>, fact: &Fact, sign: i64) -> bool {
    match left.get_mut(fact) {
        Some(count) if *count * sign > 0 => {
            *count -= sign;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, missing: &[&str], extra: &[&str], moved: bool) {
        let (before, after) = (screen(before), screen(after));
        let (volatile, hints) = (Volatile::default(), Hints::default());
        let sight = |layout| Sight::of(layout, &volatile, &hints);
        let difference = sight(&before).difference(&sight(&after));
        let says =
            |facts: &[(Fact, NodeId)]| facts.iter().map(|(fact, _)| fact.says.clone()).collect::<Vec<_>>();
        assert_eq!(says(&difference.missing), missing);
        assert_eq!(says(&difference.extra), extra);
        assert_eq!(difference.order.is_some(), moved);
    }

    #[test]
    fn rows_are_counted_wherever_they_stand() {
        let list = |rows: &[&str]| {
            let rows: String = rows.iter().map(|row| format!("\n    TextView \"{row}\"")).collect();
            format!("FrameLayout\n  ListView #list{rows}")
        };
        check(&list(&["a", "b"]), &list(&["a", "b"]), &[], &[], false);
        check(&list(&["a", "b"]), &list(&["b", "a"]), &[], &[], true);
        check(&list(&["a", "b", "b"]), &list(&["b", "a"]), &["b"], &[], false);
        check(&list(&["a"]), &list(&["b"]), &["a"], &["b"], false);
    }

    #[test]
    fn marks_count_and_frames_do_not() {
        let box_ = |flags| format!("FrameLayout\n  CheckBox #gift \"Gift\" ({flags})");
        check(&box_("checkable, checked"), &box_("checkable"), &["Gift"], &["Gift"], false);
        check("FrameLayout\n  View", "FrameLayout\n  View\n  View", &[], &[], false);
    }

    #[test]
    fn what_changes_by_itself_is_left_out() {
        let clock =
            |time| screen(&format!("FrameLayout\n  TextView #clock \"{time}\"\n  TextView #name \"Milk\""));
        let (then, now) = (clock("9:41"), clock("9:42"));
        let mut volatile = Volatile::default();
        volatile.learn(&then, &now);
        let hints = Hints::default();
        let sight = |layout| Sight::of(layout, &volatile, &hints);
        assert!(sight(&then).difference(&sight(&now)).is_none());
    }
}
