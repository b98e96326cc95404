//! The phone's log as a stream: a thread reads it, calls take what has come.

mod time;
mod store;
mod reader;

pub(super) use reader::{Dialect, LogReader, last_line};
