//! Run folders and importers from outside.
#![expect(clippy::unwrap_used, reason = "where a test fails, the line says enough")]

mod screens;
mod run_folder;
mod killed;
mod versions;
mod importers;
mod telling;
