//! One event with what the phone showed before and after it.

use std::sync::Arc;

use gui::{Digest, Event, Layout};
use serde::{Deserialize, Serialize};

/// An event with the screen before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What the phone showed before.
    pub before: Moment,
    /// What was done; `None` where something happened that nobody recorded, or that we have no word for.
    pub event: Option<Event>,
    /// What the phone showed once it had settled.
    pub after: Moment,
    /// Whatever else is known of the step.
    pub remarks: Remarks,
}

/// What the phone showed at one moment. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moment {
    /// The widgets; `None` when there was no look, or when the app was not in the foreground.
    pub layout: Option<Arc<Layout>>,
    /// The activity in the foreground, `com.example/.EditActivity`.
    pub activity: Option<String>,
    /// The content hash of the screenshot, which is its name in the run folder.
    pub screenshot: Option<Digest>,
}

/// What else is known of a step. A recording tells some of it, rarely all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remarks {
    /// When the event was sent, counted from the start of the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
    /// How long the screen took to settle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_ms: Option<u64>,
    /// Which parts of the app ran for the first time, as far as whoever drove the phone knew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<Arc<str>>,
    /// The app's end, if this step was its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash: Option<Crash>,
    /// Why the driver did it, in one word of the technique that planned it: `inserted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// What a person should know beyond all this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Lines that the phone logged between the event and the look after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
}

/// How an app ended against its will.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crash {
    /// What kind of end it was.
    pub kind: CrashKind,
    /// The first line: exception and message, or the signal.
    pub summary: String,
    /// The frames below it, innermost first; then each exception behind it after `Caused by: `, with its frames.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
    /// The process that ended, such as `com.example.notes:sync`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// Where in the app's own code it happened, as in a stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_frame: Option<String>,
    /// Equal for the same crash of the app under test, by the app's own frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// The same as the paper on time-travel testing counts it; `None` for what it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper_identity: Option<String>,
}

/// The ways in which Android ends an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashKind {
    /// An exception that nobody caught.
    Exception,
    /// A signal in native code.
    Native,
    /// "The app is not responding." Called `hang` before version 3.
    #[serde(alias = "hang")]
    Anr,
}

impl Step {
    /// A step of which nothing but the event and its two sides is known.
    pub fn new(before: Moment, event: Option<Event>, after: Moment) -> Step {
        Step { before, event, after, remarks: Remarks::default() }
    }
}

impl Moment {
    /// A moment of which only the layout is known.
    pub fn of(layout: Layout) -> Moment {
        Moment { layout: Some(Arc::new(layout)), ..Moment::default() }
    }

    /// The layout's digest, where there is a layout.
    pub fn digest(&self) -> Option<Digest> {
        self.layout.as_ref().map(|layout| layout.digest())
    }
}
