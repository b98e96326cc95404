//! An app on the phone: its process, its activities, its windows.

mod program;
mod runner;
mod data;
mod activity;
mod surface;
mod focus;
mod typing;
mod jobs;
mod first_word;
mod effects;
mod draw;
mod touch;
mod due;
mod permission;
mod erased;
mod dispatch;

pub(crate) use dispatch::{Crash, Dispatch, MAIN_THREAD};
pub(crate) use program::{Answer, Program};
pub use program::{Installed, install};
pub(crate) use surface::{Finger, Reaction, Surface};
pub(crate) use typing::Stroke;
