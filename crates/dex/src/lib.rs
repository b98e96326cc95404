//! Android's DEX code as JVM class files that load and verify.
//!
//! Registers become local variables, one for each kind of value that a register holds. What a register holds is followed along
//! all ways through a method (`flow`); what a constant is used as decides what it is stored as. So the types that a verifier
//! wants to know at each jump are known, and nothing has to be guessed.
//!
//! Everything in a DEX file comes from strangers: no file makes this crate panic, and its time and memory are bounded.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod error;
mod library;
mod types;
mod read;
mod insn;
mod flow;
mod emit;
mod convert;
pub mod archive;

pub use convert::{Converted, Options, Refused, Sink, convert};
pub use emit::probes::ProbeKeeper;
pub use error::DexError;
pub use library::{Library, TypeFacts, TypeList};
