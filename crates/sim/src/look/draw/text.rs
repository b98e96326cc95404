//! Lines of text in a box.

use gui::Rect;

use super::canvas::Canvas;
use super::mask::Mask;
use super::palette::Paint;
use crate::look::font::Face;
use crate::look::shape::Letters;

/// How a text stands in its box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) letters: Letters,
    pub(super) paint: Paint,
    /// In the middle of the box's width.
    pub(super) centered: bool,
    /// In the middle of the box's height.
    pub(super) middle: bool,
    pub(super) struck: bool,
    /// At the right of the box.
    pub(super) from_right: bool,
}

/// Writes a text into a box: as many lines as allowed, the last one cut with an ellipsis where there is more.
pub(super) fn write(canvas: &mut Canvas, text: &str, area: Rect, setting: Setting) {
    let Letters { px, bold, max_lines } = setting.letters;
    let face = Face::get(bold);
    let room = area.width() as f32 + 0.5;
    let most = if max_lines == 0 { usize::MAX } else { usize::from(max_lines) };
    let mut lines = Vec::new();
    let mut more = false;
    face.lines(text, px, room, |range, width| {
        more = lines.len() == most;
        if !more {
            lines.push((range, width));
        }
        !more
    });
    let line_px = face.line_px(px);
    let height = line_px * lines.len() as f32;
    let free = area.height() as f32 - height;
    let top = area.top as f32 + if setting.middle && free > 0.0 { (free / 2.0).floor() } else { 0.0 };
    let last = lines.len() - 1;
    for (at, (range, width)) in lines.into_iter().enumerate() {
        let line = Line { face, px, bold, paint: setting.paint };
        let free = (room - width).max(0.0);
        let indent = match (setting.centered, setting.from_right) {
            (true, _) => (free / 2.0).floor(),
            (false, true) => free.floor(),
            (false, false) => 0.0,
        };
        let left = area.left as f32 + indent;
        let foot = top + line_px * at as f32 + face.ascent * px;
        let end = if more && at == last {
            line.cut(canvas, &text[range], (left, foot), room)
        } else {
            line.write(canvas, &text[range], (left, foot))
        };
        if setting.struck {
            let y = (foot - px * 0.28) as i32;
            let thick = ((px / 14.0) as i32).max(1);
            canvas.fill(Rect::new(left as i32, y, end as i32, y + thick), setting.paint);
        }
    }
}

#[derive(Clone, Copy)]
struct Line {
    face: &'static Face,
    px: f32,
    bold: bool,
    paint: Paint,
}

impl Line {
    /// Writes a line from its left foot and tells where it ends.
    fn write(self, canvas: &mut Canvas, text: &str, (left, foot): (f32, f32)) -> f32 {
        let mut x = left;
        for c in text.chars() {
            if !c.is_whitespace() {
                let mask = Mask::letter(self.bold, c, self.px);
                canvas.mask(x.round() as i32, foot.round() as i32, &mask, self.paint);
            }
            x += self.face.width(c) * self.px;
        }
        x
    }

    /// Writes as much of a line as leaves room for an ellipsis, and the ellipsis.
    fn cut(self, canvas: &mut Canvas, text: &str, at: (f32, f32), room: f32) -> f32 {
        let ellipsis = self.face.width('…') * self.px;
        let mut used = 0.0;
        let fitting = text.char_indices().find(|(_, c)| {
            used += self.face.width(*c) * self.px;
            used + ellipsis > room
        });
        let shown = text[..fitting.map_or(text.len(), |(end, _)| end)].trim_end();
        let end = self.write(canvas, shown, at);
        self.write(canvas, "…", (end, at.1))
    }
}
