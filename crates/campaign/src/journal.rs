//! The journal: what was done and what came of it, in a run folder.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use experiment::{Did, Ended, Kept, Outcome};
use finding::Spending;
use gui::{Digest, Event};
use serde::{Deserialize, Serialize};
use trace::{Header, Moment, RunError, RunInfo, RunWriter, Step, TraceId};

use crate::record::{Ending, RoundNote, SuspicionNote};
use crate::rules::Rules;
use crate::workers::Written;

/// The topic of the note that closes an experiment.
pub(crate) const OUTCOME: &str = "outcome";
/// The topic of the note that says by which rules experiments are planned.
pub(crate) const RULES: &str = "rules";
/// The topic of the note that says from which experiment on nothing new was looked for, because the time was over.
pub(crate) const PROVING: &str = "only-proving";
/// The topic of the note that says how many parts the app has.
pub(crate) const PARTS: &str = "parts";
/// The topic of the note that begins a round.
pub(crate) const ROUND: &str = "round";
/// The topic of the note that something looks wrong for the first time.
pub(crate) const SUSPICION: &str = "suspicion";
/// The topic of the note that more is known of a finding.
pub(crate) const FINDING: &str = "finding";
/// The topic of the note that ends a run.
pub(crate) const ENDED: &str = "ended";
/// What went wrong with phones and what was blocked, for people.
const LOG: &str = "oddity.log";
/// How much time a run took so far, and below that on what. Not in the journal, which is the same for every run with the same
/// seed.
const CLOCK: &str = "clock.txt";
/// More than the activities of all techniques take.
const MAX_CLOCK_BYTES: u64 = 64_000;

/// Writes a campaign's run folder.
///
/// An experiment that can be carried out again exactly is written as a whole, in the order of the numbers, so that the journal of
/// a simulated phone is the same byte for byte however many phones there were. On other phones every step is written
/// before the next begins.
pub struct Journal {
    folder: PathBuf,
    run: RunWriter,
    order: Order,
    synced: Instant,
    /// The first thing that could not be written. Phones go on; the campaign ends at the next round.
    failed: Option<RunError>,
    /// What the run had noted before it was resumed, and how often: planning again notes it again.
    noted: HashMap<String, usize>,
    /// How the run had ended before it was resumed, as long as nothing was done since.
    had_ended: Option<Ending>,
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
    /// How the phone came to where it began, where the plan does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) came: Option<Came>,
    /// Why it began elsewhere than it was to, where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) missed: Option<String>,
    /// The acts of its script that could not be done, by their numbers, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) not_done: BTreeMap<usize, String>,
}

/// How a phone came to where an experiment began.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Came {
    /// It was there, since this experiment.
    After(u64),
    /// By doing this from a fresh start.
    By {
        /// What led there.
        events: Vec<Event>,
        /// How many events that took, with those that led elsewhere.
        #[serde(rename = "way")]
        returning: u64,
    },
}

impl Came {
    /// How many events were done again.
    pub(crate) fn returning(&self) -> u64 {
        match self {
            Came::After(_) => 0,
            Came::By { returning, .. } => *returning,
        }
    }

    fn of(outcome: &Outcome) -> Option<Came> {
        let (start, returning) = (&outcome.start, outcome.returning);
        match start.kept {
            _ if returning > 0 => Some(Came::By { events: start.lineage.events(), returning }),
            Some(Kept::Standing { .. }) => Some(Came::After(start.reached_in.0)),
            _ => None,
        }
    }
}

impl Journal {
    /// Begins a run in a folder that is empty or does not exist yet.
    pub fn create(folder: &Path, info: &RunInfo) -> Result<Journal, RunError> {
        RunWriter::create(folder, info).map(|run| Journal::of(folder, run))
    }

    /// The same, with files that a run needs from its first moment on.
    pub fn create_beside(folder: &Path, info: &RunInfo, files: &[(&str, &str)]) -> Result<Journal, RunError> {
        RunWriter::create_beside(folder, info, files).map(|run| Journal::of(folder, run))
    }

    /// Goes on with a run.
    pub fn open(folder: &Path) -> Result<Journal, RunError> {
        RunWriter::open(folder).map(|run| Journal::of(folder, run))
    }

    /// Goes on with a run that is damaged, from the last experiment that is whole.
    pub fn salvage(folder: &Path) -> Result<Journal, RunError> {
        RunWriter::salvage(folder).map(|run| Journal::of(folder, run))
    }

    /// What was left out because it is torn or damaged, in words.
    pub fn warnings(&self) -> &[String] {
        self.run.warnings()
    }

    fn of(folder: &Path, run: RunWriter) -> Journal {
        Journal {
            folder: folder.to_owned(),
            run,
            order: Order::StepByStep,
            synced: Instant::now(),
            failed: None,
            noted: HashMap::new(),
            had_ended: None,
        }
    }

    pub(crate) fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// Goes on after what was noted before. What is written as a whole and is not whole is cut off: it is done again, and then stands
    /// where it would stand had nobody been killed.
    pub(crate) fn go_on_after(
        &mut self,
        noted: HashMap<String, usize>,
        ended: Option<Ending>,
    ) -> Result<(), RunError> {
        (self.noted, self.had_ended) = (noted, ended);
        if self.order == Order::Whole { self.run.cut_behind_last_note() } else { Ok(()) }
    }

    /// Writes a note, unless it was written before the run was resumed.
    fn note(&mut self, topic: &str, data: &impl Serialize) -> Result<(), RunError> {
        let key = || serde_json::to_value(data).ok().map(|data| key_of_note(topic, &data));
        if !self.noted.is_empty()
            && let Some(times) = key().and_then(|key| self.noted.get_mut(&key)).filter(|times| **times > 0)
        {
            *times -= 1;
            return Ok(());
        }
        self.run.note(topic, data)
    }

    /// Says by which rules experiments are planned.
    pub(crate) fn rules(&mut self, rules: &Rules) -> Result<(), RunError> {
        self.run.note(RULES, rules)
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
        let kept = outcome.kept.iter().map(|kept| (kept.moment, kept.tag.to_string())).collect();
        let not_done = outcome.acts.iter().enumerate().filter_map(|(at, did)| match did {
            Did::Not(why) => Some((at, why.clone())),
            Did::Step(_) | Did::Never => None,
        });
        let note = OutcomeNote {
            experiment: outcome.id,
            trace,
            ended: outcome.ended.clone(),
            kept,
            came: Came::of(outcome),
            missed: outcome.missed.clone(),
            not_done: not_done.collect(),
        };
        self.had_ended = None;
        self.run.note(OUTCOME, &note)
    }

    /// Adds lines to the run's log for people.
    pub(crate) fn log(&mut self, experiment: u64, lines: &[String]) -> Result<(), RunError> {
        if lines.is_empty() {
            return Ok(());
        }
        let path = self.folder.join(LOG);
        let text: String =
            lines.iter().map(|line| format!("experiment {experiment}: {}\n", gui::escaped(line))).collect();
        let written = files::append(&path).map_err(std::io::Error::from);
        written
            .and_then(|mut file| files::write_all(&mut file, &path, text.as_bytes()))
            .map_err(|source| RunError::Io { doing: "write", path, source })
    }

    /// Begins a round.
    pub(crate) fn round(&mut self, round: &RoundNote) -> Result<(), RunError> {
        self.note(ROUND, round)
    }

    /// Says that something looks wrong for the first time.
    pub(crate) fn suspicion(&mut self, suspicion: &SuspicionNote<'_>) -> Result<(), RunError> {
        self.note(SUSPICION, suspicion)
    }

    /// Says what is known of a finding by now.
    pub(crate) fn finding(&mut self, finding: &finding::Finding) -> Result<(), RunError> {
        self.note(FINDING, finding)
    }

    /// Ends the run.
    pub(crate) fn ended(&mut self, ending: &Ending) -> Result<(), RunError> {
        if self.had_ended.as_ref() == Some(ending) {
            return Ok(());
        }
        self.run.note(ENDED, ending)
    }

    /// Says that from this experiment on nothing new is looked for. When that is depends on the clock, and planning on it.
    pub(crate) fn only_proving(&mut self, from: u64) -> Result<(), RunError> {
        self.run.note(PROVING, &from)
    }

    /// Says how many parts the app has.
    pub(crate) fn parts(&mut self, parts: u32) -> Result<(), RunError> {
        self.run.note(PARTS, &parts)
    }

    /// Says how long the run took so far, and syncs, but not more often than once a second.
    pub(crate) fn tick(&mut self, spent: Duration, on: &Spending) -> Result<(), RunError> {
        if self.synced.elapsed() < Duration::from_secs(1) { Ok(()) } else { self.sync(spent, on) }
    }

    /// Says how long the run took so far, and waits until all is on the disk.
    pub(crate) fn sync(&mut self, spent: Duration, on: &Spending) -> Result<(), RunError> {
        let mut clock = spent.as_millis().to_string();
        if let Some(on) = serde_json::to_string(on).ok().filter(|_| !on.is_empty()) {
            clock = format!("{clock}\n{on}\n");
        }
        // Without it the time since it was last written is lost, no more.
        let _ = files::write_whole(&self.folder.join(CLOCK), clock.as_bytes());
        self.synced = Instant::now();
        self.run.sync()
    }

    /// How long a run took until it was last written to, and on what.
    pub(crate) fn spent(folder: &Path) -> (Duration, Spending) {
        let clock = files::text(&folder.join(CLOCK), MAX_CLOCK_BYTES).unwrap_or_default();
        let (spent, on) = clock.split_once('\n').unwrap_or((&clock, ""));
        let spent = Duration::from_millis(spent.trim().parse().unwrap_or(0));
        (spent, serde_json::from_str(on).unwrap_or_default())
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

/// What makes a note the same as another.
pub(crate) fn key_of_note(topic: &str, data: &serde_json::Value) -> String {
    format!("{topic} {data}")
}
