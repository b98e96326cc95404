//! Event sequences as text that people write and read.
//!
//! [`Script::parse`] reads our own format, one order a line; [`maestro`] reads the common commands of Maestro's flows. A
//! [`Dictionary`] says what to type where. Nothing here touches a file or the environment: bytes in, values out.

mod order;
mod script;
mod secret;
mod forms;
mod problem;
mod dictionary;
pub mod maestro;

pub use dictionary::{Dictionary, Entry, Inputs};
pub use order::{Condition, MAX_WAIT, Order, PATIENCE};
pub use problem::{Location, ScriptError};
pub use script::{Line, MAX_BYTES, Script};
pub use secret::{Environment, Secret};
