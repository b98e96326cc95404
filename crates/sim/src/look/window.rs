//! A window on the screen: its widgets, where they are, what is scrolled and focused.

use std::sync::{Arc, OnceLock};

use device::Point;
use gui::{Layout, Rect};

use super::place::{Placed, place};
use super::reuse::{Before, measure};
use super::shape::{Flow, Parent, Shape};
use super::{Frame, Metrics, Theme, Tree};
use crate::Kind;
use crate::context::ListWindow;

/// A window placed on the screen. Cheap to clone; showing a tree again costs what changed.
#[derive(Clone)]
pub(crate) struct Window {
    package: Arc<str>,
    frame: Frame,
    theme: Theme,
    metrics: Metrics,
    tree: Arc<Tree>,
    placed: Arc<Vec<Placed>>,
    spots: Arc<Vec<Spot>>,
    /// How far each scrolling widget is scrolled, by its id.
    scrolled: Vec<(&'static str, i32)>,
    focus: Option<Focus>,
    pub(super) dumped: Arc<OnceLock<(u8, Arc<Layout>)>>,
}

/// The widget that takes the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Focus {
    pub(crate) node: usize,
    /// How many characters stand before the cursor.
    pub(crate) caret: usize,
}

/// Where a widget is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot {
    bounds: Rect,
    /// Empty where it cannot be seen.
    visible: Rect,
    /// Whether what is inside runs from right to left.
    mirrored: bool,
}

impl Window {
    /// A window that shows nothing yet.
    pub(crate) fn new(package: impl Into<Arc<str>>, frame: Frame, theme: Theme, metrics: Metrics) -> Window {
        Window {
            package: package.into(),
            frame,
            theme,
            metrics,
            tree: Arc::default(),
            placed: Arc::default(),
            spots: Arc::default(),
            scrolled: Vec::new(),
            focus: None,
            dumped: Arc::default(),
        }
    }

    /// Takes a new tree. Scroll positions stay by id, and so does the focus.
    pub(crate) fn show(&mut self, tree: Tree, metrics: &Metrics) {
        if *metrics == self.metrics && tree == *self.tree {
            return;
        }
        let focused = self.focus.map(|focus| (self.tree.nodes[focus.node].view.id, focus));
        let before = Before { tree: &self.tree, placed: &self.placed };
        let before = Some(before).filter(|_| *metrics == self.metrics);
        let parent = Parent::window(self.frame.gives_height());
        let placed = measure(&tree, before, parent, metrics);
        self.metrics = *metrics;
        self.tree = Arc::new(tree);
        self.place(placed);
        self.focus = focused.and_then(|(id, focus)| self.find_again(id, focus));
    }

    /// Moves the window elsewhere, or changes its colours.
    pub(crate) fn set_frame(&mut self, frame: Frame, theme: Theme) {
        if frame != self.frame || theme != self.theme {
            (self.frame, self.theme) = (frame, theme);
            self.place(Vec::clone(&self.placed));
        }
    }

    /// The package that the window belongs to.
    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    pub(crate) fn frame(&self) -> Frame {
        self.frame
    }

    pub(crate) fn theme(&self) -> Theme {
        self.theme
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Where a widget is, as if nothing covered or cut it.
    pub(crate) fn bounds(&self, node: usize) -> Rect {
        self.spots[node].bounds
    }

    /// The part of a widget that lies in all its parents and on the screen; `None` where nothing does.
    pub(crate) fn visible(&self, node: usize) -> Option<Rect> {
        let visible = self.spots[node].visible;
        (!visible.is_empty()).then_some(visible)
    }

    /// Whether what is inside a widget runs from right to left.
    pub(super) fn is_mirrored(&self, node: usize) -> bool {
        self.spots[node].mirrored
    }

    /// A widget's measures.
    pub(super) fn shape(&self, node: usize) -> &Shape {
        &self.placed[node].shape
    }

    /// The frontmost widget at a pixel that `reacts`, in the order in which Android offers a touch.
    pub(crate) fn hit(&self, at: Point, reacts: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.spots.len()).rev().find(|&node| holds(self.spots[node].visible, at) && reacts(node))
    }

    /// Whether a pixel lies on the window.
    pub(crate) fn covers(&self, at: Point) -> bool {
        self.spots.first().is_some_and(|root| holds(root.visible, at))
    }

    /// Scrolls a widget; positive numbers show what is further down. Stops at the ends.
    pub(crate) fn scroll_by(&mut self, node: usize, dy: i32) {
        self.scroll_to(node, self.scroll_offset(node).saturating_add(dy));
    }

    /// Scrolls a widget to so many pixels from its top, or to the end.
    pub(crate) fn scroll_to(&mut self, node: usize, offset: i32) {
        let id = self.tree.nodes[node].view.id;
        let offset = offset.clamp(0, self.scroll_room(node));
        match self.scrolled.iter_mut().find(|(scrolled, _)| *scrolled == id) {
            Some((_, there)) if *there == offset => return,
            Some((_, there)) => *there = offset,
            None if offset == 0 => return,
            None => self.scrolled.push((id, offset)),
        }
        self.locate();
    }

    /// How far a widget is scrolled.
    pub(crate) fn scroll_offset(&self, node: usize) -> i32 {
        let id = self.tree.nodes[node].view.id;
        self.scrolled.iter().find(|(scrolled, _)| *scrolled == id).map_or(0, |&(_, offset)| offset)
    }

    /// How far a widget can be scrolled; 0 where all of it is in view or it does not scroll.
    pub(crate) fn scroll_room(&self, node: usize) -> i32 {
        let placed = &self.placed[node];
        let padding = placed.shape.padding.vertical_axis_sum();
        let inside = match placed.shape.flow {
            Flow::Scroll => self.tree.children(node).map(|child| self.placed[child].size.height).sum::<f32>(),
            Flow::List { row_px, total, .. } => row_px * total as f32,
            _ => return 0,
        };
        ((inside + padding - placed.size.height).round() as i32).max(0)
    }

    /// Which rows of each list are worth making.
    pub(crate) fn list_windows(&self) -> Vec<(&'static str, ListWindow)> {
        let lists = self.tree.nodes.iter().enumerate();
        let lists = lists.filter(|(_, node)| matches!(node.view.kind, Kind::List { .. }));
        lists.filter_map(|(at, node)| Some((node.view.id, self.list_window(at)?))).collect()
    }

    fn list_window(&self, node: usize) -> Option<ListWindow> {
        let Flow::List { row_px, .. } = self.placed[node].shape.flow else { return None };
        // One more than fit, since two can be cut.
        let rows = (self.placed[node].size.height / row_px).ceil() as usize + 1;
        Some(ListWindow { first: (self.scroll_offset(node) as f32 / row_px) as usize, rows })
    }

    pub(crate) fn focus(&self) -> Option<Focus> {
        self.focus
    }

    pub(crate) fn set_focus(&mut self, focus: Option<Focus>) {
        if focus != self.focus {
            self.focus = focus;
            self.dumped = Arc::default();
        }
    }

    fn find_again(&self, id: &str, focus: Focus) -> Option<Focus> {
        let fits = |&node: &usize| {
            self.tree
                .nodes
                .get(node)
                .is_some_and(|node| node.view.id == id && matches!(node.view.kind, Kind::TextBox { .. }))
        };
        let node = Some(focus.node).filter(fits).or_else(|| (0..self.tree.nodes.len()).find(fits))?;
        Some(Focus { node, ..focus })
    }

    fn place(&mut self, mut placed: Vec<Placed>) {
        if !placed.is_empty() {
            place(&self.tree, &mut placed, self.frame.room(&self.metrics), &self.metrics);
        }
        self.placed = Arc::new(placed);
        self.locate();
    }

    /// Finds out where on the screen everything is, after placing or scrolling.
    fn locate(&mut self) {
        self.keep_scroll_in_bounds();
        let mut spots: Vec<Spot> = Vec::with_capacity(self.placed.len());
        let mut corners: Vec<(f32, f32)> = Vec::with_capacity(self.placed.len());
        for (at, placed) in self.placed.iter().enumerate() {
            let (corner, clip, mirrored) = if at == 0 {
                (
                    self.frame.corner(placed.size, &self.metrics),
                    self.metrics.screen(),
                    self.metrics.right_to_left,
                )
            } else {
                let parent = self.tree.nodes[at].parent as usize;
                let scrolled = match self.placed[parent].shape.flow {
                    Flow::Scroll | Flow::List { .. } => self.scroll_offset(parent) as f32,
                    _ => 0.0,
                };
                let (x, y) = corners[parent];
                let Spot { visible, mirrored, .. } = spots[parent];
                // All is placed from left to right; where that is wrong it is turned over in its parent.
                let from_left = if mirrored {
                    self.placed[parent].size.width - placed.at.x - placed.size.width
                } else {
                    placed.at.x
                };
                ((x + from_left, y + placed.at.y - scrolled), visible, mirrored)
            };
            let mirrored = mirrored && !self.tree.nodes[at].view.style.left_to_right;
            let (x, y) = corner;
            // Edges are rounded, not sizes, so that neighbours touch.
            let bounds = Rect::new(
                x.round() as i32,
                y.round() as i32,
                (x + placed.size.width).round() as i32,
                (y + placed.size.height).round() as i32,
            );
            corners.push(corner);
            spots.push(Spot { bounds, visible: common(bounds, clip), mirrored });
        }
        self.spots = Arc::new(spots);
        self.dumped = Arc::default();
    }

    fn keep_scroll_in_bounds(&mut self) {
        for at in 0..self.scrolled.len() {
            let (id, offset) = self.scrolled[at];
            let scrolls = |node: &usize| {
                matches!(self.placed[*node].shape.flow, Flow::Scroll | Flow::List { .. })
                    && self.tree.nodes[*node].view.id == id
            };
            if let Some(node) = (0..self.tree.nodes.len()).find(scrolls) {
                self.scrolled[at].1 = offset.clamp(0, self.scroll_room(node));
            }
        }
    }
}

fn holds(rect: Rect, at: Point) -> bool {
    (rect.left..rect.right).contains(&at.x) && (rect.top..rect.bottom).contains(&at.y)
}

/// What two rectangles have in common; an empty one where that is nothing.
pub(super) fn common(a: Rect, b: Rect) -> Rect {
    let both = Rect::new(a.left.max(b.left), a.top.max(b.top), a.right.min(b.right), a.bottom.min(b.bottom));
    if both.is_empty() { Rect::default() } else { both }
}
