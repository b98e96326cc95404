//! A front door for any phone: the real `adb`, and any tool built on it, connects to it.
//!
//! [`Door::open`] takes a [`Device`](device::Device) and offers it as a phone's own daemon would: the transport protocol, shell,
//! file transfer, screenshots and log. The shell is a table of our own commands over the device; nothing of the host's is
//! reachable through it.

mod settings;
mod door;
mod guests;
mod wire;
mod services;
mod shell;
mod commands;
mod emulator;
mod phone;
mod build;
mod files;
mod snapshots;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use door::{Door, DoorError};
pub use settings::{Clock, DoorSettings, Emulator};

/// What strangers send, for the fuzz target alone.
#[cfg(fuzzing)]
pub mod fuzzing {
    /// Reads any bytes as packets, and as a script.
    pub fn read(bytes: &[u8]) {
        let mut rest = bytes;
        while crate::wire::packet::Packet::read(&mut rest).is_ok() {}
        let _ = crate::shell::parse::Script::parse(&String::from_utf8_lossy(bytes));
    }
}

/// The value behind the lock. A thread that panicked with it held left a value that is still whole.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
