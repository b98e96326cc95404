//! The planted-bug benchmark, on simulated phones, and what a phone of any kind costs.
//!
//! Only here do apps and techniques meet: no technique knows an app or a fault by name.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod rig;
mod blame;
mod stats;
mod side_by_side;
mod explore;
mod hunt;
mod lost;
mod trials;
mod compared;
mod labelled;
mod deviant;
mod minimum;
mod diagnose;
mod plot;
mod phone;

pub use self::explore::{Exploration, Explorations, StrategyRow, by_strategy};
pub use blame::{Blame, blame, blame_claim};
pub use compared::{ComparedRow, Comparisons, Reported};
pub use deviant::{
    DEVIANT, DeviantRow, DeviantRun, DeviantTotal, DeviantTrail, Deviants, by_deviant_fault,
    deviant_reach_of, deviant_total, deviant_trail, mining_for,
};
pub use diagnose::{DiagnosedFault, Diagnoses, StrategyDiagnosis};
pub use hunt::{FaultRow, Hunted, Hunts, Judged, KINDS, by_fault};
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
pub use stats::Mean;
