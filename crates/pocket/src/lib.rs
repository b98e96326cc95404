//! Pocket phones: a real APK on the real Android framework, in a JVM on this computer.
//!
//! [`Kit`] is what they are made of: Java, the jars, the frameworks. [`App`] is an APK made ready for them. [`PocketPhone`] is a
//! phone with one app on it; it starts a JVM for each life of the app's process and has the next one waiting.

// What a phone is made of.
mod kit; // Java, the jars, the frameworks, as they lie in the cache folder
mod mapping; // what its names were before they were made short
mod app; // an APK made ready
mod verify; // whether a JVM takes the classes it was converted to
mod profile; // what kind of phone is wanted

// Where an app's process lives.
mod cell; // what of this computer it can reach
mod room; // namespaces in which it always has the same number and folder
mod image; // its condition, saved
mod jvm; // the process itself: one question at a time
mod source; // where the next one comes from

// The phone.
mod phone; // its storage, its settings, and the JVM that is the app's process while it has one
mod trial; // whether one works on this computer
mod openings; // how long it takes to its first screen

pub use app::App;
pub use cell::{CELL, Confine, Layers, allow_unconfined, cell_main, confine, set_cell_program};
pub use jvm::printed::Printed;
pub use kit::install::{Progress, install, remove};
pub use kit::java::Java;
pub use kit::{Api, Kit, KitError};
pub use mapping::{Mapping, MappingError};
pub use openings::{ImagedOpenings, Openings, openings};
pub use phone::PocketPhone;
pub use phone::samples::{Samples, Sampling};
pub use profile::{Profile, ProfileError};
pub use room::criu::Criu;
pub use trial::try_out;
pub use verify::{Verified, verify};
