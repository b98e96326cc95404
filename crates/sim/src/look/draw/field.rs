//! Text boxes: their ground, hint, text and cursor.

use gui::Rect;

use super::palette::Paint;
use super::text::{Setting, write};
use super::widget::Painter;
use crate::View;
use crate::look::font::Face;
use crate::look::place::is_secret;
use crate::look::shape::Letters;

impl Painter<'_> {
    pub(super) fn text_box(&mut self, node: usize, view: &View, bounds: Rect) {
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
            write(self.canvas, &view.text, area, setting);
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
        let face = Face::get(letters.bold);
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
}
