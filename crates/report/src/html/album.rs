//! Pictures for a page that has to stay small.

use std::collections::HashMap;
use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use device::Picture;
use gui::{Digest, Rect};
use png::{BitDepth, ColorType, Compression, Encoder};
use serde::Serialize;

use crate::words::clipped;
use crate::{Mark, Sight};

/// Makes small pictures until there are enough of them.
pub(crate) struct Album<'a> {
    source: &'a dyn Fn(Digest) -> Option<Vec<u8>>,
    /// What was made of each picture for each size: screens of one kind share theirs, and each takes a while to read.
    made: HashMap<(Digest, (u32, u32)), Option<Small>>,
    bytes_left: usize,
    /// Pictures that there was no more room for.
    pub(crate) left_out: u64,
    /// Pictures that are not there, or are none.
    pub(crate) unreadable: u64,
}

/// A small picture that stands in the page itself.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Thumb {
    uri: String,
    width_px: u32,
    height_px: u32,
    marks: Vec<Frame>,
}

/// A picture made small.
#[derive(Debug, Clone)]
struct Small {
    uri: String,
    size_px: (u32, u32),
    from_px: (u32, u32),
}

/// Where a widget is on a picture, in percent of its size.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Frame {
    widget: String,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl<'a> Album<'a> {
    pub(crate) fn new(source: &'a dyn Fn(Digest) -> Option<Vec<u8>>, bytes: usize) -> Album<'a> {
        Album { source, made: HashMap::new(), bytes_left: bytes, left_out: 0, unreadable: 0 }
    }

    /// The picture no larger than this, with its widgets marked.
    pub(crate) fn sight(&mut self, sight: &Sight, most_px: (u32, u32)) -> Option<Thumb> {
        self.make(sight.screenshot, &sight.marks, most_px)
    }

    /// The picture no larger than this.
    pub(crate) fn thumb(&mut self, screenshot: Digest, most_px: (u32, u32)) -> Option<Thumb> {
        self.make(screenshot, &[], most_px)
    }

    fn make(&mut self, screenshot: Digest, marks: &[Mark], most_px: (u32, u32)) -> Option<Thumb> {
        if self.bytes_left == 0 {
            self.left_out += 1;
            return None;
        }
        let source = self.source;
        let made = self.made.entry((screenshot, most_px));
        let Some(small) = made.or_insert_with(|| Small::of(&source(screenshot)?, most_px)) else {
            self.unreadable += 1;
            return None;
        };
        match self.bytes_left.checked_sub(small.uri.len()) {
            Some(left) => self.bytes_left = left,
            None => {
                // The rest is smaller than a picture: from here on all are left out, not just the large ones.
                self.bytes_left = 0;
                self.left_out += 1;
                return None;
            }
        }
        let (width_px, height_px) = small.size_px;
        let marks = marks.iter().filter_map(|mark| Frame::of(mark, small.from_px)).collect();
        Some(Thumb { uri: small.uri.clone(), width_px, height_px, marks })
    }
}

impl Small {
    /// `None` where it is no picture.
    fn of(file: &[u8], most_px: (u32, u32)) -> Option<Small> {
        let picture = Picture::from_png(file).ok()?;
        let small = shrunk(&picture, most_px);
        Some(Small {
            uri: format!("data:image/png;base64,{}", STANDARD.encode(png_of(&small))),
            size_px: (small.width_px, small.height_px),
            from_px: (picture.width_px, picture.height_px),
        })
    }
}

impl Frame {
    /// `None` where the widget lies outside of the picture.
    fn of(mark: &Mark, (across_px, down_px): (u32, u32)) -> Option<Frame> {
        let inside =
            |value: i32, most: u32| f64::from(value).clamp(0.0, f64::from(most)) / f64::from(most) * 100.0;
        let Rect { left, top, right, bottom } = mark.bounds;
        let (left, right) = (inside(left, across_px), inside(right, across_px));
        let (top, bottom) = (inside(top, down_px), inside(bottom, down_px));
        let (width, height) = (right - left, bottom - top);
        (width > 0.0 && height > 0.0).then(|| Frame {
            widget: clipped(&mark.widget, 100),
            left,
            top,
            width,
            height,
        })
    }
}

/// The picture made to fit, never larger than it was. Each pixel is the mean of those that it stands for.
fn shrunk(picture: &Picture, (most_width, most_height): (u32, u32)) -> Picture {
    let (from_width, from_height) = (picture.width_px as usize, picture.height_px as usize);
    let scale =
        (f64::from(most_width) / from_width as f64).min(f64::from(most_height) / from_height as f64).min(1.0);
    let scaled = |px: usize| ((px as f64 * scale).round() as usize).max(1);
    let (width, height) = (scaled(from_width), scaled(from_height));
    let mut rgba = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        let rows = y * from_height / height..((y + 1) * from_height / height);
        for x in 0..width {
            let columns = x * from_width / width..((x + 1) * from_width / width);
            rgba.extend(mean(picture, columns, rows.clone()));
        }
    }
    Picture { width_px: width as u32, height_px: height as u32, rgba: rgba.into() }
}

fn mean(picture: &Picture, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> [u8; 4] {
    let count = (columns.len() * rows.len()).max(1);
    let [mut red, mut green, mut blue, mut alpha] = [0_usize; 4];
    for y in rows {
        let row = y * picture.width_px as usize;
        let (pixels, _) = picture.rgba[(row + columns.start) * 4..(row + columns.end) * 4].as_chunks();
        for &[r, g, b, a] in pixels {
            red += usize::from(r);
            green += usize::from(g);
            blue += usize::from(b);
            alpha += usize::from(a);
        }
    }
    [red, green, blue, alpha].map(|sum| ((sum + count / 2) / count) as u8)
}

/// As small as it gets, without the transparency that screens do not have.
fn png_of(picture: &Picture) -> Vec<u8> {
    let rgb: Vec<u8> =
        picture.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut file = io::Cursor::new(Vec::new());
    let mut encoder = Encoder::new(&mut file, picture.width_px, picture.height_px);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&rgb)?;
        writer.finish()
    });
    written.expect("there are three bytes a pixel, and memory takes all that is written");
    file.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width_px: u32, height_px: u32, grey: impl Fn(u32, u32) -> u8) -> Picture {
        let pixels = (0..height_px).flat_map(|y| (0..width_px).map(move |x| (x, y)));
        let rgba: Vec<u8> = pixels.flat_map(|(x, y)| [grey(x, y), grey(x, y), grey(x, y), 255]).collect();
        Picture { width_px, height_px, rgba: rgba.into() }
    }

    #[test]
    fn a_pixel_is_the_mean_of_those_it_stands_for() {
        let checked = picture(4, 4, |x, y| if (x + y) % 2 == 0 { 0 } else { 200 });
        assert_eq!(shrunk(&checked, (2, 2)), picture(2, 2, |_, _| 100));
        assert_eq!(shrunk(&checked, (4, 9)), checked);
    }

    #[test]
    fn shapes_are_kept_and_nothing_grows() {
        for ((width, height), most, expected) in [
            ((1080, 2400), (270, 600), (270, 600)),
            ((2400, 1080), (270, 600), (270, 122)),
            ((10, 20), (270, 600), (10, 20)),
            ((3, 5000), (100, 100), (1, 100)),
        ] {
            let small = shrunk(&picture(width, height, |_, _| 7), most);
            assert_eq!((small.width_px, small.height_px), expected);
            assert!(small.rgba.chunks_exact(4).all(|pixel| pixel == [7, 7, 7, 255]));
        }
    }

    #[test]
    fn pictures_are_left_out_when_there_are_enough() {
        let file = picture(20, 20, |x, y| (x * y) as u8).to_png();
        let source = |hash: Digest| (hash != Digest(0)).then(|| file.clone());
        let one = Album::new(&source, usize::MAX).thumb(Digest(1), (10, 10)).unwrap().uri.len();
        let mut album = Album::new(&source, one * 3 / 2);
        let made = [0, 1, 2, 3].map(|hash| album.thumb(Digest(hash), (10, 10)).is_some());
        assert_eq!(made, [false, true, false, false]);
        assert_eq!((album.unreadable, album.left_out), (1, 2));
    }

    #[test]
    fn a_mark_outside_of_the_picture_is_no_mark() {
        let picture = picture(10, 20, |_, _| 0);
        let frame = |bounds| {
            Frame::of(&Mark { widget: "#a".to_owned(), bounds }, (picture.width_px, picture.height_px))
        };
        let part = frame(Rect::new(-5, 10, 5, 400)).unwrap();
        assert_eq!((part.left, part.top, part.width, part.height), (0.0, 50.0, 50.0, 50.0));
        assert_eq!(frame(Rect::new(10, 0, 30, 5)), None);
        assert_eq!(frame(Rect::new(5, 5, 2, 9)), None);
    }
}
