//! Bug automata: why a testing tool missed a known bug.
//!
//! A bug automaton knows which events, in which order, lead to one bug. The log of a tool that was let loose on the app is run through
//! it; what comes out is how far the tool got and which event it missed first. The files and the figures are those of DDroid
//! (ESEC/FSE 2023), to the digit, wherever DDroid has a figure. Nothing here touches a file: texts and readers come in, values go out.

mod malformed;
mod nfa;
mod jff;
mod dfa;
mod configuration;
mod bug;
mod time;
mod log;
mod walk;
mod sequences;
mod missed;
mod figures;
mod diagnosis;
mod pivots;
mod clues;
mod recorded;
mod compare;

pub use bug::{Bug, Misfit};
pub use clues::{Clues, Touchable};
pub use compare::{Best, Change};
pub use configuration::{Configuration, Described};
pub use dfa::{Dfa, StateId, Symbol, TooLarge, UNREACHABLE};
pub use diagnosis::{Diagnosis, LogError, Options, read_log};
pub use figures::{EventFigures, Figures, MissedFigures, SequenceFigures, StepFigures};
pub use log::{Record, Scanned, Skipped, What, Why, scan};
pub use malformed::Malformed;
pub use missed::Missed;
pub use nfa::{Nfa, NfaError, State, Transition};
pub use pivots::{Between, BugFile, Pivot};
pub use recorded::{Heard, RecordedWalk};
pub use sequences::Sequences;
pub use time::{NoTime, Time, Window};
pub use walk::{Position, Seen, Walk};
