//! Apps on a pocket phone, driven through the `Device` trait.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod driving;
mod processes;
mod travel;
mod cell;
mod world;
mod libraries;
mod levels;
mod kinds;
mod apidemos;
mod faults;
