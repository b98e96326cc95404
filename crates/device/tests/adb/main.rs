//! The adb client and `AdbDevice` against recordings of the real thing, a scripted server, and the real server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod recorded;
mod fake;
mod wire;
mod real_server;
mod install;
mod console;
mod emulator;
mod phone;
mod log;
mod faults;
