//! Talk to a phone: look at it, touch it, ask it things.
//!
//! [`Device`] is all that the rest of oddity knows of phones, be they real ones over adb, simulated or pocket ones. It has a
//! small core and optional abilities. What a phone does wrong is a [`DeviceError`], which says whether the call may be
//! repeated; what an app does wrong, however odd, is a value.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod error; // phones that fail us
mod calendar; // dates and times of day
mod key; // keys, as Android counts and names them
mod input; // what fingers do, by pixel rather than by meaning
mod change; // what happens to a phone other than fingers
mod ability; // what a phone may be able to do or not
mod identity; // which phone it is and what is on it
mod kind; // what kind of phone it is
mod log; // the phone's log, read on from where we stopped
mod picture; // pictures of the screen
mod coverage; // which parts of an app have run
mod observation; // what is on screen at one moment
mod phone; // the trait that every phone implements
mod hand_on; // for phones that stand before another one
mod settle; // waiting until the screen rests: the one policy for all phones
mod perform; // from what a person means to what fingers do
mod lock; // locks that keep two runs off one phone
mod fleet; // the phones that a run may use
#[cfg(test)]
mod testing;
pub mod adb; // phones reached through adb

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
