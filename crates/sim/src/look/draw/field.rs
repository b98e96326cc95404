//! Text boxes: their ground, hint, text and cursor.

use std::borrow::Cow;

use gui::Rect;

use super::palette::Paint;
use super::text::{Setting, write};
use super::widget::Painter;
use crate::View;
use crate::look::Focus;
use crate::look::font::Face;
use crate::look::place::is_secret;
use crate::look::shape::Letters;
use crate::look::window::common;

impl Painter<'_> {
    pub(super) fn text_box(&mut self, node: usize, view: &View, bounds: Rect, visible: Rect) {
        let focus = self.window.focus().filter(|focus| focus.node == node);
        let on_bar = view.style.ground.is_some();
        if !on_bar {
            self.well(view, bounds, focus.is_some());
        }
        let letters = self.window.shape(node).letters;
        let ink = self.ink(view, self.palette.ink);
        let pale = if on_bar { ink.faded(70) } else { self.ink(view, self.palette.muted) };
        let single = letters.max_lines == 1;
        let setting = Setting {
            letters,
            paint: ink,
            centered: false,
            middle: single,
            struck: false,
            from_right: false,
        };
        let area = self.inside(node, bounds);
        let floats = !on_bar && (focus.is_some() || !view.text.is_empty());
        if floats {
            let paint = if focus.is_some() { self.palette.accent } else { pale };
            self.floating_hint(view, area, bounds, paint);
        } else if view.text.is_empty() {
            // An empty box shows its hint where the text will be, in the middle of its height.
            let whole = Rect { top: bounds.top, bottom: bounds.bottom, ..area };
            write(self.canvas, &view.hint, whole, Setting { paint: pale, middle: true, ..setting });
        }
        let text = typed(view);
        let moved = if single { moved(&text, area, letters, focus) } else { area };
        // The cursor may stand behind the last letter that fits.
        let clip = Rect { right: area.right + self.dp(2), ..area };
        self.canvas.set_clip(common(visible, clip));
        write(self.canvas, &text, moved, setting);
        if let Some(focus) = focus {
            // The accent is the colour of bars, too.
            let paint = if on_bar { ink } else { self.palette.accent };
            self.caret(&text, moved, letters, focus.caret, paint);
        }
    }

    fn well(&mut self, view: &View, bounds: Rect, focused: bool) {
        self.canvas.rounded(bounds, self.radius(4), self.palette.well);
        let (thick, paint) =
            if focused { (self.dp(2), self.palette.accent) } else { (self.dp(1), self.palette.muted) };
        let line = Rect { top: bounds.bottom - thick, ..bounds };
        self.canvas.fill(line, if view.enabled { paint } else { paint.faded(38) });
    }

    fn floating_hint(&mut self, view: &View, area: Rect, bounds: Rect, paint: Paint) {
        let letters = Letters { px: self.metrics.letters_px(12), bold: false, max_lines: 1 };
        let setting =
            Setting { letters, paint, centered: false, middle: false, struck: false, from_right: false };
        write(self.canvas, &view.hint, Rect { top: bounds.top + self.dp(6), ..area }, setting);
    }

    /// The cursor, on the line where its character stands.
    fn caret(&mut self, text: &str, area: Rect, letters: Letters, caret: usize, paint: Paint) {
        let face = Face::get(letters.bold);
        let caret = start_of(text, caret);
        let (mut line, mut start) = (-1, 0);
        face.lines(text, letters.px, area.width() as f32 + 0.5, |range, _| {
            (line, start) = (line + 1, range.start);
            caret > range.end || (caret == range.end && range.end < text.len())
        });
        let height = face.line_px(letters.px) as i32;
        let free = (area.height() as i32 - height).max(0);
        let top = area.top + if letters.max_lines == 1 { free / 2 } else { line * height };
        let before = text.get(start..caret).unwrap_or_default();
        let x = area.left + face.text_width(before, letters.px) as i32;
        self.canvas.fill(Rect::new(x, top, x + self.dp(2).max(2), top + height), paint);
    }
}

/// What is seen of what was typed.
fn typed(view: &View) -> Cow<'_, str> {
    if is_secret(view) {
        Cow::Owned("•".repeat(view.text.chars().count()))
    } else {
        Cow::Borrowed(&view.text)
    }
}

/// The box of a single line: as wide as its text needs, and moved to the left so far that the cursor is in view.
fn moved(text: &str, area: Rect, letters: Letters, focus: Option<Focus>) -> Rect {
    let face = Face::get(letters.bold);
    let before = focus.map_or("", |focus| &text[..start_of(text, focus.caret)]);
    let hidden = (face.text_width(before, letters.px) as i32 - area.width() as i32).max(0);
    let left = area.left - hidden;
    let width = (face.text_width(text, letters.px).ceil() as i32 + 1).max(area.width() as i32);
    Rect { left, right: left + width, ..area }
}

/// Where the character with that number begins; the end where there are fewer.
fn start_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}
