//! Merge what was seen: screens and transitions under several abstractions, shortest paths.
//!
//! A [`Screen`] is the layouts that we count as one place in the app. Which ones those are depends on the question, so a
//! layout has an id under each abstraction: [`ScreenIds`]. The [`Model`] grows by one walk at a time and never asks a phone
//! anything.

mod front;
mod ids;
mod volatile;
mod model;
#[cfg(test)]
mod testing;

pub use front::Front;
pub use ids::{ScreenId, ScreenIds, TRAVEL_VERSION};
pub use model::{Model, Screen, Walked};
pub use volatile::{Volatile, Way};
