//! Whole hunts on phones that make it hard.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod example;
mod lost_effects;
mod loud_labels;
mod missing_widget;
mod comparisons;
mod costly;
mod deviant;
mod plain;
mod simulation;
mod troubled;
