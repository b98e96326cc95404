//! The encoding that DEX and class files share: UTF-8 of UTF-16's units, with zero in two bytes.

/// A Rust string in it.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for unit in text.encode_utf16() {
        push_unit(&mut bytes, unit);
    }
    bytes
}

/// One UTF-16 unit in it.
pub(crate) fn push_unit(bytes: &mut Vec<u8>, unit: u16) {
    let low = |shift: u16| 0x80 | (unit >> shift & 0x3f) as u8;
    match unit {
        0x01..=0x7f => bytes.push(unit as u8),
        0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, low(0)]),
        _ => bytes.extend([0xe0 | (unit >> 12) as u8, low(6), low(0)]),
    }
}

/// How many bytes the character at the start takes; none if it is not in this encoding.
pub(crate) fn first_len(bytes: &[u8]) -> Option<usize> {
    let goes_on = |index: usize| bytes.get(index).is_some_and(|byte| byte & 0xc0 == 0x80);
    match *bytes.first()? {
        0x01..=0x7f => Some(1),
        0xc0..=0xdf if goes_on(1) => Some(2),
        0xe0..=0xef if goes_on(1) && goes_on(2) => Some(3),
        _ => None,
    }
}

/// What is not in the encoding becomes a question mark; a JVM would refuse the whole class.
pub(crate) fn valid(bytes: &[u8]) -> Vec<u8> {
    let mut clean = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let len = first_len(rest);
        match len {
            Some(len) => clean.extend(&rest[..len]),
            None => clean.push(b'?'),
        }
        rest = &rest[len.unwrap_or(1)..];
    }
    clean
}

/// Cuts a string into pieces that are small enough for a class file.
pub(crate) fn pieces(bytes: &[u8], most: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while rest.len() > most {
        // Not in the middle of a character.
        let cut = (0..=most).rev().find(|&cut| rest[cut] & 0xc0 != 0x80).unwrap_or(most);
        let (piece, after) = rest.split_at(cut.max(1));
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}
