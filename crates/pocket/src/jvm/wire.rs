//! Frames: the length of a JSON header, the length of the bytes that follow it, then both.

use std::io::{self, Read, Write};

/// Larger than any header or picture: a length beyond it means that both sides have lost their place.
const MAX_BYTES: u32 = 256 << 20;

/// One message of either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) header: Vec<u8>,
    pub(crate) bytes: Vec<u8>,
}

impl Frame {
    pub(crate) fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&length(&self.header)?)?;
        to.write_all(&length(&self.bytes)?)?;
        to.write_all(&self.header)?;
        to.write_all(&self.bytes)?;
        to.flush()
    }

    pub(crate) fn read_from(from: &mut impl Read) -> io::Result<Frame> {
        let mut lengths = [0; 8];
        from.read_exact(&mut lengths)?;
        let [a, b, c, d, e, f, g, h] = lengths;
        let header = exactly(from, u32::from_be_bytes([a, b, c, d]))?;
        let bytes = exactly(from, u32::from_be_bytes([e, f, g, h]))?;
        Ok(Frame { header, bytes })
    }
}

fn length(bytes: &[u8]) -> io::Result<[u8; 4]> {
    match u32::try_from(bytes.len()) {
        Ok(length @ 0..=MAX_BYTES) => Ok(length.to_be_bytes()),
        _ => Err(too_long(bytes.len())),
    }
}

/// Grows as bytes arrive, so that a length alone costs nothing.
fn exactly(from: &mut impl Read, length: u32) -> io::Result<Vec<u8>> {
    if length > MAX_BYTES {
        return Err(too_long(length as usize));
    }
    let mut bytes = Vec::new();
    let read = from.take(length.into()).read_to_end(&mut bytes)?;
    if read < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

fn too_long(length: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a message of {length} bytes is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let frames = [("{}", &b""[..]), ("", b"\x00\xff"), (r#"{"id":1}"#, b"bytes")];
        let frames = frames.map(|(header, bytes)| Frame { header: header.into(), bytes: bytes.to_vec() });
        let mut stream = Vec::new();
        for frame in &frames {
            frame.write_to(&mut stream).unwrap();
        }
        let mut stream = stream.as_slice();
        for frame in frames {
            assert_eq!(Frame::read_from(&mut stream).unwrap(), frame);
        }
        assert_eq!(Frame::read_from(&mut stream).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_stream_that_ends_early_or_lies_is_an_error() {
        let mut whole = Vec::new();
        Frame { header: b"{}".to_vec(), bytes: vec![7; 20] }.write_to(&mut whole).unwrap();
        for cut in 0..whole.len() {
            assert!(Frame::read_from(&mut &whole[..cut]).is_err(), "cut after {cut} bytes");
        }
        let lie = [0xff; 8];
        assert_eq!(Frame::read_from(&mut &lie[..]).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
