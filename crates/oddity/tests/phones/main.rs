//! Phones end to end: the simulated one directly, through the real adb, and when it fails.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod walk;
mod repeatable;
mod through_adb;
mod faulty;
mod foreign;
mod command;
