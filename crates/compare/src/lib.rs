//! Two screens that should be alike: which widgets are the same, what is missing, what differs.
//!
//! [`Matching`] pairs the widgets of two layouts, as the paper on `DiffDroid` does or as two builds of one app need it.
//! [`unexplained`] says which of those without a partner are missing for no good reason, and [`spot`] all that is different,
//! widget by widget. Nothing here waits, and equal layouts never differ.

mod path;
mod by_content;
mod matching;
mod structure;
mod spot;

pub use matching::{By, Matching, THRESHOLD};
pub use spot::{How, Spotted, What, name_of, spot};
pub use structure::unexplained;
