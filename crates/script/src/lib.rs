//! Event sequences as text that people write and read.
//!
//! [`Script::parse`] reads our own format, one order a line; [`maestro`] reads the common commands of Maestro's flows. A
//! [`Dictionary`] says what to type where. Nothing here touches a file or the environment: bytes in, values out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod order; // one order of a script
mod script; // our own format: one order a line
mod secret; // texts that nobody may read
mod forms; // the shapes in which apps show what was typed
mod problem; // where something stands, and what is wrong there
mod dictionary; // what to type where: one text a line
pub mod maestro; // the common commands of Maestro's flows, as orders of our own

pub use dictionary::{Dictionary, Entry, Inputs};
pub use order::{Condition, MAX_WAIT, Order, PATIENCE};
pub use problem::{Location, ScriptError};
pub use script::{Line, MAX_BYTES, Script};
pub use secret::{Environment, Secret};
