//! Phones as people have them: without parcels and coverage, and some day they are gone.

use std::time::Duration;

use device::{
    Abilities, Ability, Change, Deadlines, Device, DeviceError, Identity, Input, InstalledApp, LogPage,
    LogPosition, Observation, Picture, Sent, SnapshotId,
};
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
    fn identity(&self) -> &Identity {
        self.phone.identity()
    }

    fn abilities(&self) -> Abilities {
        let hidden = [Ability::ShareSnapshots, Ability::Snapshot, Ability::Coverage];
        let kept = self.phone.abilities().iter().filter(|ability| !hidden.contains(ability));
        let kept = kept.fold(Abilities::NONE, Abilities::with);
        if self.snapshots { kept.with(Ability::Snapshot) } else { kept }
    }

    fn deadlines(&self) -> Deadlines {
        self.phone.deadlines()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        self.phone.now()
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        self.phone.unix_ms()
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.phone.wait(time)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.looks = self.looks.checked_sub(1).ok_or_else(|| self.lost())?;
        self.phone.observe()
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.phone.act(input)
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        if self.leaves && self.looks == 0 { Err(self.lost()) } else { self.phone.apps() }
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.launch(package)
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.stop(package)
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.clear_data(package)
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        self.phone.read_log(since)
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        self.phone.change(change)
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        self.phone.screenshot()
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        let serial = self.phone.identity().serial.clone();
        Err(DeviceError::DiskFull { serial, doing: "save its condition" })
    }
}
