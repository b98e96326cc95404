//! What a test does to the screen, and whether it still does it when something independent is done in between.
//!
//! Independent view fuzzing, of the paper on Genie: *interacting with a view that is independent of what a test does may add
//! effects, but must not remove any.* Here is the method alone, held to what the original recorded: values in, values out. Who
//! carries out seeds and mutants on phones is no concern of this crate.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// What is on screen, as the original reads it.
mod signs;
mod states;
mod page;
mod groups;
mod active;
mod similar;

// What is known of an app, and what to try.
mod touched;
mod transitions;
mod weights;
mod detours;
mod sampled;

// What a mutant lacks.
mod alignment;
mod oracle;

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
