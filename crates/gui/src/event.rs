//! What a person does to an app, by meaning rather than by pixel.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Selector;
use crate::tell::escaped;

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

impl Event {
    /// What to do, as a person would ask for it: `type “milk” into #note`.
    pub fn wish(&self) -> String {
        match self {
            Event::Tap { target } => format!("tap {target}"),
            Event::LongTap { target } => format!("long-tap {target}"),
            Event::DoubleTap { target } => format!("tap {target} twice, quickly"),
            Event::Edit { target, text } if text.is_empty() => format!("empty {target}"),
            Event::Edit { target, text } => format!("type {} into {target}", in_typographic_quotes(text)),
            Event::Submit { target, action } => format!("press {action} on the keyboard in {target}"),
            Event::Scroll { target, toward } => format!("scroll {target} {toward}"),
            Event::Swipe { target, toward } => format!("swipe {target} {toward}"),
            Event::Pinch { target, fingers: Pinch::Together } => format!("pinch {target} together"),
            Event::Pinch { target, fingers: Pinch::Apart } => format!("spread two fingers on {target}"),
            Event::Key { key } => format!("press {key}"),
            Event::Rotate { to } => format!("turn the phone to {to}"),
            Event::Launch => "open the app".to_owned(),
            Event::Restart => "restart the app".to_owned(),
            Event::Wait { ms } => format!("wait {}", seconds(*ms)),
            Event::EndProcess => "end the app's process while it is in the background".to_owned(),
            Event::System { event } => format!("wait until {event}"),
        }
    }
}

impl fmt::Display for Event {
    /// In the past tense, as a person tells what was done: `typed “milk” into #note`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Tap { target } => write!(f, "tapped {target}"),
            Event::LongTap { target } => write!(f, "long-tapped {target}"),
            Event::DoubleTap { target } => write!(f, "tapped {target} twice, quickly"),
            Event::Edit { target, text } if text.is_empty() => write!(f, "emptied {target}"),
            Event::Edit { target, text } => write!(f, "typed {} into {target}", in_typographic_quotes(text)),
            Event::Submit { target, action } => write!(f, "pressed {action} on the keyboard in {target}"),
            Event::Scroll { target, toward } => write!(f, "scrolled {target} {toward}"),
            Event::Swipe { target, toward } => write!(f, "swiped {target} {toward}"),
            Event::Pinch { target, fingers: Pinch::Together } => write!(f, "pinched {target} together"),
            Event::Pinch { target, fingers: Pinch::Apart } => write!(f, "spread two fingers on {target}"),
            Event::Key { key } => write!(f, "pressed {key}"),
            Event::Rotate { to } => write!(f, "turned the phone to {to}"),
            Event::Launch => write!(f, "opened the app"),
            Event::Restart => write!(f, "restarted the app"),
            Event::EndProcess => write!(f, "the system ended the app's process"),
            Event::Wait { ms } => write!(f, "waited {}", seconds(*ms)),
            Event::System { event } => event.fmt(f),
        }
    }
}

impl fmt::Display for SystemEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SystemEvent::Call => write!(f, "the phone rang"),
            SystemEvent::Sms => write!(f, "a text message arrived"),
            SystemEvent::Network { on: true } => write!(f, "the network came back"),
            SystemEvent::Network { on: false } => write!(f, "the network went away"),
            SystemEvent::Battery { percent } => write!(f, "the battery went to {percent} %"),
            SystemEvent::Time => write!(f, "the clock was set"),
            SystemEvent::Screen { on: true } => write!(f, "the screen was switched on"),
            SystemEvent::Screen { on: false } => write!(f, "the screen was switched off"),
            SystemEvent::Broadcast { action } => write!(f, "the broadcast {} was sent", escaped(action)),
            SystemEvent::Intent { action } => write!(f, "the intent {} was sent", escaped(action)),
        }
    }
}

/// In quotes that a typed `"` cannot be taken for.
fn in_typographic_quotes(text: &str) -> String {
    format!("“{}”", escaped(text))
}

/// `1.5 s`
fn seconds(ms: u64) -> String {
    format!("{} s", ms as f64 / 1000.0)
}

/// Names that read the same in a file and to a person.
macro_rules! told_by_name {
    ($($type:ident { $($variant:ident $name:literal),+ $(,)? })+) => {
        $(impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($type::$variant => $name),+ })
            }
        })+
    };
}

told_by_name! {
    KeyboardAction { Search "search", Done "done", Go "go", Next "next", Send "send" }
    Direction { Up "up", Down "down", Left "left", Right "right" }
    Key {
        Back "back", Home "home", Menu "menu", Enter "enter", Recents "recents",
        VolumeUp "volume up", VolumeDown "volume down",
        DpadUp "up", DpadDown "down", DpadLeft "left", DpadRight "right", DpadCenter "center",
    }
    Orientation { Portrait "portrait", Landscape "landscape" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_read_as_a_person_tells_them() {
        let on = |selector: &str| selector.parse::<Selector>().unwrap();
        for (event, told) in [
            (Event::Tap { target: on("row 3 of #list") }, "tapped row 3 of #list"),
            (Event::LongTap { target: on(r#"text "Save""#) }, r#"long-tapped text "Save""#),
            (Event::Edit { target: on("#note"), text: "say \"hi\"".into() }, "typed “say \"hi\"” into #note"),
            (Event::Edit { target: on("EditText"), text: String::new() }, "emptied EditText"),
            (
                Event::Submit { target: on("#query"), action: KeyboardAction::Search },
                "pressed search on the keyboard in #query",
            ),
            (Event::Scroll { target: on("#list"), toward: Direction::Down }, "scrolled #list down"),
            (Event::Rotate { to: Orientation::Landscape }, "turned the phone to landscape"),
        ] {
            assert_eq!(event.to_string(), told);
        }
    }

    #[test]
    fn events_are_saved_with_their_target_as_text() {
        let event = Event::Tap { target: "#check in row 3 of #list".parse().unwrap() };
        let saved = serde_json::to_string(&event).unwrap();
        assert_eq!(saved, r##"{"kind":"tap","target":"#check in row 3 of #list"}"##);
        assert_eq!(serde_json::from_str::<Event>(&saved).unwrap(), event);
    }
}
