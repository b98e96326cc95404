//! Merge what was seen: screens and transitions under several abstractions, shortest paths.
//!
//! A [`Screen`] is the layouts that we count as one place in the app. Which ones those are depends on the question, so a
//! layout has an id under each abstraction: [`ScreenIds`]. The [`Model`] grows by one walk at a time and never asks a phone
//! anything.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod front;
mod ids;
mod volatile;
mod screen;
mod model;
mod paths;
mod visits;
mod forget;
mod overview;
#[cfg(test)]
mod testing;

pub use forget::{Forgotten, Limits};
pub use front::Front;
pub use ids::{ScreenId, ScreenIds};
pub use model::{Model, Walked};
pub use overview::{About, Overview, Page, Passage};
pub use screen::Screen;
pub use volatile::{ByItself, Volatile};
