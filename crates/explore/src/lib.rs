//! Choose what to do next: random, systematic, time travel.
//!
//! The [`Explorer`] is a planner of walks. A walk goes where its [`EventSource`] leads it; what of it is worth coming back to says
//! [`Interesting`], when it does not get any further says [`Stuck`], and where to go back to then says [`Choose`]. The three
//! know nothing of events, so they serve as well where a person or another tool drives the phone.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod settings; // every number of the exploration
mod seen; // what a walk knows of the screens
mod interesting; // what is worth coming back to
mod stuck; // when a walk does not get any further
mod choose; // where to go back to
mod pool; // the conditions of the app that were kept to come back to
mod text; // what to type
mod source; // where events come from
mod outside; // what to do where the app is not in front
mod walk; // a walk through the app
mod rehearsal; // a given script, walked through for what there is on the way
mod pacing; // a walker between two rounds
mod explorer; // plans the walks
#[cfg(test)]
mod testing;

pub use choose::{Choose, Fittest};
pub use explorer::Explorer;
pub use interesting::{Interesting, NewAndCovering};
pub use pool::{Pool, Room, Saved};
pub use seen::Seen;
pub use settings::{
    By, ChoiceSettings, ExploreSettings, MIX, SourceKind, Strategy, StuckSettings, WrongSetting,
};
pub use source::{EventSource, FromLayout, Here, Monkey, Systematic, Weights, WithSystemEvents};
pub use stuck::{How, NoProgress, Stuck};
pub use text::{Dictionary, InputKind, Texts};
