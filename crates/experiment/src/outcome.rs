//! What came of an experiment.

use std::sync::Arc;

use model::ScreenIds;
use serde::{Deserialize, Serialize};
use trace::Trace;

use crate::{Cause, Place, Site, Suspicion, Tag};

/// What came of an experiment.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The experiment's number in the run.
    pub id: u64,
    /// Why it was carried out.
    pub cause: Cause,
    /// The kind of phone and the build it ran on.
    pub site: Site,
    /// Where it began.
    pub start: Arc<Place>,
    /// How many events were done again to get there.
    pub returning: u64,
    /// Why that is not where it was to begin, where it is not. A walk goes on from there all the same.
    pub missed: Option<String>,
    /// What happened.
    pub trace: Arc<Trace>,
    /// Of each act of its script, what became of it; nothing for walks.
    pub acts: Vec<Did>,
    /// The screens of all its moments, one more than it has steps.
    pub screens: Vec<ScreenIds>,
    /// How it ended.
    pub ended: Ended,
    /// Conditions that were kept on the way.
    pub kept: Vec<Keepsake>,
    /// The condition it ended in.
    pub last: Arc<Place>,
    /// What the judges say to the trace.
    pub suspicions: Vec<Suspicion>,
}

/// What became of an act of a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Did {
    /// It was done, in this step of the trace.
    Step(usize),
    /// It could not be done, and nothing was sent for it.
    Not(String),
    /// It was not tried: the script had ended before.
    Never,
}

/// How an experiment ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum Ended {
    /// All was done.
    Done,
    /// The walk did not get any further.
    Stuck {
        /// How: `dead-end`, `loop`.
        how: String,
    },
    /// The app crashed or hung.
    Crashed,
    /// A step of the script could not be done. Nothing was sent for it.
    NotPerformed {
        /// The number of acts done before.
        act: usize,
        /// Why not.
        why: String,
    },
    /// The start was not reached, and elsewhere the script makes no sense; the trace says what was there instead.
    DidNotArrive {
        /// What was in the way.
        why: String,
    },
    /// The user wanted to stop.
    Interrupted,
}

/// A condition that was kept during an experiment.
#[derive(Debug, Clone)]
pub struct Keepsake {
    /// The number of steps done before: its place among the trace's moments.
    pub moment: usize,
    /// What it was kept for.
    pub tag: Tag,
    /// How to get there.
    pub place: Arc<Place>,
}
