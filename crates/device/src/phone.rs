//! The trait that every phone implements.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::{
    Abilities, Ability, Change, Coverage, DeviceError, Identity, Input, InstalledApp, LogPage, LogPosition,
    Observation, Patience, PhoneKind, Picture,
};

/// A phone we can look at and touch: real over adb, pocket, or simulated.
///
/// Each call is one wish and returns within its deadline. Nothing here knows what a button is, and nothing is repeated
/// behind the caller's back that could have an effect.
///
/// ```
/// use std::time::Duration;
///
/// use device::{Ability, Device, DeviceError};
///
/// /// The texts that an app shows a second after it was opened, and whether it could be gone back to.
/// fn first_texts(phone: &mut dyn Device, package: &str) -> Result<(Vec<String>, bool), DeviceError> {
///     phone.clear_data(package)?;
///     phone.launch(package)?;
///     phone.wait(Duration::from_secs(1))?;
///     let seen = phone.observe()?;
///     let texts = seen.layout.nodes().map(|node| node.text().to_owned()).filter(|text| !text.is_empty());
///     // What only some phones can do is asked first: without the ability, the call says that it is lacking.
///     Ok((texts.collect(), phone.abilities().has(Ability::Snapshot)))
/// }
/// ```
pub trait Device: Send {
    /// Which phone it is.
    fn identity(&self) -> &Identity;

    /// What kind of phone it is, as it came to us: a [`change`](Self::change) of its language does not change it.
    fn kind(&self) -> PhoneKind {
        PhoneKind::of(self.identity())
    }

    /// What it can do beyond the core. Stays the same while we use it.
    fn abilities(&self) -> Abilities;

    /// How long the calls may take.
    fn deadlines(&self) -> Deadlines;

    /// The phone's own steady clock. On simulated phones it stands still between calls.
    fn now(&mut self) -> Result<Duration, DeviceError>;

    /// What the phone's calendar says, in milliseconds since 1970: the clock of its log. People set it as they like, so it
    /// may jump. Phones over adb tell whole seconds.
    fn unix_ms(&mut self) -> Result<u64, DeviceError>;

    /// Lets time pass: really on real phones, at no cost on simulated ones.
    fn wait(&mut self, time: Duration) -> Result<(), DeviceError>;

    /// Lets a pause pass. A phone that knows whether it rests goes on, pause by pause, while it does not, at most for the
    /// limit: that spares us a look at each of them.
    fn wait_for_rest(&mut self, patience: Patience) -> Result<(), DeviceError> {
        self.wait(patience.pause)
    }

    /// What is on screen now, as the phone tells it.
    fn observe(&mut self) -> Result<Observation, DeviceError>;

    /// Sends one touch, key or run of typing.
    fn act(&mut self, input: &Input) -> Result<(), DeviceError>;

    /// The apps on the phone that a person could open, sorted by package.
    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError>;

    /// Opens an app as its icon does, or brings it back to the front.
    fn launch(&mut self, package: &str) -> Result<(), DeviceError>;

    /// Ends an app for good (`force-stop`): no state is saved, its tasks are gone.
    fn stop(&mut self, package: &str) -> Result<(), DeviceError>;

    /// Ends an app and throws away its data, as if freshly installed.
    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError>;

    /// What was logged since.
    ///
    /// Positions outlive a [`restore`](Self::restore): one from before it goes on with what was logged after it, as if the
    /// phone had gone on. What the phone had logged up to the snapshot has its places from then, and comes again only to
    /// those who ask with a position that is as old.
    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError>;

    /// Changes something about the phone. Needs [`Change::needs`].
    fn change(&mut self, change: &Change) -> Result<(), DeviceError> {
        Err(self.lacks(change.needs()))
    }

    /// A picture of the screen. Needs [`Ability::Screenshot`].
    fn screenshot(&mut self) -> Result<Picture, DeviceError> {
        Err(self.lacks(Ability::Screenshot))
    }

    /// The same without what a dump does not tell: no toasts, no notes that slide in. `None` where the phone cannot leave them out.
    fn screenshot_of_app(&mut self) -> Result<Option<Picture>, DeviceError> {
        Ok(None)
    }

    /// Saves the phone's whole condition. Needs [`Ability::Snapshot`].
    fn snapshot(&mut self) -> Result<SnapshotId, DeviceError> {
        Err(self.lacks(Ability::Snapshot))
    }

    /// Saves what an app has stored, while it goes on. Going back to that leads to where [`stop`](Self::stop) would have led
    /// then. Needs [`Ability::StoredData`].
    fn snapshot_data(&mut self, _package: &str) -> Result<SnapshotId, DeviceError> {
        Err(self.lacks(Ability::StoredData))
    }

    /// How much room a snapshot takes, where the phone says so.
    fn snapshot_bytes(&mut self, _snapshot: SnapshotId) -> Option<u64> {
        None
    }

    /// Returns to a saved condition; the snapshot stays. Needs the ability that it was saved with.
    fn restore(&mut self, _snapshot: SnapshotId) -> Result<(), DeviceError> {
        Err(self.lacks(Ability::Snapshot))
    }

    /// Throws a snapshot away. Needs the ability that it was saved with.
    fn forget(&mut self, _snapshot: SnapshotId) -> Result<(), DeviceError> {
        Err(self.lacks(Ability::Snapshot))
    }

    /// Hands out the phone's whole condition, what has run of the app included, for any phone like it. Needs
    /// [`Ability::ShareSnapshots`].
    fn memory_snapshot(&mut self) -> Result<MemorySnapshot, DeviceError> {
        Err(self.lacks(Ability::ShareSnapshots))
    }

    /// Takes up a condition that a phone like this one handed out. Needs [`Ability::ShareSnapshots`].
    fn take_up(&mut self, _snapshot: &MemorySnapshot) -> Result<(), DeviceError> {
        Err(self.lacks(Ability::ShareSnapshots))
    }

    /// Which parts of the app have run. Needs [`Ability::Coverage`].
    fn coverage(&mut self) -> Result<Arc<Coverage>, DeviceError> {
        Err(self.lacks(Ability::Coverage))
    }

    /// The error for an ability that is not there.
    fn lacks(&self, ability: Ability) -> DeviceError {
        DeviceError::Lacks { serial: self.identity().serial.clone(), ability }
    }
}

/// The condition of a phone, in this program's memory. What is inside only phones of its kind know.
#[derive(Clone)]
pub struct MemorySnapshot(Arc<dyn Any + Send + Sync>);

impl MemorySnapshot {
    /// Wraps a condition.
    pub fn of(condition: impl Any + Send + Sync) -> MemorySnapshot {
        MemorySnapshot(Arc::new(condition))
    }

    /// What is inside, if it is of this kind.
    pub fn open<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for MemorySnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemorySnapshot")
    }
}

/// A snapshot's number on its phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SnapshotId(pub u64);

/// How long calls may take, by what they ask of a phone. Retries count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// For reading the screen. uiautomator alone may take ten seconds to give up on a moving one.
    pub observe: Duration,
    /// For touches, keys, typing and questions.
    pub act: Duration,
    /// For opening, ending and clearing apps.
    pub launch: Duration,
    /// For pictures.
    pub screenshot: Duration,
    /// For saving and returning.
    pub snapshot: Duration,
    /// For a phone that went away to come back.
    pub reconnect: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        let seconds = Duration::from_secs;
        Deadlines {
            observe: seconds(30),
            act: seconds(15),
            launch: seconds(30),
            screenshot: seconds(15),
            snapshot: seconds(60),
            reconnect: seconds(60),
        }
    }
}
