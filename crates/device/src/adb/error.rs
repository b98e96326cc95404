//! What can go wrong on the way to a phone.

use std::time::Duration;

use crate::Sent;
use android::cli::AdbFailure;
use android::devices::{DeviceState, ListedDevice};

/// Why the adb server, or a phone behind it, did not do what we asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdbError {
    /// No adb server answers, and none could be started. Nothing was sent.
    #[error("no adb server answers at {address}: {why}")]
    NoServer {
        /// Host and port.
        address: String,
        /// What is in the way.
        why: String,
    },
    /// No phone can be used, or it is not clear which one is meant. Nothing was sent.
    #[error("{0}")]
    NoPhone(#[from] NoPhone),
    /// The server, or the phone's own daemon, said no.
    #[error("adb says: {said}")]
    Failed {
        /// What it means, as far as we know.
        failure: AdbFailure,
        /// Its own words.
        said: String,
        /// Whether a phone may have got what we sent.
        sent: Sent,
    },
    /// The connection broke, or ended before the answer did.
    #[error("the connection broke: {why}{sent}")]
    Lost {
        /// How.
        why: String,
        /// Whether a phone may have got what we sent.
        sent: Sent,
    },
    /// No answer in time.
    #[error("no answer within {:.1} s{sent}", .after.as_secs_f64())]
    TimedOut {
        /// How long we waited in all.
        after: Duration,
        /// Whether a phone may have got what we sent.
        sent: Sent,
    },
    /// An answer that is none.
    #[error("the answer cannot be understood: {why}{sent}")]
    Garbled {
        /// What is wrong with it.
        why: String,
        /// Whether a phone may have got what we sent.
        sent: Sent,
    },
    /// The phone's package manager refused to install or remove an app.
    #[error("the phone's package manager says: {code}{}{detail}", if .code.is_empty() || .detail.is_empty() { "" } else { ": " })]
    Package {
        /// Its short word, such as `INSTALL_FAILED_VERSION_DOWNGRADE`; empty where it gave none.
        code: String,
        /// What it said beyond that.
        detail: String,
    },
    /// A file on this computer or on the phone cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The emulator's console said no.
    #[error("the emulator's console says: {why}")]
    Console {
        /// Its words after `KO:`.
        why: String,
    },
}

impl AdbError {
    /// Whether a phone may have got what we sent.
    pub fn sent(&self) -> Sent {
        match self {
            AdbError::NoServer { .. } | AdbError::NoPhone(_) => Sent::Nothing,
            AdbError::Failed { sent, .. }
            | AdbError::Lost { sent, .. }
            | AdbError::TimedOut { sent, .. }
            | AdbError::Garbled { sent, .. } => *sent,
            // They answered, so they did get it, and did not do it.
            AdbError::Package { .. } | AdbError::File { .. } | AdbError::Console { .. } => Sent::Nothing,
        }
    }

    /// Whether the phone, or the way to it, is gone for now, so that waiting for it may help.
    pub fn is_gone(&self) -> bool {
        match self {
            AdbError::NoServer { .. } | AdbError::Lost { .. } => true,
            AdbError::Failed { failure, .. } => matches!(
                failure,
                AdbFailure::DeviceNotFound(_)
                    | AdbFailure::NoDevices
                    | AdbFailure::Offline
                    | AdbFailure::Closed
                    | AdbFailure::Unauthorized
            ),
            _ => false,
        }
    }

    pub(super) fn failed(message: &[u8], sent: Sent) -> AdbError {
        let said = android::text::text_of(message).text.trim().to_owned();
        let failure = AdbFailure::parse(&said).unwrap_or_else(|| AdbFailure::Other(said.clone()));
        AdbError::Failed { failure, said, sent }
    }
}

/// Why there is no phone to use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot use {}: {}", self.phone(), self.why())]
pub enum NoPhone {
    /// adb sees none.
    None,
    /// Several could be meant.
    Several {
        /// All that adb sees.
        seen: Vec<ListedDevice>,
    },
    /// The one meant is not there.
    NotThere {
        /// The one meant.
        serial: String,
        /// All that adb sees.
        seen: Vec<ListedDevice>,
    },
    /// The one meant, or the only one, is not ready.
    NotReady {
        /// The one meant.
        serial: String,
        /// Its state.
        state: DeviceState,
        /// All that adb sees.
        seen: Vec<ListedDevice>,
    },
}

impl NoPhone {
    /// The phone that is meant, as far as that is known.
    pub fn phone(&self) -> &str {
        match self {
            NoPhone::None | NoPhone::Several { .. } => "a phone",
            NoPhone::NotThere { serial, .. } | NoPhone::NotReady { serial, .. } => serial,
        }
    }

    /// What is in the way, and what adb sees.
    pub fn why(&self) -> String {
        match self {
            NoPhone::None => "adb sees none".to_owned(),
            NoPhone::Several { seen } => {
                format!("several are connected and none was chosen\n  {}", told(seen))
            }
            NoPhone::NotThere { seen, .. } => format!("it is not there\n  {}", told(seen)),
            NoPhone::NotReady { state, seen, .. } => format!("{}\n  {}", why_not(state), told(seen)),
        }
    }

    /// What a person can do about it.
    pub fn remedy(&self) -> String {
        match self {
            NoPhone::None => {
                "plug one in and allow USB debugging, start an emulator, or use `sim:NAME`".to_owned()
            }
            NoPhone::Several { seen } => match first_ready(seen) {
                Some(serial) => {
                    format!("choose one, for instance with `--device {serial}` or ANDROID_SERIAL")
                }
                None => "make one of them ready and choose it with `--device`".to_owned(),
            },
            NoPhone::NotThere { seen, .. } => other(seen, "check the cable and `adb devices`"),
            NoPhone::NotReady { state, seen, .. } => other(seen, state.remedy()),
        }
    }
}

fn other(seen: &[ListedDevice], remedy: &str) -> String {
    match first_ready(seen) {
        Some(serial) => format!("{remedy}, or choose the other with `--device {serial}`"),
        None => remedy.to_owned(),
    }
}

fn first_ready(seen: &[ListedDevice]) -> Option<&str> {
    seen.iter().find(|device| device.state == DeviceState::Ready).map(|device| device.serial.as_str())
}

fn why_not(state: &DeviceState) -> String {
    match state {
        DeviceState::Ready => "it is ready".to_owned(),
        DeviceState::Offline => "it does not answer adb".to_owned(),
        DeviceState::Unauthorized => "it has not allowed this computer yet".to_owned(),
        DeviceState::Authorizing => "it is asking its owner whether to allow this computer".to_owned(),
        DeviceState::Special(mode) => format!("it is in the mode {mode}"),
        DeviceState::NoPermissions(_) => "this computer's user may not open it".to_owned(),
    }
}

fn told(seen: &[ListedDevice]) -> String {
    let list: Vec<String> = seen.iter().map(|d| format!("{} ({})", d.serial, d.state)).collect();
    match list.len() {
        0 => "adb sees no device".to_owned(),
        1 => format!("adb sees 1 device: {}", list[0]),
        n => format!("adb sees {n} devices: {}", list.join(", ")),
    }
}
