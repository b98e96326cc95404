//! The journal: what was done and what came of it, in a run folder.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::workers::Written;
use experiment::{Ended, Outcome};
use gui::Digest;
use serde::{Deserialize, Serialize};
use trace::{Header, Moment, RunError, RunInfo, RunWriter, Step, TraceId};

/// The topic of the note that closes an experiment.
pub(crate) const OUTCOME: &str = "outcome";

/// Writes a campaign's run folder.
///
/// An experiment that can be carried out again exactly is written as a whole, in the order of the numbers, so that the journal of
/// a simulated phone is the same byte for byte however many phones there were. On other phones every step is written
/// before the next begins.
pub struct Journal {
    run: RunWriter,
    order: Order,
    synced: Instant,
    /// The first thing that could not be written. Phones go on; the campaign ends at the next round.
    failed: Option<RunError>,
}

/// When an experiment is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// When it is over.
    Whole,
    /// As it goes on.
    StepByStep,
}

/// What closes an experiment. One without it is carried out again when the run is resumed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OutcomeNote {
    pub(crate) experiment: u64,
    pub(crate) trace: TraceId,
    #[serde(flatten)]
    pub(crate) ended: Ended,
    /// After how many steps a condition was kept, and for what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) kept: Vec<(usize, String)>,
}

impl Journal {
    /// Begins a run in a folder that is empty or does not exist yet.
    pub fn create(folder: &Path, info: &RunInfo) -> Result<Journal, RunError> {
        RunWriter::create(folder, info).map(Journal::of)
    }

    /// Goes on with a run.
    pub fn open(folder: &Path) -> Result<Journal, RunError> {
        RunWriter::open(folder).map(Journal::of)
    }

    fn of(run: RunWriter) -> Journal {
        Journal { run, order: Order::StepByStep, synced: Instant::now(), failed: None }
    }

    pub(crate) fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    pub(crate) fn begin(&mut self, header: &Header, start: &Moment) -> Option<TraceId> {
        if self.order == Order::Whole {
            return None;
        }
        let begun = self.run.begin(header, start);
        self.keep_failure(begun)
    }

    pub(crate) fn step(&mut self, trace: TraceId, step: &Step) {
        let written = self.run.step(trace, step);
        self.keep_failure(written);
    }

    pub(crate) fn end(&mut self, trace: TraceId, why: &str) {
        let ended = self.run.end(trace, why);
        self.keep_failure(ended);
    }

    pub(crate) fn picture(&mut self, png: &[u8]) -> Option<Digest> {
        let kept = self.run.screenshot(png);
        self.keep_failure(kept)
    }

    /// Closes an experiment.
    pub(crate) fn close(&mut self, outcome: &Outcome, written: Written) -> Result<(), RunError> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let trace = match written {
            Written::Before => return Ok(()),
            Written::Steps(trace) => {
                self.run.end(trace, outcome.trace.end.as_deref().unwrap_or_default())?;
                trace
            }
            Written::Nothing => self.run.trace(&outcome.trace)?,
        };
        let kept = outcome.kept.iter().map(|kept| (kept.moment, kept.tag.clone())).collect();
        let note = OutcomeNote { experiment: outcome.id, trace, ended: outcome.ended.clone(), kept };
        self.run.note(OUTCOME, &note)?;
        if self.synced.elapsed() > Duration::from_secs(1) {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all is on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), RunError> {
        self.synced = Instant::now();
        self.run.sync()
    }

    fn keep_failure<T>(&mut self, result: Result<T, RunError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }
}
