//! Which view of each group a test has acted on, and which views it has nothing to do with.

use std::collections::BTreeMap;

use gui::{Flag, Layout, NodeId};
use trace::{Moment, Trace};

use crate::groups::{Group, groups_of};
use crate::page::{PageType, screen_of};
use crate::signs::{Signs, behind_drawer, is_actionable};
use crate::states::{StateId, concrete_state};

/// The active view of each group, by the view that holds the group.
pub type Active = BTreeMap<NodeId, NodeId>;

/// The active views at one step of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveAt {
    /// The earlier step whose active views were taken over.
    pub taken_from: Option<usize>,
    /// Before the step's event.
    pub before: Active,
    /// With the view that the event acts on.
    pub after: Active,
    /// The views that the test has nothing to do with, before the event.
    pub independent: Vec<NodeId>,
}

/// The active views at each step of a test, carried from layout to layout.
///
/// Going back through earlier layouts of the same activity, those of the first that is the same or of the same type are taken
/// over, each where an equal view is there. A step without a layout has none.
pub fn active_along(trace: &Trace) -> Vec<ActiveAt> {
    let screen = screen_of(trace.moments().filter_map(|moment| moment.layout.as_deref()));
    let mut seen: Vec<Option<Seen<'_>>> = Vec::new();
    let mut along: Vec<ActiveAt> = Vec::new();
    for step in trace.steps() {
        let here = Seen::of(&step.before, screen);
        let (taken_from, before) = match &here {
            Some(here) => take_over(here, &seen, &along),
            None => (None, Active::new()),
        };
        let mut after = before.clone();
        let mut independent = Vec::new();
        if let Some(here) = &here {
            independent = independent_views(here.layout, &before);
            let target = step.event.as_ref().and_then(|event| event.target());
            let touched = target.and_then(|target| target.resolve(here.layout).ok());
            if let Some((group, member)) = touched.and_then(|found| here.group_of(found.node.id())) {
                after.insert(group, member);
            }
        }
        seen.push(here);
        along.push(ActiveAt { taken_from, before, after, independent });
    }
    along
}

/// All views that can be acted on, less the active ones. What lies behind an open drawer cannot be acted on.
pub fn independent_views(layout: &Layout, active: &Active) -> Vec<NodeId> {
    let behind = behind_drawer(layout);
    layout
        .nodes()
        .filter(|&node| is_actionable(node) && node.is(Flag::Visible) && !behind[node.id().0 as usize])
        .map(|node| node.id())
        .filter(|id| !active.values().any(|active| active == id))
        .collect()
}

/// A layout with what it takes to carry active views over.
struct Seen<'a> {
    layout: &'a Layout,
    activity: &'a str,
    state: StateId,
    page: PageType,
    signs: Signs,
    groups: Vec<Group>,
}

impl<'a> Seen<'a> {
    fn of(moment: &'a Moment, screen: crate::Screen) -> Option<Seen<'a>> {
        let layout = moment.layout.as_deref()?;
        let activity = moment.activity.as_deref().unwrap_or_default();
        Some(Seen {
            layout,
            activity,
            state: concrete_state(layout, activity),
            page: PageType::by_first_fork(layout, activity, screen),
            signs: Signs::of(layout),
            groups: groups_of(layout),
        })
    }

    /// The nearest group around a view, if the view itself is one of its members.
    fn group_of(&self, view: NodeId) -> Option<(NodeId, NodeId)> {
        let of = |holder: NodeId| self.groups.iter().find(|group| group.view == holder);
        let nearest = self.layout.node(view).ancestors().find_map(|around| of(around.id()))?;
        nearest.members.contains(&view).then_some((nearest.view, view))
    }

    /// The view that is equal to one of another layout and can be acted on.
    fn same_as(&self, other: &Seen<'_>, view: NodeId) -> Option<NodeId> {
        let views = self.layout.nodes().filter(|&node| is_actionable(node)).map(|node| node.id());
        views.into_iter().find(|&here| self.signs.alike(here, &other.signs, view))
    }
}

fn take_over(here: &Seen<'_>, seen: &[Option<Seen<'_>>], along: &[ActiveAt]) -> (Option<usize>, Active) {
    for (step, earlier) in seen.iter().enumerate().rev() {
        let Some(earlier) = earlier.as_ref().filter(|earlier| earlier.activity == here.activity) else {
            continue;
        };
        let active = &along[step].after;
        if earlier.state == here.state {
            return (Some(step), active.clone());
        }
        if earlier.page == here.page {
            let carried = active.values().filter_map(|&view| here.same_as(earlier, view));
            return (Some(step), carried.filter_map(|view| here.member(view)).collect());
        }
    }
    (None, Active::new())
}

impl Seen<'_> {
    fn member(&self, view: NodeId) -> Option<(NodeId, NodeId)> {
        let group = self.groups.iter().find(|group| group.members.contains(&view))?;
        Some((group.view, view))
    }
}
