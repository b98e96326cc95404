//! Hunts with the program itself: what it finds, what it writes, and what happens when it is killed or refused.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod running;
mod demo;
mod killed;
mod refused;
mod trust;
mod record;
mod control;
mod automaton;
mod through_adb;
