//! Remember what happened: steps, traces, the run folder and importers.
//!
//! A [`Trace`] is a screen, what was done to it, the next screen, and so on. Traces lie in a run folder, which others
//! may read: `docs/trace-format.md` says how. What other tools recorded becomes traces too. Only the run folder and the
//! importers touch files. A [`Recorder`] stands in
//! front of a phone and writes down what others do to it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod step; // one event with what the phone showed before and after it
mod trace; // steps from one start, each beginning where the one before it ended
mod crash; // crashes and ANRs, found in what a phone logged
mod tell; // a trace as a person would tell it
mod pack; // layouts in packed segments that share equal strings, widgets and subtrees
mod run; // the run folder: what a run leaves behind, for oddity and for others
pub mod import; // what other tools recorded, as traces
mod record; // writing down whatever is done to a phone, by whomever

pub use record::{RecordError, Recorder, Recording};
pub use run::{RunError, RunInfo, RunReader, RunWriter, Steps, TraceId, picture_digest};
pub use step::{Crash, CrashKind, Moment, Remarks, Step};
pub use tell::Teller;
pub use trace::{Experiment, Header, Role, Start, Trace};
