//! Prove what looks wrong: confirm by replay, minimise, deduplicate, rank.

mod finding;
mod verdict;

pub use finding::{Confirmation, Finding, Minimised, Way};
pub use verdict::{Health, Verdict};
