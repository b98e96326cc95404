#![doc = include_str!("../../../../docs/selectors.md")]

mod print;
pub(crate) mod tokens;
mod parse;
mod resolve;
mod likeness;
mod no_match;
mod build;
mod choose;
mod index;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::layout::Node;
pub use build::Selectors;
pub use no_match::{Candidate, NoMatch};
pub use parse::SelectorError;
pub use resolve::{Confidence, Match};
pub use tokens::unquoted;

/// How to find a widget again, on this layout or another.
///
/// Made from a widget with [`of`](Selector::of), or parsed from its text: `"row 3 of #list".parse()`. See
/// [`resolve`](Selector::resolve) for how it finds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Selector {
    /// The target, then what it stands in, from the inside out. Never empty; the last is no row.
    steps: Vec<Step>,
}

impl Selector {
    /// A short, stable and readable selector, which resolves on the widget's own layout to that very widget.
    ///
    /// Ids before text, text before description and hint, all of them before places. What someone typed into a text
    /// box, or what a switch or clock shows at the moment, does not identify it; nor does a text without letters,
    /// except on a key that can be tapped. For many widgets of one layout, [`Selectors`] is faster.
    pub fn of(node: Node<'_>) -> Selector {
        Selectors::on_the_way_to(node).of(node.id())
    }
}

/// One widget, found among those that the next step encloses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Step {
    /// The only widget with these traits, or the `nth` of them, counted from 1.
    Traits { traits: Traits, nth: Option<u32> },
    /// A child, counted from 1.
    Row(u32),
    /// The child that is or holds a widget with this text or description.
    RowWith(String),
    /// The innermost clickable widget around one with this text or description.
    Around(String),
    /// Child numbers from 0, and the class of the widget they lead to.
    Path { places: Vec<u32>, class: Option<String> },
}

/// What is known of a widget's looks; `None` where anything will do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Traits {
    /// Without a dot the class's last name, else the whole.
    class: Option<String>,
    /// Without a slash the id's last name, else the whole.
    id: Option<String>,
    text: Option<String>,
    description: Option<String>,
    hint: Option<String>,
    /// Any of text, description and hint.
    label: Option<String>,
}

impl Step {
    fn is_row(&self) -> bool {
        matches!(self, Step::Row(_) | Step::RowWith(_))
    }
}

impl Traits {
    fn fit(&self, node: Node<'_>) -> bool {
        let said = |said: &Option<String>, seen: &str| said.as_deref().is_none_or(|said| said == seen);
        said(&self.text, node.text())
            && said(&self.description, node.content_desc())
            && said(&self.hint, node.hint())
            && self
                .label
                .as_deref()
                .is_none_or(|said| labels(node).chain([node.hint()]).any(|label| label == said))
            && self.id.as_deref().is_none_or(|id| id_fits(id, node))
            && self.class.as_deref().is_none_or(|class| class_fits(class, node))
    }
}

fn id_fits(id: &str, node: Node<'_>) -> bool {
    id == if id.contains('/') { node.resource_id() } else { node.short_id() }
}

fn class_fits(class: &str, node: Node<'_>) -> bool {
    class == if class.contains('.') { node.class() } else { node.short_class() }
}

/// The texts by which a row or a button around them is known: what widgets say, but not what someone typed into them.
fn labels(node: Node<'_>) -> impl Iterator<Item = &str> {
    let text = if takes_text(node) { "" } else { node.text() };
    [text, node.content_desc()].into_iter().filter(|label| !label.is_empty())
}

/// The clickable widget that a tap on this label would reach; none where the label is one itself.
fn button_around(label: Node<'_>) -> Option<Node<'_>> {
    let clickable = |node: &Node<'_>| node.is(crate::Flag::Clickable);
    label.ancestors().find(clickable).filter(|_| !clickable(&label))
}

/// Whether its text is what someone typed.
fn takes_text(node: Node<'_>) -> bool {
    node.is(crate::Flag::Editable) || crate::widget::class_is_editable(node.class())
}
