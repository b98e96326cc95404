//! A phone as people have them.

use std::sync::Arc;

use device::{Abilities, Ability, Change, Coverage, Device, DeviceError, Observation};

/// A phone between us and another one that keeps no conditions and knows nothing of the app's inside: what any phone over adb
/// can do, and no more. So what goes wrong on real phones goes wrong in a test, without adb's waits.
#[derive(Debug, Clone)]
pub struct PlainPhone<D> {
    phone: D,
    seen: Arc<Coverage>,
}

/// What no phone over adb has; emulators have snapshots.
const HIDDEN: [Ability; 8] = [
    Ability::Snapshot,
    Ability::StoredData,
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
    device::hand_on!(phone: identity kind deadlines now unix_ms wait act apps launch stop clear_data read_log screenshot screenshot_of_app);

    fn abilities(&self) -> Abilities {
        let abilities = HIDDEN.into_iter().fold(self.phone.abilities(), Abilities::without);
        abilities.with(Ability::Coverage)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let observation = self.phone.observe()?;
        self.seen.see(&observation);
        Ok(observation)
    }

    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        if HIDDEN.contains(&change.needs()) {
            return Err(self.lacks(change.needs()));
        }
        self.phone.change(change)
    }

    /// The activities and kinds of widgets that were seen.
    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        Ok(Arc::clone(&self.seen))
    }
}
