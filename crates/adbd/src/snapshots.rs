//! Conditions of the phone that someone has saved under a name.

use std::collections::BTreeMap;

use device::{DeviceError, SnapshotId};

use crate::phone::{Memory, State};

/// The most that may be kept at once.
const MAX_SNAPSHOTS: usize = 256;

/// The most bytes of files in all of them; a file that several have counts in each.
const MAX_SAVED_BYTES: u64 = 1 << 30;

/// What was saved, by name.
#[derive(Default)]
pub(crate) struct Snapshots(BTreeMap<String, Saved>);

struct Saved {
    id: SnapshotId,
    memory: Memory,
    unix_ms: u64,
}

impl Snapshots {
    /// Names and times of what is there, sorted by name.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, saved)| (name.as_str(), saved.unix_ms))
    }
}

impl State {
    /// Saves the phone's whole condition; a former one of that name is thrown away.
    pub(crate) fn save(&mut self, name: &str, unix_ms: u64) -> Result<(), DeviceError> {
        let others = self.snapshots.0.iter().filter(|(known, _)| *known != name);
        let (count, bytes) = others
            .fold((0, 0), |(count, bytes), (_, saved)| (count + 1, bytes + saved.memory.files.usage().0));
        if count >= MAX_SNAPSHOTS || bytes + self.memory.files.usage().0 > MAX_SAVED_BYTES {
            return Err(self.disk_full("save its condition"));
        }
        let saved = Saved { id: self.device.snapshot()?, memory: self.memory.clone(), unix_ms };
        match self.snapshots.0.insert(name.to_owned(), saved) {
            Some(former) => self.device.forget(former.id),
            None => Ok(()),
        }
    }

    /// Returns to what was saved, files and settings included.
    pub(crate) fn return_to(&mut self, name: &str) -> Result<(), DeviceError> {
        let saved = self.snapshots.0.get(name).ok_or_else(|| no_such(&*self.device, name))?;
        self.device.restore(saved.id)?;
        self.memory = saved.memory.clone();
        Ok(())
    }

    /// Throws away what was saved.
    pub(crate) fn drop_saved(&mut self, name: &str) -> Result<(), DeviceError> {
        let saved = self.snapshots.0.remove(name).ok_or_else(|| no_such(&*self.device, name))?;
        self.device.forget(saved.id)
    }

    fn disk_full(&self, doing: &'static str) -> DeviceError {
        DeviceError::DiskFull { serial: self.device.identity().serial.clone(), doing }
    }
}

fn no_such(device: &dyn device::Device, name: &str) -> DeviceError {
    DeviceError::NoSuchSnapshot { serial: device.identity().serial.clone(), name: name.to_owned() }
}
