//! What XML allows where: characters, names, references, the declaration.

/// Bytes that end the quick walk through a value: quotes, what is escaped, what is not meant as it is, and the lead
/// byte of U+FFFE and U+FFFF, which XML forbids.
pub(super) static STOPS_VALUE: [bool; 256] = {
    let mut stops = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        stops[byte] = true;
        byte += 1;
    }
    stops[b'"' as usize] = true;
    stops[b'\'' as usize] = true;
    stops[b'<' as usize] = true;
    stops[b'&' as usize] = true;
    stops[0xef] = true;
    stops
};

/// The ASCII characters of names, but for the colon.
pub(super) static NAME: [bool; 256] = {
    let mut name = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        name[byte] = b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        byte += 1;
    }
    name
};

pub(super) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

pub(super) fn is_name_start(c: char) -> bool {
    matches!(c,
        '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

pub(super) fn is_name_char(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

pub(super) fn parse_code_point(digits: &str) -> Option<u32> {
    let (digits, radix) = digits.strip_prefix('x').map_or((digits, 10), |hex| (hex, 16));
    let valid = !digits.is_empty() && digits.bytes().all(|b| char::from(b).is_digit(radix));
    valid.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
}

/// Where the first `?>` stands that is not part of a quoted value.
pub(super) fn end_outside_quotes(declaration: &str) -> Option<usize> {
    let bytes = declaration.as_bytes();
    let mut quote = None;
    (0..bytes.len()).find(|&at| {
        match (quote, bytes[at]) {
            (None, b'?') => return bytes.get(at + 1) == Some(&b'>'),
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        false
    })
}

/// `version`, then perhaps `encoding`, then perhaps `standalone`, and nothing else.
pub(super) fn is_plain_declaration(mut rest: &str) -> bool {
    const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
    let mut found = 0;
    for (name, required) in [("version", true), ("encoding", false), ("standalone", false)] {
        let trimmed = rest.trim_start_matches(SPACE);
        let Some(value) = trimmed.strip_prefix(name).filter(|_| trimmed.len() < rest.len()) else {
            if required {
                return false;
            }
            continue;
        };
        let Some(value) =
            value.trim_start_matches(SPACE).strip_prefix('=').map(|value| value.trim_start_matches(SPACE))
        else {
            return false;
        };
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return false };
        let Some((value, after)) = value[1..].split_once(quote) else { return false };
        let plain = match name {
            "version" => value
                .strip_prefix("1.")
                .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())),
            "encoding" => {
                value.starts_with(|c: char| c.is_ascii_alphabetic())
                    && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
            }
            _ => matches!(value, "yes" | "no"),
        };
        if !plain {
            return false;
        }
        found += 1;
        rest = after;
    }
    found > 0 && rest.trim_start_matches(SPACE).is_empty()
}
