//! A front door for any phone: the real `adb`, and any tool built on it, connects to it.
//!
//! [`Door::open`] takes a [`Device`](device::Device) and offers it as a phone's own daemon would: the transport protocol, shell,
//! file transfer, screenshots and log. The shell is a table of our own commands over the device; nothing of the host's is
//! reachable through it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod settings; // how a phone is offered
mod door; // the door itself: it listens, lets servers in, and closes
mod guests; // who is connected, and who has to go when there are too many
mod wire; // the transport protocol between an adb server and a phone
mod services; // what a client can ask of the phone: shell, files, pictures, ports
mod shell; // the phone's shell: a small part of Android's `sh`, over commands of our own
mod commands; // the commands of the phone's shell: a table of our own, each as Android's prints
mod emulator; // posing as an emulator: a console beside adb, and a word to the adb server
mod phone; // the phone behind the door: the device, and what a daemon keeps beside it
mod build; // what the phone says of itself: its properties, and what its daemon can do
mod files; // the phone's files, all in memory
mod snapshots; // conditions of the phone that someone has saved under a name

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
