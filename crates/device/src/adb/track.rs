//! The phones the server sees, now and at each change.

use std::time::Duration;

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use super::parse::devices::{ListedDevice, listed_devices};
use super::parse::text::text_of;

/// The server's word whenever a phone comes, goes or changes its state; the first at once.
#[derive(Debug)]
pub struct DeviceTracker {
    connection: Connection,
    patience: Duration,
    over: bool,
}

impl DeviceTracker {
    pub(super) fn new(connection: Connection) -> DeviceTracker {
        DeviceTracker { connection, patience: Duration::from_secs(60), over: false }
    }

    /// How long each next word may take; a minute unless told otherwise.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> DeviceTracker {
        DeviceTracker { patience, ..self }
    }
}

impl Iterator for DeviceTracker {
    type Item = Result<Vec<ListedDevice>, AdbError>;

    /// Waits for the next change. After an error, no change in time included, it is over: half a word may be lost.
    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        self.connection.set_deadline(Deadline::after(self.patience));
        let list = self.connection.sized_text().map(|list| listed_devices(&text_of(&list).text));
        self.over = list.is_err();
        Some(list)
    }
}
