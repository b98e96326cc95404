//! Talk to a phone: what phones print, understood.

/// Phones reached through adb.
pub mod adb;
