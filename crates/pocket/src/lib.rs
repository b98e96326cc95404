//! Pocket phones: a real APK on the real Android framework, in a JVM on this computer.
//!
//! [`Kit`] is what they are made of: Java, the jars, the frameworks. [`App`] is an APK made ready for them. [`PocketPhone`] is a
//! phone with one app on it; it starts a JVM for each life of the app's process and has the next one waiting.

mod wire;
mod words;
mod java;
mod sum;
mod kit;
mod archive;
mod types;
mod install;
mod mapping;
mod app;
mod verify;
mod profile;
mod cell;
mod criu;
mod pagemap;
mod pages;
mod socket;
mod room;
mod image;
mod printed;
mod jvm;
mod spare;
mod shelf;
mod rooms;
mod source;
mod launcher;
mod log;
mod folder;
mod phone;
mod process;
mod first_screen;
mod met;
mod travel;
mod memory;
mod device;
mod trial;
mod openings;

pub use app::App;
pub use cell::{CELL, Layers, allow_unconfined, cell_main, set_cell_program};
pub use criu::Criu;
pub use install::{Progress, install, remove};
pub use java::Java;
pub use kit::{Api, Kit, KitError};
pub use mapping::{Mapping, MappingError};
pub use openings::{ImagedOpenings, Openings, openings};
pub use phone::PocketPhone;
pub use printed::Printed;
pub use profile::{Profile, ProfileError};
pub use trial::try_out;
pub use verify::{Verified, verify};
