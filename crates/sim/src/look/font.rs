//! The letters: how wide they are and where lines break.

use std::ops::Range;
use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef, GlyphId};

/// A face of the one font there is: Noto Sans, regular or bold.
pub(super) struct Face {
    pub(super) font: FontRef<'static>,
    /// Widths of the first characters of Unicode, in letter heights.
    widths: Vec<f32>,
    /// From the top of a line to the foot of its letters, in letter heights.
    pub(super) ascent: f32,
    /// The height of a line, in letter heights.
    line: f32,
}

/// Latin, Greek and Cyrillic lie below.
const TABLED: u32 = 0x530;

impl Face {
    /// The face that is loaded once in a process.
    pub(super) fn get(bold: bool) -> &'static Face {
        static REGULAR: OnceLock<Face> = OnceLock::new();
        static BOLD: OnceLock<Face> = OnceLock::new();
        if bold {
            BOLD.get_or_init(|| Face::load(notosans::BOLD_TTF))
        } else {
            REGULAR.get_or_init(|| Face::load(notosans::REGULAR_TTF))
        }
    }

    fn load(bytes: &'static [u8]) -> Face {
        let font = FontRef::try_from_slice(bytes).expect("the font in the crate notosans is one");
        let em = font.units_per_em().unwrap_or(1000.0);
        let ascent = font.ascent_unscaled() / em;
        let line = ascent - font.descent_unscaled() / em;
        let mut face = Face { font, widths: Vec::new(), ascent, line };
        face.widths = (0..TABLED).map(|c| char::from_u32(c).map_or(0.0, |c| face.look_up_width(c))).collect();
        face
    }

    /// The width of a character, in letter heights.
    pub(super) fn width(&self, c: char) -> f32 {
        match self.widths.get(c as usize) {
            Some(&width) => width,
            None => self.look_up_width(c),
        }
    }

    /// The height of a line of letters `px` high.
    pub(super) fn line_px(&self, px: f32) -> f32 {
        (self.line * px).ceil()
    }

    /// The font's glyph of a character; `None` where it has none and a box is drawn.
    pub(super) fn glyph(&self, c: char) -> Option<GlyphId> {
        let glyph = self.font.glyph_id(c);
        (glyph.0 != 0).then_some(glyph)
    }

    fn look_up_width(&self, c: char) -> f32 {
        if c.is_control() || is_mark_without_width(c) {
            return 0.0;
        }
        let em = self.font.units_per_em().unwrap_or(1000.0);
        // What the font lacks is mostly Chinese, Japanese, Korean or emoji: as wide as high.
        self.glyph(c).map_or(1.0, |glyph| self.font.h_advance_unscaled(glyph) / em)
    }

    /// The width of a text in one line, in pixels.
    pub(super) fn text_width(&self, text: &str, px: f32) -> f32 {
        text.chars().map(|c| self.width(c)).sum::<f32>() * px
    }

    /// The size of a text that may be so wide and have so many lines (0: any number).
    pub(super) fn measure(&self, text: &str, px: f32, max_width: f32, max_lines: u8) -> (f32, f32) {
        let limit = if max_lines == 0 { usize::MAX } else { usize::from(max_lines) };
        let (mut widest, mut lines) = (0.0_f32, 0);
        self.lines(text, px, max_width, |_, width| {
            widest = widest.max(width.min(max_width));
            lines += 1;
            lines < limit
        });
        (widest.ceil(), lines as f32 * self.line_px(px))
    }

    /// Tells each line of a text with its width, as long as `line` says to go on. An empty text has one empty line.
    ///
    /// Lines break at line ends, behind spaces and hyphens, between characters that are as wide as high, and anywhere in a
    /// word that is wider than the room for it.
    pub(super) fn lines(
        &self,
        text: &str,
        px: f32,
        max_width: f32,
        mut line: impl FnMut(Range<usize>, f32) -> bool,
    ) {
        let mut start = 0;
        let (mut width, mut inked) = (0.0, 0.0);
        // Where the line could end, and how wide it is up to there.
        let mut chance: Option<(usize, f32, f32)> = None;
        for (at, c) in text.char_indices() {
            if c == '\n' {
                if !line(start..at, inked) {
                    return;
                }
                (start, width, inked, chance) = (at + 1, 0.0, 0.0, None);
                continue;
            }
            let wide = self.width(c) * px;
            while width + wide > max_width && !c.is_whitespace() && at > start {
                let (end, used, ink) = chance.take().unwrap_or((at, width, inked));
                if !line(start..end, ink) {
                    return;
                }
                (start, width, inked) = (end, width - used, (inked - used).max(0.0));
            }
            width += wide;
            if !c.is_whitespace() {
                inked = width;
            }
            if c.is_whitespace() || c == '-' || c as u32 >= 0x2e80 {
                chance = Some((at + c.len_utf8(), width, inked));
            }
        }
        line(start..text.len(), inked);
    }
}

/// Joiners and marks that choose a form, as emoji have them.
fn is_mark_without_width(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, letters_per_line: f32, expected: &[&str]) {
        let face = Face::get(false);
        let width = face.width('m') * 20.0 * letters_per_line + 0.1;
        let mut lines = Vec::new();
        face.lines(text, 20.0, width, |range, inked| {
            assert!(inked <= width, "{text:?} {range:?} is {inked} wide, not {width}");
            lines.push(&text[range]);
            true
        });
        assert_eq!(lines, expected, "{text:?}");
    }

    #[test]
    fn lines_break_between_words() {
        check("", 3.0, &[""]);
        check("mmm mm", 4.0, &["mmm ", "mm"]);
        check("mmm\nmm\n", 4.0, &["mmm", "mm", ""]);
        check("mm-mm", 3.0, &["mm-", "mm"]);
        check("mmmmm mm", 2.0, &["mm", "mm", "m ", "mm"]);
    }

    #[test]
    fn characters_that_the_font_lacks_are_boxes_with_a_width() {
        let face = Face::get(false);
        assert!(face.glyph('漢').is_none() && face.glyph('🥛').is_none());
        assert_eq!((face.width('漢'), face.width('\u{fe0f}'), face.width('\u{7}')), (1.0, 0.0, 0.0));
    }

    #[test]
    fn a_text_is_no_higher_than_its_lines_allow() {
        let face = Face::get(true);
        let (_, one) = face.measure("many words that need more than a line", 30.0, 100.0, 1);
        let (wide, two) = face.measure("many words that need more than a line", 30.0, 100.0, 2);
        assert_eq!(two, 2.0 * one);
        assert!(wide <= 100.0);
    }
}
