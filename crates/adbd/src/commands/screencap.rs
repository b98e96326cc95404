//! `screencap`: pictures of the screen.

use std::io::Write;

use device::Picture;

use super::{Call, Outcome};

/// `screencap [-p] [-d DISPLAY] [FILE]`: raw pixels behind a header, or a PNG.
pub(super) fn screencap(call: &mut Call<'_>) -> Outcome {
    let (mut as_png, mut file) = (false, None);
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => as_png = true,
            "-d" => {
                args.next();
            }
            path => {
                as_png |= path.ends_with(".png");
                file = Some(call.path(path));
            }
        }
    }
    let picture = call.phone.ask(|state| state.device.screenshot())?;
    let bytes = if as_png { picture.to_png() } else { raw(&picture, call.phone.build().api()) };
    let Some(file) = file else {
        call.out.write_all(&bytes)?;
        return Ok(0);
    };
    let now = call.phone.unix_ms()? / 1000;
    match call.phone.memory(|memory| memory.files.write(&file, bytes, 0o660, now)) {
        Ok(()) => Ok(0),
        Err(error) => {
            writeln!(call.err, "Error opening file: {file} ({})", error.text())?;
            Ok(1)
        }
    }
}

/// Width, height, format and (from Android 8.1 on) colour space, then the pixels.
fn raw(picture: &Picture, api: u32) -> Vec<u8> {
    const RGBA_8888: u32 = 1;
    const SRGB: u32 = 1;
    let mut bytes = Vec::with_capacity(16 + picture.rgba.len());
    let header = [picture.width_px, picture.height_px, RGBA_8888, SRGB];
    for word in &header[..if api >= 27 { 4 } else { 3 }] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&picture.rgba);
    bytes
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use android::screencap::RawScreenshot;

    use super::*;

    fn picture() -> Picture {
        Picture { width_px: 3, height_px: 2, rgba: Arc::new((0..24).collect()) }
    }

    #[test]
    fn raw_pictures_are_read_back() {
        for (api, header) in [(26, 12), (27, 16)] {
            let bytes = raw(&picture(), api);
            let read = RawScreenshot::parse(&bytes).unwrap();
            assert_eq!((read.width_px, read.height_px, read.pixels_at), (3, 2, header));
            assert_eq!(bytes[header..], picture().rgba[..]);
        }
    }
}
