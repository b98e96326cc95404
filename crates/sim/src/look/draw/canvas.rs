//! Pixels: rectangles, round shapes, masks, each cut to a clip.

use std::sync::Arc;

use device::Picture;
use gui::Rect;

use super::mask::Mask;
use super::palette::Paint;
use crate::look::window::common;

/// A picture in the making. Whatever is painted stays inside the clip.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// Four bytes a pixel, the last one 255.
    pixels: Vec<u8>,
    clip: Rect,
}

impl Canvas {
    /// A black picture.
    pub(super) fn new(width_px: u32, height_px: u32) -> Canvas {
        let (width, height) = (width_px as usize, height_px as usize);
        let clip = Rect::new(0, 0, width_px as i32, height_px as i32);
        let mut canvas = Canvas { width, height, pixels: vec![0; width * height * 4], clip };
        canvas.fill(clip, Paint::rgb(0));
        canvas
    }

    pub(super) fn into_picture(self) -> Picture {
        let (width_px, height_px) = (self.width as u32, self.height as u32);
        Picture { width_px, height_px, rgba: Arc::new(self.pixels) }
    }

    /// From now on, nothing outside of `clip` changes.
    pub(super) fn set_clip(&mut self, clip: Rect) {
        self.clip = common(clip, Rect::new(0, 0, self.width as i32, self.height as i32));
    }

    /// A rectangle.
    pub(super) fn fill(&mut self, rect: Rect, paint: Paint) {
        let area = common(rect, self.clip);
        if area.is_empty() {
            return;
        }
        if paint.alpha < 255 {
            for y in area.top..area.bottom {
                blend_run(self.run(y, area.left, area.right), paint, 255);
            }
            return;
        }
        let [red, green, blue] = paint.rgb;
        let first = self.run(area.top, area.left, area.right);
        for pixel in first.as_chunks_mut::<4>().0 {
            *pixel = [red, green, blue, 255];
        }
        // The rows below are copies of the first: copying is what memory does best.
        let start = self.at(area.top, area.left);
        let bytes = area.width() as usize * 4;
        let (above, below) = self.pixels.split_at_mut(start + bytes);
        let first = &above[start..];
        let rest = self.width * 4 - bytes;
        for row in 0..area.height() as usize - 1 {
            let from = row * self.width * 4 + rest;
            below[from..from + bytes].copy_from_slice(first);
        }
    }

    /// A rectangle with round corners; a circle where the radius is half its side.
    pub(super) fn rounded(&mut self, rect: Rect, radius: f32, paint: Paint) {
        let round = Rounded::new(rect, radius);
        let corner = radius.ceil() as i32;
        let (top, bottom) = ((rect.top + corner).min(rect.bottom), (rect.bottom - corner).max(rect.top));
        if top < bottom {
            self.fill(Rect { top, bottom, ..rect }, paint);
        }
        let (left, right) = ((rect.left + corner).min(rect.right), (rect.right - corner).max(rect.left));
        for y in (rect.top..top.min(bottom.max(top))).chain(bottom.max(top)..rect.bottom) {
            if left < right {
                self.fill(Rect::new(left, y, right, y + 1), paint);
            }
            self.edge(y, rect.left..left, paint, |x| coverage(round.distance(x, y)));
            self.edge(y, right.max(left)..rect.right, paint, |x| coverage(round.distance(x, y)));
        }
    }

    /// The outline of a rectangle with round corners, inside of its edge.
    pub(super) fn outline(&mut self, rect: Rect, radius: f32, width: f32, paint: Paint) {
        let round = Rounded::new(rect, radius);
        let band = (radius.max(width)).ceil() as i32;
        let ring = |x, y| {
            let distance = round.distance(x, y);
            (coverage(distance) - coverage(distance + width)).max(0.0)
        };
        for y in rect.top..rect.bottom {
            let inner = y >= rect.top + band && y < rect.bottom - band;
            if inner && rect.left + band < rect.right - band {
                self.edge(y, rect.left..rect.left + band, paint, |x| ring(x, y));
                self.edge(y, rect.right - band..rect.right, paint, |x| ring(x, y));
            } else {
                self.edge(y, rect.left..rect.right, paint, |x| ring(x, y));
            }
        }
    }

    /// What a raised rectangle darkens around itself: most at its edge, nothing `spread` pixels away.
    pub(super) fn shadow(&mut self, rect: Rect, radius: f32, spread: i32, alpha: u8) {
        // Light comes from above.
        let cast = Rect { top: rect.top + spread / 3, bottom: rect.bottom + spread / 3, ..rect };
        let round = Rounded::new(cast, radius);
        let paint = Paint { rgb: [0; 3], alpha };
        let fade = |x: i32, y: i32| {
            let near = 1.0 - (round.distance(x, y) / spread as f32).clamp(0.0, 1.0);
            near * near
        };
        let inside = radius.ceil() as i32;
        for y in cast.top - spread..cast.bottom + spread {
            let (left, right) = (cast.left - spread, cast.right + spread);
            if y >= rect.top + inside && y < rect.bottom - inside {
                self.edge(y, left..rect.left, paint, |x| fade(x, y));
                self.edge(y, rect.right..right, paint, |x| fade(x, y));
            } else {
                self.edge(y, left..right, paint, |x| fade(x, y));
            }
        }
    }

    /// A shape given by how much of each pixel it covers, with its origin at a pixel.
    pub(super) fn mask(&mut self, x: i32, y: i32, mask: &Mask, paint: Paint) {
        let (left, top) = (x + mask.left, y + mask.top);
        let rect = Rect::new(left, top, left + mask.width as i32, top + mask.height as i32);
        let area = common(rect, self.clip);
        if area.is_empty() {
            return;
        }
        let columns = (area.left - left) as usize..(area.right - left) as usize;
        for y in area.top..area.bottom {
            let row = (y - top) as usize * mask.width;
            let covered = &mask.coverage[row + columns.start..row + columns.end];
            let pixels = self.run(y, area.left, area.right).as_chunks_mut::<4>().0;
            for (pixel, &coverage) in pixels.iter_mut().zip(covered) {
                if coverage > 0 {
                    blend(pixel, paint, coverage);
                }
            }
        }
    }

    /// Darkens all there is, as behind a dialog.
    pub(super) fn dim(&mut self, left_percent: u32) {
        let factor = left_percent * 256 / 100;
        for pixel in self.pixels.as_chunks_mut::<4>().0 {
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * factor) >> 8) as u8;
            }
        }
    }

    /// Part of a row whose pixels are covered each in its own measure, 0 to 1.
    fn edge(&mut self, y: i32, columns: std::ops::Range<i32>, paint: Paint, covered: impl Fn(i32) -> f32) {
        let area = common(Rect::new(columns.start, y, columns.end, y + 1), self.clip);
        if area.is_empty() {
            return;
        }
        let pixels = self.run(y, area.left, area.right).as_chunks_mut::<4>().0;
        for (pixel, x) in pixels.iter_mut().zip(area.left..) {
            let coverage = (covered(x) * 255.0) as u8;
            if coverage > 0 {
                blend(pixel, paint, coverage);
            }
        }
    }

    fn at(&self, y: i32, x: i32) -> usize {
        (y as usize * self.width + x as usize) * 4
    }

    /// The bytes of a row from one column to another, both on the canvas.
    fn run(&mut self, y: i32, left: i32, right: i32) -> &mut [u8] {
        let (start, end) = (self.at(y, left), self.at(y, right));
        &mut self.pixels[start..end]
    }
}

/// A rectangle with round corners, as a distance: negative inside.
struct Rounded {
    middle: (f32, f32),
    half: (f32, f32),
    radius: f32,
}

impl Rounded {
    fn new(rect: Rect, radius: f32) -> Rounded {
        let half = (rect.width() as f32 / 2.0, rect.height() as f32 / 2.0);
        Rounded {
            middle: (rect.left as f32 + half.0, rect.top as f32 + half.1),
            half,
            radius: radius.min(half.0).min(half.1),
        }
    }

    /// From the middle of a pixel to the edge.
    fn distance(&self, x: i32, y: i32) -> f32 {
        let dx = (x as f32 + 0.5 - self.middle.0).abs() - self.half.0 + self.radius;
        let dy = (y as f32 + 0.5 - self.middle.1).abs() - self.half.1 + self.radius;
        let outside = if dx > 0.0 && dy > 0.0 { dx.hypot(dy) } else { dx.max(dy) };
        outside - self.radius
    }
}

/// How much of a pixel is inside of an edge that is so far away.
fn coverage(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

fn blend_run(run: &mut [u8], paint: Paint, coverage: u8) {
    for pixel in run.as_chunks_mut::<4>().0 {
        blend(pixel, paint, coverage);
    }
}

fn blend(pixel: &mut [u8; 4], paint: Paint, coverage: u8) {
    // 0 to 256, so that a shift divides.
    let share = (u32::from(coverage) * u32::from(paint.alpha) * 257 + 32_768) >> 16;
    let share = share + (share >> 7);
    for (channel, &new) in pixel.iter_mut().zip(&paint.rgb) {
        let old = u32::from(*channel);
        *channel = ((old * (256 - share) + u32::from(new) * share) >> 8) as u8;
    }
}
