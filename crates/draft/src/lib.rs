//! Bug automata made from findings, and measured, by trying things out on phones.
//!
//! A [`Drafter`] takes the fewest steps to a bug and tries each of them in every state that it finds; a [`Checker`] carries out words that an
//! automaton accepts or rejects and compares with what the app does. Both are planners like any other: a campaign carries out their
//! experiments, on whatever phones it has, and neither waits for anything.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod situation; // a condition of the app that something led to
mod drafting; // the states of a bug and the moves between them, as far as they were found
mod drafter; // the planner that drafts
mod draft; // what a drafter found, as files
mod words; // random words that an automaton accepts or rejects, as acts for a phone
mod checker; // the planner that holds an automaton to what the app does

pub use checker::{Checked, Checker, Disagreement};
pub use draft::Draft;
pub use drafter::{Drafter, Limits};
