//! One phone behind the adb server: its services, its state, what it offers.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::client::Adb;
use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use android::cli::AdbFailure;
use android::devices::DeviceState;
use android::host_reply::features;
use android::text::text_of;

/// One phone behind the adb server. What it can do is asked once, until [`forget`](Transport::forget).
#[derive(Debug, Clone)]
pub struct Transport {
    adb: Adb,
    serial: String,
    features: OnceCell<BTreeSet<String>>,
}

impl Transport {
    pub(super) fn of_serial(adb: Adb, serial: &str) -> Transport {
        Transport { adb, serial: serial.to_owned(), features: OnceCell::new() }
    }

    /// The server it is behind.
    pub fn adb(&self) -> &Adb {
        &self.adb
    }

    /// Whether it can be used now. The server calls some states failures.
    pub fn state(&self, deadline: Deadline) -> Result<DeviceState, AdbError> {
        let word = match self.query("get-state", deadline) {
            Ok(word) => text_of(&word).text,
            Err(AdbError::Failed { failure: AdbFailure::Offline, .. }) => return Ok(DeviceState::Offline),
            Err(AdbError::Failed { failure: AdbFailure::Unauthorized, .. }) => {
                return Ok(DeviceState::Unauthorized);
            }
            Err(error) => return Err(error),
        };
        Ok(DeviceState::of(word.trim()).unwrap_or(DeviceState::Special(word)))
    }

    /// Waits until it is in this state: `device`, `recovery`, `disconnect`.
    pub fn wait_for(&self, state: &str, deadline: Deadline) -> Result<(), AdbError> {
        let mut connection = self.adb.open(deadline)?;
        connection.ask_server(&self.request(&format!("wait-for-any-{state}")))?;
        connection.status()
    }

    /// Whether its daemon offers this, such as `shell_v2`.
    pub fn offers(&self, feature: &str, deadline: Deadline) -> Result<bool, AdbError> {
        Ok(self.features(deadline)?.contains(feature))
    }

    /// All that its daemon offers; none up to Android 6.
    pub fn features(&self, deadline: Deadline) -> Result<&BTreeSet<String>, AdbError> {
        if let Some(known) = self.features.get() {
            return Ok(known);
        }
        let text = text_of(&self.query("features", deadline)?).text;
        Ok(self.features.get_or_init(|| features(&text).into_iter().map(str::to_owned).collect()))
    }

    /// Forgets what it offers: after it came back it may be another Android.
    pub fn forget(&mut self) {
        self.features = OnceCell::new();
    }

    /// Opens a service of the phone's daemon.
    pub(super) fn service(&self, service: &str, deadline: Deadline) -> Result<Connection, AdbError> {
        let mut connection = self.adb.open(deadline)?;
        connection.ask_server(&format!("host:transport:{}", self.serial))?;
        connection.open_service(service)?;
        Ok(connection)
    }

    /// Asks the server something about this phone.
    pub(super) fn query(&self, request: &str, deadline: Deadline) -> Result<Vec<u8>, AdbError> {
        self.adb.query(&self.request(request), deadline)
    }

    /// A question to the server, about this phone.
    pub(super) fn request(&self, request: &str) -> String {
        format!("host-serial:{}:{request}", self.serial)
    }
}
