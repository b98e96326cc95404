//! Bug automata made from findings, and measured, by trying things out on phones.
//!
//! A [`Drafter`] takes the fewest steps to a bug and tries each of them in every state that it finds; a [`Checker`] carries out words that an
//! automaton accepts or rejects and compares with what the app does. Both are planners like any other: a campaign carries out their
//! experiments, on whatever phones it has, and neither waits for anything.

mod situation;
mod drafting;
mod drafter;
mod draft;
mod words;
mod checker;

pub use checker::{Checked, Checker, Disagreement};
pub use draft::Draft;
pub use drafter::{Drafter, Limits};
