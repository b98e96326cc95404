//! A window with what its widgets do: which of them a finger means, and what follows.

use std::sync::Arc;

use device::Point;
use gui::Rect;

use super::Dispatch;
use crate::look::{HandlersOf, Metrics, Window, flatten};
use crate::{Element, Handlers, Keyboard, Kind, MenuItem, View};

/// A window with what its widgets do. Cheap to clone.
pub(crate) struct Surface<M> {
    pub(crate) window: Window,
    handlers: Arc<HandlersOf<M>>,
}

/// What a finger does within one window.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finger {
    Tap(Point),
    Hold(Point),
    /// `fling` is how far what scrolls goes on by itself, in pixels.
    Drag {
        from: Point,
        to: Point,
        fling: i32,
    },
}

/// What follows from a finger or a key.
pub(crate) enum Reaction<M> {
    /// The app gets a message.
    Send(M, Dispatch),
    /// A menu opens beside a widget.
    Menu { items: Vec<MenuItem<M>>, anchor: Rect },
    /// A text box wants the keyboard.
    Type(Keyboard),
    /// The keyboard has done its work.
    StopTyping,
    /// Other rows may have come into view.
    Scrolled,
}

impl<M> Clone for Surface<M> {
    fn clone(&self) -> Self {
        Surface { window: self.window.clone(), handlers: Arc::clone(&self.handlers) }
    }
}

impl<M: Clone> Surface<M> {
    pub(crate) fn new(window: Window) -> Surface<M> {
        Surface { window, handlers: Arc::default() }
    }

    /// Shows these widgets from now on. Focus and scrolling stay where the widgets do.
    pub(crate) fn show(&mut self, root: Element<M>, metrics: &Metrics) {
        let (tree, handlers) = flatten(root);
        self.handlers = Arc::new(handlers);
        self.window.show(tree, metrics);
    }

    /// What a finger does. Nothing follows where no widget reacts.
    pub(crate) fn touch(&mut self, finger: Finger) -> Vec<Reaction<M>> {
        match finger {
            Finger::Tap(at) => self.consumer_at(at).map_or_else(Vec::new, |node| self.tap(node, at)),
            Finger::Hold(at) => self.consumer_at(at).map_or_else(Vec::new, |node| self.hold(node, at)),
            Finger::Drag { from, to, fling } => self.drag(from, to, fling),
        }
    }

    /// The id of the widget that a finger would touch.
    pub(crate) fn id_at(&self, at: Point) -> Option<&'static str> {
        self.consumer_at(at).map(|node| self.view(node).id)
    }

    /// Taps the widget that has the focus, as the middle key of a D-pad does.
    pub(crate) fn tap_focused(&mut self) -> Vec<Reaction<M>> {
        let Some(focus) = self.window.focus() else { return Vec::new() };
        let (x, y) = self.window.bounds(focus.node).center();
        self.tap(focus.node, Point { x, y })
    }

    /// The widget that opens the overflow menu, tapped.
    pub(crate) fn open_menu(&mut self) -> Vec<Reaction<M>> {
        let opens = |node: &usize| self.view(*node).description == "More options";
        match (0..self.window.tree().nodes.len()).find(opens) {
            Some(node) => self.tap(node, Point { x: 0, y: 0 }),
            None => Vec::new(),
        }
    }

    fn tap(&mut self, node: usize, at: Point) -> Vec<Reaction<M>> {
        let (view, bounds) = (self.view(node), self.window.bounds(node));
        if !view.enabled {
            return Vec::new();
        }
        let mut reactions = Vec::new();
        if let Kind::TextBox { keyboard, .. } = view.kind {
            reactions.push(Reaction::Type(keyboard));
            self.set_focus(node);
        }
        let is_slider = matches!(self.view(node).kind, Kind::Slider { .. });
        let Some(handlers) = self.handlers(node) else { return reactions };
        if !handlers.menu.is_empty() {
            reactions.push(Reaction::Menu { items: handlers.menu.clone(), anchor: bounds });
        } else if let Some(choose) = &handlers.choose {
            reactions.push(if is_slider {
                Reaction::Send(choose(percent_at(at.x, bounds)), Dispatch::Drag)
            } else {
                let item = |(at, label): (usize, &crate::Text)| MenuItem::new("", label.clone(), choose(at));
                let items = handlers.choices.iter().enumerate().map(item).collect();
                Reaction::Menu { items, anchor: bounds }
            });
        }
        if let Some(message) = &handlers.tap {
            reactions.push(Reaction::Send(message.clone(), Dispatch::Click));
        }
        reactions
    }

    /// A long tap, or, where nothing takes one, a tap: Android clicks when such a finger is lifted.
    fn hold(&mut self, node: usize, at: Point) -> Vec<Reaction<M>> {
        if !self.view(node).enabled {
            return Vec::new();
        }
        match self.handlers(node) {
            Some(Handlers { long_tap: Some(message), .. }) => {
                vec![Reaction::Send(message.clone(), Dispatch::LongClick)]
            }
            Some(handlers) if !handlers.context_menu.is_empty() => {
                let items = handlers.context_menu.clone();
                vec![Reaction::Menu { items, anchor: self.window.bounds(node) }]
            }
            _ => self.tap(node, at),
        }
    }

    fn drag(&mut self, from: Point, to: Point, fling: i32) -> Vec<Reaction<M>> {
        let (right, down) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
        if right.abs() > down.abs() {
            return self.drag_sideways(from, to, right).into_iter().collect();
        }
        let scrolls = |node: usize| matches!(self.view(node).kind, Kind::Scroll | Kind::List { .. });
        let Some(node) = self.window.hit(from, scrolls) else { return Vec::new() };
        self.window.scroll_by(node, -(down + fling * down.signum()));
        vec![Reaction::Scrolled]
    }

    fn drag_sideways(&mut self, from: Point, to: Point, right: i32) -> Option<Reaction<M>> {
        let slides = |node: usize| matches!(self.view(node).kind, Kind::Slider { .. });
        let swiped = |node: usize| {
            let handlers = self.handlers(node).filter(|_| self.view(node).enabled)?;
            match &handlers.choose {
                Some(choose) if slides(node) => Some(choose(percent_at(to.x, self.window.bounds(node)))),
                _ if right < 0 => handlers.swipe_left.clone(),
                _ => handlers.swipe_right.clone(),
            }
        };
        let node = self.window.hit(from, |node| swiped(node).is_some())?;
        swiped(node).map(|message| Reaction::Send(message, Dispatch::Drag))
    }

    /// The widget from which a finger's touch goes no further.
    fn consumer_at(&self, at: Point) -> Option<usize> {
        self.window.hit(at, |node| self.consumes(node))
    }

    fn consumes(&self, node: usize) -> bool {
        let node = &self.window.tree().nodes[node];
        node.touch.tap || node.touch.long_tap || is_touchable_by_itself(&node.view.kind)
    }

    pub(super) fn is_focusable(&self, node: usize) -> bool {
        self.consumes(node) && self.view(node).enabled && self.window.visible(node).is_some()
    }

    pub(super) fn view(&self, node: usize) -> &View {
        &self.window.tree().nodes[node].view
    }

    pub(super) fn handlers(&self, node: usize) -> Option<&Handlers<M>> {
        self.handlers.get(node)?.as_deref()
    }
}

/// Widgets that Android makes clickable whether or not the app listens.
fn is_touchable_by_itself(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Button
            | Kind::IconButton(_)
            | Kind::FloatingButton(_)
            | Kind::TextBox { .. }
            | Kind::CheckBox(_)
            | Kind::Radio(_)
            | Kind::Switch(_)
            | Kind::Chip { .. }
            | Kind::Dropdown
            | Kind::Tab
            | Kind::Slider { .. }
    )
}

/// Where on a line a finger is, from 0 to 100.
fn percent_at(x: i32, line: Rect) -> usize {
    let along = i64::from(x.clamp(line.left, line.right)) - i64::from(line.left);
    (along * 100 / i64::from(line.width().max(1))) as usize
}
