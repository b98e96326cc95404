//! Settings of the phone that a screen does not follow.

use gui::{Flag, Node};
use vision::ground_and_ink;

use crate::spot::{called, is_actionable};
use crate::{Matching, Shown};

/// The texts that stay as large as on the reference where the letters of the phone are of another size and those around follow.
pub fn ignored<'l>(
    matching: &Matching<'l>,
    reference: &Shown<'l>,
    test: &Shown<'l>,
) -> Vec<(Node<'l>, String)> {
    let scale = f64::from(test.font_percent) / f64::from(reference.font_percent.max(1));
    if (scale - 1.0).abs() < 0.1 {
        return Vec::new();
    }
    // What share of the growth a text has taken part in.
    let part = |by: f64| (by - 1.0) / (scale - 1.0);
    let mut grown: Vec<Grown<'l>> = Vec::new();
    for (there, here) in matching.pairs() {
        // What is drawn around a chip or a button is no letter, and what is greyed out is too faint to be measured.
        let plain = |node: Node<'l>| {
            node.is_leaf() && !is_actionable(node) && !node.is(Flag::Selected) && node.is(Flag::Enabled)
        };
        let is_text = |node: Node<'l>| plain(node) && node.text().trim().chars().count() >= 2;
        let whole = || reference.is_whole(there) && test.is_whole(here);
        if is_text(there) && is_text(here) && there.text() == here.text() && whole() {
            // What takes more room by itself has grown, whatever the picture lets one measure.
            let room = |shown: &Shown<'l>, node: Node<'l>| shown.dp(node.bounds().height());
            let by_room = room(test, here) / room(reference, there);
            let Some((before, now)) = line_px(reference, there).zip(line_px(test, here)) else { continue };
            let by_line = test.dp(now) / reference.dp(before);
            let part = part(by_line).max(part(by_room));
            // A line is measured to the pixel.
            let unsure = 1.0 / f64::from(before.min(now)) / (scale - 1.0).abs();
            grown.push(Grown { node: here, part, unsure });
        }
    }
    let follow = grown.iter().filter(|one| one.part > FOLLOWS).count();
    if follow < 2 || follow * 2 < grown.len() {
        return Vec::new();
    }
    let stay = grown.into_iter().filter(|one| one.part + one.unsure < FOLLOWS);
    stay.map(|Grown { node, .. }| {
        (node, format!("{} keeps its size though the phone's letters have another", called(node)))
    })
    .collect()
}

/// Which share of the growth a text takes part in that follows.
const FOLLOWS: f64 = 0.7;

/// A text, the share of the letters' growth that it has taken part in, and how far that may be wrong.
struct Grown<'l> {
    node: Node<'l>,
    part: f64,
    unsure: f64,
}

/// The height of a text's first line in pixels, as drawn; `None` where it is too small to be measured, or what is drawn is a box.
fn line_px(shown: &Shown<'_>, node: Node<'_>) -> Option<u32> {
    let image = shown.crop(node)?;
    let (_, inked) = ground_and_ink(&image)?;
    let rows = inked.chunks_exact(image.width().max(1));
    let line = rows.skip_while(|row| !row.contains(&true)).take_while(|row| row.contains(&true));
    let line: Vec<usize> = line.map(|row| row.iter().filter(|inked| **inked).count()).collect();
    let is_box = line.iter().any(|inked| inked * 20 > image.width() * 17);
    (line.len() >= 5 && !is_box).then_some(line.len() as u32)
}

/// Whether a screen is light (`Some(false)`) or dark (`Some(true)`): what most of its pixels are. `None` without a picture, or where
/// neither is.
pub fn polarity(shown: &Shown<'_>) -> Option<bool> {
    let pixels = shown.pixels?;
    let mut many = [0_usize; 2];
    for pixel in pixels.rgba.chunks_exact(4).step_by(97) {
        let bright = u32::from(pixel[0]) * 3 + u32::from(pixel[1]) * 6 + u32::from(pixel[2]);
        match bright {
            0..=700 => many[1] += 1,
            1700.. => many[0] += 1,
            _ => {}
        }
    }
    let all = pixels.rgba.len() / 4 / 97;
    [false, true].into_iter().find(|&dark| many[usize::from(dark)] * 10 > all * 6)
}

#[cfg(test)]
mod tests {
    use gui::testing::screen;

    use super::*;
    use crate::{By, Pixels};

    const PAGE: &str = "A [0,0][100,100]\n  T #a \"one\" [0,0][100,30]\n  T #b \"two\" [0,30][100,60]\n  T #c \"six\" [0,60][100,90]";

    /// Three lines of letters, so high.
    fn picture(heights: [usize; 3]) -> Vec<u8> {
        let inked = |at: usize| {
            let (column, row) = (at % 100, at / 100);
            row < 90 && (10..40).contains(&column) && (4..4 + heights[row / 30]).contains(&(row % 30))
        };
        (0..100 * 100).flat_map(|at| if inked(at) { [0; 4] } else { [255; 4] }).collect()
    }

    #[track_caller]
    fn check(heights: [usize; 3], font_percent: u16, told: &[&str]) {
        check_on([PAGE; 2], heights, font_percent, told);
    }

    #[track_caller]
    fn check_on(pages: [&str; 2], heights: [usize; 3], font_percent: u16, told: &[&str]) {
        let (layouts, before, now) = (pages.map(screen), picture([10; 3]), picture(heights));
        let shown = |at: usize, rgba, font_percent| Shown {
            layout: &layouts[at],
            pixels: Some(Pixels { width: 100, height: 100, rgba }),
            density_dpi: 160,
            font_percent,
            dark: false,
            language: "en",
        };
        let matching = Matching::between(&layouts[0], &layouts[1], By::Place { text: true });
        let found = ignored(&matching, &shown(0, &before, 100), &shown(1, &now, font_percent));
        assert_eq!(found.iter().map(|(_, says)| says.as_str()).collect::<Vec<_>>(), told);
    }

    #[test]
    fn a_text_keeps_its_size_where_others_grow() {
        let says = "\"two\" (#b) keeps its size though the phone's letters have another";
        check([15, 10, 15], 150, &[says]);
        check([15, 15, 15], 150, &[]);
        check([15, 10, 15], 100, &[]);
        // Most stay as they are: the app takes no part in it, or the picture says nothing.
        check([15, 10, 10], 150, &[]);
    }

    #[test]
    fn what_grows_a_little_stays_and_what_a_pixel_may_explain_does_not() {
        let says = "\"two\" (#b) keeps its size though the phone's letters have another";
        check([20, 13, 20], 200, &[says]);
        check([13, 12, 13], 130, &[]);
        check([13, 11, 13], 130, &[says]);
    }

    #[test]
    fn what_is_greyed_out_or_takes_more_room_is_not_said_to_stay() {
        let grey = PAGE.replace("#b \"two\"", "#b \"two\" (disabled)");
        check_on([&grey; 2], [15, 10, 15], 150, &[]);
        let tight = PAGE.replace("[0,30][100,60]", "[0,30][100,50]");
        let says = "\"two\" (#b) keeps its size though the phone's letters have another";
        check_on([&tight; 2], [15, 10, 15], 150, &[says]);
        check_on([&tight, PAGE], [15, 10, 15], 150, &[]);
    }

    #[test]
    fn a_screen_is_light_or_dark_by_most_of_it() {
        let (layout, light) = (screen(PAGE), picture([10; 3]));
        let dark: Vec<u8> = light.iter().map(|value| 255 - value).collect();
        let shown = |rgba| Shown {
            layout: &layout,
            pixels: Some(Pixels { width: 100, height: 100, rgba }),
            density_dpi: 160,
            font_percent: 100,
            dark: false,
            language: "en",
        };
        assert_eq!(polarity(&shown(&light)), Some(false));
        assert_eq!(polarity(&shown(&dark)), Some(true));
        assert_eq!(polarity(&shown(&[128; 100 * 100 * 4])), None);
    }
}
