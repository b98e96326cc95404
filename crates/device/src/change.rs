//! What happens to a phone other than fingers.

use std::time::Duration;

use gui::{Orientation, SystemEvent};
use serde::{Deserialize, Serialize};

use crate::Ability;

/// Something about the phone that we change. Each needs its ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Change {
    /// The phone is turned.
    Rotate {
        /// How it is held afterwards.
        to: Orientation,
    },
    /// The app's process ends as if memory had run out: the system keeps what the app asked it to keep, and shows the app
    /// again as it was when someone comes back. The app is in the background while it happens.
    KillProcess {
        /// Whose.
        package: String,
    },
    /// The language and region, as `de-DE`.
    Locale {
        /// As a language tag.
        tag: String,
    },
    /// Dark mode.
    DarkMode {
        /// Whether it is on.
        on: bool,
    },
    /// The size of letters.
    FontScale {
        /// 100 is normal, 130 what the settings call largest on older phones.
        percent: u16,
    },
    /// The app's part of the screen, as in multi-window mode, in pixels; `None` is all of it.
    WindowSize {
        /// Width and height.
        px: Option<(u32, u32)>,
    },
    /// Time passes, without anybody waiting for it.
    AdvanceClock {
        /// How much.
        by: Duration,
    },
    /// A runtime permission is given or taken.
    Permission {
        /// Whose.
        package: String,
        /// `android.permission.CAMERA`.
        name: String,
        /// Given or taken.
        granted: bool,
    },
    /// A call, a message, the network, the battery, the clock, the screen, a broadcast.
    System {
        /// What happens.
        event: SystemEvent,
    },
}

impl Change {
    /// What a phone must be able to do for it.
    pub fn needs(&self) -> Ability {
        match self {
            Change::Rotate { .. } => Ability::Rotate,
            Change::KillProcess { .. } => Ability::KillProcess,
            Change::Locale { .. } => Ability::Locale,
            Change::DarkMode { .. } => Ability::DarkMode,
            Change::FontScale { .. } => Ability::FontScale,
            Change::WindowSize { .. } => Ability::WindowSize,
            Change::AdvanceClock { .. } => Ability::AdvanceClock,
            Change::Permission { .. } => Ability::Permissions,
            Change::System { event } => match event {
                SystemEvent::Network { .. } => Ability::Network,
                SystemEvent::Screen { .. } => Ability::ScreenOnOff,
                SystemEvent::Call | SystemEvent::Sms => Ability::Telephony,
                SystemEvent::Battery { .. } => Ability::Battery,
                SystemEvent::Time => Ability::SetTime,
                SystemEvent::Broadcast { .. } | SystemEvent::Intent { .. } => Ability::Broadcasts,
            },
        }
    }
}
