//! Prove what looks wrong: confirm by replay, minimise, deduplicate, rank.
//!
//! The [`Prover`] is a planner like any other: it never waits for a phone. Fed with suspicions it plans replays of all that their
//! claims take, learns what came of them and ends with [`Finding`]s. Fed with one finding it tries that again, or makes it smaller.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod finding; // a suspicion that came back
mod verdict; // what a run says in the end, and how far it can be believed
mod spending; // where the time of the phones went
mod settings; // how much trouble is taken to prove a finding
mod sighting; // a replay that showed the fault
mod origin; // where a fault was seen first, and the ways that may lead there
mod trials; // scripts tried in order of preference, several side by side
mod replays; // one script tried so many times, to say how often it shows the fault
mod flight; // a try of a script that is under way
mod backwards; // which parts of a long script it takes, found from its end
mod minimise; // make a script that shows a fault as small as it can be
mod case; // one fault on its way to being proven
mod prover; // the planner that proves
mod saved; // a finding in a file of its own, with all that is needed to see it again

pub use finding::{Confirmation, Exhibited, Finding, Minimised, ReplayedFrom};
pub use prover::{Progress, Prover};
pub use saved::{SavedError, SavedFinding};
pub use settings::ProofSettings;
pub use spending::{Activity, Share, Spending, Spent, total_us};
pub use verdict::{Health, Verdict};
