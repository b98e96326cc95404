//! Base64, as keys are written and as the phone's `base64` prints.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text for these bytes, padded, on one line.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let number = group.iter().fold(0_u32, |number, &byte| number << 8 | u32::from(byte));
        let number = number << (8 * (3 - group.len()));
        for at in 0..4 {
            let index = number >> (18 - 6 * at) & 63;
            text.push(if at <= group.len() { ALPHABET[index as usize] as char } else { '=' });
        }
    }
    text
}

/// The bytes of a text; line ends and spaces do not count. `None` where it is no base64.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let text: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let digits = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(&text);
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let mut number = 0_u32;
        for &digit in group {
            let value = ALPHABET.iter().position(|&letter| letter == digit)?;
            number = number << 6 | u32::try_from(value).ok()?;
        }
        number <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&number.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_bytes_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode("Zm9v\n YmE=").unwrap(), b"fooba");
        assert_eq!((decode("Zg"), decode("Zg=a"), decode("Z===")), (None, None, None));
    }
}
