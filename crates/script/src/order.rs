//! One order of a script.

use std::fmt;
use std::time::Duration;

use gui::{Event, Flag, Key, Layout, Selector};

use crate::Secret;

/// How long to wait for something when the script does not say.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The longest that one order may wait.
pub const MAX_WAIT: Duration = Duration::from_secs(3600);

/// What one line of a script asks for. It prints as that line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// This done: `tap #login`.
    Do(Event),
    /// A secret typed: `type $PASSWORD into #password`.
    TypeSecret {
        /// The text box.
        target: Selector,
        /// What stands in it afterwards.
        secret: Secret,
    },
    /// The keyboard put away where it is up: `hide the keyboard`.
    HideKeyboard,
    /// Looking again and again until something holds: `wait up to 30 s for #home`.
    WaitFor {
        /// What.
        condition: Condition,
        /// When to give up; whole milliseconds.
        at_most: Duration,
    },
    /// Something that holds once the screen rests: `expect #home`.
    Expect(Condition),
}

/// Something that can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The widget that it is about. Any widget that it may mean will do.
    pub target: Selector,
    /// Whether it is to be there, or gone.
    pub there: bool,
}

impl Order {
    /// What is to be done to the phone, a secret in plain text included; `None` where nothing is. `keyboard` says whether it is
    /// up, where the phone tells: back would leave the screen if it were not.
    pub fn event(&self, keyboard: Option<bool>) -> Option<Event> {
        match self {
            Order::Do(event) => Some(event.clone()),
            Order::TypeSecret { target, secret } => {
                Some(Event::Edit { target: target.clone(), text: secret.reveal().to_owned() })
            }
            Order::HideKeyboard => (keyboard == Some(true)).then_some(Event::Key { key: Key::Back }),
            Order::WaitFor { .. } | Order::Expect(_) => None,
        }
    }
}

impl Order {
    /// What is wrong with an order that waits longer than anybody would.
    pub(crate) fn too_long(&self) -> Option<String> {
        let time = match self {
            Order::WaitFor { at_most, .. } => *at_most,
            Order::Do(Event::Wait { ms }) => Duration::from_millis(*ms),
            _ => return None,
        };
        (time > MAX_WAIT).then(|| format!("nobody waits that long: {} s at most", MAX_WAIT.as_secs()))
    }
}

impl Condition {
    /// Whether it holds on this screen.
    pub fn holds(&self, layout: &Layout) -> bool {
        self.target.all(layout).iter().any(|node| node.is(Flag::Visible)) == self.there
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Do(event) => f.write_str(&event.wish()),
            Order::TypeSecret { target, secret } => write!(f, "type {secret} into {target}"),
            Order::HideKeyboard => f.write_str("hide the keyboard"),
            Order::WaitFor { condition, at_most } if *at_most == PATIENCE => {
                write!(f, "wait for {condition}")
            }
            Order::WaitFor { condition, at_most } => {
                let ms = u64::try_from(at_most.as_millis()).unwrap_or(u64::MAX);
                let time = Event::Wait { ms }.wish();
                write!(f, "{} for {condition}", time.replacen("wait", "wait up to", 1))
            }
            Order::Expect(condition) => write!(f, "expect {condition}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.target, if self.there { "" } else { " to be gone" })
    }
}
