//! Every call to a faulty phone goes through its plan.

use std::sync::Arc;
use std::time::Duration;

use device::{
    Abilities, Change, Coverage, Deadlines, Device, DeviceError, Identity, Input, InstalledApp, LogPage,
    LogPosition, MemorySnapshot, Observation, PhoneKind, Picture, SnapshotId,
};

use super::{Call, FaultyPhone};

impl<D: Device> Device for FaultyPhone<D> {
    fn identity(&self) -> &Identity {
        self.phone.identity()
    }

    fn kind(&self) -> PhoneKind {
        self.phone.kind()
    }

    fn abilities(&self) -> Abilities {
        self.phone.abilities()
    }

    fn deadlines(&self) -> Deadlines {
        self.phone.deadlines()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        self.call(Call::Ask, D::now)
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        self.call(Call::Ask, D::unix_ms)
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.phone.wait(time)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.call(Call::Observe, D::observe)
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.call(Call::Act, |phone| phone.act(input))
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        self.call(Call::Ask, D::apps)
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.call(Call::Launch, |phone| phone.launch(package))
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.call(Call::Stop, |phone| phone.stop(package))
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        self.call(Call::ClearData, |phone| phone.clear_data(package))
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        self.call(Call::ReadLog, |phone| phone.read_log(since))
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        self.call(Call::Change, |phone| phone.change(change))
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        self.call(Call::Screenshot, D::screenshot)
    }

    fn screenshot_of_app(&mut self) -> Result<Option<Picture>, DeviceError> {
        self.call(Call::Screenshot, D::screenshot_of_app)
    }

    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        self.call(Call::Snapshot, D::snapshot)
    }

    fn snapshot_data(&mut self, package: &str) -> Result<SnapshotId, DeviceError> {
        self.call(Call::Snapshot, |phone| phone.snapshot_data(package))
    }

    fn restore(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.call(Call::Restore, |phone| phone.restore(snapshot))
    }

    fn memory_snapshot(&mut self) -> Result<MemorySnapshot, DeviceError> {
        self.call(Call::Snapshot, D::memory_snapshot)
    }

    fn take_up(&mut self, snapshot: &MemorySnapshot) -> Result<(), DeviceError> {
        self.call(Call::Restore, |phone| phone.take_up(snapshot))
    }

    fn forget(&mut self, snapshot: SnapshotId) -> Result<(), DeviceError> {
        self.call(Call::Restore, |phone| phone.forget(snapshot))
    }

    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        self.call(Call::Ask, D::coverage)
    }
}
