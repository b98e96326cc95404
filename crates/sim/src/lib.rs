//! A simulated phone.
//!
//! An app is a type that implements [`App`]: what it stores, what it holds in memory, what a screen remembers, how a screen
//! looks ([`App::view`]) and what a message does ([`App::update`]). Everything else is the phone's: the stack of activities,
//! windows, keyboard, life cycle, permissions, time.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/simulated-apps.md")]
struct HowToWriteAnApp;

mod app; // the trait that every simulated app implements
mod context; // what an app can see and do while it runs
mod exception; // how apps end against their will
mod fault; // mistakes in an app that can be switched on one by one
mod manifest; // what an app says of itself
mod reached; // places in an app's source that have run
mod shared; // copy on write
mod view; // how screens are described: elements, pages, dialogs, menus
mod look; // how a window looks
mod preview; // pages without a phone
mod process; // an app on the phone: its process, its activities, its windows
mod phone; // the phone around the apps: what Android does
mod faulty; // a phone that fails on demand, always in the same way for the same seed
mod plain; // a phone as people have them

pub use app::{App, Lifecycle, Recreation};
pub(crate) use context::Effect;
pub use context::{Configuration, Context, Look};
pub use exception::{Exception, OrThrow, Outcome, Signal, Thrown, item, remove_item, whole_number};
pub use fault::{Fault, FaultKind, Faults};
pub use faulty::{Call, FaultPlan, FaultyPhone, Injected, PhoneFault};
pub use manifest::Manifest;
pub use phone::{Profile, SimPhone};
pub use plain::PlainPhone;
pub use preview::Preview;
pub use process::{Installed, install};
pub(crate) use reached::Reached;
pub use shared::Shared;
pub use view::*;
