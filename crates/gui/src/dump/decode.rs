//! Bytes as files and pipes carry them, made into text.

use std::borrow::Cow;

use super::warning::{WarningKind, Warnings};

/// The text of a dump, whichever way it was saved; notes what had to be mended.
pub(super) fn decode<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> Cow<'a, str> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, warnings),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, warnings),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest, warnings),
        // UTF-16 without a mark: the first character of a dump is ASCII.
        [b'<', 0, ..] => utf16(bytes, u16::from_le_bytes, warnings),
        [0, b'<', ..] => utf16(bytes, u16::from_be_bytes, warnings),
        _ => utf8(bytes, warnings),
    };
    if let Some(at) = memchr::memchr(b'\r', text.as_bytes()) {
        warnings.add(WarningKind::CarriageReturns, at);
    }
    text
}

fn utf8<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> Cow<'a, str> {
    let text = String::from_utf8_lossy(bytes);
    if matches!(text, Cow::Owned(_)) {
        let at = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        warnings.add(WarningKind::InvalidUtf8, at);
    }
    text
}

fn utf16<'a>(bytes: &[u8], unit: fn([u8; 2]) -> u16, warnings: &mut Warnings) -> Cow<'a, str> {
    warnings.add(WarningKind::Utf16, 0);
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whichever_way_it_was_saved() {
        let little: Vec<u8> = "\u{feff}<a é/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "<a é/>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let cases: [(&[u8], &str, &[WarningKind]); 6] = [
            ("<a é/>".as_bytes(), "<a é/>", &[]),
            ("\u{feff}<a é/>".as_bytes(), "<a é/>", &[]),
            (&little, "<a é/>", &[WarningKind::Utf16]),
            (&big, "<a é/>", &[WarningKind::Utf16]),
            (b"<a \xff/>", "<a \u{fffd}/>", &[WarningKind::InvalidUtf8]),
            (b"<a/>\r\n", "<a/>\r\n", &[WarningKind::CarriageReturns]),
        ];
        for (bytes, text, kinds) in cases {
            let mut warnings = Warnings::default();
            assert_eq!(decode(bytes, &mut warnings), text);
            let noted: Vec<_> = warnings.into_vec().iter().map(|warning| warning.kind).collect();
            assert_eq!(noted, kinds, "{text}");
        }
    }
}
