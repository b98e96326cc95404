//! Android's DEX code as JVM class files that load and verify.
//!
//! Registers become local variables, one for each kind of value that a register holds. What a register holds is followed along
//! all ways through a method (`flow`); what a constant is used as decides what it is stored as. So the types that a verifier
//! wants to know at each jump are known, and nothing has to be guessed.
//!
//! Everything in a DEX file comes from strangers: no file makes this crate panic, and its time and memory are bounded.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod error; // what can be wrong with code that strangers wrote
mod read; // bytes in, tables out
mod library; // classes that the app uses and does not bring along
mod types; // reference types and how they are related
mod insn; // instructions, easier to think about than Dalvik's
mod flow; // what registers hold, and what of that is still wanted
mod emit; // writing class files
mod convert; // all of an app, class by class
pub mod archive;

pub use convert::{Converted, Options, Refused, Sink, convert};
pub use emit::probes::ProbeKeeper;
pub use error::DexError;
pub use library::{Library, TypeFacts, TypeList};
