//! What a drafter found, as files.

use std::collections::{BTreeMap, BTreeSet};

use automata::{Between, BugFile, Nfa, NfaError, Pivot, State, Transition};
use experiment::Act;

use crate::drafting::BUG;

/// A bug automaton that was tried out.
#[derive(Debug, Clone)]
pub struct Draft {
    pub(crate) fingerprint: String,
    pub(crate) pivots: Vec<Pivot>,
    pub(crate) states: usize,
    pub(crate) moves: BTreeSet<(usize, usize, Option<usize>)>,
    pub(crate) between: Vec<(usize, usize, Act)>,
    /// How many other events led to situations that no state stands for.
    pub strangers: u64,
    /// How many other events take the place of a step: other ways to the bug, which this automaton does not have.
    pub alternatives: u64,
    /// Whether there were more states than it was to look for.
    pub is_cut: bool,
    /// How many experiments it took.
    pub experiments: u64,
}

impl Draft {
    /// The automaton and the file that names its events. Several drafts of one bug are joined at start and end by epsilon.
    pub fn files(drafts: &[Draft], name: &str, automaton: &str) -> Result<(Nfa, BugFile), NfaError> {
        let mut joined = Joined::default();
        for draft in drafts {
            joined.add(draft);
        }
        let (states, initial) = match drafts.len() {
            1 => (joined.states, 0),
            _ => joined.with_ends(),
        };
        let nfa = Nfa::new(states, initial, joined.transitions)?;
        let file = BugFile {
            name: Some(name.to_owned()),
            automaton: automaton.to_owned(),
            fingerprint: drafts.first().map(|draft| draft.fingerprint.clone()),
            events: joined.pivots.into_iter().enumerate().map(|(at, pivot)| (symbol(at), pivot)).collect(),
            between: joined.between,
        };
        Ok((nfa, file))
    }
}

#[derive(Default)]
struct Joined {
    states: Vec<State>,
    transitions: Vec<Transition>,
    pivots: Vec<Pivot>,
    between: Vec<Between>,
    ends: Vec<(usize, usize)>,
}

impl Joined {
    fn add(&mut self, draft: &Draft) {
        let first = self.states.len();
        let bug = first + draft.states;
        for at in first..=bug {
            self.states.push(State { name: format!("q{at}"), is_final: at == bug, drawn_at: None });
        }
        self.ends.push((first, bug));
        let symbols: Vec<String> = draft.pivots.iter().map(|pivot| self.symbol_of(pivot)).collect();
        let place = |at: usize| if at == BUG { bug } else { first + at };
        for &(from, to, by) in &draft.moves {
            let symbol = by.map(|pivot| symbols[pivot].clone());
            self.transitions.push(Transition { from: place(from), to: place(to), symbol });
        }
        for (from, to, act) in &draft.between {
            let [from, to] = [from, to].map(|&at| self.states[place(at)].name.clone());
            self.between.push(Between { from, to, event: act.event.clone() });
        }
    }

    /// Drafts that share an event share its symbol.
    fn symbol_of(&mut self, pivot: &Pivot) -> String {
        let at = self.pivots.iter().position(|known| known == pivot).unwrap_or_else(|| {
            self.pivots.push(pivot.clone());
            self.pivots.len() - 1
        });
        symbol(at)
    }

    /// One start and one end around all.
    fn with_ends(&mut self) -> (Vec<State>, usize) {
        let mut states = std::mem::take(&mut self.states);
        states.iter_mut().for_each(|state| state.is_final = false);
        let (start, end) = (states.len(), states.len() + 1);
        states.push(State { name: "start".to_owned(), is_final: false, drawn_at: None });
        states.push(State { name: "bug".to_owned(), is_final: true, drawn_at: None });
        for &(first, last) in &self.ends {
            self.transitions.push(Transition { from: start, to: first, symbol: None });
            self.transitions.push(Transition { from: last, to: end, symbol: None });
        }
        (states, start)
    }
}

/// As DDroid numbers events: 1 to 9, then letters; after those, numbers again.
fn symbol(at: usize) -> String {
    match at + 1 {
        number @ ..10 => number.to_string(),
        number @ 10..36 => char::from(b'a' + (number - 10) as u8).to_string(),
        number => number.to_string(),
    }
}

/// The acts that a symbol stands for, by the file.
pub(crate) fn acts_by_symbol(file: &BugFile) -> BTreeMap<&str, Act> {
    let act = |pivot: &Pivot| Act { event: pivot.event.clone(), purpose: pivot.purpose.clone() };
    file.events.iter().map(|(symbol, pivot)| (symbol.as_str(), act(pivot))).collect()
}
