//! Simulated apps with switchable faults: the demo and the planted-bug benchmark.
//!
//! Each app is a module of its own that names its faults at its top. No technique knows any of these names.
//!
//! ```
//! let (notes, faults) = apps::find("notes+lost-draft")?;
//! let phone = sim::SimPhone::new(&sim::Profile::default(), vec![(notes.install)(faults)], 1);
//! # Ok::<(), apps::UnknownApp>(())
//! ```

/// The apps by name, with faults to switch on.
mod registry;
/// Days and times as apps show them.
mod day;
/// What several apps have alike.
mod kit;
/// Notes in folders. The demo.
pub mod notes;
/// To-do lists.
pub mod tasks;
/// A diary that is noisy on every screen.
pub mod diary;
/// People with their numbers, in groups.
pub mod contacts;
/// Accounts, and where the money went.
pub mod budget;
/// A feed reader that is noisy on every screen.
pub mod feeds;

pub use registry::{Listed, UnknownApp, all, find};
