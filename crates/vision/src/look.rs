//! What is measured of two pictures of a widget.

use crate::proportions::ground_and_ink;
use crate::resize::resize;
use crate::{Image, colours, cw_ssim, ends_in_dots, ink, ratio_change};

/// Pictures of widgets are compared in at most so many pixels: more is finer than an eye sees.
const FINEST: (usize, usize) = (256, 96);

/// By which numbers two pictures are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Ours: CW-SSIM of the literature, colours as an eye sees them, the widget's own box, whether a text ends in dots.
    #[default]
    Oddity,
    /// The paper's: pyssim's CW-SSIM, colours in red, green and blue, the ratio of the bounds, OCR.
    DiffDroid,
}

/// The picture of a widget, and what is known of it besides.
#[derive(Debug, Clone)]
pub struct Shot {
    /// What it looks like, within its bounds.
    pub image: Image,
    /// Whether it is a picture and has no text.
    pub is_image: bool,
    /// Whether its text ends in dots by itself.
    pub says_dots: bool,
}

/// The numbers by which a tree decides, in the order of [`Profile::features`].
pub type Measured = Vec<f64>;

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 2] = [Profile::Oddity, Profile::DiffDroid];

    /// Its name in files and settings.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Oddity => "oddity",
            Profile::DiffDroid => "diffdroid",
        }
    }

    /// What it measures. The last is whether OCR reads something else, which is not measured here.
    pub fn features(self) -> &'static [&'static str] {
        match self {
            Profile::Oddity => &["cw-ssim", "colours", "proportions", "ink", "dots", "text"],
            Profile::DiffDroid => &["cw-ssim", "colours", "proportions", "text"],
        }
    }

    /// The place of what OCR says.
    pub fn text(self) -> usize {
        self.features().len() - 1
    }

    /// Measures two pictures of a widget. Where letters are of another size on the test, the structure and the proportions of what
    /// is written say nothing and are left out: `letters_alike` is false.
    pub fn measure(self, reference: &Shot, test: &Shot, letters_alike: bool) -> Measured {
        let leave_out = !(letters_alike || reference.is_image && test.is_image);
        match self {
            Profile::Oddity => ours(reference, test, leave_out),
            Profile::DiffDroid => papers(reference, test, leave_out),
        }
    }
}

fn ours(reference: &Shot, test: &Shot, leave_out: bool) -> Measured {
    let (one, other) = (own(&reference.image), own(&test.image));
    let dots = |shot: &Shot| !shot.is_image && !shot.says_dots && ends_in_dots(&shot.image);
    let (structure, colours, proportions, inked) = match (&one, &other) {
        (None, None) => (1.0, colours::perceived(&reference.image, &test.image), 0.0, 0.0),
        (Some(one), Some(other)) => {
            let structure = cw_ssim::wavelet(&no_finer(one), other);
            let proportions = ratio_change(size(one), size(other)).abs();
            let (before, now) = (share_of_ink(one), share_of_ink(other));
            (structure, colours::perceived(one, other), proportions, (now - before).abs() / before.max(0.01))
        }
        _ => (0.0, colours::perceived(&reference.image, &test.image), 1.0, 1.0),
    };
    let both = one.is_some() && other.is_some();
    let (structure, proportions, inked) =
        if leave_out && both { (1.0, 0.0, 0.0) } else { (structure, proportions.min(10.0), inked.min(10.0)) };
    let cut = f64::from(u8::from(dots(test))) - f64::from(u8::from(dots(reference)));
    vec![structure, colours, proportions, inked, cut, 0.0]
}

fn papers(reference: &Shot, test: &Shot, leave_out: bool) -> Measured {
    let structure = cw_ssim::pyssim(&no_finer(&reference.image), &test.image);
    let colours = colours::rgb(&reference.image, &test.image);
    let proportions = ratio_change(size(&reference.image), size(&test.image));
    let (structure, proportions) = if leave_out { (1.0, 0.0) } else { (structure, proportions.min(10.0)) };
    vec![structure, colours, proportions, 0.0]
}

/// What stands out from the ground, in its own box.
fn own(image: &Image) -> Option<Image> {
    image.part(ink(image)?)
}

fn share_of_ink(image: &Image) -> f64 {
    let Some((_, inked)) = ground_and_ink(image) else { return 0.0 };
    let many = inked.iter().filter(|inked| **inked).count() as f64 / inked.len().max(1) as f64;
    // Around a box that is full of ink the ground is taken for it: what is less counts.
    many.min(1.0 - many)
}

fn size(image: &Image) -> (u32, u32) {
    (image.width() as u32, image.height() as u32)
}

/// The picture with no more pixels than are compared.
fn no_finer(image: &Image) -> Image {
    let shrink =
        (FINEST.0 as f64 / image.width().max(1) as f64).min(FINEST.1 as f64 / image.height().max(1) as f64);
    if shrink >= 1.0 {
        return image.clone();
    }
    let small = |edge: usize| ((edge as f64 * shrink) as usize).max(1);
    resize(image, small(image.width()), small(image.height()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shot with a dark box in it.
    fn shot(width: u32, height: u32, dark: (u32, u32)) -> Shot {
        let pixel = |at: u32| {
            let inside = (4..4 + dark.0).contains(&(at % width)) && (4..4 + dark.1).contains(&(at / width));
            let shade = if inside { 30 } else { 220 };
            [shade, shade, shade, 255]
        };
        let image = Image::new(width, height, (0..width * height).flat_map(pixel).collect()).unwrap();
        Shot { image, is_image: true, says_dots: false }
    }

    fn check(test: &Shot, letters_alike: bool, holds: impl Fn(&[f64]) -> bool) {
        let found = Profile::Oddity.measure(&shot(60, 40, (20, 16)), test, letters_alike);
        assert!(holds(&found), "{found:?}");
        assert_eq!(found.len(), Profile::Oddity.features().len());
    }

    #[test]
    fn room_beside_a_widget_changes_nothing_and_what_is_gone_everything() {
        check(&shot(60, 40, (20, 16)), true, |now| now[..5] == [1.0, 0.0, 0.0, 0.0, 0.0]);
        check(&shot(120, 40, (20, 16)), true, |now| now[0] > 0.99 && now[2] == 0.0);
        check(&shot(60, 40, (0, 0)), true, |now| now[0] == 0.0 && now[3] == 1.0);
        check(&shot(60, 40, (40, 16)), true, |now| (now[2] - 1.0).abs() < 0.01);
    }

    #[test]
    fn letters_of_another_size_are_told_by_colours_alone() {
        let text = Shot { is_image: false, ..shot(60, 40, (40, 16)) };
        check(&text, false, |now| now[0] == 1.0 && now[2] == 0.0);
        check(&shot(60, 40, (40, 16)), false, |now| now[2] > 0.5);
    }

    #[test]
    fn the_papers_numbers_are_taken_from_the_bounds() {
        let (one, other) = (shot(60, 40, (20, 16)), shot(120, 40, (20, 16)));
        let found = Profile::DiffDroid.measure(&one, &other, true);
        assert_eq!((found.len(), found[2]), (Profile::DiffDroid.features().len(), 1.0));
        assert!(found[0] < 1.0);
    }
}
