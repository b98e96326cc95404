//! Prove what looks wrong: confirm by replay, minimise, deduplicate, rank.
//!
//! The [`Prover`] is a planner like any other: it never waits for a phone. Fed with suspicions it plans replays of all that their
//! claims take, learns what came of them and ends with [`Finding`]s. Fed with one finding it tries that again, or makes it smaller.

mod finding;
mod verdict;
mod settings;
mod sighting;
mod origin;
mod trials;
mod replays;
mod flight;
mod minimise;
mod case;
mod prover;
mod saved;

pub use finding::{Confirmation, Exhibited, Finding, Minimised, ReplayedFrom};
pub use prover::{Progress, Prover};
pub use saved::{SavedError, SavedFinding};
pub use settings::ProofSettings;
pub use verdict::{Health, Verdict};
