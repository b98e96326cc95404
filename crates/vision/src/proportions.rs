//! Whether proportions changed.

use crate::{Area, Image};

/// How much the ratio of width to height changed, relative to the reference: 0 for the same, 1 for twice as wide.
pub fn ratio_change(reference: (u32, u32), test: (u32, u32)) -> f64 {
    let ratio = |(width, height): (u32, u32)| f64::from(width) / f64::from(height.max(1));
    let before = ratio(reference);
    if before == 0.0 { 0.0 } else { (ratio(test) - before) / before }
}

/// The part of a picture that is not its ground: the colour of most of its border. What is told by a text's own box is not
/// changed by room beside it. `None` where all is ground.
pub fn ink(image: &Image) -> Option<Area> {
    let width = image.width();
    let (_, inked) = ground_and_ink(image)?;
    let mut area: Option<Area> = None;
    for (at, _) in inked.iter().enumerate().filter(|(_, inked)| **inked) {
        let (column, row) = ((at % width) as i32, (at / width) as i32);
        area = Some(match area {
            None => Area { left: column, top: row, right: column + 1, bottom: row + 1 },
            Some(area) => Area {
                left: area.left.min(column),
                top: area.top.min(row),
                right: area.right.max(column + 1),
                bottom: area.bottom.max(row + 1),
            },
        });
    }
    area
}

/// The colour of the ground, and for each pixel whether it stands out from it; `None` for a picture without pixels.
pub fn ground_and_ink(image: &Image) -> Option<([u8; 3], Vec<bool>)> {
    let pixels: Vec<[u8; 3]> = image.pixels().collect();
    let ground = ground(&pixels, image.width(), image.height())?;
    let differs =
        |pixel: &[u8; 3]| pixel.iter().zip(ground).any(|(&value, ground)| value.abs_diff(ground) > 24);
    Some((ground, pixels.iter().map(differs).collect()))
}

/// The colour that most pixels of the border have; of equals the darkest.
fn ground(pixels: &[[u8; 3]], width: usize, height: usize) -> Option<[u8; 3]> {
    let mut border: Vec<[u8; 3]> = (0..pixels.len())
        .filter(|at| {
            let (column, row) = (at % width, at / width);
            column == 0 || row == 0 || column + 1 == width || row + 1 == height
        })
        .map(|at| pixels[at])
        .collect();
    border.sort_unstable();
    let mut best: Option<([u8; 3], usize)> = None;
    for run in border.chunk_by(|one, other| one == other) {
        if best.is_none_or(|(_, many)| run.len() > many) {
            best = Some((run[0], run.len()));
        }
    }
    best.map(|(colour, _)| colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_relative_to_the_reference() {
        assert_eq!(ratio_change((100, 50), (200, 100)), 0.0);
        assert_eq!(ratio_change((100, 50), (200, 50)), 1.0);
        assert_eq!(ratio_change((100, 50), (50, 50)), -0.5);
        assert_eq!(ratio_change((0, 50), (50, 50)), 0.0);
    }

    #[test]
    fn ink_is_what_stands_out() {
        let mut rgba = vec![240; 10 * 6 * 4];
        assert_eq!(ink(&Image::new(10, 6, rgba.clone()).unwrap()), None);
        for at in [(2 * 10 + 3), (3 * 10 + 6)] {
            rgba[at * 4] = 10;
        }
        let found = ink(&Image::new(10, 6, rgba).unwrap());
        assert_eq!(found, Some(Area { left: 3, top: 2, right: 7, bottom: 4 }));
    }
}
