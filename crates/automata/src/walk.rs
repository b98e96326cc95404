//! A trace of pivot events on its way through the automaton.

use crate::dfa::{Dfa, StateId, Symbol};
use crate::sequences::Sequences;

/// The most times of crashes that are kept one by one.
const MOST_CRASH_TIMES: usize = 100_000;

/// DDroid's walk, with all that it counts.
///
/// An event that is rejected takes the walk back to the start, where it is tried once more. At the bug the walk is taken back too.
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    dfa: &'a Dfa,
    now: Position,
    events: Vec<Counted>,
    warnings: Vec<Counted>,
    pairs: Vec<u64>,
    pairs_of_paper: Vec<u64>,
    visits: Vec<Counted>,
    moves: Vec<u64>,
    crashes: u64,
    crash_times_s: Vec<i64>,
    sequences: Option<Sequences>,
    /// The first events, as many as the shortest way to the bug has.
    beginning: Vec<Symbol>,
    /// Where the walk was when an event was first rejected, or the bug first reached.
    first_stop: Option<StateId>,
}

/// Where a walk is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    at: StateId,
    /// The event before, unless the walk was taken back since: DDroid's pairs begin with it.
    last: Option<Symbol>,
    /// The event before, whatever became of it: the paper's pairs begin with it.
    before: Option<Symbol>,
}

/// How often, and when first.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    count: u64,
    first: Option<Seen>,
}

/// When and where in the log something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Seconds since the start.
    pub at_s: i64,
    /// The line of the log, or the step of a run.
    pub line: u64,
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub fn new(dfa: &'a Dfa) -> Walk<'a> {
        let (states, symbols) = (dfa.states().len(), dfa.symbols().len());
        let mut walk = Walk {
            dfa,
            now: Position::default(),
            events: vec![Counted::default(); symbols],
            warnings: vec![Counted::default(); symbols],
            pairs: vec![0; symbols * symbols],
            pairs_of_paper: vec![0; symbols * symbols],
            visits: vec![Counted::default(); states],
            moves: vec![0; states * symbols],
            crashes: 0,
            crash_times_s: Vec::new(),
            sequences: None,
            beginning: Vec::new(),
            first_stop: None,
        };
        walk.visits[0] = Counted { count: 1, first: Some(Seen { at_s: 0, line: 0 }) };
        walk
    }

    /// Counts sequences of events too.
    pub fn counting(self, sequences: Sequences) -> Walk<'a> {
        Walk { sequences: Some(sequences), ..self }
    }

    /// A pivot event happened.
    pub fn event(&mut self, symbol: Symbol, seen: Seen) {
        self.note(symbol, seen);
        if let Some(last) = self.now.last.filter(|&last| self.dfa.has_pair(last, symbol)) {
            self.pairs[self.dfa.pair(last, symbol)] += 1;
        }
        let from = match self.dfa.next(self.now.at, symbol) {
            Some(_) => {
                self.now.last = Some(symbol);
                self.now.at
            }
            None => {
                self.first_stop.get_or_insert(self.now.at);
                self.now.last = None;
                Dfa::INITIAL
            }
        };
        self.now.at = Dfa::INITIAL;
        let Some(to) = self.dfa.next(from, symbol) else { return };
        self.moves[self.dfa.cell(from, symbol)] += 1;
        self.visits[usize::from(to.0)].add(seen);
        if self.dfa.is_final(to) {
            self.first_stop.get_or_insert(to);
            self.now.last = None;
        } else {
            self.now.at = to;
        }
    }

    /// What counts whatever the automaton makes of the event.
    fn note(&mut self, symbol: Symbol, seen: Seen) {
        self.events[usize::from(symbol.0)].add(seen);
        if let Some(before) =
            self.now.before.replace(symbol).filter(|&before| self.dfa.has_pair(before, symbol))
        {
            self.pairs_of_paper[self.dfa.pair(before, symbol)] += 1;
        }
        if let Some(sequences) = &mut self.sequences {
            sequences.event(symbol);
        }
        if self.beginning.len() < self.dfa.distance(Dfa::INITIAL) as usize {
            self.beginning.push(symbol);
        }
    }

    /// The app warned that an event was undone or avoided. The walk goes on as if nothing had happened.
    pub fn warning(&mut self, symbol: Symbol, seen: Seen) {
        self.warnings[usize::from(symbol.0)].add(seen);
    }

    /// The app crashed. The walk goes on as if nothing had happened.
    pub fn crash(&mut self, seen: Seen) {
        self.crashes += 1;
        if self.crash_times_s.len() < MOST_CRASH_TIMES {
            self.crash_times_s.push(seen.at_s);
        }
    }

    /// Where it is now.
    pub fn position(&self) -> Position {
        self.now
    }

    /// Goes on from elsewhere: from the start, or from where it was before.
    pub fn go_to(&mut self, position: Position) {
        self.now = position;
    }

    /// The automaton that is walked.
    pub fn dfa(&self) -> &'a Dfa {
        self.dfa
    }

    /// How often an event happened, and when first.
    pub fn event_count(&self, symbol: Symbol) -> (u64, Option<Seen>) {
        self.events[usize::from(symbol.0)].told()
    }

    /// How often the app warned of an event, and when first.
    pub fn warning_count(&self, symbol: Symbol) -> (u64, Option<Seen>) {
        self.warnings[usize::from(symbol.0)].told()
    }

    /// How often a state was reached, and when first. The initial one counts once before anything has happened.
    pub fn visits(&self, state: StateId) -> (u64, Option<Seen>) {
        self.visits[usize::from(state.0)].told()
    }

    /// How often a move was made.
    pub fn moves(&self, from: StateId, by: Symbol) -> u64 {
        self.moves[self.dfa.cell(from, by)]
    }

    /// How often one event followed another, as DDroid counts: not where the first was rejected, tried again or completed the bug.
    pub fn pair_count(&self, first: Symbol, second: Symbol) -> u64 {
        self.pairs[self.dfa.pair(first, second)]
    }

    /// How often one event followed another, as the paper defines it.
    pub fn pair_count_of_paper(&self, first: Symbol, second: Symbol) -> u64 {
        self.pairs_of_paper[self.dfa.pair(first, second)]
    }

    /// How often the app crashed, and when, as long as there are not very many.
    pub fn crashes(&self) -> (u64, &[i64]) {
        (self.crashes, &self.crash_times_s)
    }

    /// How often the bug was reached.
    pub fn completed(&self) -> u64 {
        let finals = self.dfa.states().filter(|&state| self.dfa.is_final(state));
        finals.map(|state| self.visits(state).0).sum()
    }

    /// The states that were reached.
    pub fn reached(&self) -> impl Iterator<Item = StateId> {
        self.dfa.states().filter(|&state| self.visits(state).0 > 0)
    }

    /// The least distance of any reached state.
    pub fn minimal_distance(&self) -> u32 {
        self.reached().map(|state| self.dfa.distance(state)).min().unwrap_or_default()
    }

    /// Sequences, where they were to be counted.
    pub fn sequences(&self) -> Option<&Sequences> {
        self.sequences.as_ref()
    }

    pub(crate) fn beginning(&self) -> &[Symbol] {
        &self.beginning
    }

    /// Where a walk that stops at the first rejected event stops.
    pub(crate) fn first_stop(&self) -> StateId {
        self.first_stop.unwrap_or(self.now.at)
    }
}

impl Counted {
    fn add(&mut self, seen: Seen) {
        self.count += 1;
        self.first.get_or_insert(seen);
    }

    fn told(self) -> (u64, Option<Seen>) {
        (self.count, self.first)
    }
}
