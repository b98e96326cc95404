//! Keys, as Android counts and names them.

use std::fmt;

use gui::Key;
use serde::{Deserialize, Serialize};

/// A key's number, as Android's `KeyEvent` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyCode(pub u32);

/// Names each key once: its constant, its number, its name in Android.
macro_rules! keys {
    ($($name:ident $code:literal),+ $(,)?) => {
        impl KeyCode {
            $(#[doc = concat!("`KEYCODE_", stringify!($name), "`.")] pub const $name: KeyCode = KeyCode($code);)+
        }

        const NAMED: &[(&str, KeyCode)] = &[$((stringify!($name), KeyCode($code))),+];
    };
}

keys! {
    UNKNOWN 0, SOFT_LEFT 1, SOFT_RIGHT 2, HOME 3, BACK 4, CALL 5, ENDCALL 6, STAR 17, POUND 18, DPAD_UP 19, DPAD_DOWN 20,
    DPAD_LEFT 21, DPAD_RIGHT 22, DPAD_CENTER 23, VOLUME_UP 24, VOLUME_DOWN 25, POWER 26, CAMERA 27, CLEAR 28, COMMA 55,
    PERIOD 56, ALT_LEFT 57, ALT_RIGHT 58, SHIFT_LEFT 59, SHIFT_RIGHT 60, TAB 61, SPACE 62, EXPLORER 64, ENVELOPE 65,
    ENTER 66, DEL 67, GRAVE 68, MINUS 69, EQUALS 70, LEFT_BRACKET 71, RIGHT_BRACKET 72, BACKSLASH 73, SEMICOLON 74,
    APOSTROPHE 75, SLASH 76, AT 77, HEADSETHOOK 79, FOCUS 80, PLUS 81, MENU 82, NOTIFICATION 83, SEARCH 84,
    MEDIA_PLAY_PAUSE 85, MEDIA_STOP 86, MEDIA_NEXT 87, MEDIA_PREVIOUS 88, MUTE 91, PAGE_UP 92, PAGE_DOWN 93, ESCAPE 111,
    FORWARD_DEL 112, CTRL_LEFT 113, CTRL_RIGHT 114, MOVE_HOME 122, MOVE_END 123, INSERT 124, F1 131, F2 132, F3 133,
    F4 134, F5 135, F6 136, F7 137, F8 138, F9 139, F10 140, F11 141, F12 142, VOLUME_MUTE 164, SETTINGS 176,
    APP_SWITCH 187, ASSIST 219, BRIGHTNESS_DOWN 220, BRIGHTNESS_UP 221, SLEEP 223, WAKEUP 224, CUT 277, PASTE 279,
}

/// The keys whose names are no names in Rust, from their first on: `KEYCODE_0` is 7, `KEYCODE_A` is 29.
const ROWS: [(&str, u32); 2] = [("0123456789", 7), ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 29)];

impl KeyCode {
    /// Android's name without `KEYCODE_`, for the keys that we know.
    pub fn name(self) -> Option<&'static str> {
        let named = NAMED.iter().find(|(_, code)| *code == self).map(|(name, _)| *name);
        named.or_else(|| {
            ROWS.iter().find_map(|(names, first)| {
                let at = usize::try_from(self.0.checked_sub(*first)?).ok()?;
                names.get(at..=at)
            })
        })
    }

    /// The key of a number, or of a name with or without `KEYCODE_`. As Android takes it, `9` is the key of that number, and
    /// `KEYCODE_9` the one with that digit.
    pub fn of(text: &str) -> Option<KeyCode> {
        if let Ok(number) = text.parse() {
            return Some(KeyCode(number));
        }
        let name = text.strip_prefix("KEYCODE_").unwrap_or(text);
        let named = NAMED.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
        named.or_else(|| {
            let of_row = |(names, first): &(&str, u32)| {
                let at = names.find(name).filter(|_| name.len() == 1)?;
                Some(KeyCode(first + u32::try_from(at).ok()?))
            };
            ROWS.iter().find_map(of_row)
        })
    }
}

impl KeyCode {
    /// The key as events name it, where they do.
    pub fn named(self) -> Option<Key> {
        Key::ALL.iter().copied().find(|&key| KeyCode::from(key) == self)
    }
}

impl From<Key> for KeyCode {
    fn from(key: Key) -> KeyCode {
        match key {
            Key::Back => KeyCode::BACK,
            Key::Home => KeyCode::HOME,
            Key::Menu => KeyCode::MENU,
            Key::Enter => KeyCode::ENTER,
            Key::Recents => KeyCode::APP_SWITCH,
            Key::VolumeUp => KeyCode::VOLUME_UP,
            Key::VolumeDown => KeyCode::VOLUME_DOWN,
            Key::DpadUp => KeyCode::DPAD_UP,
            Key::DpadDown => KeyCode::DPAD_DOWN,
            Key::DpadLeft => KeyCode::DPAD_LEFT,
            Key::DpadRight => KeyCode::DPAD_RIGHT,
            Key::DpadCenter => KeyCode::DPAD_CENTER,
        }
    }
}

impl fmt::Display for KeyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "KEYCODE_{name}"),
            None => write!(f, "key {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_and_numbers() {
        for (text, code) in [
            ("4", 4),
            ("KEYCODE_BACK", 4),
            ("HOME", 3),
            ("KEYCODE_A", 29),
            ("Z", 54),
            ("9", 9),
            ("KEYCODE_0", 7),
            ("KEYCODE_9", 16),
            ("F1", 131),
            ("PASTE", 279),
            ("300", 300),
        ] {
            assert_eq!(KeyCode::of(text), Some(KeyCode(code)), "{text}");
        }
        for text in ["KEYCODE_NONE", "F13", "", "KEYCODE_", "AB", "-1", "back"] {
            assert_eq!(KeyCode::of(text), None, "{text}");
        }
    }

    #[test]
    fn every_name_leads_back_to_its_key() {
        let named = (0..400).map(KeyCode).filter(|code| code.name().is_some());
        assert_eq!(named.clone().count(), NAMED.len() + 36);
        for code in named {
            assert_eq!(KeyCode::of(&code.to_string()), Some(code), "{code}");
        }
        assert_eq!(KeyCode(300).to_string(), "key 300");
    }

    #[test]
    fn what_events_name_has_a_key_and_other_keys_have_no_such_name() {
        for &key in Key::ALL {
            assert_eq!(KeyCode::from(key).named(), Some(key));
        }
        assert_eq!(KeyCode::CAMERA.named(), None);
    }
}
