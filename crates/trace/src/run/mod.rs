//! The run folder: what a run leaves behind, for oddity and for others.
//!
//! ```text
//! RUN/run.json                 what the run is about
//! RUN/trace.jsonl              one line per step; only ever grows
//! RUN/layouts/0001.pack        the layouts that the lines name by digest
//! RUN/screenshots/<hash>.png   the pictures that the lines name by content hash
//! ```
//!
//! Killed at any instant, a run keeps every step that was written: a layout reaches the kernel before the line that names
//! it, and a torn end is cut off before the writer goes on. `docs/trace-format.md` tells outside readers the rest.

mod error;
mod info;
mod line;
mod sum;
mod journal;
mod screenshots;
mod layouts;
mod writer;
mod reader;

pub use error::RunError;
pub use info::RunInfo;
pub use reader::{RunReader, Steps};
pub use writer::RunWriter;

pub(crate) use error::{check_format, name_in_run};
pub use screenshots::picture_digest;
pub(crate) use screenshots::{MAX_SCREENSHOT_BYTES, is_picture};

/// The number of a trace in its run, counted from 1 in the order in which the traces began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct TraceId(pub u32);

const RUN_JSON: &str = "run.json";
const TRACE_JSONL: &str = "trace.jsonl";
const LAYOUTS: &str = "layouts";
const SCREENSHOTS: &str = "screenshots";
