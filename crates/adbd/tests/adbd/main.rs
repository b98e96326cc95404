//! The door for adb, from single packets to the real adb and our own client.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod common;
mod adb;
mod wire;
mod real_adb;
mod emulator;
mod adb_device;
mod failing_phone;
