//! Remember what happened: steps, traces, the run folder and importers.
//!
//! A [`Trace`] is a screen, what was done to it, the next screen, and so on. Traces lie in a run folder, which others
//! may read: `docs/trace-format.md` says how. What other tools recorded becomes traces too. Only the run folder and the
//! importers touch files. A [`Recorder`] stands in
//! front of a phone and writes down what others do to it.

mod step;
mod trace;
mod crash;
mod tell;
mod pack;
mod run;
pub mod import;
mod record;

pub use record::{RecordError, Recorder, Recording};
pub use run::{RunError, RunInfo, RunReader, RunWriter, Steps, TraceId, picture_digest};
pub use step::{Crash, CrashKind, Moment, Remarks, Step};
pub use tell::Teller;
pub use trace::{Experiment, Header, Role, Start, Trace};
