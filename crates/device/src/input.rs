//! What fingers do, by pixel rather than by meaning.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::KeyCode;

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

    /// Whether every phone can type it: printable ASCII. Android's `input text` drops or refuses all else.
    pub fn is_plain(text: &str) -> bool {
        text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_printable_ascii_is_plain() {
        assert!(Input::is_plain("a ~!"));
        for text in ["é", "a\n", "\t", "☃", "\u{7f}"] {
            assert!(!Input::is_plain(text), "{text:?}");
        }
    }
}
