//! An input: a way to a screen, and what can be done there.

use std::collections::BTreeMap;
use std::sync::Arc;

use experiment::{Place, Start};
use gui::{Event, Layout, Node, NodeId, Selector};
use mining::{Look, LookId};
use trace::Moment;
use xxhash_rust::xxh3::xxh3_64;

/// A way to a screen that can be taken again.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) place: Arc<Place>,
    pub(super) look: LookId,
    /// What was done last, by the keys of the events.
    pub(super) history: Vec<u64>,
    /// What shows.
    pub(super) sight: u64,
    /// What can be done: an event for each key, on one of the widgets of that kind.
    pub(super) offers: BTreeMap<u64, Vec<Event>>,
    /// The trace that it is part of, and the moment.
    pub(super) at: (usize, usize),
}

impl Input {
    /// Where an event on it begins.
    pub(super) fn start(&self) -> Start {
        Start::At(Arc::clone(&self.place))
    }
}

/// The events that a screen offers, by their keys; `Back` only where the paper's rules hold.
pub(super) fn offers_of(moment: &Moment, wants: impl Fn(&Event) -> bool) -> BTreeMap<u64, Vec<Event>> {
    let Some(layout) = moment.layout.as_deref() else { return BTreeMap::new() };
    let mut offers: BTreeMap<u64, Vec<Event>> = BTreeMap::new();
    for event in layout.events().into_iter().filter(wants) {
        let key = key_of(&event, layout, moment.activity.as_deref().unwrap_or_default());
        offers.entry(key).or_default().push(event);
    }
    offers
}

/// Equal for the same event on widgets of one kind, on whatever layout of a page: its kind, and the classes and ids from the root down
/// to its receiver. Rows of a list are one kind; in menus and dialogs words count.
pub fn key_of(event: &Event, layout: &Layout, activity: &str) -> u64 {
    let node = event.target().and_then(|target| target.resolve(layout).ok()).map(|found| found.node);
    let kind = match (event, event.target()) {
        (Event::Edit { .. }, _) => "type".to_owned(),
        (event, Some(target)) => event.wish().replace(&target.to_string(), ""),
        (event, None) => event.wish(),
    };
    let mut words = format!("{activity}\n{kind}");
    if let Some(node) = node {
        let root = node.ancestors().last().unwrap_or(node);
        let apart = (root.bounds().left, root.bounds().top) != (0, 0);
        for above in std::iter::once(node).chain(node.ancestors()) {
            words.push('\n');
            words.push_str(above.class());
            words.push('#');
            words.push_str(above.resource_id());
            if above.parent().is_some_and(effect::holds_rows) && !apart {
                continue;
            }
            words.push_str(&format!("[{}]", place_among_like(above)));
        }
        if apart {
            words.push_str(&said(node));
        }
    }
    xxh3_64(words.as_bytes())
}

/// Which of its siblings with the same class and id it is.
fn place_among_like(node: Node<'_>) -> usize {
    let Some(parent) = node.parent() else { return 0 };
    let like = |other: &Node<'_>| other.class() == node.class() && other.resource_id() == node.resource_id();
    parent.children().filter(like).position(|other| other.id() == node.id()).unwrap_or(0)
}

/// What it says, or the first word below it.
fn said(node: Node<'_>) -> String {
    let mut parts = std::iter::once(node).chain(node.descendants());
    parts.find(|part| !part.text().is_empty()).map(|part| part.text().to_owned()).unwrap_or_default()
}

/// The widget that an event is for.
pub(super) fn receiver_of(event: &Event, layout: &Layout) -> Option<NodeId> {
    Some(event.target()?.resolve(layout).ok()?.node.id())
}

/// What a receiver is called in a fingerprint: whatever is tapped of a button, it is the button.
pub(super) fn name_of(event: &Event, layout: Option<&Layout>) -> String {
    let found =
        event.target().zip(layout).and_then(|(target, layout): (&Selector, _)| target.resolve(layout).ok());
    found.map_or_else(|| event.wish(), |found| crate::widget::name_of(crate::widget::acting(found.node)))
}

/// The look of a moment.
pub(super) fn look_of(
    moment: &Moment,
    app: &str,
    volatile: &model::Volatile,
    rows: mining::Rows,
) -> Option<Look> {
    let activity = moment.activity.as_deref().unwrap_or_default();
    Look::of(moment.layout.as_deref()?, activity, app, volatile, rows)
}
