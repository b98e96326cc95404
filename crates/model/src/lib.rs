//! Merge what was seen: screens and transitions under several abstractions, shortest paths.
//!
//! A [`Screen`] is the layouts that we count as one place in the app. Which ones those are depends on the question, so a
//! layout has an id under each abstraction: [`ScreenIds`]. The [`Model`] grows by one walk at a time and never asks a phone
//! anything.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod front; // whose window a person would act on
mod ids; // which layouts count as one screen
mod volatile; // widgets that change by themselves
mod screen; // one screen as far as it is known
mod model; // the screens that were reached and how
mod paths; // the fewest events from here to there
mod visits; // how visits are spread over screens
mod forget; // staying within bounds: the least useful goes first
mod overview; // the model for people: few pages, what leads from one to another
#[cfg(test)]
mod testing;

pub use forget::{Forgotten, Limits};
pub use front::Front;
pub use ids::{ScreenId, ScreenIds};
pub use model::{Model, Walked};
pub use overview::{About, Overview, Page, Passage};
pub use screen::Screen;
pub use volatile::{ByItself, Volatile};
