//! A phone as people have them.

use std::sync::Arc;
use std::time::Duration;

use device::{
    Abilities, Ability, Change, Coverage, Deadlines, Device, DeviceError, Identity, Input, InstalledApp,
    LogPage, LogPosition, Observation, Picture,
};

/// A phone between us and another one that keeps no conditions and knows nothing of the app's inside: what any phone over adb
/// can do, and no more. So what goes wrong on real phones goes wrong in a test, without adb's waits.
#[derive(Debug, Clone)]
pub struct PlainPhone<D> {
    phone: D,
    seen: Arc<Coverage>,
}

/// What no phone over adb has; emulators have snapshots.
const HIDDEN: [Ability; 7] = [
    Ability::Snapshot,
    Ability::ShareSnapshots,
    Ability::AdvanceClock,
    Ability::TypeAnything,
    Ability::Pinch,
    Ability::Telephony,
    Ability::KnowsIdle,
];

impl<D: Device> PlainPhone<D> {
    /// Hides what is special about a phone.
    pub fn new(phone: D) -> PlainPhone<D> {
        PlainPhone { phone, seen: Arc::default() }
    }
}

impl<D: Device> Device for PlainPhone<D> {
    fn identity(&self) -> &Identity {
        self.phone.identity()
    }

    fn abilities(&self) -> Abilities {
        let abilities = HIDDEN.into_iter().fold(self.phone.abilities(), Abilities::without);
        abilities.with(Ability::Coverage)
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
        let observation = self.phone.observe()?;
        self.seen.see(&observation);
        Ok(observation)
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        self.phone.act(input)
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        self.phone.apps()
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
        if HIDDEN.contains(&change.needs()) {
            return Err(self.lacks(change.needs()));
        }
        self.phone.change(change)
    }

    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        self.phone.screenshot()
    }

    /// The activities and kinds of widgets that were seen.
    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        Ok(Arc::clone(&self.seen))
    }
}
