//! A simulated phone.
//!
//! An app is a type that implements [`App`]: what it stores, what it holds in memory, what a screen remembers, how a screen
//! looks ([`App::view`]) and what a message does ([`App::update`]). Everything else is the phone's: the stack of activities,
//! windows, keyboard, life cycle, permissions, time.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/simulated-apps.md")]
struct HowToWriteAnApp;

mod app;
mod context;
mod exception;
mod fault;
mod manifest;
mod reached;
mod shared;
mod view;
mod look;
mod preview;
mod process;
mod phone;
mod faulty;
mod plain;

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
