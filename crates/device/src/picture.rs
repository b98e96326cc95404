//! Pictures of the screen.

use std::io::Cursor;
use std::sync::Arc;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Limits, Transformations};

/// A picture of the screen: rows from the top, four bytes a pixel (red, green, blue, 255). Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// How wide it is.
    pub width_px: u32,
    /// How high it is.
    pub height_px: u32,
    /// `width_px * height_px * 4` bytes.
    pub rgba: Arc<Vec<u8>>,
}

/// Bytes that are no picture we can use.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// They are no PNG, or a broken one.
    #[error("the picture is no PNG that can be read: {0}")]
    Unreadable(#[from] png::DecodingError),
    /// It has more pixels than any screen.
    #[error(
        "the picture has {width_px} x {height_px} pixels, more than any screen: {} at most",
        Picture::MAX_PIXELS
    )]
    TooLarge {
        /// How wide it says it is.
        width_px: u32,
        /// How high it says it is.
        height_px: u32,
    },
}

impl Picture {
    /// The most pixels a picture may have when it is read: an 8K screen has 33 million.
    pub const MAX_PIXELS: u64 = 40_000_000;

    /// The picture as a PNG file, without loss. Made for speed: other encoders get it a little smaller.
    pub fn to_png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width_px, self.height_px);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fastest);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&self.rgba)?;
            writer.finish()
        });
        written.expect("a picture has four bytes a pixel, and memory takes all that is written");
        file
    }

    /// Reads a PNG file of any colour type. What is transparent keeps its colour and becomes opaque.
    pub fn from_png(file: &[u8]) -> Result<Picture, PictureError> {
        // Rows, palettes and texts besides the pixels need little.
        let limits = Limits { bytes: 64 << 20 };
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), limits);
        decoder.set_transformations(Transformations::normalize_to_color8());
        let (width_px, height_px) = decoder.read_header_info()?.size();
        if u64::from(width_px) * u64::from(height_px) > Picture::MAX_PIXELS {
            return Err(PictureError::TooLarge { width_px, height_px });
        }
        let mut reader = decoder.read_info()?;
        let size = reader.output_buffer_size().unwrap_or(usize::MAX).min(Picture::MAX_PIXELS as usize * 4);
        let mut samples = vec![0; size];
        let read = reader.next_frame(&mut samples)?;
        samples.truncate(read.buffer_size());
        Ok(Picture { width_px, height_px, rgba: Arc::new(opaque(samples, read.color_type)) })
    }
}

/// Four bytes a pixel, the last one 255.
fn opaque(samples: Vec<u8>, form: ColorType) -> Vec<u8> {
    let grey = |grey: u8| [grey, grey, grey, 255];
    match form {
        ColorType::Grayscale => samples.into_iter().flat_map(grey).collect(),
        ColorType::GrayscaleAlpha => samples.chunks_exact(2).flat_map(|pixel| grey(pixel[0])).collect(),
        ColorType::Rgb | ColorType::Indexed => {
            samples.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect()
        }
        ColorType::Rgba => {
            let mut samples = samples;
            samples.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
            samples
        }
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}x{})", self.width_px, self.height_px)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width_px: u32, height_px: u32) -> Picture {
        let pixels = 0..width_px * height_px;
        let rgba = pixels.flat_map(|at| [at as u8, (at / 7) as u8, (at / 300) as u8, 255]).collect();
        Picture { width_px, height_px, rgba: Arc::new(rgba) }
    }

    #[test]
    fn pictures_survive_their_files() {
        for (width, height) in [(1, 1), (31, 17), (200, 300)] {
            let picture = picture(width, height);
            assert_eq!(Picture::from_png(&picture.to_png()).unwrap(), picture, "{width} x {height}");
        }
    }

    #[test]
    fn other_forms_of_png_are_read_too() {
        for (form, samples, expected) in [
            (ColorType::Grayscale, &[7][..], [7, 7, 7, 255]),
            (ColorType::GrayscaleAlpha, &[7, 0], [7, 7, 7, 255]),
            (ColorType::Rgb, &[1, 2, 3], [1, 2, 3, 255]),
            (ColorType::Rgba, &[1, 2, 3, 9], [1, 2, 3, 255]),
        ] {
            let mut file = Vec::new();
            let mut encoder = Encoder::new(&mut file, 1, 1);
            encoder.set_color(form);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(samples).unwrap();
            writer.finish().unwrap();
            assert_eq!(*Picture::from_png(&file).unwrap().rgba, expected, "{form:?}");
        }
    }

    #[test]
    fn broken_files_are_errors() {
        let file = picture(50, 50).to_png();
        for cut in 0..file.len() - 12 {
            assert!(Picture::from_png(&file[..cut]).is_err(), "cut after {cut} of {} bytes", file.len());
        }
        assert!(Picture::from_png(b"no picture at all").is_err());
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_come_to_an_end(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
            let _ = Picture::from_png(&bytes);
        }
    }

    #[test]
    fn pictures_larger_than_any_screen_are_not_even_begun() {
        let mut file = Vec::new();
        Encoder::new(&mut file, 1_000_000, 1_000_000).write_header().unwrap();
        let error = Picture::from_png(&file).unwrap_err();
        assert!(matches!(error, PictureError::TooLarge { .. }), "{error}");
    }
}
