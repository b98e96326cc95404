//! A recorded run on its way through the automaton.

use std::collections::HashMap;

use trace::{Start, Trace};

use crate::bug::Bug;
use crate::clues::Clues;
use crate::dfa::Symbol;
use crate::pivots::BugFile;
use crate::walk::{Position, Seen, Walk};

/// Walks the automaton with the traces of a run, one after the other.
///
/// A trace from a fresh start begins at the automaton's start. One that begins where an earlier experiment was after some of its steps
/// begins where the walk was then: time travel takes the bug's history along. Other traces go on where the last one ended.
pub struct RecordedWalk<'a> {
    walk: Walk<'a>,
    bug: &'a Bug,
    file: &'a BugFile,
    /// For each experiment where the walk was after each of its steps.
    positions: HashMap<u64, Vec<Position>>,
    /// All steps so far,
    steps: u64,
    /// and the time that all traces took so far.
    elapsed_ms: u64,
}

/// What counts of a trace: for those who cannot keep its screens.
#[derive(Debug, Clone)]
pub struct Heard {
    start: Start,
    experiment: Option<u64>,
    /// For each step the pivot event that it is, and when it was.
    steps: Vec<(Option<Symbol>, Option<u64>)>,
    shows_after: Vec<usize>,
}

impl Heard {
    /// What counts of a trace, after which of whose steps the bug showed.
    pub fn of(trace: &Trace, bug: &Bug, file: &BugFile, shows_after: &[usize]) -> Heard {
        let step = |step: &trace::Step| (file.symbol_of(&bug.dfa, step), step.remarks.at_ms);
        Heard {
            start: trace.header.start.clone(),
            experiment: trace.header.experiment.as_ref().map(|experiment| experiment.id),
            steps: trace.steps().iter().map(step).collect(),
            shows_after: shows_after.to_vec(),
        }
    }
}

impl<'a> RecordedWalk<'a> {
    /// A walk that has not begun.
    pub fn new(bug: &'a Bug, file: &'a BugFile) -> RecordedWalk<'a> {
        RecordedWalk {
            walk: Walk::new(&bug.dfa),
            bug,
            file,
            positions: HashMap::new(),
            steps: 0,
            elapsed_ms: 0,
        }
    }

    /// Goes along with a trace. `shows_after` is after how many of its steps the bug showed.
    pub fn trace(&mut self, trace: &Trace, shows_after: &[usize]) {
        self.heard(&Heard::of(trace, self.bug, self.file, shows_after));
    }

    /// Goes along with a trace of which only the pivot events were kept.
    pub fn heard(&mut self, heard: &Heard) {
        self.walk.go_to(self.start_of(&heard.start));
        let mut positions = vec![self.walk.position()];
        let mut last_ms = 0;
        for (number, &(symbol, at_ms)) in (1..).zip(&heard.steps) {
            self.steps += 1;
            last_ms = at_ms.unwrap_or(last_ms).max(last_ms);
            let seen = Seen { at_s: ((self.elapsed_ms + last_ms) / 1000) as i64, line: self.steps };
            if let Some(symbol) = symbol {
                self.walk.event(symbol, seen);
            }
            if heard.shows_after.contains(&number) {
                self.walk.crash(seen);
            }
            positions.push(self.walk.position());
        }
        self.elapsed_ms += last_ms;
        if let Some(experiment) = heard.experiment {
            self.positions.insert(experiment, positions);
        }
    }

    /// The walk so far,
    pub fn walk(&self) -> &Walk<'a> {
        &self.walk
    }

    /// how many steps it saw,
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// how long they took,
    pub fn elapsed_s(&self) -> i64 {
        (self.elapsed_ms / 1000) as i64
    }

    /// and the walk itself, when it is over.
    pub fn into_walk(self) -> Walk<'a> {
        self.walk
    }

    /// Who looks for clues about the event that was missed first; `None` when none was.
    pub fn clues(&self) -> Option<Clues<'a>> {
        let missed = self.walk.first_missed()?;
        self.file.events.get(self.bug.dfa.symbol_name(missed.event)).map(Clues::new)
    }

    fn start_of(&self, start: &Start) -> Position {
        match start {
            Start::Fresh => Position::default(),
            Start::Snapshot { name } => place_named(name)
                .and_then(|(experiment, step)| self.positions.get(&experiment)?.get(step).copied())
                .unwrap_or_else(|| self.walk.position()),
            Start::AsItWas | Start::Unknown => self.walk.position(),
        }
    }
}

/// `experiment 7, step 3`, as campaigns name the places that they come back to.
fn place_named(name: &str) -> Option<(u64, usize)> {
    let (experiment, step) = name.strip_prefix("experiment ")?.split_once(", step ")?;
    Some((experiment.parse().ok()?, step.parse().ok()?))
}
