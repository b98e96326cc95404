//! Phones as people have them: without memory snapshots and coverage, and some day they are gone.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use device::{Abilities, Ability, Device, DeviceError, InstalledApp, Observation, Sent, SnapshotId};
use sim::SimPhone;

/// A simulated phone that can do no more than it must, and goes away for good after so many looks.
pub(crate) struct Plain {
    pub(crate) phone: SimPhone,
    pub(crate) looks: u32,
    /// Whether it says that it has snapshots; it has no room for any.
    pub(crate) snapshots: bool,
    /// Whether nothing else answers either once it is gone.
    pub(crate) leaves: bool,
}

impl Plain {
    fn lost(&self) -> DeviceError {
        let serial = self.phone.identity().serial.clone();
        DeviceError::Lost { serial, doing: "read its screen", sent: Sent::Nothing }
    }
}

impl Device for Plain {
    device::hand_on!(phone: identity deadlines now unix_ms wait act launch stop clear_data read_log change screenshot);

    fn abilities(&self) -> Abilities {
        let hidden = [Ability::ShareSnapshots, Ability::Snapshot, Ability::StoredData, Ability::Coverage];
        let kept = self.phone.abilities().iter().filter(|ability| !hidden.contains(ability));
        let kept = kept.fold(Abilities::NONE, Abilities::with);
        if self.snapshots { kept.with(Ability::Snapshot) } else { kept }
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.looks = self.looks.checked_sub(1).ok_or_else(|| self.lost())?;
        self.phone.observe()
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        if self.leaves && self.looks == 0 { Err(self.lost()) } else { self.phone.apps() }
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        let serial = self.phone.identity().serial.clone();
        Err(DeviceError::DiskFull { serial, doing: "save its condition" })
    }
}

/// Shut until somebody opens it.
#[derive(Default)]
pub(crate) struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub(crate) fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let patience = Duration::from_secs(60);
        let shut = self.is_open.lock().unwrap();
        let (is_open, _) = self.opened.wait_timeout_while(shut, patience, |is_open| !*is_open).unwrap();
        assert!(*is_open, "nobody has opened it");
    }
}

/// A phone that shows nothing before a gate is open.
pub(crate) struct Late {
    pub(crate) phone: Plain,
    pub(crate) after: Arc<Gate>,
}

impl Device for Late {
    device::hand_on!(phone: identity abilities deadlines now unix_ms wait act apps launch stop clear_data read_log change screenshot);

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.after.pass();
        self.phone.observe()
    }
}
