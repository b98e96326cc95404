//! Pictures as they are compared.

/// A picture: rows from the top, four bytes a pixel (red, green, blue, and one that does not count).
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// A part of a picture, in pixels; `right` and `bottom` lie just outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// First column to the right of it.
    pub right: i32,
    /// First row below it.
    pub bottom: i32,
}

/// A picture in shades of grey.
#[derive(Clone, PartialEq, Eq)]
pub struct Grey {
    /// How wide it is.
    pub width: usize,
    /// How high it is.
    pub height: usize,
    /// Row by row.
    pub pixels: Vec<u8>,
}

impl Image {
    /// A picture of this size; `None` where the bytes do not fill it.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Image> {
        let (width, height) = (width as usize, height as usize);
        let fits = width.checked_mul(height)?.checked_mul(4)? == rgba.len();
        fits.then_some(Image { width, height, rgba })
    }

    /// The part of a picture that lies inside of it; `None` where nothing does, or the bytes do not fill the picture.
    pub fn crop(width: u32, height: u32, rgba: &[u8], area: Area) -> Option<Image> {
        let (wide, high) = (width as usize, height as usize);
        if wide.checked_mul(high)?.checked_mul(4)? != rgba.len() {
            return None;
        }
        let within = |edge: i32, most: usize| usize::try_from(edge).unwrap_or(0).min(most);
        let (left, right) = (within(area.left, wide), within(area.right, wide));
        let (top, bottom) = (within(area.top, high), within(area.bottom, high));
        if left >= right || top >= bottom {
            return None;
        }
        let mut cropped = Vec::with_capacity((right - left) * (bottom - top) * 4);
        for row in top..bottom {
            cropped.extend_from_slice(&rgba[(row * wide + left) * 4..(row * wide + right) * 4]);
        }
        Some(Image { width: right - left, height: bottom - top, rgba: cropped })
    }

    /// The part of it that lies in an area; `None` where nothing does.
    pub fn part(&self, area: Area) -> Option<Image> {
        Image::crop(self.width as u32, self.height as u32, &self.rgba, area)
    }

    /// How wide it is.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixels as red, green and blue, row by row.
    pub fn pixels(&self) -> impl ExactSizeIterator<Item = [u8; 3]> + '_ {
        self.rgba.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]])
    }

    /// In shades of grey, by the weights of ITU-R 601 in whole numbers, as Pillow does.
    pub fn grey(&self) -> Grey {
        let grey = |[red, green, blue]: [u8; 3]| {
            let sum = u32::from(red) * 19_595 + u32::from(green) * 38_470 + u32::from(blue) * 7_471 + 0x8000;
            (sum >> 16) as u8
        };
        Grey { width: self.width, height: self.height, pixels: self.pixels().map(grey).collect() }
    }

    /// Four bytes a pixel, row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.rgba
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}x{})", self.width, self.height)
    }
}

impl std::fmt::Debug for Grey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Grey({}x{})", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_is_what_lies_inside() {
        let rgba: Vec<u8> = (0..4 * 3 * 4).collect();
        let area = |left, top, right, bottom| Area { left, top, right, bottom };
        let crop = |area| Image::crop(4, 3, &rgba, area).map(|crop| (crop.width, crop.height, crop.rgba[0]));
        assert_eq!(crop(area(1, 1, 3, 2)), Some((2, 1, 20)));
        assert_eq!(crop(area(-5, -5, 99, 99)), Some((4, 3, 0)));
        assert_eq!(crop(area(2, 2, 2, 3)), None);
        assert_eq!(crop(area(9, 0, 12, 3)), None);
        assert_eq!(Image::crop(5, 3, &rgba, area(0, 0, 1, 1)), None, "the bytes do not fill it");
        assert_eq!(Image::new(4, 3, rgba).map(|image| image.width()), Some(4));
    }

    #[test]
    fn grey_is_weighted() {
        let grey = |pixel: [u8; 3]| {
            Image::new(1, 1, vec![pixel[0], pixel[1], pixel[2], 255]).map(|image| image.grey().pixels[0])
        };
        assert_eq!(grey([255, 255, 255]), Some(255));
        assert_eq!(grey([255, 0, 0]), Some(76));
        assert_eq!(grey([0, 255, 0]), Some(150));
        assert_eq!(grey([0, 0, 255]), Some(29));
    }
}
