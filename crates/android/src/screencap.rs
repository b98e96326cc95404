//! Raw screenshots (`screencap` without `-p`).

use serde::Serialize;
use thiserror::Error;

/// A raw screenshot: its size and form, and where its pixels begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RawScreenshot {
    /// How wide it is.
    pub width_px: u32,
    /// How high it is.
    pub height_px: u32,
    /// How a pixel is written.
    pub format: PixelFormat,
    /// The colour space's number, from Android 8.1 on.
    pub color_space: Option<u32>,
    /// Where the pixels begin: 12, or 16 with a colour space.
    pub pixels_at: usize,
}

/// How a pixel is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum PixelFormat {
    Rgba8888,
    Rgbx8888,
    Rgb888,
    Rgb565,
    Bgra8888,
}

/// Bytes that are no raw screenshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreencapError {
    /// There is not even a header.
    #[error(
        "the screenshot has {0} bytes and no header: take it again, the phone may have said why on stderr"
    )]
    NoHeader(usize),
    /// The form of the pixels is none we know.
    #[error("the screenshot has the unknown pixel format {0}: use `screencap -p`")]
    UnknownFormat(u32),
    /// It says that the screen has no area.
    #[error("the screenshot says that the screen has {width_px} x {height_px} pixels")]
    NoPixels {
        /// How wide it says it is.
        width_px: u32,
        /// How high it says it is.
        height_px: u32,
    },
    /// The bytes are fewer or more than the size asks for.
    #[error(
        "the screenshot should have {expected} bytes of pixels after its header and the whole has {seen}: take it again"
    )]
    WrongLength {
        /// The pixels alone.
        expected: u64,
        /// Header and pixels.
        seen: usize,
    },
}

impl RawScreenshot {
    /// Reads the header. Only the length of the whole tells whether it has 12 bytes or 16.
    pub fn parse(bytes: &[u8]) -> Result<Self, ScreencapError> {
        let word = |at: usize| {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes).ok_or(ScreencapError::NoHeader(bytes.len()))
        };
        let (width_px, height_px, format) = (word(0)?, word(4)?, word(8)?);
        let format = PixelFormat::of(format).ok_or(ScreencapError::UnknownFormat(format))?;
        let pixels = u64::from(width_px) * u64::from(height_px);
        if pixels == 0 {
            return Err(ScreencapError::NoPixels { width_px, height_px });
        }
        let expected = pixels.saturating_mul(format.bytes());
        let header = (bytes.len() as u64).checked_sub(expected);
        let (pixels_at, color_space) = match header {
            Some(12) => (12, None),
            Some(16) => (16, Some(word(12)?)),
            _ => return Err(ScreencapError::WrongLength { expected, seen: bytes.len() }),
        };
        Ok(Self { width_px, height_px, format, color_space, pixels_at })
    }
}

impl PixelFormat {
    /// The format of Android's number.
    pub fn of(number: u32) -> Option<Self> {
        Some(match number {
            1 => Self::Rgba8888,
            2 => Self::Rgbx8888,
            3 => Self::Rgb888,
            4 => Self::Rgb565,
            5 => Self::Bgra8888,
            _ => return None,
        })
    }

    /// How many bytes a pixel takes.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Rgba8888 | Self::Rgbx8888 | Self::Bgra8888 => 4,
            Self::Rgb888 => 3,
            Self::Rgb565 => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screenshot(words: &[u32], pixels: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(vec![0; pixels]);
        bytes
    }

    fn check(bytes: &[u8], expected: Result<(u32, u32, Option<u32>, usize), ScreencapError>) {
        let seen = RawScreenshot::parse(bytes).map(|s| (s.width_px, s.height_px, s.color_space, s.pixels_at));
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_length_tells_the_headers_apart() {
        check(&screenshot(&[3, 2, 1], 24), Ok((3, 2, None, 12)));
        check(&screenshot(&[3, 2, 1, 2], 24), Ok((3, 2, Some(2), 16)));
        check(&screenshot(&[3, 2, 4, 0], 12), Ok((3, 2, Some(0), 16)));
    }

    #[test]
    fn refuses_what_is_no_screenshot() {
        check(b"", Err(ScreencapError::NoHeader(0)));
        check(b"Killed\n", Err(ScreencapError::NoHeader(7)));
        check(&screenshot(&[0, 2, 1], 0), Err(ScreencapError::NoPixels { width_px: 0, height_px: 2 }));
        check(&screenshot(&[3, 2, 9], 24), Err(ScreencapError::UnknownFormat(9)));
        check(&screenshot(&[3, 2, 1], 23), Err(ScreencapError::WrongLength { expected: 24, seen: 35 }));
        check(
            &screenshot(&[u32::MAX, u32::MAX, 1], 4),
            Err(ScreencapError::WrongLength { expected: u64::MAX, seen: 16 }),
        );
    }
}
