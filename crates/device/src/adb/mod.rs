//! Phones reached through adb.

/// What phones, adb and the emulator print: text in, value out.
pub mod parse;
