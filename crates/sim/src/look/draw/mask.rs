//! Shapes as coverage: letters and icons, each made once per size.

use std::cell::RefCell;
use std::collections::HashMap;
use std::f32::consts::TAU;
use std::rc::Rc;

use ab_glyph::{Font as _, GlyphId, point};
use ab_glyph_rasterizer::{Point, Rasterizer};

use super::icons::{Mark, marks};
use crate::Icon;
use crate::look::font::Face;

/// How much of each pixel a shape covers, 0 to 255.
pub(super) struct Mask {
    /// From the shape's origin to the first column.
    pub(super) left: i32,
    /// From the shape's origin to the first row.
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) coverage: Vec<u8>,
}

/// What a mask shows, and how large: a change of either makes another mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Letter { bold: bool, c: char, quarter_px: u32 },
    Icon { icon: Icon, px: u32 },
}

/// When there are so many, someone draws in ever new sizes, and all are forgotten.
const MOST_MASKS: usize = 4096;

thread_local! {
    static MASKS: RefCell<HashMap<Shape, Rc<Mask>>> = RefCell::default();
}

impl Mask {
    /// A letter `px` high whose origin is the foot of its left side.
    pub(super) fn letter(bold: bool, c: char, px: f32) -> Rc<Mask> {
        let quarter_px = (px * 4.0) as u32;
        cached(Shape::Letter { bold, c, quarter_px }, || {
            let face = Face::get(bold);
            match face.glyph(c) {
                Some(glyph) => Mask::of_glyph(face, glyph, quarter_px as f32 / 4.0),
                None => Mask::of_missing(face.width(c) * px, px),
            }
        })
    }

    /// An icon in a square of so many pixels, whose origin is the upper left corner.
    pub(super) fn icon(icon: Icon, px: u32) -> Rc<Mask> {
        cached(Shape::Icon { icon, px }, || Mask::of_marks(marks(icon), px))
    }

    fn of_glyph(face: &Face, glyph: GlyphId, px: f32) -> Mask {
        // `PxScale` counts the height of a line, `px` that of an em.
        let em = face.font.units_per_em().unwrap_or(1000.0);
        let scale = px * face.font.height_unscaled() / em;
        let glyph = glyph.with_scale_and_position(scale, point(0.0, 0.0));
        let Some(outline) = face.font.outline_glyph(glyph) else { return Mask::empty() };
        let bounds = outline.px_bounds();
        let mut mask = Mask {
            left: bounds.min.x as i32,
            top: bounds.min.y as i32,
            width: bounds.width() as usize,
            height: bounds.height() as usize,
            coverage: vec![0; bounds.width() as usize * bounds.height() as usize],
        };
        outline.draw(|x, y, covered| {
            mask.coverage[y as usize * mask.width + x as usize] = (covered.min(1.0) * 255.0) as u8;
        });
        mask
    }

    /// The box that stands for a character that the font lacks; nothing for one without width.
    fn of_missing(width: f32, px: f32) -> Mask {
        if width < 4.0 {
            return Mask::empty();
        }
        let (left, right) = (width * 0.15, width * 0.85);
        let corners = [left, -0.72 * px, right, -0.72 * px, right, 0.0, left, 0.0, left, -0.72 * px];
        let mut pen = Pen::new(width.ceil() as usize + 1, px.ceil() as usize + 1, 1.0, (0.0, px.ceil()));
        pen.line(&corners, (px / 16.0).max(1.0));
        let mask = pen.finish();
        Mask { top: -(px.ceil() as i32), ..mask }
    }

    fn of_marks(marks: &[Mark], px: u32) -> Mask {
        let mut pen = Pen::new(px as usize, px as usize, px as f32 / 24.0, (0.0, 0.0));
        for mark in marks {
            pen.mark(mark);
        }
        pen.finish()
    }

    fn empty() -> Mask {
        Mask { left: 0, top: 0, width: 0, height: 0, coverage: Vec::new() }
    }
}

fn cached(shape: Shape, make: impl FnOnce() -> Mask) -> Rc<Mask> {
    MASKS.with_borrow_mut(|masks| {
        if masks.len() >= MOST_MASKS {
            masks.clear();
        }
        Rc::clone(masks.entry(shape).or_insert_with(|| Rc::new(make())))
    })
}

/// Draws lines and areas, all wound the same way so that they add up.
struct Pen {
    rasterizer: Rasterizer,
    scale: f32,
    origin: (f32, f32),
}

impl Pen {
    fn new(width: usize, height: usize, scale: f32, origin: (f32, f32)) -> Pen {
        Pen { rasterizer: Rasterizer::new(width, height), scale, origin }
    }

    fn mark(&mut self, mark: &Mark) {
        match *mark {
            Mark::Line(points) => self.line(points, 2.0),
            Mark::Area(points) => self.area(points.chunks_exact(2).map(|xy| (xy[0], xy[1])), false),
            Mark::Disc(x, y, radius) => self.disc(x, y, radius, false),
            Mark::Ring(x, y, radius) => {
                self.disc(x, y, radius + 1.0, false);
                self.disc(x, y, radius - 1.0, true);
            }
            Mark::Hole(x, y, radius) => self.disc(x, y, radius, true),
            Mark::Arc(x, y, radius, from, to) => {
                let points: Vec<f32> = (0..=16)
                    .flat_map(|step| {
                        let angle = (from + (to - from) * step as f32 / 16.0).to_radians();
                        [x + radius * angle.cos(), y + radius * angle.sin()]
                    })
                    .collect();
                self.line(&points, 2.0);
            }
        }
    }

    /// A line through points, `width` wide, with round ends and corners.
    fn line(&mut self, points: &[f32], width: f32) {
        let half = width / 2.0;
        let points: Vec<(f32, f32)> = points.chunks_exact(2).map(|xy| (xy[0], xy[1])).collect();
        for pair in points.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            let length = (bx - ax).hypot(by - ay).max(0.001);
            let (nx, ny) = ((by - ay) / length * half, (ax - bx) / length * half);
            self.area(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)],
                false,
            );
        }
        for (x, y) in points {
            self.disc(x, y, half, false);
        }
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32, hole: bool) {
        let corner = |step: u8| {
            let angle = TAU * f32::from(step) / 24.0;
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        self.area((0..24).map(corner), hole);
    }

    /// The area inside of a closed line, taken away where it is a hole.
    fn area(&mut self, corners: impl IntoIterator<Item = (f32, f32)>, hole: bool) {
        let to_px = |(x, y): (f32, f32)| Point {
            x: self.origin.0 + x * self.scale,
            y: self.origin.1 + y * self.scale,
        };
        let mut corners: Vec<Point> = corners.into_iter().map(to_px).collect();
        let next = |at: usize| (at + 1) % corners.len();
        let turns: f32 = (0..corners.len())
            .map(|at| corners[at].x * corners[next(at)].y - corners[next(at)].x * corners[at].y)
            .sum();
        if (turns < 0.0) != hole {
            corners.reverse();
        }
        for at in 0..corners.len() {
            self.rasterizer.draw_line(corners[at], corners[(at + 1) % corners.len()]);
        }
    }

    fn finish(self) -> Mask {
        let (width, height) = self.rasterizer.dimensions();
        let mut coverage = vec![0; width * height];
        self.rasterizer.for_each_pixel(|at, covered| coverage[at] = (covered.clamp(0.0, 1.0) * 255.0) as u8);
        Mask { left: 0, top: 0, width, height, coverage }
    }
}
