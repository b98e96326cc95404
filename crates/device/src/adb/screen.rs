//! Pictures of the screen.

use std::sync::Arc;

use super::commands;
use super::link::{Link, is_disk_full};
use super::shell::ShellOutput;
use crate::{DeviceError, Picture, Sent};
use android::screencap::{PixelFormat, RawScreenshot, ScreencapError};

const DOING: &str = "take a picture of its screen";

/// Takes a picture: raw pixels, or as PNG where the phone writes pixels in a way we do not know.
pub(super) fn screenshot(link: &mut Link) -> Result<Picture, DeviceError> {
    let mut budget = link.budget(link.deadlines.screenshot);
    let raw = link.bytes(DOING, &commands::screencap(), &mut budget)?;
    match picture_of_raw(raw.stdout) {
        Ok(picture) => Ok(picture),
        Err((raw_stdout, ScreencapError::UnknownFormat(_))) => {
            drop(raw_stdout);
            let png = link.bytes(DOING, &commands::screencap_png(), &mut budget)?;
            Picture::from_png(&png.stdout).map_err(|error| told(link, &png, error.to_string()))
        }
        Err((stdout, error)) => Err(told(link, &ShellOutput { stdout, ..raw }, error.to_string())),
    }
}

/// Why there is no picture: the phone's own words where it has some.
fn told(link: &Link, output: &ShellOutput, why: String) -> DeviceError {
    if is_disk_full(&String::from_utf8_lossy(&output.stderr)) {
        return DeviceError::DiskFull { serial: link.serial.clone(), doing: DOING };
    }
    if !output.stderr.is_empty() && output.status != 0 {
        return link.refused(DOING, output.first_line(), "");
    }
    link.garbled(DOING, why, Sent::Nothing)
}

/// Makes a picture of raw pixels, in place where they are written as ours are.
fn picture_of_raw(mut bytes: Vec<u8>) -> Result<Picture, (Vec<u8>, ScreencapError)> {
    let raw = match RawScreenshot::parse(&bytes) {
        Ok(raw) => raw,
        Err(error) => return Err((bytes, error)),
    };
    let RawScreenshot { width_px, height_px, format, pixels_at, .. } = raw;
    let rgba = match format {
        PixelFormat::Rgba8888 | PixelFormat::Rgbx8888 | PixelFormat::Bgra8888 => {
            bytes.drain(..pixels_at);
            for pixel in bytes.chunks_exact_mut(4) {
                if format == PixelFormat::Bgra8888 {
                    pixel.swap(0, 2);
                }
                pixel[3] = 255;
            }
            bytes
        }
        PixelFormat::Rgb888 => {
            bytes[pixels_at..].chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect()
        }
        PixelFormat::Rgb565 => bytes[pixels_at..]
            .chunks_exact(2)
            .flat_map(|pixel| rgb565(u16::from_le_bytes([pixel[0], pixel[1]])))
            .collect(),
    };
    Ok(Picture { width_px, height_px, rgba: Arc::new(rgba) })
}

/// Five, six and five bits, spread over the whole range.
fn rgb565(pixel: u16) -> [u8; 4] {
    let spread = |value: u16, bits: u32| {
        let most = (1 << bits) - 1;
        u8::try_from((value & most) * 255 / most).unwrap_or(u8::MAX)
    };
    [spread(pixel >> 11, 5), spread(pixel >> 5, 6), spread(pixel, 5), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: u32, pixels: &[u8], expected: &[u8]) {
        let header: Vec<u8> = [2, 1, format].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        let picture = picture_of_raw([&header, pixels].concat()).unwrap();
        assert_eq!((picture.width_px, picture.height_px, &picture.rgba[..]), (2, 1, expected), "{format}");
    }

    #[test]
    fn every_form_of_pixels_becomes_ours() {
        check(1, &[1, 2, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 255, 5, 6, 7, 255]);
        check(2, &[1, 2, 3, 0, 5, 6, 7, 0], &[1, 2, 3, 255, 5, 6, 7, 255]);
        check(3, &[1, 2, 3, 5, 6, 7], &[1, 2, 3, 255, 5, 6, 7, 255]);
        check(4, &[0xFF, 0xFF, 0x00, 0xF8], &[255, 255, 255, 255, 255, 0, 0, 255]);
        check(5, &[3, 2, 1, 4, 7, 6, 5, 8], &[1, 2, 3, 255, 5, 6, 7, 255]);
    }
}
