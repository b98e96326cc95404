//! Two screens that should be alike: which widgets are the same, what is missing, what differs.
//!
//! [`Matching`] pairs the widgets of two layouts, as the paper on `DiffDroid` does or as two builds of one app need it.
//! [`unexplained`] says which of those without a partner are missing for no good reason, and [`spot`] all that is different,
//! widget by widget. [`pairs_of_looks`] are the pictures of partners, [`broken_rules`] what is wrong with a screen by itself, and
//! [`ignored`] what does not follow the phone's settings. Nothing here waits, and equal screens never differ.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// Two layouts: which widgets are the same.
mod path; // where a widget stands, from the root down
mod by_content; // pairs by what widgets say, for builds
mod matching; // pairs as the paper makes them, or by content

// What differs between partners, and what has none.
mod structure; // widgets that one screen does not have
mod spot; // all that is different, widget by widget
mod shown; // a screen as a person sees it
mod looks; // pictures of the same widget on both

// What is wrong with one screen.
mod rules; // by itself, whatever others look like
mod ignored; // settings of the phone that it does not follow

pub use ignored::{ignored, polarity};
pub use looks::{Pair, pairs_of_looks, shot_of};
pub use matching::{By, Matching, THRESHOLD};
pub use rules::{Broken, Rule, broken_rules};
pub use shown::{Pixels, Shown};
pub use spot::{How, Spotted, What, called, is_actionable, name_of, spot};
pub use structure::unexplained;
