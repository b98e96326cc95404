//! Choosing what to say of a widget.

use std::ops::Range;

use super::index::{self, Index, Kind, Trait};
use super::{button_around, labels, takes_text};
use crate::layout::{Layout, Node, NodeId};
use crate::strings::Sym;
use crate::widget::Flag;

/// The most steps of a selector: a widget in a row of a list in a row of a list in something, say.
const MAX_STEPS: u8 = 6;

/// Places further on are told by path: nobody counts to the 21st button.
const MAX_NTH: usize = 20;

/// The most widgets of a row or button among which we look for a text to tell it by.
const MAX_LABEL_SEARCH: usize = 64;

/// The longest text worth saying, in bytes.
const MAX_TEXT: usize = 120;

/// The longest id or class worth saying, in bytes.
pub(super) const MAX_NAME: usize = 200;

/// How one widget is told. Node numbers instead of words, since most are never asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    /// By traits, within another widget or on the whole screen; `nth` counts from 1, 0 for the only one.
    Traits { kind: Kind, nth: u32, within: Option<NodeId> },
    /// A child of its parent.
    Row,
    /// The child of its parent that holds this label.
    RowWith(Label),
    /// The button around this label.
    Around { label: Label, within: Option<NodeId> },
    /// By child numbers.
    Path { within: Option<NodeId> },
}

/// One of the [`labels`] of a widget.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    pub(super) holder: NodeId,
    pub(super) which: usize,
}

/// How to select each widget of the layout, such that each is told from all others.
pub(super) fn choose_all(layout: &Layout) -> Vec<Choice> {
    Chooser::new(layout, Index::sorted(layout)).choose_for(layout.nodes())
}

/// The same for one widget and those around it alone.
pub(super) fn choose_around(node: Node<'_>) -> Vec<Choice> {
    let mut path: Vec<Node<'_>> = std::iter::once(node).chain(node.ancestors()).collect();
    path.reverse();
    Chooser::new(node.layout(), Index::unsorted(node.layout())).choose_for(path.into_iter())
}

/// Chooses how to select each widget, parents before children.
struct Chooser<'a> {
    index: Index<'a>,
    choices: Vec<Choice>,
    selected: Vec<Selected>,
}

/// What the widgets inside need to know of a widget.
#[derive(Clone, Copy, Default)]
struct Selected {
    /// How many steps its selector has.
    steps: u8,
    /// The nearest widget, itself or around it, that others may be told by.
    landmark: Option<NodeId>,
    /// Whether someone counted to tell it.
    counted: bool,
    /// Whether it is or stands in a row of a list.
    in_row: bool,
}

impl<'a> Chooser<'a> {
    fn new(layout: &'a Layout, index: Index<'a>) -> Chooser<'a> {
        let (choices, selected) =
            (vec![Choice::Path { within: None }; layout.len()], vec![Selected::default(); layout.len()]);
        Chooser { index, choices, selected }
    }

    fn choose_for(mut self, nodes: impl Iterator<Item = Node<'a>>) -> Vec<Choice> {
        for node in nodes {
            self.add(node);
        }
        self.choices
    }

    fn add(&mut self, node: Node<'_>) {
        let around = node.parent().map_or(Selected::default(), |parent| self.selected(parent.id()));
        let (choice, lasting) = self.choose(node, around);
        let within = match choice {
            Choice::Traits { within, .. } | Choice::Around { within, .. } | Choice::Path { within } => within,
            Choice::Row | Choice::RowWith(_) => node.parent().map(Node::id),
        };
        let context = within.map_or(Selected::default(), |within| self.selected(within));
        let steps = 1 + context.steps;
        let is_landmark = !node.is_leaf() && lasting && steps < MAX_STEPS;
        self.selected[node.id().0 as usize] = Selected {
            steps,
            counted: context.counted || matches!(choice, Choice::Traits { nth: 1.., .. }),
            landmark: if is_landmark { Some(node.id()) } else { around.landmark },
            in_row: around.in_row || node.parent().is_some_and(Node::is_list),
        };
        self.choices[node.id().0 as usize] = choice;
    }

    /// How to tell the widget, and whether that lasts well enough for others to be told by it.
    fn choose(&self, node: Node<'_>, around: Selected) -> (Choice, bool) {
        let screen = 0..node.layout().len() as u32;
        let only = |kind, within| Choice::Traits { kind, nth: 0, within };
        if let Some(kind) = self.telling(node, screen.clone()) {
            return (only(kind, None), true);
        }
        let list = node.parent().filter(|&parent| parent.is_list() && around.landmark == Some(parent.id()));
        if let Some(list) = list.filter(|_| !around.counted) {
            return (self.row(node, list), true);
        }
        if let Some(label) = self.label_in_button(node, screen.clone()) {
            return (Choice::Around { label, within: None }, true);
        }
        let class = says_something(Kind::CLASS, node);
        if class && !around.in_row && self.is_only(Kind::CLASS, node, screen.clone()) {
            return (only(Kind::CLASS, None), node.is_list());
        }
        if let Some(list) = list {
            return (self.row(node, list), true);
        }
        for &outer in self.surroundings(around.landmark).iter().rev() {
            let (within, scope) = (Some(outer), inside(node.layout().node(outer)));
            if let Some(kind) = self.telling(node, scope.clone()) {
                return (only(kind, within), true);
            }
            if let Some(label) = self.label_in_button(node, scope) {
                return (Choice::Around { label, within }, true);
            }
        }
        let within = around.landmark;
        let scope = within.map_or(screen, |id| inside(node.layout().node(id)));
        if class && self.is_only(Kind::CLASS, node, scope.clone()) {
            return (only(Kind::CLASS, within), node.is_list());
        }
        for kind in [Kind::ID, Kind::CLASS].into_iter().filter(|&kind| says_something(kind, node)) {
            let before = self.index.count(kind, node, scope.start..node.id().0);
            if let Some(nth) = before.map(|before| before + 1).filter(|&nth| nth <= MAX_NTH) {
                return (Choice::Traits { kind, nth: nth as u32, within }, node.is_list());
            }
        }
        (Choice::Path { within }, false)
    }

    /// A landmark and what it is told by, from the inside out, up to the row of a list: what stands in a row is told
    /// by that row, even where the list has no other yet.
    fn surroundings(&self, landmark: Option<NodeId>) -> Vec<NodeId> {
        let around = |&id: &NodeId| match self.choices[id.0 as usize] {
            Choice::Traits { within, .. } | Choice::Around { within, .. } | Choice::Path { within } => within,
            Choice::Row | Choice::RowWith(_) => None,
        };
        std::iter::successors(landmark, around).collect()
    }

    /// The first kind by which the widget is told from all others in the range.
    fn telling(&self, node: Node<'_>, range: Range<u32>) -> Option<Kind> {
        let tells = |kind: Kind| says_something(kind, node) && self.is_only(kind, node, range.clone());
        Kind::TELLING.iter().copied().find(|&kind| tells(kind))
    }

    fn is_only(&self, kind: Kind, node: Node<'_>, range: Range<u32>) -> bool {
        self.index.count(kind, node, range) == Some(1)
    }

    /// By a text that no other row holds, else by its number.
    fn row(&self, row: Node<'_>, list: Node<'_>) -> Choice {
        let own = row.id().0..inside(row).end;
        let tells = |_: Node<'_>, label| {
            self.index.count_label(label, own.clone()) == self.index.count_label(label, inside(list))
        };
        self.label_in(row, tells).map_or(Choice::Row, Choice::RowWith)
    }

    /// The text by which a button is told from all others in the range, if it is one.
    fn label_in_button(&self, button: Node<'_>, range: Range<u32>) -> Option<Label> {
        let tells = |holder, label| {
            self.index.count_around(label, range.clone()) == 1 && button_around(holder) == Some(button)
        };
        if button.is(Flag::Clickable) { self.label_in(button, tells) } else { None }
    }

    /// The first text in a widget that lasts, has letters, and passes the test.
    fn label_in<'n>(&self, around: Node<'n>, tells: impl Fn(Node<'n>, Sym) -> bool) -> Option<Label> {
        for holder in std::iter::once(around).chain(around.descendants()).take(MAX_LABEL_SEARCH) {
            for (which, (label, text)) in index::labels(holder).zip(labels(holder)).enumerate() {
                if lasts(text, holder) && has_letters(text) && tells(holder, label) {
                    return Some(Label { holder: holder.id(), which });
                }
            }
        }
        None
    }

    fn selected(&self, id: NodeId) -> Selected {
        self.selected[id.0 as usize]
    }
}

/// Whether all traits of this kind are short enough to say and likely to be there tomorrow.
fn says_something(Kind(value, and): Kind, node: Node<'_>) -> bool {
    let says = |of: Trait| match of {
        Trait::Id => (1..=MAX_NAME).contains(&node.short_id().len()),
        Trait::WholeId => (1..=MAX_NAME).contains(&node.resource_id().len()),
        Trait::Class => (1..=MAX_NAME).contains(&node.short_class().len()),
        Trait::Text => !takes_text(node) && lasts(node.text(), node),
        Trait::Description => lasts(node.content_desc(), node),
        Trait::Hint => (1..=MAX_TEXT).contains(&node.hint().len()),
    };
    says(value) && and.is_none_or(says)
}

/// Whether a text says what the widget is for rather than how things stand: not what a switch or a clock shows, not
/// what was chosen in a drop-down, and no bare number unless it is the face of a key.
fn lasts(text: &str, node: Node<'_>) -> bool {
    (1..=MAX_TEXT).contains(&text.len())
        && (node.is(Flag::Clickable) || has_letters(text))
        && !shows_value(text, node)
}

fn shows_value(text: &str, node: Node<'_>) -> bool {
    const SHOWS_A_VALUE: &[&str] =
        &["ToggleButton", "SeekBar", "ProgressBar", "RatingBar", "Chronometer", "Clock"];
    let class = node.short_class();
    let is_switch = class.contains("Switch") && !class.contains("Switcher");
    is_switch && text == node.text()
        || SHOWS_A_VALUE.iter().any(|value| class.contains(value))
        || node.parent().is_some_and(|parent| parent.short_class().contains("Spinner"))
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

impl Node<'_> {
    /// Whether the children are rows that may come, go and move, judged by the class, or by scrolling and several children.
    pub fn is_list(self) -> bool {
        let class = self.short_class();
        ["RecyclerView", "ListView", "GridView"].iter().any(|list| class.contains(list))
            || self.is(Flag::Scrollable) && !class.contains("Pager") && self.children().nth(1).is_some()
    }
}

/// The places of all that a widget encloses.
pub(super) fn inside(node: Node<'_>) -> Range<u32> {
    node.id().0 + 1..node.id().0 + node.subtree_size() as u32
}
