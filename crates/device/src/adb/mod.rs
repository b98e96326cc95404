//! Phones reached through adb.
//!
//! [`Adb`] is a thin client of the adb server: one request, one connection, one deadline. [`Transport`] is one phone behind
//! it, with its shell, files and ports. [`AdbDevice`] makes a [`Device`](crate::Device) of it and knows Android; what phones
//! print, [`android`] reads.

mod settings;
mod deadline;
mod error;
mod connection;
mod client;
mod transport;
mod shell;
mod sync;
mod quote;
mod install;
mod console;
mod commands;
mod link;
mod probe;
mod dump;
mod typing;
mod touch;
mod apps;
mod logs;
mod screen;
mod changes;
mod snapshots;
mod covered;
mod phone;

pub use client::Adb;
pub use commands::every_command;
pub use console::Console;
pub use covered::CoverageFiles;
pub use deadline::Deadline;
pub use error::{AdbError, NoPhone};
pub use phone::{AdbDevice, AdbOptions};
pub use settings::AdbSettings;
pub use shell::ShellOutput;
pub use sync::{FileEntry, FileStat};
pub use transport::Transport;
