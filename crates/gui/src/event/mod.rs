//! What a person does to an app, by meaning rather than by pixel.

mod tell;
mod parse;

use serde::{Deserialize, Serialize};

use crate::Selector;
pub use parse::EventError;

/// One thing a person does: tap "Save". Where the finger goes is decided when it is done.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A short touch.
    Tap {
        /// The widget touched.
        target: Selector,
    },
    /// A touch held until the long-press fires.
    LongTap {
        /// The widget touched.
        target: Selector,
    },
    /// Two taps so quick that an app may take them for one.
    DoubleTap {
        /// The widget touched.
        target: Selector,
    },
    /// The text of a text box replaced.
    Edit {
        /// The text box.
        target: Selector,
        /// What stands in it afterwards.
        text: String,
    },
    /// The keyboard's action key, pressed while typing into a text box.
    Submit {
        /// The text box.
        target: Selector,
        /// What the key says.
        action: KeyboardAction,
    },
    /// A finger drawn over a list or page so that more of it comes into view.
    Scroll {
        /// The scrollable widget.
        target: Selector,
        /// Where the content that comes into view was.
        toward: Direction,
    },
    /// A quick swipe over a widget: dismiss a row, turn a page.
    Swipe {
        /// The widget under the finger.
        target: Selector,
        /// Where the finger goes.
        toward: Direction,
    },
    /// Two fingers.
    Pinch {
        /// The widget between the fingers.
        target: Selector,
        /// Together or apart.
        fingers: Pinch,
    },
    /// A key of the phone.
    Key {
        /// Which.
        key: Key,
    },
    /// The phone turned.
    Rotate {
        /// How it is held afterwards.
        to: Orientation,
    },
    /// The app started from the launcher, or brought back.
    Launch,
    /// The app's process ended and the app started anew; its data stays.
    Restart,
    /// The app's process ended by the system for want of memory, while the app is in the background. What the app asked
    /// the system to keep is kept.
    EndProcess,
    /// Nothing done, and time gone by.
    Wait {
        /// How long.
        ms: u64,
    },
    /// Something happens to the phone.
    System {
        /// What.
        event: SystemEvent,
    },
}

/// What the lower right key of the keyboard says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is the word on the key")]
pub enum KeyboardAction {
    Search,
    Done,
    Go,
    Next,
    Send,
}

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What two fingers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pinch {
    /// Fingers come together: zoom out.
    Together,
    /// Fingers go apart: zoom in.
    Apart,
}

/// A key that a phone has, or that adb can press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is the name of the key")]
pub enum Key {
    Back,
    Home,
    Menu,
    Enter,
    Recents,
    VolumeUp,
    VolumeDown,
    DpadUp,
    DpadDown,
    DpadLeft,
    DpadRight,
    DpadCenter,
}

/// How the phone is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Orientation {
    Portrait,
    Landscape,
}

/// Something that happens to a phone while an app runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum SystemEvent {
    /// The phone rings.
    Call,
    /// A text message arrives.
    Sms,
    /// The network comes or goes.
    Network {
        /// Whether there is one afterwards.
        on: bool,
    },
    /// The battery's charge changes.
    Battery {
        /// The charge afterwards.
        percent: u8,
    },
    /// The clock is set or the time zone changes.
    Time,
    /// The screen goes dark or is lit.
    Screen {
        /// Whether it is lit afterwards.
        on: bool,
    },
    /// A broadcast that the app's manifest declares.
    Broadcast {
        /// The intent's action.
        action: String,
    },
    /// An intent from elsewhere that opens the app.
    Intent {
        /// The intent, as a person would name it: its action, or what it opened.
        action: String,
    },
}

impl Event {
    /// The widget it is done to, if it is done to one.
    pub fn target(&self) -> Option<&Selector> {
        match self {
            Event::Tap { target }
            | Event::LongTap { target }
            | Event::DoubleTap { target }
            | Event::Edit { target, .. }
            | Event::Submit { target, .. }
            | Event::Scroll { target, .. }
            | Event::Swipe { target, .. }
            | Event::Pinch { target, .. } => Some(target),
            Event::Key { .. }
            | Event::Rotate { .. }
            | Event::Launch
            | Event::Restart
            | Event::EndProcess
            | Event::Wait { .. }
            | Event::System { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_saved_with_their_target_as_text() {
        let event = Event::Tap { target: "#check in row 3 of #list".parse().unwrap() };
        let saved = serde_json::to_string(&event).unwrap();
        assert_eq!(saved, r##"{"kind":"tap","target":"#check in row 3 of #list"}"##);
        assert_eq!(serde_json::from_str::<Event>(&saved).unwrap(), event);
    }
}
