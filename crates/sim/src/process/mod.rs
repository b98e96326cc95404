//! An app on the phone: its process, its activities, its windows.

mod dispatch;
mod typing;
mod surface;
mod activity;
mod program;
mod jobs;
mod draw;
mod touch;

pub(crate) use dispatch::{Crash, Dispatch, MAIN_THREAD};
pub(crate) use program::{Answer, Program};
pub use program::{Installed, install};
pub(crate) use surface::{Finger, Reaction, Surface};
pub(crate) use typing::Stroke;
