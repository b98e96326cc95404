//! Text that was typed and is gone.

use gui::{Flag, Layout, Node, Selector};
use model::Volatile;

use super::Lost;
use super::loss::Loss;
use super::stake::holds_text;
use crate::widget::name_of;

/// Texts that no text box of the same name holds any more; one loss for each name.
///
/// An app may add to a text (`12` becomes `12.00`), but not take it away. A box that is not in view is not lost, see
/// [`is_out_of_view`].
pub(super) fn lost_texts(then: &Layout, now: &Layout, volatile: &Volatile) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    let boxes = |layout| text_boxes(layout).map(|node| (name_of(node), node)).collect::<Vec<_>>();
    let (old, mut new) = (boxes(then), boxes(now));
    for (name, node) in old.iter().filter(|(_, node)| holds_text(*node) && !volatile.has(*node)) {
        let holds = |(other, there): &(String, Node<'_>)| other == name && there.text().contains(node.text());
        if let Some(at) = new.iter().position(holds) {
            // Two boxes with the same text need two.
            new.remove(at);
            continue;
        }
        let is_known = losses.iter().any(|loss| loss.name == *name);
        if !is_known && !is_out_of_view(*node, now, volatile) {
            losses.push(text_lost(name.clone(), *node));
        }
    }
    losses
}

fn text_boxes(layout: &Layout) -> impl Iterator<Item = Node<'_>> {
    layout.nodes().filter(|node| node.is(Flag::Editable))
}

fn text_lost(name: String, node: Node<'_>) -> Loss {
    let widget = Selector::of(node);
    let told = format!("the text typed into {widget} is gone");
    Loss::of_widget(Lost::Text, name, widget, told)
}

/// Whether a text box may only be scrolled away.
///
/// Not where a box of that name is the only one both times, nor where nothing around it scrolled. Else its surroundings
/// decide: if the nearest widgets above and below it that have a name of their own are in view, so would be the box.
fn is_out_of_view(node: Node<'_>, now: &Layout, volatile: &Volatile) -> bool {
    let name = name_of(node);
    let count = |layout| text_boxes(layout).filter(|&other| name_of(other) == name).count();
    if count(node.layout()) == 1 && count(now) == 1 {
        return false;
    }
    let Some(around) = node.ancestors().find(|around| around.is(Flag::Scrollable)) else { return false };
    let is_landmark = |other: &Node<'_>| {
        *other != node
            && !volatile.has(*other)
            && !other.short_id().is_empty()
            && is_only(*other, node.layout())
    };
    let inside: Vec<Node<'_>> = around.descendants().filter(is_landmark).collect();
    let above =
        inside.iter().rev().find(|other| other.id() < node.id() && node.ancestors().all(|a| a != **other));
    let below = inside.iter().find(|other| other.id() > node.id());
    let in_view = |other: &Node<'_>| {
        let mut same = now.nodes().filter(|there| there.resource_id() == other.resource_id());
        same.next().is_some() && same.next().is_none()
    };
    !(above.is_some_and(in_view) && below.is_some_and(in_view))
}

fn is_only(node: Node<'_>, layout: &Layout) -> bool {
    layout.nodes().filter(|other| other.resource_id() == node.resource_id()).count() == 1
}
