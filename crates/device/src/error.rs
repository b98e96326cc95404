//! Phones that fail us.

use std::fmt;
use std::time::Duration;

use crate::Ability;

/// What a phone, or the way to it, did wrong. [`repeat`](Self::repeat) says whether the call may be made again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The phone went away: unplugged, rebooted, its connection broken.
    #[error("{serial} went away while we tried to {doing}{sent}")]
    Lost {
        /// Which phone.
        serial: String,
        /// What we were about.
        doing: &'static str,
        /// Whether it may have happened nevertheless.
        sent: Sent,
    },
    /// No answer within the deadline.
    #[error("{serial} did not {doing} within {}{sent}", seconds(*.after))]
    TimedOut {
        /// Which phone.
        serial: String,
        /// What we were about.
        doing: &'static str,
        /// How long we waited.
        after: Duration,
        /// Whether it may have happened nevertheless.
        sent: Sent,
    },
    /// The phone understood, and does not want to. Repeating it will not help; the remedy may.
    #[error("{serial} refuses to {doing}: {why}")]
    Refused {
        /// Which phone.
        serial: String,
        /// What we were about.
        doing: &'static str,
        /// Its reason, in its own words or ours.
        why: String,
        /// What a person can do about it; empty where we know nothing.
        remedy: &'static str,
    },
    /// The screen moves without end, so the phone's own tool will not read it.
    #[error("{serial} cannot read its screen: {why}")]
    NotIdle {
        /// Which phone.
        serial: String,
        /// Its reason.
        why: String,
    },
    /// Another program holds what only one may have.
    #[error(
        "{serial} cannot read its screen: another program (Appium, uiautomator2, a screen reader) holds UiAutomation"
    )]
    HeldByAnother {
        /// Which phone.
        serial: String,
    },
    /// The phone answered with something that cannot be understood.
    #[error("{serial} answered our wish to {doing} with something else: {why}")]
    Garbled {
        /// Which phone.
        serial: String,
        /// What we were about.
        doing: &'static str,
        /// What is wrong with it.
        why: String,
        /// Whether it may have happened nevertheless.
        sent: Sent,
    },
    /// The phone's disk is full.
    #[error("{serial} has no room left to {doing}")]
    DiskFull {
        /// Which phone.
        serial: String,
        /// What we were about.
        doing: &'static str,
    },
    /// There is no such app on the phone.
    #[error("there is no {package} on {serial}")]
    NoSuchApp {
        /// Which phone.
        serial: String,
        /// The app asked for.
        package: String,
    },
    /// There is no such snapshot on the phone, or no longer.
    #[error("there is no snapshot {name} on {serial}")]
    NoSuchSnapshot {
        /// Which phone.
        serial: String,
        /// The snapshot asked for.
        name: String,
    },
    /// This phone cannot do that. Ask [`Device::abilities`](crate::Device::abilities) first.
    #[error("{serial} cannot do that: it lacks {ability}")]
    Lacks {
        /// Which phone.
        serial: String,
        /// What it lacks.
        ability: Ability,
    },
    /// The way to the phone is closed: no adb, no server, not authorised. Nothing was sent.
    #[error("cannot use {serial}: {why}")]
    Unreachable {
        /// Which phone, or what we know of it.
        serial: String,
        /// What is in the way.
        why: String,
        /// What a person can do about it; empty where we know nothing.
        remedy: String,
    },
}

/// Whether a failed call may have had its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sent {
    /// Nothing was sent, or what was sent changes nothing.
    Nothing,
    /// It may have arrived.
    Maybe,
}

/// What to do after an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Make the call again: it had no effect.
    Safe,
    /// It may have had its effect: observe before deciding.
    LookFirst,
    /// It would fail again.
    Pointless,
}

impl DeviceError {
    /// Whether the call may be made again.
    pub fn repeat(&self) -> Repeat {
        match self {
            DeviceError::Lost { sent, .. }
            | DeviceError::TimedOut { sent, .. }
            | DeviceError::Garbled { sent, .. } => match sent {
                Sent::Nothing => Repeat::Safe,
                Sent::Maybe => Repeat::LookFirst,
            },
            DeviceError::NotIdle { .. } | DeviceError::HeldByAnother { .. } => Repeat::Safe,
            DeviceError::Refused { .. }
            | DeviceError::DiskFull { .. }
            | DeviceError::NoSuchApp { .. }
            | DeviceError::NoSuchSnapshot { .. }
            | DeviceError::Lacks { .. }
            | DeviceError::Unreachable { .. } => Repeat::Pointless,
        }
    }

    /// What a person can do about it, where we know something.
    pub fn remedy(&self) -> Option<&str> {
        let remedy = match self {
            DeviceError::Lost { .. } => {
                "check the cable and `adb devices`; a phone that comes back is used again"
            }
            DeviceError::TimedOut { .. } => "see whether the phone answers by hand: `adb shell true`",
            DeviceError::Refused { remedy, .. } => remedy,
            DeviceError::Unreachable { remedy, .. } => remedy,
            DeviceError::NotIdle { .. } => "switch animations off in the phone's developer options",
            DeviceError::HeldByAnother { .. } => "stop the other program, or restart the phone",
            DeviceError::DiskFull { .. } => "free some space on the phone",
            DeviceError::NoSuchApp { .. } => {
                "install it first; `adb shell pm list packages` tells what is there"
            }
            DeviceError::Garbled { .. } | DeviceError::NoSuchSnapshot { .. } | DeviceError::Lacks { .. } => {
                ""
            }
        };
        (!remedy.is_empty()).then_some(remedy)
    }

    /// Whether the phone itself is gone, so that only another connection can help.
    pub fn is_lost(&self) -> bool {
        matches!(self, DeviceError::Lost { .. } | DeviceError::Unreachable { .. })
    }
}

impl fmt::Display for Sent {
    /// The end of a sentence about a failed call.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sent::Nothing => "",
            Sent::Maybe => "; it may have arrived",
        })
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_arrived_is_not_repeated_blindly() {
        let lost = |sent| DeviceError::Lost { serial: "ab12".to_owned(), doing: "send a tap", sent };
        assert_eq!(lost(Sent::Nothing).repeat(), Repeat::Safe);
        assert_eq!(lost(Sent::Maybe).repeat(), Repeat::LookFirst);
        assert_eq!(
            lost(Sent::Maybe).to_string(),
            "ab12 went away while we tried to send a tap; it may have arrived"
        );
    }
}
