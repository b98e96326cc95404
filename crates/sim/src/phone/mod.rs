//! The phone around the apps: what Android does.

mod profile;
mod log;
mod machine;
mod report;
mod system;
mod state;
mod front;
mod press;
mod input;
mod keys;
mod change;
mod device;

pub(crate) use machine::{Machine, Wish, Writer};
pub(crate) use report::Named;
pub use device::SimPhone;
pub use profile::Profile;
