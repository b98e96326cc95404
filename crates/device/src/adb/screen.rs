//! Pictures of the screen.

use std::io::Cursor;
use std::sync::Arc;

use super::commands;
use super::link::{Link, is_disk_full};
use super::parse::screencap::{PixelFormat, RawScreenshot, ScreencapError};
use super::shell::ShellOutput;
use crate::{DeviceError, Picture, Sent};

const DOING: &str = "take a picture of its screen";

/// A larger picture is not believed; 8K has 33 million pixels.
const MAX_PIXELS: u64 = 64 << 20;

/// Takes a picture: raw pixels, or as PNG where the phone writes pixels in a way we do not know.
pub(super) fn screenshot(link: &mut Link) -> Result<Picture, DeviceError> {
    let mut budget = link.budget(link.deadlines.screenshot);
    let raw = link.bytes(DOING, &commands::screencap(), &mut budget)?;
    match picture_of_raw(raw.stdout) {
        Ok(picture) => Ok(picture),
        Err((raw_stdout, ScreencapError::UnknownFormat(_))) => {
            drop(raw_stdout);
            let png = link.bytes(DOING, &commands::screencap_png(), &mut budget)?;
            picture_of_png(&png.stdout).map_err(|why| told(link, &png, why))
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

/// Makes a picture of a PNG file.
fn picture_of_png(bytes: &[u8]) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width_px, height_px) = reader.info().size();
    if u64::from(width_px) * u64::from(height_px) > MAX_PIXELS {
        return Err(format!("a picture of {width_px}x{height_px} is not believable"));
    }
    let size = reader.output_buffer_size().ok_or("the picture is too large")?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(|error| error.to_string())?;
    pixels.truncate(info.buffer_size());
    let rgba = match info.color_type {
        png::ColorType::Rgba => {
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
            pixels
        }
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], 255]).collect()
        }
        other => return Err(format!("its pixels are {other:?} after all")),
    };
    Ok(Picture { width_px, height_px, rgba: Arc::new(rgba) })
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

    #[test]
    fn reads_png_of_any_colour_type() {
        for (color, pixels) in [
            (png::ColorType::Rgba, vec![9, 9, 9, 255, 7, 7, 7, 255]),
            (png::ColorType::Rgb, vec![9, 9, 9, 7, 7, 7]),
            (png::ColorType::Grayscale, vec![9, 7]),
        ] {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, 2, 1);
            encoder.set_color(color);
            encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
            let picture = picture_of_png(&file).unwrap();
            assert_eq!(picture.rgba[..], [9, 9, 9, 255, 7, 7, 7, 255], "{color:?}");
            for end in 0..file.len() - 20 {
                assert!(picture_of_png(&file[..end]).is_err(), "{color:?} cut at {end}");
            }
        }
    }
}
