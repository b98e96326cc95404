//! Events as people ask for them and tell of them.

use std::fmt;

use super::{Direction, Event, Key, KeyboardAction, Orientation, Pinch, SystemEvent};
use crate::tell::{escaped, quoted};

impl Event {
    /// What to do, as a person would ask for it: `type "milk" into #note`. Parsing it gives the event back.
    pub fn wish(&self) -> String {
        match self {
            Event::Tap { target } => format!("tap {target}"),
            Event::LongTap { target } => format!("long-tap {target}"),
            Event::DoubleTap { target } => format!("tap {target} twice, quickly"),
            Event::Edit { target, text } if text.is_empty() => format!("empty {target}"),
            Event::Edit { target, text } => format!("type {} into {target}", quoted(text)),
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
            Event::System { event } => event.wish(),
        }
    }
}

impl SystemEvent {
    fn wish(&self) -> String {
        let switch = |on: bool| if on { "on" } else { "off" };
        match self {
            SystemEvent::Call => "let the phone ring".to_owned(),
            SystemEvent::Sms => "let a text message arrive".to_owned(),
            SystemEvent::Network { on } => format!("switch the network {}", switch(*on)),
            SystemEvent::Battery { percent } => format!("let the battery go to {percent} %"),
            SystemEvent::Time => "set the clock".to_owned(),
            SystemEvent::Screen { on } => format!("switch the screen {}", switch(*on)),
            SystemEvent::Broadcast { action } => format!("send the broadcast {}", quoted(action)),
            SystemEvent::Intent { action } => format!("send the intent {}", quoted(action)),
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

/// `1.5 s`, to the millisecond.
fn seconds(ms: u64) -> String {
    let exact = format!("{}.{:03}", ms / 1000, ms % 1000);
    format!("{} s", exact.trim_end_matches('0').trim_end_matches('.'))
}

/// Names that read the same in a file and to a person.
macro_rules! told_by_name {
    ($($type:ident { $($variant:ident $name:literal),+ $(,)? })+) => {
        $(impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];
        }

        impl fmt::Display for $type {
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
    use crate::Selector;

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
}
