//! Bytes as a phone or a saved file holds them, made into text.

use std::str::Lines;

use serde::Serialize;

/// The most bytes we read of one output; what lies beyond is cut off and `Text::cut` says so.
pub const MAX_TEXT_BYTES: usize = 64 << 20;

/// The most bytes we look at in one line. Logcat itself cuts at about 4 KiB; dumpsys prints lines of some 10 KiB.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// What a phone printed, as text with plain line ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Text {
    /// The text; every line ends in a bare LF, whatever it was.
    pub text: String,
    /// How the bytes were written.
    pub encoding: Encoding,
    /// Whether some bytes were no text and became U+FFFD.
    pub lossy: bool,
    /// Whether the output was longer than `MAX_TEXT_BYTES` and lost its end.
    pub cut: bool,
}

/// How bytes were written: as phones print them, or as Windows shells save them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// UTF-8 (or ASCII), with or without a byte order mark.
    Utf8,
    /// What PowerShell's `>` writes.
    Utf16Le,
    /// The same in the other byte order.
    Utf16Be,
}

/// Makes text of what a phone printed, however it was saved.
///
/// Never fails: bytes that are no text become U+FFFD. UTF-16 is known by its byte order mark, or, in a file that was
/// cut at the front, by every other byte of its beginning being zero.
pub fn text_of(bytes: &[u8]) -> Text {
    let cut = bytes.len() > MAX_TEXT_BYTES;
    let bytes = &bytes[..bytes.len().min(MAX_TEXT_BYTES)];
    let (encoding, body) = encoding_of(bytes);
    let (raw, lossy) = match encoding {
        Encoding::Utf8 => match std::str::from_utf8(body) {
            Ok(text) => (text.to_owned(), false),
            // The cut may have split the last character, which is not the phone's fault.
            Err(e) if cut && body.len() - e.valid_up_to() < 4 => {
                (String::from_utf8_lossy(&body[..e.valid_up_to()]).into_owned(), false)
            }
            Err(_) => (String::from_utf8_lossy(body).into_owned(), true),
        },
        Encoding::Utf16Le => utf16(body, u16::from_le_bytes),
        Encoding::Utf16Be => utf16(body, u16::from_be_bytes),
    };
    Text { text: with_plain_line_ends(&raw), encoding, lossy, cut }
}

/// The lines of `text` without their line ends, each at most `MAX_LINE_BYTES` long.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines: Lines<'_> = text.lines();
    lines.map(|line| shortened(line.trim_end_matches('\r'), MAX_LINE_BYTES))
}

/// `text`, cut to at most `max` bytes without splitting a character.
pub(crate) fn shortened(text: &str, max: usize) -> &str {
    if text.len() <= max { text } else { &text[..text.floor_char_boundary(max)] }
}

/// The text between the first `open` and the next `close` after it.
pub fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(open)?;
    rest.split_once(close).map(|(inside, _)| inside)
}

/// The value of `key` in text such as `a=1 b=2`, up to the next space, comma or closing brace.
///
/// The key must start a word, so that `id` is not found in `pid=7`.
pub(crate) fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(at) = text[from..].find(key) {
        let start = from + at;
        let end = start + key.len();
        let starts_word = !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if let (true, Some(value)) = (starts_word, text[end..].strip_prefix('=')) {
            return value.split([' ', ',', '}', ')']).next();
        }
        from = end;
    }
    None
}

fn encoding_of(bytes: &[u8]) -> (Encoding, &[u8]) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => (Encoding::Utf8, rest),
        [0xFF, 0xFE, rest @ ..] => (Encoding::Utf16Le, rest),
        [0xFE, 0xFF, rest @ ..] => (Encoding::Utf16Be, rest),
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => (Encoding::Utf16Le, bytes),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => (Encoding::Utf16Be, bytes),
        _ => (Encoding::Utf8, bytes),
    }
}

fn utf16(bytes: &[u8], unit_of: fn([u8; 2]) -> u16) -> (String, bool) {
    let mut lossy = !bytes.len().is_multiple_of(2);
    let units = bytes.chunks_exact(2).map(|pair| unit_of([pair[0], pair[1]]));
    let text = char::decode_utf16(units)
        .map(|decoded| {
            decoded.unwrap_or_else(|_| {
                lossy = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    (text, lossy)
}

/// Any run of CRs before an LF goes: a pty adds one, and Windows another. A CR inside a line belongs to the text.
fn with_plain_line_ends(raw: &str) -> String {
    let mut plain = String::with_capacity(raw.len());
    for line in raw.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        plain.push_str(body.trim_end_matches('\r'));
        plain.push_str(end);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], encoding: Encoding, expected: &str, lossy: bool) {
        let text = text_of(bytes);
        assert_eq!(
            (text.text.as_str(), text.encoding, text.lossy, text.cut),
            (expected, encoding, lossy, false)
        );
    }

    #[test]
    fn reads_what_shells_save() {
        check(b"a\nb\n", Encoding::Utf8, "a\nb\n", false);
        check(b"a\r\nb\r\r\nc\r", Encoding::Utf8, "a\nb\nc", false);
        check(b"a\rb\n", Encoding::Utf8, "a\rb\n", false);
        check(b"\xEF\xBB\xBFhi", Encoding::Utf8, "hi", false);
        check(b"\xFF\xFEh\0\r\0\n\0", Encoding::Utf16Le, "h\n", false);
        check(b"\xFE\xFF\0h\0i", Encoding::Utf16Be, "hi", false);
        check(b"h\0i\0", Encoding::Utf16Le, "hi", false);
        check(b"\0h\0i", Encoding::Utf16Be, "hi", false);
        check(b"", Encoding::Utf8, "", false);
    }

    #[test]
    fn says_when_bytes_are_no_text() {
        check(b"a\xFFb", Encoding::Utf8, "a\u{FFFD}b", true);
        check(b"\xFF\xFEh\0i", Encoding::Utf16Le, "h", true);
        check(b"\xFF\xFE\x00\xD8", Encoding::Utf16Le, "\u{FFFD}", true);
    }

    #[test]
    fn says_when_the_end_was_cut() {
        let mut bytes = vec![b'a'; MAX_TEXT_BYTES - 1];
        bytes.extend_from_slice("é and more".as_bytes());
        let text = text_of(&bytes);
        assert_eq!((text.text.len(), text.cut, text.lossy), (MAX_TEXT_BYTES - 1, true, false));
    }

    #[test]
    fn finds_values_by_whole_keys() {
        assert_eq!(value_of("pid=7 id=8,x", "id"), Some("8"));
        assert_eq!(value_of("{id=9}", "id"), Some("9"));
        assert_eq!(value_of("grid=9", "id"), None);
        assert_eq!(value_of("id", "id"), None);
        assert_eq!(value_of("", "id"), None);
    }
}
