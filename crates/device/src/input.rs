//! What fingers do, by pixel rather than by meaning.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A pixel of the screen as it is held now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// One touch, key press or run of typing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Input {
    /// A short touch.
    Tap {
        /// Where.
        at: Point,
    },
    /// Two short touches so quick that nothing can settle in between.
    DoubleTap {
        /// Where.
        at: Point,
    },
    /// A touch that stays.
    Hold {
        /// Where.
        at: Point,
        /// How long; Android takes half a second for a long press.
        time: Duration,
    },
    /// A finger drawn over the screen.
    Swipe {
        /// Where it comes down.
        from: Point,
        /// Where it is lifted.
        to: Point,
        /// How long it takes: quick is a fling.
        time: Duration,
    },
    /// Two fingers on a horizontal line, moving apart or together. Needs [`Ability::Pinch`](crate::Ability::Pinch).
    Pinch {
        /// The middle between them.
        at: Point,
        /// How far each is from it at first, in pixels.
        from: u32,
        /// How far each is from it at last.
        to: u32,
        /// How long it takes.
        time: Duration,
    },
    /// A key, pressed so many times.
    Key {
        /// Which.
        code: KeyCode,
        /// How often.
        times: u32,
    },
    /// Typing into whatever has the focus, and nothing where nothing has it. Characters beyond printable ASCII need
    /// [`Ability::TypeAnything`](crate::Ability::TypeAnything).
    Text {
        /// What is typed.
        text: String,
    },
}

impl Input {
    /// A key pressed once.
    pub fn key(code: KeyCode) -> Input {
        Input::Key { code, times: 1 }
    }
}

impl fmt::Display for Input {
    /// As a person tells it: `tap at 540,1200`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Tap { at } => write!(f, "tap at {at}"),
            Input::DoubleTap { at } => write!(f, "double tap at {at}"),
            Input::Hold { at, .. } => write!(f, "long tap at {at}"),
            Input::Swipe { from, to, .. } => write!(f, "swipe from {from} to {to}"),
            Input::Pinch { at, from, to, .. } if to > from => write!(f, "two fingers apart at {at}"),
            Input::Pinch { at, .. } => write!(f, "two fingers together at {at}"),
            Input::Key { code, times: 1 } => write!(f, "{code}"),
            Input::Key { code, times } => write!(f, "{code}, {times} times"),
            Input::Text { text } => write!(f, "typing of {}", gui::quoted(text)),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

/// A key's number, as Android's `KeyEvent` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyCode(pub u32);

/// Names each key once: its constant, its number, its name in Android.
macro_rules! keys {
    ($($name:ident $code:literal),+ $(,)?) => {
        impl KeyCode {
            $(#[doc = concat!("`KEYCODE_", stringify!($name), "`.")] pub const $name: KeyCode = KeyCode($code);)+

            /// Android's name without `KEYCODE_`, for the keys we use.
            pub fn name(self) -> Option<&'static str> {
                match self.0 { $($code => Some(stringify!($name)),)+ _ => None }
            }

            /// The key of a name, with or without `KEYCODE_`, or of a number.
            pub fn of(name: &str) -> Option<KeyCode> {
                match name.strip_prefix("KEYCODE_").unwrap_or(name) {
                    $(stringify!($name) => Some(KeyCode($code)),)+
                    other => other.parse().ok().map(KeyCode),
                }
            }
        }
    };
}

keys! {
    HOME 3, BACK 4, CALL 5, ENDCALL 6, DPAD_UP 19, DPAD_DOWN 20, DPAD_LEFT 21, DPAD_RIGHT 22, DPAD_CENTER 23,
    VOLUME_UP 24, VOLUME_DOWN 25, POWER 26, CAMERA 27, CLEAR 28, TAB 61, SPACE 62, ENTER 66, DEL 67, MENU 82,
    NOTIFICATION 83, SEARCH 84, PAGE_UP 92, PAGE_DOWN 93, ESCAPE 111, FORWARD_DEL 112, MOVE_HOME 122, MOVE_END 123,
    APP_SWITCH 187, SLEEP 223, WAKEUP 224,
}

impl fmt::Display for KeyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "KEYCODE_{name}"),
            None => write!(f, "key {}", self.0),
        }
    }
}
