//! Which phone it is and what is on it.

use std::fmt;

use serde::Serialize;

use android::component::Component;

/// Which phone it is. Stays the same while we use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// What people choose it by: `emulator-5554`, `sim:notes`.
    pub serial: String,
    /// Who made it.
    pub manufacturer: String,
    /// What its maker calls it.
    pub model: String,
    /// The Android release people know: `14`.
    pub release: String,
    /// The API level.
    pub api: u32,
    /// Width and height of the screen in its natural position.
    pub screen_px: (u32, u32),
    /// Dots per inch.
    pub density_dpi: u32,
}

impl fmt::Display for Identity {
    /// As a person would name it: `Pixel 7, Android 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, Android {}", self.model, self.release)
    }
}

/// An app on the phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InstalledApp {
    /// The application id, such as `com.example.notes`.
    pub package: String,
    /// The name below its icon; empty where the phone does not tell.
    pub label: String,
    /// The version people see; empty where the phone does not tell.
    pub version: String,
    /// Its version as a number.
    pub version_code: u64,
    /// What starts when someone taps its icon; `None` for apps without one.
    pub launcher: Option<Component>,
    /// Its activities, as far as the phone tells.
    pub activities: Vec<Component>,
    /// The runtime permissions it asks for.
    pub permissions: Vec<Permission>,
    /// The process, while there is one.
    pub pid: Option<u32>,
}

/// A runtime permission that an app asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Permission {
    /// `android.permission.CAMERA`.
    pub name: String,
    /// Whether it has been given.
    pub granted: bool,
}
