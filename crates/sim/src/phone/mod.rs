//! The phone around the apps: what Android does.

mod profile;
mod log;
mod machine;
mod report;
mod system;
mod system_pages;
mod state;
mod time;
mod front;
mod press;
mod notification;
mod input;
mod keys;
mod change;
mod screen;
mod device;

pub use device::SimPhone;
pub(crate) use machine::{Machine, Wish, Writer};
pub use profile::Profile;
pub(crate) use report::Named;
