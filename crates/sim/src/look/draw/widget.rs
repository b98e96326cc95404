//! Each kind of widget as Material draws it.

use gui::Rect;

use super::canvas::Canvas;
use super::mask::Mask;
use super::palette::{Paint, Palette};
use super::text::{Setting, write};
use crate::look::window::common;
use crate::look::{Metrics, Window};
use crate::{Icon, Kind, Tone, View};

/// Paints the widgets of one window, parents before what is inside them.
pub(super) struct Painter<'w> {
    pub(super) canvas: &'w mut Canvas,
    pub(super) window: &'w Window,
    pub(super) palette: Palette,
    pub(super) metrics: &'w Metrics,
}

impl Painter<'_> {
    /// Paints a widget without what is inside, cut to what can be seen of it.
    pub(super) fn paint(&mut self, node: usize) {
        let Some(visible) = self.window.visible(node) else { return };
        let bounds = self.window.bounds(node);
        let view = &self.window.tree().nodes[node].view;
        self.canvas.set_clip(visible);
        if view.selected && !matches!(view.kind, Kind::Tab | Kind::IconButton(_)) {
            self.canvas.fill(bounds, self.palette.accent.faded(14));
        }
        match view.kind {
            Kind::Row | Kind::Column | Kind::Stack | Kind::Scroll | Kind::List { .. } | Kind::Tabs => {
                self.container(view, bounds);
            }
            Kind::Card => self.card(node, view, bounds, visible),
            Kind::Text => self.text(node, view, bounds),
            Kind::Button => self.button(node, view, bounds),
            Kind::IconButton(icon) => self.icon_button(view, bounds, icon),
            Kind::FloatingButton(icon) => self.floating_button(node, view, bounds, icon),
            Kind::Image(icon) => self.image(view, bounds, icon),
            Kind::TextBox { .. } => self.text_box(node, view, bounds, visible),
            Kind::CheckBox(checked) => self.check_box(node, view, bounds, checked),
            Kind::Radio(chosen) => self.radio(node, view, bounds, chosen),
            Kind::Switch(on) => self.switch(node, view, bounds, on),
            Kind::Chip { checked } => self.chip(node, view, bounds, checked == Some(true)),
            Kind::Dropdown => self.dropdown(node, view, bounds),
            Kind::Tab => self.tab(view, bounds),
            Kind::Slider { percent } => self.slider(view, bounds, percent),
            Kind::Progress { percent } => self.progress(node, bounds, percent),
            Kind::Spinner => self.spinner(view, bounds),
            Kind::Divider => self.divider(view, bounds),
            Kind::Space => {}
        }
    }

    pub(super) fn dp(&self, dp: u32) -> i32 {
        self.metrics.px(dp) as i32
    }

    pub(super) fn radius(&self, dp: u32) -> f32 {
        self.metrics.px(dp) as f32
    }

    /// The colour of a widget's letters or lines, greyed out where it is not enabled.
    pub(super) fn ink(&self, view: &View, usual: Paint) -> Paint {
        let ink = self.palette.letters(view.style.color, usual);
        if view.enabled { ink } else { ink.faded(38) }
    }

    pub(super) fn accent(&self, view: &View) -> Paint {
        if view.enabled { self.palette.accent } else { self.palette.ink.faded(38) }
    }

    /// A square of so many dp in the middle of a height, from a left edge.
    pub(super) fn square(&self, left: i32, bounds: Rect, side: i32) -> Rect {
        let top = bounds.center().1 - side / 2;
        Rect::new(left, top, left + side, top + side)
    }

    pub(super) fn icon(&mut self, icon: Icon, area: Rect, paint: Paint) {
        let side = area.width().min(area.height());
        let (x, y) = area.center();
        let mask = Mask::icon(icon, side);
        self.canvas.mask(x - side as i32 / 2, y - side as i32 / 2, &mask, paint);
    }

    /// The box of a widget's text.
    pub(super) fn inside(&self, node: usize, bounds: Rect) -> Rect {
        let padding = self.window.shape(node).padding;
        let inside = Rect::new(
            bounds.left + padding.left as i32,
            bounds.top + padding.top as i32,
            bounds.right - padding.right as i32,
            bounds.bottom - padding.bottom as i32,
        );
        // Text boxes write from the left in every language.
        let writes = matches!(self.window.tree().nodes[node].view.kind, Kind::TextBox { .. });
        if writes { inside } else { self.turned(node, bounds, inside) }
    }

    /// A part of a widget where it stands in the language of the phone.
    pub(super) fn turned(&self, node: usize, bounds: Rect, part: Rect) -> Rect {
        if !self.window.is_mirrored(node) {
            return part;
        }
        let (left, right) = (bounds.left + bounds.right - part.right, bounds.left + bounds.right - part.left);
        Rect { left, right, ..part }
    }

    pub(super) fn label(&mut self, node: usize, view: &View, bounds: Rect, paint: Paint, centered: bool) {
        let letters = self.window.shape(node).letters;
        let area = self.inside(node, bounds);
        let (struck, from_right) = (view.style.struck, self.window.is_mirrored(node));
        let setting = Setting { letters, paint, centered, middle: true, struck, from_right };
        write(self.canvas, &view.text, area, setting);
    }

    fn container(&mut self, view: &View, bounds: Rect) {
        if let Some(tone) = view.style.ground {
            let paint = self.palette.ground(tone);
            self.canvas.fill(bounds, paint);
        }
        if matches!(view.kind, Kind::Tabs) {
            let line = Rect { top: bounds.bottom - self.dp(1), ..bounds };
            self.canvas.fill(line, self.palette.line);
        }
        if view.id == "toolbar" {
            self.elevation_below(bounds);
        }
    }

    /// The shadow of a bar on what lies below it.
    fn elevation_below(&mut self, bar: Rect) {
        let height = self.dp(4);
        self.canvas.set_clip(self.metrics.screen());
        for row in 0..height {
            let y = bar.bottom + row;
            let paint = Paint { rgb: [0; 3], alpha: (60 * (height - row) / height) as u8 };
            self.canvas.fill(Rect::new(bar.left, y, bar.right, y + 1), paint);
        }
    }

    fn card(&mut self, node: usize, view: &View, bounds: Rect, visible: Rect) {
        let radius = self.radius(12);
        let around = self.dp(4);
        let parent = self.window.tree().parent(node).and_then(|parent| self.window.visible(parent));
        let wider = Rect::new(
            visible.left - around,
            visible.top - around,
            visible.right + around,
            visible.bottom + around,
        );
        self.canvas.set_clip(parent.map_or(wider, |parent| common(parent, wider)));
        self.canvas.shadow(bounds, radius, around, 50);
        let paint = view.style.ground.map_or(self.palette.surface, |tone| self.palette.ground(tone));
        self.canvas.rounded(bounds, radius, paint);
    }

    fn text(&mut self, node: usize, view: &View, bounds: Rect) {
        let ground = view.style.ground.map(|tone| self.palette.ground(tone));
        if let Some(ground) = ground {
            self.canvas.rounded(bounds, self.radius(5), ground);
        }
        let parent = self.window.tree().parent(node).map(|parent| &self.window.tree().nodes[parent].view);
        let usual = match (parent, view.style.ground) {
            (Some(View { kind: Kind::Tab, selected: true, .. }), _) => self.palette.accent,
            (Some(View { kind: Kind::Tab, .. }), _) => self.palette.muted,
            (_, None | Some(Tone::Surface)) => self.palette.ink,
            (_, Some(tone)) => self.palette.on(self.palette.ground(tone)),
        };
        let setting = Setting {
            letters: self.window.shape(node).letters,
            paint: self.ink(view, usual),
            centered: view.style.centered,
            middle: view.style.centered,
            struck: view.style.struck,
            from_right: self.window.is_mirrored(node),
        };
        let area = self.inside(node, bounds);
        write(self.canvas, &view.text, area, setting);
    }

    /// A picture; on a ground it becomes a badge: smaller, on a disc, or on a rounded square where it is large.
    fn image(&mut self, view: &View, bounds: Rect, icon: Icon) {
        let Some(tone) = view.style.ground else {
            let paint = self.ink(view, self.palette.muted);
            return self.icon(icon, bounds, paint);
        };
        let side = bounds.width().min(bounds.height()) as i32;
        let large = side > self.dp(48);
        let radius = if large { side as f32 * 0.24 } else { side as f32 / 2.0 };
        let ground = self.palette.ground(tone);
        self.canvas.rounded(bounds, radius, ground);
        let paint = self.ink(view, self.palette.on(ground));
        let inset = side / 4;
        let inner =
            Rect::new(bounds.left + inset, bounds.top + inset, bounds.right - inset, bounds.bottom - inset);
        self.icon(icon, inner, paint);
    }

    fn divider(&mut self, view: &View, bounds: Rect) {
        let paint = view.style.ground.map_or(self.palette.line, |tone| self.palette.ground(tone));
        self.canvas.fill(bounds, paint);
    }
}
