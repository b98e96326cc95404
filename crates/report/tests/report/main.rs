//! Reports of runs on simulated phones, read by the programs that will read them.

#![expect(clippy::unwrap_used, reason = "a test may fail that way")]

mod sample;
mod page;
mod files;
mod diagnosis;
mod hostile;
mod terminal;
