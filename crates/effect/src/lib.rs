//! What a test does to the screen, and whether it still does it when something independent is done in between.
//!
//! Independent view fuzzing, of the paper on Genie: *interacting with a view that is independent of what a test does may add
//! effects, but must not remove any.* Here is the method alone, held to what the original recorded: values in, values out. Who
//! carries out seeds and mutants on phones is no concern of this crate.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// What is on screen, as the original reads it.
mod signs; // what a view is known by
mod states; // which layouts count as one state
mod page; // which layouts can be compared
mod groups; // views that stand beside each other for the same thing
mod active; // which views a test has acted on, and which it has nothing to do with
mod similar; // the same view on another layout

// What is known of an app, and what to try.
mod touched; // what an event is done to, whatever the app's data
mod transitions; // states, and what leads from one to another
mod weights; // which event to try next
mod detours; // ways that lead away and back, the shortest first
mod sampled; // and ways of all lengths

// What a mutant lacks.
mod alignment; // which of its steps are its seed's
mod oracle; // whether it still has all effects of its seed

pub use active::{Active, ActiveAt, active_along, independent_views};
pub use alignment::{Alignment, INSERTED, Misfit};
pub use detours::{Detour, Pivot, Profile, Search, detours};
pub use groups::{Group, groups_of};
pub use oracle::{Op, Oracle, Pair, Ruling, ViewEdit};
pub use page::{PageType, Screen, holds_rows, is_listed, screen_of};
pub use sampled::sampled;
pub use signs::{LONG_TEXT, Signs, behind_drawer, is_actionable, property, short_text};
pub use similar::{Similar, similar_view};
pub use states::{StateId, abstract_state, concrete_state, likeness, page_state};
pub use touched::{Touched, row_words};
pub use transitions::{Edge, Size, State, Transitions, event_key};
pub use weights::{Formula, SATURATION, Weights};
