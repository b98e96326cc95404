//! What a run shows of the event that it missed.

use std::collections::BTreeMap;
use std::sync::Arc;

use gui::{Digest, Layout, Node, NodeId, Selector};
use trace::{Moment, Trace};

use crate::pivots::Pivot;

/// The screen of a missed event, and what was done there instead.
#[derive(Debug, Clone)]
pub struct Clues<'a> {
    pivot: &'a Pivot,
    /// How often the screen was there before a step,
    pub visits: u64,
    /// and in how many of those times the event's widget was on it.
    pub offered: u64,
    /// The screen as it was when the widget was first on it, or else when it was first there.
    pub screen: Option<Arc<Layout>>,
    /// Its picture.
    pub picture: Option<Digest>,
    /// How often each widget was touched there, by what finds it.
    touched: BTreeMap<Selector, u64>,
}

/// A widget of the screen that something can be done to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touchable {
    /// The widget.
    pub node: NodeId,
    /// What finds it.
    pub selector: Selector,
    /// How often it was touched.
    pub times: u64,
    /// Whether it is the missed event's own.
    pub is_missed: bool,
    /// Whether it has the class or the id of the missed event's widget, so that a tool may take one for the other.
    pub is_sibling: bool,
}

impl<'a> Clues<'a> {
    pub(crate) fn new(pivot: &'a Pivot) -> Clues<'a> {
        Clues { pivot, visits: 0, offered: 0, screen: None, picture: None, touched: BTreeMap::new() }
    }

    /// Looks through a trace.
    pub fn look(&mut self, trace: &Trace) {
        for step in trace.steps().iter().filter(|step| self.pivot.is_on(&step.before)) {
            let Some(layout) = &step.before.layout else { continue };
            self.visits += 1;
            self.keep(&step.before, layout);
            let target = step.event.as_ref().and_then(|event| event.target());
            if let Some(touched) = target.and_then(|target| target.resolve(layout).ok()) {
                *self.touched.entry(Selector::of(touched.node)).or_default() += 1;
            }
        }
    }

    /// The missed event's widget on the screen.
    pub fn widget(&self) -> Option<Node<'_>> {
        let layout = self.screen.as_deref()?;
        self.pivot.event.target()?.resolve(layout).ok().map(|found| found.node)
    }

    /// All that something can be done to on the screen, in reading order.
    pub fn touchables(&self) -> Vec<Touchable> {
        let Some(layout) = self.screen.as_deref() else { return Vec::new() };
        let missed = self.widget();
        let mut nodes: Vec<NodeId> = layout.offers().into_iter().filter_map(|offer| offer.node()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let touchable = |id: NodeId| {
            let node = layout.node(id);
            let selector = Selector::of(node);
            let is_missed = missed.is_some_and(|missed| missed.id() == id);
            Touchable {
                node: id,
                times: self.touched.get(&selector).copied().unwrap_or(0),
                is_missed,
                is_sibling: !is_missed && missed.is_some_and(|missed| are_alike(missed, node)),
                selector,
            }
        };
        nodes.into_iter().map(touchable).collect()
    }

    fn keep(&mut self, moment: &Moment, layout: &Arc<Layout>) {
        let target = self.pivot.event.target();
        let offers = target.is_none_or(|target| target.resolve(layout).is_ok());
        // One with the widget is worth more than one without, and a picture more than none.
        let is_better = self.screen.is_none()
            || (offers && self.offered == 0)
            || (offers && self.picture.is_none() && moment.screenshot.is_some());
        self.offered += u64::from(offers);
        if is_better {
            self.screen = Some(Arc::clone(layout));
            self.picture = moment.screenshot;
        }
    }
}

fn are_alike(one: Node<'_>, other: Node<'_>) -> bool {
    let same_id = !one.resource_id().is_empty() && one.resource_id() == other.resource_id();
    same_id || one.class() == other.class()
}
