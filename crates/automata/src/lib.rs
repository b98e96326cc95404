//! Bug automata: why a testing tool missed a known bug.
//!
//! A bug automaton knows which events, in which order, lead to one bug. The log of a tool that was let loose on the app is run through
//! it; what comes out is how far the tool got and which event it missed first. The files and the figures are those of DDroid
//! (ESEC/FSE 2023), to the digit, wherever DDroid has a figure. Nothing here touches a file: texts and readers come in, values go out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod malformed; // what is wrong with a file, and where
mod nfa; // the automaton as a person draws it
mod jff; // automata in JFLAP's files, `.jff`
mod dfa; // the automaton as it is walked: in each state, each symbol leads to one state or to none
mod configuration; // what the events of an automaton are called
mod bug; // one known bug: its automaton, and words for its events
mod time; // the clock of phones and testing scripts: whole seconds, no time zone
mod log; // what an instrumented app wrote into the phone's log while a tool was at work
mod walk; // a trace of pivot events on its way through the automaton
mod sequences; // coverage of sequences of events longer than pairs
mod missed; // the first event that a tool missed: of the automaton, and of two simpler ways to look at a trace
mod figures; // the figures of a diagnosis, by the names that DDroid's goldens use
mod diagnosis; // from a log to figures
mod pivots; // pivot events of an app that was not instrumented: named by widget and screen in a small file
mod clues; // what a run shows of the event that it missed
mod recorded; // a recorded run on its way through the automaton
mod compare; // several runs of a tool, and two versions of it

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
