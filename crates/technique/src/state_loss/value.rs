//! Values that a person has set and that are back at what they were.

use gui::{Event, Flag, Layout, Node, Selector};
use model::Volatile;
use trace::{Moment, Step};

use super::Lost;
use super::loss::Loss;
use crate::widget::{Surface, name_of, shows_choice};

/// Labels whose number a step has changed and that say again what they said before it; one loss for each name.
///
/// Where a person counted up, an app that forgets begins anew from what it has stored: the same number comes back. Any other
/// one may be news.
pub(super) fn values_gone_back(set: &Step, then: &Layout, now: &Layout, volatile: &Volatile) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for (old, new) in values_set(set, volatile) {
        let says = |layout, text: &str| label(layout, new).filter(|label| label.text() == text);
        let Some((there, _)) = says(then, new.text()).zip(says(now, old.text())) else { continue };
        let widget = Selector::of(there);
        let told =
            format!("{widget} says {} again instead of {}", gui::quoted(old.text()), gui::quoted(new.text()));
        losses.push(Loss::of_widget(Lost::Value, name_of(there), widget, told));
    }
    losses
}

/// The labels whose number a person has changed by this step, before and after it. What stands in lists, and what can be touched
/// itself, is left out: buttons say what comes next.
pub(super) fn values_set<'s>(step: &'s Step, volatile: &Volatile) -> Vec<(Node<'s>, Node<'s>)> {
    let (Some(then), Some(now)) = (&step.before.layout, &step.after.layout) else { return Vec::new() };
    if then.digest() == now.digest()
        || !step.event.as_ref().is_some_and(may_set)
        || !is_same_screen(&step.before, &step.after, then, now)
    {
        return Vec::new();
    }
    let changed = now.nodes().filter(|&node| is_label(node) && !volatile.has(node)).filter_map(|new| {
        let old = label(then, new)?;
        let differ = old.text() != new.text() && around_number(old.text()) == around_number(new.text());
        (differ && label(now, new).is_some()).then_some((old, new))
    });
    changed.collect()
}

/// What is typed is looked at itself; a number that follows from it, such as how many words there are, says the same once more.
fn may_set(event: &Event) -> bool {
    matches!(event, Event::Tap { .. } | Event::LongTap { .. } | Event::DoubleTap { .. } | Event::Swipe { .. })
}

fn is_same_screen(before: &Moment, after: &Moment, then: &Layout, now: &Layout) -> bool {
    let surface = Surface::of(then);
    before.activity == after.activity && surface == Surface::of(now) && surface != Surface::Popup
}

/// A text with a name of its own that only says something.
fn is_label(node: Node<'_>) -> bool {
    !node.short_id().is_empty()
        && around_number(node.text()).is_some()
        && ![Flag::Editable, Flag::Checkable, Flag::Clickable].iter().any(|&flag| node.is(flag))
        && !shows_choice(node)
        && !node.ancestors().any(Node::is_list)
}

/// The same label in another layout; `None` where it has none or several.
fn label<'l>(layout: &'l Layout, node: Node<'_>) -> Option<Node<'l>> {
    let mut same = layout.nodes().filter(|other| other.resource_id() == node.resource_id());
    same.next().filter(|&only| same.next().is_none() && is_label(only))
}

/// What stands around the digits of a text; `None` for one without.
fn around_number(text: &str) -> Option<String> {
    let of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '−' | '+');
    text.contains(|c: char| c.is_ascii_digit()).then(|| text.replace(of_number, ""))
}
