//! Talk to a phone: look at it, touch it, ask it things.
//!
//! [`Device`] is all that the rest of oddity knows of phones, be they real ones over adb, simulated or pocket ones. It has a
//! small core and optional abilities. What a phone does wrong is a [`DeviceError`], which says whether the call may be
//! repeated; what an app does wrong, however odd, is a value.

mod error;
mod calendar;
mod key;
mod input;
mod change;
mod ability;
mod identity;
mod kind;
mod log;
mod picture;
mod coverage;
mod observation;
mod phone;
mod hand_on;
mod settle;
mod perform;
mod lock;
mod fleet;
#[cfg(test)]
mod testing;
pub mod adb;

pub use ability::{Abilities, Ability};
pub use calendar::{DateTime, days_since_1970};
pub use change::Change;
pub use coverage::{Coverage, CoverageUnit};
pub use error::{DeviceError, Repeat, Sent};
pub use fleet::{Fleet, FleetError, Lease};
pub use identity::{Identity, InstalledApp, Permission};
pub use input::{Input, Point};
pub use key::KeyCode;
pub use kind::{KindError, PhoneKind};
pub use lock::PhoneLock;
pub use log::{LogLine, LogPage, LogPosition};
pub use observation::{Foreground, Motion, Observation};
pub use perform::{Deed, NotPerformed, deeds_for, perform, perform_on};
pub use phone::{Deadlines, Device, MemorySnapshot, SnapshotId};
pub use picture::{Picture, PictureError};
pub use settle::{Patience, Settled, settle};
