//! Each kind of widget as Material draws it.

use gui::Rect;

use super::canvas::Canvas;
use super::mask::Mask;
use super::palette::{Paint, Palette};
use super::text::{Setting, write};
use crate::look::place::{is_secret, shown_text};
use crate::look::shape::Letters;
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
            Kind::TextBox { .. } => self.text_box(node, view, bounds),
            Kind::CheckBox(checked) => self.check_box(node, view, bounds, checked),
            Kind::Radio(chosen) => self.radio(node, view, bounds, chosen),
            Kind::Switch(on) => self.switch(node, view, bounds, on),
            Kind::Chip { checked } => self.chip(node, view, bounds, checked == Some(true)),
            Kind::Dropdown => self.dropdown(view, bounds),
            Kind::Tab => self.tab(view, bounds),
            Kind::Slider { percent } => self.slider(view, bounds, percent),
            Kind::Progress { percent } => self.progress(bounds, percent),
            Kind::Spinner => self.spinner(view, bounds),
            Kind::Divider => self.divider(view, bounds),
            Kind::Space => {}
        }
    }

    fn dp(&self, dp: u32) -> i32 {
        self.metrics.px(dp) as i32
    }

    fn radius(&self, dp: u32) -> f32 {
        self.metrics.px(dp) as f32
    }

    /// The colour of a widget's letters or lines, greyed out where it is not enabled.
    fn ink(&self, view: &View, usual: Paint) -> Paint {
        let ink = self.palette.letters(view.style.color, usual);
        if view.enabled { ink } else { ink.faded(38) }
    }

    fn accent(&self, view: &View) -> Paint {
        if view.enabled { self.palette.accent } else { self.palette.ink.faded(38) }
    }

    /// A square of so many dp in the middle of a height, from a left edge.
    fn square(&self, left: i32, bounds: Rect, side: i32) -> Rect {
        let top = bounds.center().1 - side / 2;
        Rect::new(left, top, left + side, top + side)
    }

    fn icon(&mut self, icon: Icon, area: Rect, paint: Paint) {
        let side = area.width().min(area.height());
        let (x, y) = area.center();
        let mask = Mask::icon(icon, side);
        self.canvas.mask(x - side as i32 / 2, y - side as i32 / 2, &mask, paint);
    }

    /// The box of a widget's text.
    fn inside(&self, node: usize, bounds: Rect) -> Rect {
        let padding = self.window.shape(node).padding;
        Rect::new(
            bounds.left + padding.left as i32,
            bounds.top + padding.top as i32,
            bounds.right - padding.right as i32,
            bounds.bottom - padding.bottom as i32,
        )
    }

    fn label(&mut self, node: usize, view: &View, bounds: Rect, paint: Paint, centered: bool) {
        let letters = self.window.shape(node).letters;
        let area = self.inside(node, bounds);
        let setting = Setting { letters, paint, centered, middle: true, struck: view.style.struck };
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
        };
        let area = self.inside(node, bounds);
        write(self.canvas, &view.text, area, setting);
    }

    fn button(&mut self, node: usize, view: &View, bounds: Rect) {
        let inset = self.dp(4);
        let face = Rect { top: bounds.top + inset, bottom: bounds.bottom - inset, ..bounds };
        let (ground, usual) = match view.style.ground {
            Some(Tone::Surface) => (None, self.palette.accent),
            Some(tone) => {
                let ground = self.palette.ground(tone);
                (Some(ground), self.palette.on(ground))
            }
            None => (Some(self.palette.primary), self.palette.on_primary),
        };
        let ink = if view.enabled { self.ink(view, usual) } else { self.palette.ink.faded(38) };
        if let Some(ground) = ground {
            let ground = if view.enabled { ground } else { self.palette.ink.faded(12) };
            self.canvas.rounded(face, self.radius(20), ground);
        }
        self.label(node, view, bounds, ink, true);
    }

    fn icon_button(&mut self, view: &View, bounds: Rect, icon: Icon) {
        if let Some(tone) = view.style.ground {
            let ground = self.palette.ground(tone);
            self.canvas.rounded(bounds, self.radius(5), ground);
        }
        let usual = if view.selected { self.palette.accent } else { self.palette.muted };
        let paint = self.ink(view, usual);
        let side = self.dp(24);
        let (x, y) = bounds.center();
        self.icon(
            icon,
            Rect::new(x - side / 2, y - side / 2, x + side - side / 2, y + side - side / 2),
            paint,
        );
    }

    fn floating_button(&mut self, node: usize, view: &View, bounds: Rect, icon: Icon) {
        let around = self.dp(8);
        if let Some(parent) = self.window.tree().parent(node).and_then(|parent| self.window.visible(parent)) {
            self.canvas.set_clip(parent);
        }
        let radius = bounds.width() as f32 / 2.0;
        self.canvas.shadow(bounds, radius, around, 80);
        self.canvas.rounded(bounds, radius, self.palette.primary);
        let side = self.dp(24);
        let paint = self.ink(view, self.palette.on_primary);
        let (x, y) = bounds.center();
        self.icon(
            icon,
            Rect::new(x - side / 2, y - side / 2, x + side - side / 2, y + side - side / 2),
            paint,
        );
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

    fn text_box(&mut self, node: usize, view: &View, bounds: Rect) {
        let focus = self.window.focus().filter(|focus| focus.node == node);
        let on_bar = view.style.ground.is_some();
        if !on_bar {
            self.canvas.rounded(bounds, self.radius(4), self.palette.well);
            let (thick, paint) = match focus {
                Some(_) => (self.dp(2), self.palette.accent),
                None => (self.dp(1), self.palette.muted),
            };
            let line = Rect { top: bounds.bottom - thick, ..bounds };
            self.canvas.fill(line, if view.enabled { paint } else { paint.faded(38) });
        }
        let letters = self.window.shape(node).letters;
        let ink = self.ink(view, self.palette.ink);
        let hint = if on_bar { ink.faded(70) } else { self.ink(view, self.palette.muted) };
        let floats = !on_bar && !view.hint.is_empty() && (focus.is_some() || !view.text.is_empty());
        if floats {
            self.floating_hint(node, view, bounds, if focus.is_some() { self.palette.accent } else { hint });
        }
        let setting =
            Setting { letters, paint: ink, centered: false, middle: letters.max_lines == 1, struck: false };
        let area = self.inside(node, bounds);
        if view.text.is_empty() {
            if !floats {
                // An empty box shows its hint where the text will be, in the middle of its height.
                let middle = Setting { paint: hint, middle: true, ..setting };
                write(
                    self.canvas,
                    &view.hint,
                    Rect { top: bounds.top, bottom: bounds.bottom, ..area },
                    middle,
                );
            }
        } else {
            self.typed(view, area, setting);
        }
        if let Some(focus) = focus {
            self.caret(view, area, letters, focus.caret);
        }
    }

    fn typed(&mut self, view: &View, area: Rect, setting: Setting) {
        if is_secret(view) {
            let dots = "•".repeat(view.text.chars().count());
            write(self.canvas, &dots, area, setting);
        } else {
            write(self.canvas, shown_text(view), area, setting);
        }
    }

    fn floating_hint(&mut self, node: usize, view: &View, bounds: Rect, paint: Paint) {
        let letters = Letters { px: self.metrics.letters_px(12), bold: false, max_lines: 1 };
        let area = Rect { top: bounds.top + self.dp(6), ..self.inside(node, bounds) };
        let setting = Setting { letters, paint, centered: false, middle: false, struck: false };
        write(self.canvas, &view.hint, area, setting);
    }

    /// The cursor, on the line where its character stands.
    fn caret(&mut self, view: &View, area: Rect, letters: Letters, caret: usize) {
        let face = crate::look::font::Face::get(letters.bold);
        let before: String = match is_secret(view) {
            true => "•".repeat(caret.min(view.text.chars().count())),
            false => view.text.chars().take(caret).collect(),
        };
        let (mut line, mut start) = (-1, 0);
        face.lines(&before, letters.px, area.width() as f32 + 0.5, |range, _| {
            (line, start) = (line + 1, range.start);
            true
        });
        let height = face.line_px(letters.px) as i32;
        let free = area.height() as i32 - height;
        let top = area.top + if letters.max_lines == 1 { (free / 2).max(0) } else { line * height };
        let x = area.left + face.text_width(&before[start..], letters.px) as i32;
        let x = x.min(area.right);
        self.canvas.fill(Rect::new(x, top, x + self.dp(2).max(2), top + height), self.palette.accent);
    }

    fn check_box(&mut self, node: usize, view: &View, bounds: Rect, checked: bool) {
        let square = self.square(bounds.left + self.dp(11), bounds, self.dp(18));
        let radius = self.radius(2);
        if checked {
            let paint = self.accent(view);
            self.canvas.rounded(square, radius, paint);
            let tick = if view.enabled { self.palette.on(paint) } else { self.palette.surface };
            self.icon(Icon::Check, square, tick);
        } else {
            let paint = self.ink(view, self.palette.muted);
            self.canvas.outline(square, radius, self.radius(2), paint);
        }
        let ink = self.ink(view, self.palette.ink);
        self.label(node, view, bounds, ink, false);
    }

    fn radio(&mut self, node: usize, view: &View, bounds: Rect, chosen: bool) {
        let circle = self.square(bounds.left + self.dp(10), bounds, self.dp(20));
        let paint = if chosen { self.accent(view) } else { self.ink(view, self.palette.muted) };
        self.canvas.outline(circle, circle.width() as f32 / 2.0, self.radius(2), paint);
        if chosen {
            let dot = self.square(circle.left + self.dp(5), bounds, self.dp(10));
            self.canvas.rounded(dot, dot.width() as f32 / 2.0, paint);
        }
        let ink = self.ink(view, self.palette.ink);
        self.label(node, view, bounds, ink, false);
    }

    fn switch(&mut self, node: usize, view: &View, bounds: Rect, on: bool) {
        let height = self.dp(28);
        let width = self.dp(48);
        let track = self.square(bounds.right - width - self.dp(4), bounds, height);
        let track = Rect { right: track.left + width, ..track };
        let radius = height as f32 / 2.0;
        let paint = self.accent(view);
        let side = if on { self.dp(20) } else { self.dp(14) };
        if on {
            self.canvas.rounded(track, radius, paint);
            let thumb = self.square(track.right - side - self.dp(4), track, side);
            self.canvas.rounded(thumb, side as f32 / 2.0, self.palette.on(self.palette.accent));
        } else {
            let line = self.ink(view, self.palette.muted);
            self.canvas.rounded(track, radius, self.palette.well);
            self.canvas.outline(track, radius, self.radius(2), line);
            let thumb = self.square(track.left + self.dp(7), track, side);
            self.canvas.rounded(thumb, side as f32 / 2.0, line);
        }
        let ink = self.ink(view, self.palette.ink);
        self.label(node, view, bounds, ink, false);
    }

    fn chip(&mut self, node: usize, view: &View, bounds: Rect, checked: bool) {
        let inset = self.dp(8);
        let face = Rect { top: bounds.top + inset, bottom: bounds.bottom - inset, ..bounds };
        let radius = self.radius(8);
        let ink = self.ink(view, self.palette.ink);
        if checked {
            self.canvas.rounded(face, radius, self.palette.accent.faded(24));
            let tick = self.square(face.left + self.dp(8), face, self.dp(18));
            self.icon(Icon::Check, tick, ink);
        } else {
            if let Some(tone) = view.style.ground {
                let ground = self.palette.ground(tone);
                self.canvas.rounded(face, radius, ground);
            }
            self.canvas.outline(face, radius, self.radius(1), self.palette.muted);
        }
        self.label(node, view, bounds, ink, false);
    }

    fn dropdown(&mut self, view: &View, bounds: Rect) {
        let paint = self.ink(view, self.palette.muted);
        self.canvas.outline(bounds, self.radius(4), self.radius(1), paint);
        let side = self.dp(10);
        let arrow = self.square(bounds.right - side - self.dp(14), bounds, side);
        for row in 0..side / 2 {
            let y = arrow.top + side / 4 + row;
            self.canvas.fill(Rect::new(arrow.left + row, y, arrow.right - row, y + 1), paint);
        }
    }

    fn tab(&mut self, view: &View, bounds: Rect) {
        if view.selected {
            let line = Rect { top: bounds.bottom - self.dp(3), ..bounds };
            self.canvas.fill(line, self.palette.accent);
        }
    }

    fn slider(&mut self, view: &View, bounds: Rect, percent: u8) {
        let side = self.dp(20);
        let (left, right) = (bounds.left + side / 2, bounds.right - side / 2);
        let at = left + (right - left) * i32::from(percent) / 100;
        let paint = self.accent(view);
        let half = self.dp(2);
        let middle = bounds.center().1;
        let track = Rect::new(left, middle - half, right, middle + half);
        self.canvas.rounded(track, half as f32, paint.faded(26));
        self.canvas.rounded(Rect { right: at.max(left + 1), ..track }, half as f32, paint);
        let thumb = self.square(at - side / 2, bounds, side);
        self.canvas.rounded(thumb, side as f32 / 2.0, paint);
    }

    fn progress(&mut self, bounds: Rect, percent: u8) {
        let filled = bounds.left + bounds.width() as i32 * i32::from(percent) / 100;
        self.canvas.fill(bounds, self.palette.accent.faded(26));
        self.canvas.fill(Rect { right: filled, ..bounds }, self.palette.accent);
    }

    fn spinner(&mut self, view: &View, bounds: Rect) {
        let side = bounds.width().min(bounds.height()) as i32 * 5 / 6;
        let (x, y) = bounds.center();
        let circle = Rect::new(x - side / 2, y - side / 2, x + side - side / 2, y + side - side / 2);
        let paint = self.ink(view, self.palette.accent);
        // Three quarters of a circle: the upper left one is left out.
        for clip in [Rect { left: x, ..circle }, Rect { top: y, ..circle }] {
            let clip = if clip.left == x { Rect { bottom: y, ..clip } } else { clip };
            self.canvas.set_clip(common(clip, self.metrics.screen()));
            self.canvas.outline(circle, side as f32 / 2.0, self.radius(4), paint);
        }
    }

    fn divider(&mut self, view: &View, bounds: Rect) {
        let paint = view.style.ground.map_or(self.palette.line, |tone| self.palette.ground(tone));
        self.canvas.fill(bounds, paint);
    }
}
