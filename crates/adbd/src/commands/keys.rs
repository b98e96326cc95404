//! Android's names for keys, as far as `input keyevent` takes them by name.

use device::KeyCode;

/// The key of a name, with or without `KEYCODE_`, or of a number.
pub(super) fn key_of(name: &str) -> Option<KeyCode> {
    match name.strip_prefix("KEYCODE_") {
        // `KEYCODE_9` is the key of the digit, `9` the key with that number.
        Some(short) => named(short).or_else(|| KeyCode::of(name)),
        None => KeyCode::of(name).or_else(|| named(name)),
    }
}

/// Keys that we give no name elsewhere.
fn named(name: &str) -> Option<KeyCode> {
    let code = match name.as_bytes() {
        [digit @ b'0'..=b'9'] => u32::from(digit - b'0') + 7,
        [letter @ b'A'..=b'Z'] => u32::from(letter - b'A') + 29,
        [b'F', number @ ..] => {
            let number: u32 = std::str::from_utf8(number).ok()?.parse().ok()?;
            130 + number.checked_sub(1).filter(|at| *at < 12).map(|at| at + 1)?
        }
        _ => OTHERS.iter().find(|(other, _)| *other == name)?.1,
    };
    Some(KeyCode(code))
}

const OTHERS: [(&str, u32); 41] = [
    ("UNKNOWN", 0),
    ("SOFT_LEFT", 1),
    ("SOFT_RIGHT", 2),
    ("STAR", 17),
    ("POUND", 18),
    ("COMMA", 55),
    ("PERIOD", 56),
    ("ALT_LEFT", 57),
    ("ALT_RIGHT", 58),
    ("SHIFT_LEFT", 59),
    ("SHIFT_RIGHT", 60),
    ("EXPLORER", 64),
    ("ENVELOPE", 65),
    ("GRAVE", 68),
    ("MINUS", 69),
    ("EQUALS", 70),
    ("LEFT_BRACKET", 71),
    ("RIGHT_BRACKET", 72),
    ("BACKSLASH", 73),
    ("SEMICOLON", 74),
    ("APOSTROPHE", 75),
    ("SLASH", 76),
    ("AT", 77),
    ("HEADSETHOOK", 79),
    ("FOCUS", 80),
    ("PLUS", 81),
    ("MEDIA_PLAY_PAUSE", 85),
    ("MEDIA_STOP", 86),
    ("MEDIA_NEXT", 87),
    ("MEDIA_PREVIOUS", 88),
    ("MUTE", 91),
    ("CTRL_LEFT", 113),
    ("CTRL_RIGHT", 114),
    ("INSERT", 124),
    ("VOLUME_MUTE", 164),
    ("SETTINGS", 176),
    ("ASSIST", 219),
    ("BRIGHTNESS_DOWN", 220),
    ("BRIGHTNESS_UP", 221),
    ("CUT", 277),
    ("PASTE", 279),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_and_numbers() {
        for (name, code) in [
            ("4", 4),
            ("KEYCODE_BACK", 4),
            ("HOME", 3),
            ("KEYCODE_A", 29),
            ("Z", 54),
            ("KEYCODE_9", 16),
            ("F1", 131),
            ("PASTE", 279),
        ] {
            assert_eq!(key_of(name), Some(KeyCode(code)), "{name}");
        }
        assert_eq!((key_of("KEYCODE_NONE"), key_of("F13"), key_of("")), (None, None, None));
    }
}
