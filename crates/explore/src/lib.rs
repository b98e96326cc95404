//! Choose what to do next: random, systematic, time travel.
//!
//! The [`Explorer`] is a planner of walks. A walk goes where its [`EventSource`] leads it; what of it is worth coming back to says
//! [`Interesting`], when it does not get any further says [`Stuck`], and where to go back to then says [`Choose`]. The three
//! know nothing of events, so they serve as well where a person or another tool drives the phone.

mod settings;
mod seen;
mod interesting;
mod stuck;
mod choose;
mod pool;
mod text;
mod source;
mod outside;
mod walk;
mod rehearsal;
mod pacing;
mod explorer;
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
