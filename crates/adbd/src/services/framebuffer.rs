//! `framebuffer:`: one raw picture behind a header, for clients that know no `screencap`.

use std::io;
use std::sync::Arc;

use crate::phone::Phone;
use crate::wire::stream::Stream;

/// Sends one picture. A phone that gives none closes the stream, as Android's does.
pub(super) fn serve(phone: &Arc<Phone>, stream: &Arc<Stream>) -> io::Result<()> {
    let Ok(picture) = phone.ask(|state| state.device.screenshot()) else { return Ok(()) };
    let (width, height) = (picture.width_px, picture.height_px);
    let size = u32::try_from(picture.rgba.len()).unwrap_or(u32::MAX);
    let (red, green, blue, alpha) = ([0, 8], [8, 8], [16, 8], [24, 8]);
    let mut bytes = Vec::with_capacity(56 + picture.rgba.len());
    // Blue stands before green in the header, whatever the pixels do.
    let header = [[2, 32], [0, size], [width, height], red, blue, green, alpha];
    for word in header.as_flattened() {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&picture.rgba);
    stream.write(&bytes)
}
