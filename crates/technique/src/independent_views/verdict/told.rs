//! What is wrong, in words.

use gui::{Flag, Node, NodeId};
use trace::Moment;

use super::{Fact, Sight, is_listed};
use crate::widget::{activity_of, shows_choice};

pub(super) fn page_of(moment: &Moment) -> String {
    activity_of(moment).to_owned()
}

pub(super) fn is_setting(node: Node<'_>) -> bool {
    !is_listed(node) && (is_ticked(node) || shows_choice(node))
}

/// Whether it has a tick.
pub(super) fn is_ticked(node: Node<'_>) -> bool {
    node.is(Flag::Checkable) || node.descendants().any(|inside| inside.is(Flag::Checkable))
}

/// What it says, or its name.
pub(super) fn words(fact: &Fact) -> String {
    if fact.says.is_empty() { fact.name.clone() } else { gui::quoted(&fact.says) }
}

/// What became of something that a screen said.
pub(super) fn told_of((fact, _): &(Fact, NodeId), now: &Sight<'_>) -> String {
    match now.only(&fact.name) {
        Some((other, _)) if other.says != fact.says => {
            format!("{} says {} instead of {}", fact.name, gui::quoted(&other.says), gui::quoted(&fact.says))
        }
        Some(_) if fact.says.is_empty() => format!("{} is otherwise marked", fact.name),
        Some(_) => format!("{} is otherwise marked", words(fact)),
        None => format!("{} is not there", words(fact)),
    }
}
