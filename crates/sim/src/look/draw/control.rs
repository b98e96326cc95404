//! What is made to be tapped, ticked or pulled, and what shows progress.

use gui::Rect;

use super::widget::Painter;
use crate::look::window::common;
use crate::{Icon, Tone, View};

impl Painter<'_> {
    pub(super) fn button(&mut self, node: usize, view: &View, bounds: Rect) {
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

    pub(super) fn icon_button(&mut self, view: &View, bounds: Rect, icon: Icon) {
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

    pub(super) fn floating_button(&mut self, node: usize, view: &View, bounds: Rect, icon: Icon) {
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

    pub(super) fn check_box(&mut self, node: usize, view: &View, bounds: Rect, checked: bool) {
        let square = self.square(bounds.left + self.dp(11), bounds, self.dp(18));
        let square = self.turned(node, bounds, square);
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

    pub(super) fn radio(&mut self, node: usize, view: &View, bounds: Rect, chosen: bool) {
        let circle = self.square(bounds.left + self.dp(10), bounds, self.dp(20));
        let circle = self.turned(node, bounds, circle);
        let paint = if chosen { self.accent(view) } else { self.ink(view, self.palette.muted) };
        self.canvas.outline(circle, circle.width() as f32 / 2.0, self.radius(2), paint);
        if chosen {
            let dot = self.square(circle.left + self.dp(5), bounds, self.dp(10));
            self.canvas.rounded(dot, dot.width() as f32 / 2.0, paint);
        }
        let ink = self.ink(view, self.palette.ink);
        self.label(node, view, bounds, ink, false);
    }

    pub(super) fn switch(&mut self, node: usize, view: &View, bounds: Rect, on: bool) {
        let height = self.dp(28);
        let width = self.dp(48);
        let track = self.square(bounds.right - width - self.dp(4), bounds, height);
        let track = self.turned(node, bounds, Rect { right: track.left + width, ..track });
        let radius = height as f32 / 2.0;
        let paint = self.accent(view);
        let side = if on { self.dp(20) } else { self.dp(14) };
        if on {
            self.canvas.rounded(track, radius, paint);
            let thumb = self.square(track.right - side - self.dp(4), track, side);
            let thumb = self.turned(node, track, thumb);
            self.canvas.rounded(thumb, side as f32 / 2.0, self.palette.on(self.palette.accent));
        } else {
            let line = self.ink(view, self.palette.muted);
            self.canvas.rounded(track, radius, self.palette.well);
            self.canvas.outline(track, radius, self.radius(2), line);
            let thumb = self.square(track.left + self.dp(7), track, side);
            let thumb = self.turned(node, track, thumb);
            self.canvas.rounded(thumb, side as f32 / 2.0, line);
        }
        let ink = self.ink(view, self.palette.ink);
        self.label(node, view, bounds, ink, false);
    }

    pub(super) fn chip(&mut self, node: usize, view: &View, bounds: Rect, checked: bool) {
        let inset = self.dp(8);
        let face = Rect { top: bounds.top + inset, bottom: bounds.bottom - inset, ..bounds };
        let radius = self.radius(8);
        let ink = self.ink(view, self.palette.ink);
        if checked {
            self.canvas.rounded(face, radius, self.palette.accent.faded(24));
            let tick = self.square(face.left + self.dp(8), face, self.dp(18));
            let tick = self.turned(node, bounds, tick);
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

    pub(super) fn dropdown(&mut self, node: usize, view: &View, bounds: Rect) {
        let paint = self.ink(view, self.palette.muted);
        self.canvas.outline(bounds, self.radius(4), self.radius(1), paint);
        let side = self.dp(10);
        let arrow = self.square(bounds.right - side - self.dp(14), bounds, side);
        let arrow = self.turned(node, bounds, arrow);
        for row in 0..side / 2 {
            let y = arrow.top + side / 4 + row;
            self.canvas.fill(Rect::new(arrow.left + row, y, arrow.right - row, y + 1), paint);
        }
    }

    pub(super) fn tab(&mut self, view: &View, bounds: Rect) {
        if view.selected {
            let line = Rect { top: bounds.bottom - self.dp(3), ..bounds };
            self.canvas.fill(line, self.palette.accent);
        }
    }

    pub(super) fn slider(&mut self, view: &View, bounds: Rect, percent: u8) {
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

    pub(super) fn progress(&mut self, node: usize, bounds: Rect, percent: u8) {
        let filled = bounds.left + bounds.width() as i32 * i32::from(percent) / 100;
        self.canvas.fill(bounds, self.palette.accent.faded(26));
        let filled = self.turned(node, bounds, Rect { right: filled, ..bounds });
        self.canvas.fill(filled, self.palette.accent);
    }

    pub(super) fn spinner(&mut self, view: &View, bounds: Rect) {
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
}
