//! Ticks, selections and choices that are not as they were.

use std::cell::LazyCell;
use std::collections::HashMap;

use gui::{Confidence, Flag, Layout, Node, Selector};
use model::Volatile;

use super::Lost;
use super::loss::Loss;
use crate::widget::{name_of, shows_choice};

/// Ticks, selections and choices that are not as they were: one loss for each kind and name.
///
/// Choosing another one of a group takes one tick and gives one; that is one loss, so ticks that have come count only where
/// none is gone.
pub(super) fn lost_marks(then: &Layout, now: &Layout, volatile: &Volatile) -> Vec<Loss> {
    let mut changed: Vec<(Mark, Node<'_>)> = pairs(then, now)
        .into_iter()
        .filter(|&(old, _)| !volatile.has(old))
        .filter_map(|(old, new)| Some((Mark::changed(old, new)?, old)))
        .collect();
    if changed.iter().any(|&(mark, _)| mark == Mark::TickGone) {
        changed.retain(|&(mark, _)| mark != Mark::TickCame);
    }
    let mut losses: Vec<Loss> = changed.into_iter().map(|(mark, old)| mark.lost(old)).collect();
    losses.sort_by(|a, b| (a.lost, &a.name).cmp(&(b.lost, &b.name)));
    losses.dedup_by(|a, b| (a.lost, &a.name) == (b.lost, &b.name));
    losses
}

/// How a mark is not as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    TickGone,
    TickCame,
    Unselected,
    OtherChoice,
}

impl Mark {
    fn changed(old: Node<'_>, new: Node<'_>) -> Option<Mark> {
        let checkable = old.is(Flag::Checkable) && new.is(Flag::Checkable);
        match (old.is(Flag::Checked), new.is(Flag::Checked)) {
            (true, false) if checkable => Some(Mark::TickGone),
            (false, true) if checkable => Some(Mark::TickCame),
            _ if old.is(Flag::Selected) && !new.is(Flag::Selected) => Some(Mark::Unselected),
            _ if shows_choice(old) && old.text() != new.text() => Some(Mark::OtherChoice),
            _ => None,
        }
    }

    fn lost(self, old: Node<'_>) -> Loss {
        let widget = Selector::of(old);
        let (lost, told) = match self {
            Mark::TickGone => (Lost::CheckedState, format!("the tick on {widget} is gone")),
            Mark::TickCame => (Lost::CheckedState, format!("{widget} has got a tick")),
            Mark::Unselected => (Lost::Selection, format!("{widget} is no longer selected")),
            Mark::OtherChoice => {
                (Lost::Selection, format!("{widget} no longer says {}", gui::quoted(old.text())))
            }
        };
        Loss::of_widget(lost, name_of(old), widget, told)
    }
}

/// The widgets that can be ticked, selected or show a choice, each with itself in the later layout.
///
/// What stands in a list is paired only where the list shows the same rows: a list that scrolled, or whose rows have changed
/// places, says nothing of any of them, and rows that say the same nothing of each other. The rest is found by its selector, which must not count widgets where some may be
/// scrolled out of view.
fn pairs<'a>(then: &'a Layout, now: &'a Layout) -> Vec<(Node<'a>, Node<'a>)> {
    let mut pairs = Vec::new();
    let lists = lists_by_name(now);
    // Most screens have no marks but in lists.
    let selectors = LazyCell::new(|| then.selectors());
    let mut next = 0;
    for node in then.nodes() {
        if node.id().0 < next {
            continue;
        }
        if node.is_list() {
            next = node.id().0 + node.subtree_size() as u32;
            if let Some(Some(same)) = lists.get(&name_of(node))
                && same.label_digest() == node.label_digest()
            {
                let rows = node.children().zip(same.children()).filter(|(row, _)| !has_twin(*row, node));
                let widgets = rows.flat_map(|(row, same)| whole(row).zip(whole(same)));
                pairs.extend(widgets.filter(|(widget, _)| has_mark(*widget)));
            }
        } else if has_mark(node)
            && let Ok(found) = selectors.of(node.id()).resolve(now)
            && found.node.class() == node.class()
            && (found.confidence != Confidence::ByPlace || !scrolls(node) && is_alike(node, found.node))
        {
            pairs.push((node, found.node));
        }
    }
    pairs
}

/// Whether another row of its list says the same. Which of the two is which nobody can tell once they have changed places.
fn has_twin(row: Node<'_>, list: Node<'_>) -> bool {
    let is_alike = |other: &Node<'_>| other.label_digest() == row.label_digest();
    whole(row).any(|widget| !widget.text().is_empty()) && list.children().filter(is_alike).nth(1).is_some()
}

/// A row with all that is in it.
fn whole(row: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::once(row).chain(row.descendants())
}

/// The lists of a layout; `None` for a name that several have.
fn lists_by_name(layout: &Layout) -> HashMap<String, Option<Node<'_>>> {
    let mut lists = HashMap::new();
    for list in layout.nodes().filter(|node| node.is_list()) {
        lists.entry(name_of(list)).and_modify(|list| *list = None).or_insert(Some(list));
    }
    lists
}

/// Whether what is found by counting says the same: in a tree without names one widget more moves all the others on. What is ticked or
/// chosen may say so in words.
fn is_alike(old: Node<'_>, new: Node<'_>) -> bool {
    old.is(Flag::Checkable) || shows_choice(old) || old.label_digest() == new.label_digest()
}

fn scrolls(node: Node<'_>) -> bool {
    node.ancestors().any(|around| around.is(Flag::Scrollable))
}

fn has_mark(node: Node<'_>) -> bool {
    node.is(Flag::Checkable) || node.is(Flag::Selected) || shows_choice(node)
}
