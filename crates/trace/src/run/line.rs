//! The lines of `trace.jsonl`.

use gui::{Digest, Event};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::TraceId;
use crate::step::{Moment, Remarks, Step};
use crate::trace::Header;

/// The name and version in the first line of `trace.jsonl`.
pub(super) const FORMAT: (&str, u32) = ("oddity-trace", 3);

/// The first version whose lines carry checksums.
pub(super) const SUMS_SINCE: u32 = 3;

/// One line behind the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub(super) enum Line {
    /// A trace begins.
    Begin(Begin),
    /// A trace goes on by one step.
    Step(StepLine),
    /// A trace is over.
    End(End),
    /// Something that other parts of oddity want to find again, at its place in the order of things.
    Note(Note),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Begin {
    pub(super) trace: TraceId,
    #[serde(flatten)]
    pub(super) header: Header,
    pub(super) first: MomentLine,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepLine {
    pub(super) trace: TraceId,
    /// Counted from 1, so that a lost line is noticed.
    pub(super) step: u64,
    #[serde(default)]
    pub(super) event: Option<Event>,
    pub(super) after: MomentLine,
    #[serde(flatten)]
    pub(super) remarks: Remarks,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct End {
    pub(super) trace: TraceId,
    pub(super) why: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) topic: String,
    pub(super) data: Value,
}

/// A [`Moment`] with the layout's digest in place of the layout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct MomentLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) layout: Option<Digest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) activity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screenshot: Option<Digest>,
}

impl MomentLine {
    pub(super) fn of(moment: &Moment) -> MomentLine {
        MomentLine {
            layout: moment.digest(),
            activity: moment.activity.clone(),
            screenshot: moment.screenshot,
        }
    }
}

impl StepLine {
    pub(super) fn of(trace: TraceId, number: u64, step: &Step) -> StepLine {
        StepLine {
            trace,
            step: number,
            event: step.event.clone(),
            after: MomentLine::of(&step.after),
            remarks: step.remarks.clone(),
        }
    }
}

impl Line {
    /// The moment whose layout must be in a pack before the line is written.
    pub(super) fn moment(&self) -> Option<&MomentLine> {
        match self {
            Line::Begin(begin) => Some(&begin.first),
            Line::Step(step) => Some(&step.after),
            Line::End(_) | Line::Note(_) => None,
        }
    }
}
