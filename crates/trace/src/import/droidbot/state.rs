//! `states/state_*.json` of DroidBot.

use std::collections::HashMap;
use std::sync::Arc;

use gui::{Digest, Flag, Flags, Layout, LayoutBuilder, LimitReached, Node, NodeId, Rect, Selector, Widget};
use serde::Deserialize;

use crate::import::views::{View, layout_of};
use crate::step::Moment;

/// A state as saved.
#[derive(Deserialize)]
pub(super) struct RawState {
    pub(super) state_str: String,
    foreground_activity: Option<String>,
    /// DroidBot saves null when it saw no views.
    views: Option<Vec<RawView>>,
}

/// A view of a state, or the target of an event. Forks of DroidBot leave out this and that.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RawView {
    temp_id: Option<i64>,
    parent: Option<i64>,
    children: Option<Vec<i64>>,
    class: Option<String>,
    resource_id: Option<String>,
    text: Option<String>,
    content_description: Option<String>,
    package: Option<String>,
    bounds: Option<[[i32; 2]; 2]>,
    checkable: Option<bool>,
    checked: Option<bool>,
    clickable: Option<bool>,
    enabled: Option<bool>,
    focusable: Option<bool>,
    focused: Option<bool>,
    scrollable: Option<bool>,
    long_clickable: Option<bool>,
    is_password: Option<bool>,
    selected: Option<bool>,
    visible: Option<bool>,
    editable: Option<bool>,
}

/// A state as a moment, with the way from DroidBot's numbers to ours.
pub(super) struct State {
    pub(super) moment: Moment,
    places: HashMap<i64, NodeId>,
}

impl State {
    /// The state, and how many of its views are in no tree.
    pub(super) fn of(raw: &RawState, screenshot: Option<Digest>) -> Result<(State, usize), LimitReached> {
        let views = raw.views.as_deref().unwrap_or_default();
        let number = |at: usize, view: &RawView| view.temp_id.unwrap_or(at as i64);
        let places: HashMap<i64, usize> =
            views.iter().enumerate().rev().map(|(at, view)| (number(at, view), at)).collect();
        let find = |number: &i64| places.get(number).copied();
        let listed = views.iter().map(|view| View {
            widget: view.widget(),
            parent: view.parent.as_ref().and_then(find),
            children: view.children.iter().flatten().filter_map(find).collect(),
        });
        let built = layout_of(listed.collect())?;
        let lost = built.lost();
        let places =
            places.into_iter().filter_map(|(number, at)| Some((number, built.places[at]?))).collect();
        let layout = (!views.is_empty()).then(|| Arc::new(built.layout));
        let moment = Moment { layout, activity: raw.foreground_activity.clone(), screenshot };
        Ok((State { moment, places }, lost))
    }

    /// The view that an event was done to. The number counts if the view there looks the same; else the likeliest.
    pub(super) fn find(&self, view: &RawView) -> Option<Selector> {
        let layout = self.moment.layout.as_ref()?;
        let numbered = view.temp_id.and_then(|id| self.places.get(&id)).map(|&place| layout.node(place));
        if let Some(node) = numbered.filter(|&node| view.looks_like(node)) {
            return Some(Selector::of(node));
        }
        let alike = layout.nodes().filter(|&node| view.looks_like(node));
        alike.min_by_key(|node| distance(node.bounds(), view.rect())).map(Selector::of)
    }

    /// The innermost view at this pixel.
    pub(super) fn at(&self, x: i32, y: i32) -> Option<Selector> {
        let layout: &Layout = self.moment.layout.as_ref()?;
        let pixel = Rect::new(x, y, x.saturating_add(1), y.saturating_add(1));
        let here = |node: &Node<'_>| node.is(Flag::Visible) && node.bounds().contains(pixel);
        layout.nodes().rev().find(here).map(Selector::of)
    }
}

impl RawView {
    /// The best that can be said of a view whose screen was not saved.
    pub(super) fn alone(&self) -> Option<Selector> {
        let mut screen = LayoutBuilder::new();
        screen.leaf(&self.widget()).ok()?;
        screen.finish().nodes().next().map(Selector::of)
    }

    pub(super) fn rect(&self) -> Rect {
        let [[left, top], [right, bottom]] = self.bounds.unwrap_or_default();
        Rect::new(left, top, right, bottom)
    }

    fn looks_like(&self, node: Node<'_>) -> bool {
        let same = |own: &Option<String>, other: &str| own.as_deref().unwrap_or_default() == other;
        same(&self.class, node.class())
            && same(&self.resource_id, node.resource_id())
            && same(&self.text, node.text())
            && same(&self.content_description, node.content_desc())
    }

    fn widget(&self) -> Widget<'_> {
        Widget {
            class: self.class.as_deref().unwrap_or_default(),
            resource_id: self.resource_id.as_deref().unwrap_or_default(),
            text: self.text.as_deref().unwrap_or_default(),
            content_desc: self.content_description.as_deref().unwrap_or_default(),
            package: self.package.as_deref().unwrap_or_default(),
            bounds: self.rect(),
            flags: self.flags(),
            ..Widget::default()
        }
    }

    fn flags(&self) -> Flags {
        let said = [
            (Flag::Checkable, self.checkable),
            (Flag::Checked, self.checked),
            (Flag::Clickable, self.clickable),
            (Flag::Enabled, self.enabled),
            (Flag::Focusable, self.focusable),
            (Flag::Focused, self.focused),
            (Flag::Scrollable, self.scrollable),
            (Flag::LongClickable, self.long_clickable),
            (Flag::Password, self.is_password),
            (Flag::Selected, self.selected),
            (Flag::Visible, self.visible),
            (Flag::Editable, self.editable),
        ];
        // What is not said is as usual: enabled and visible.
        said.iter().fold(Flags::default(), |flags, &(flag, on)| on.map_or(flags, |on| flags.with(flag, on)))
    }
}

/// How far two rectangles are apart, edge by edge.
fn distance(a: Rect, b: Rect) -> u64 {
    let edges = <[i32; 4]>::from(a).into_iter().zip(<[i32; 4]>::from(b));
    edges.map(|(a, b)| u64::from(a.abs_diff(b))).sum()
}
