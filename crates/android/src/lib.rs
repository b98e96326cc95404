//! What phones, adb and the emulator print: text in, value out.
//!
//! Nothing here waits, fails or panics: whatever the text, there is a value, and what was not understood is left out
//! or said so. Everything is untrusted, so sizes are limited and work grows with the length of the text.
//!
//! Some readers serve tests alone. By [`event`], [`monkey`], tasks, displays, lists of packages and sizes of screens, simulated
//! phones and the door for `adb` are held to what real phones print. By tombstone files and pasted stacks, the readers of
//! crashes are held to what people recorded.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

/// Bytes as a phone or a saved file holds them, made into text.
pub mod text;
/// Names of activities, services and receivers.
pub mod component;
/// Logcat in the formats people save it in.
pub mod logcat;
mod logcat_line; // the headers of log lines, one function per format
/// Java stack traces.
pub mod stack;
mod stack_builder; // stacks put together from their lines
mod stack_line; // the lines that a stack is made of
/// Java crashes, from a log or from what people paste into reports.
pub mod crash;
mod crash_draft; // a crash whose lines are still coming
/// Apps that did not answer in time.
pub mod anr;
/// Native crashes: tombstone files, and the same lines in a log.
pub mod tombstone;
/// One call of a native backtrace.
pub mod native_frame;
/// The events buffer: processes that crashed, hung, died or were killed.
pub mod event;
/// When two crashes are the same one: the paper's identity, and own frames.
pub mod identity;
mod sanitize; // names without what changes from build to build
/// What `dumpsys` prints of the system's services.
pub mod dumpsys;
/// The phone's properties (`getprop`).
pub mod props;
/// The size and density of the screen (`wm size`, `wm density`).
pub mod wm;
/// The package manager's answers (`pm`, `adb install`).
pub mod pm;
/// The activity manager's answers (`am start -W`, `am broadcast`).
pub mod am;
/// Android's own random tester, `monkey`.
pub mod monkey;
/// The emulator console (`adb emu …`).
pub mod console;
/// What `input` says when it does not do it.
pub mod input;
/// The status line of `uiautomator dump`.
pub mod uiautomator;
/// Raw screenshots (`screencap`).
pub mod screencap;
/// The coverage files of apps that were built with `JaCoCo`.
pub mod jacoco;
/// The phones adb sees (`adb devices`).
pub mod devices;
/// What the `adb` program prints about its own work.
pub mod cli;
/// The adb server's replies: `OKAY` or `FAIL`, and texts with their length.
pub mod host_reply;
