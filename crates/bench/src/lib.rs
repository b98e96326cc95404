//! The planted-bug benchmark, on simulated phones, and what a phone of any kind costs.
//!
//! Only here do apps and techniques meet: no technique knows an app or a fault by name.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// What all questions share.
mod rig; // a simulated app, hunted and replayed
mod trials; // claims carried out once each
mod blame; // which planted fault a finding belongs to
mod judged; // findings, each with whose fault it is
mod stats; // means with their uncertainty
mod side_by_side; // many measurements on a few threads

// The questions.
mod hunt; // what hunts find, and whether it is true
mod explore; // time travel against the baselines
mod lost; // which lost effects independent view fuzzing finds
mod deviant; // which faults show as deviant behaviour
mod compared; // what differs between versions and between phones
mod labelled; // pairs of pictures with the right answers, for training
mod minimum; // the fewest events that crash an app
mod diagnose; // our explorers held to bug automata
mod phone; // what a phone costs
mod plot; // a line as a picture

pub use self::explore::{Exploration, Explorations, StrategyRow, by_strategy};
pub use blame::{Blame, blame, blame_claim};
pub use compared::{ComparedRow, Comparisons, Reported};
pub use deviant::{
    DEVIANT, DeviantRow, DeviantRun, DeviantTotal, DeviantTrail, Deviants, by_deviant_fault,
    deviant_reach_of, deviant_total, deviant_trail, mining_for,
};
pub use diagnose::{DiagnosedFault, Diagnoses, StrategyDiagnosis};
pub use hunt::{FaultRow, Hunted, Hunts, KINDS, by_fault};
pub use judged::Judged;
pub use labelled::Labels;
pub use lost::{
    Fuzzed, LostEffects, LostRow, LostTotal, Reach, TECHNIQUE, by_lost_fault, fuzzing, is_silent, lost_total,
    reach_of,
};
pub use minimum::{Limits, Minimum, minimum_crash};
pub use phone::{PhoneFigures, TravelFigures, measure, walked};
pub use plot::plot;
pub use rig::{Played, Rig};
pub use side_by_side::side_by_side;
pub use stats::{Mean, Share};
