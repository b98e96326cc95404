//! The automaton as a person draws it.

use std::collections::BTreeSet;

/// The most of each that an automaton may have. The largest of the published ones has 17 states, 44 transitions and 11 symbols.
pub(crate) const MAX_STATES: usize = 512;
pub(crate) const MAX_TRANSITIONS: usize = 16_384;
pub(crate) const MAX_SYMBOLS: usize = 128;

/// A bug automaton: states of the app, and what leads from one to another.
///
/// A symbol is a pivot event of the bug. A transition without a symbol, epsilon, is any other event that moves the app: going back, say.
/// There is one initial state, at least one final one, and the initial one is not final.
#[derive(Debug, Clone, PartialEq)]
pub struct Nfa {
    states: Vec<State>,
    transitions: Vec<Transition>,
    initial: usize,
    drawn_states: usize,
}

/// A state of the app, as far as the bug is concerned.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Its name, which no other state has.
    pub name: String,
    /// Whether the bug has shown here.
    pub is_final: bool,
    /// Where it was drawn, if it was.
    pub drawn_at: Option<(f64, f64)>,
}

/// What leads from one state to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The state before,
    pub from: usize,
    /// and after.
    pub to: usize,
    /// The pivot event; `None` for any other event.
    pub symbol: Option<String>,
}

/// States and transitions that make no bug automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NfaError {
    /// There is no final state.
    #[error("no state is final, so nothing leads to the bug")]
    NoFinal,
    /// The bug would show before anything was done.
    #[error("the initial state is final too, so nothing has to be done for the bug to show")]
    InitialIsFinal,
    /// More than we work with.
    #[error("there are more than {limit} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The most that there may be.
        limit: usize,
    },
    /// Two states have the same name.
    #[error("two states are called {0:?}")]
    SameName(String),
    /// The initial state or one end of a transition does not exist.
    #[error("there is no state number {0}")]
    NoSuchState(usize),
}

impl Nfa {
    /// An automaton, if these states and transitions make one.
    pub fn new(states: Vec<State>, initial: usize, transitions: Vec<Transition>) -> Result<Nfa, NfaError> {
        let nfa = Nfa { drawn_states: states.len(), states, transitions, initial };
        nfa.check_sizes()?;
        let mut names = BTreeSet::new();
        if let Some(twice) = nfa.states.iter().find(|state| !names.insert(&state.name)) {
            return Err(NfaError::SameName(twice.name.clone()));
        }
        let named = nfa.transitions.iter().flat_map(|transition| [transition.from, transition.to]);
        if let Some(nowhere) = named.chain([initial]).find(|&at| at >= nfa.states.len()) {
            return Err(NfaError::NoSuchState(nowhere));
        }
        match &nfa.states {
            states if states[initial].is_final => Err(NfaError::InitialIsFinal),
            states if !states.iter().any(|state| state.is_final) => Err(NfaError::NoFinal),
            _ => Ok(nfa),
        }
    }

    /// The states.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// How many states were drawn; more than there are where several share a name.
    pub fn drawn_states(&self) -> usize {
        self.drawn_states
    }

    /// The same, drawn with so many states.
    pub(crate) fn drawn_with(self, drawn_states: usize) -> Nfa {
        Nfa { drawn_states, ..self }
    }

    /// What leads from one to another.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// The state before anything is done.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// The pivot events: one character first, so that those of DDroid come as it numbers them.
    pub fn symbols(&self) -> Vec<&str> {
        let symbols = self.transitions.iter().filter_map(|transition| transition.symbol.as_deref());
        let sorted: BTreeSet<(usize, &str)> = symbols.map(|symbol| (symbol.len(), symbol)).collect();
        sorted.into_iter().map(|(_, symbol)| symbol).collect()
    }

    fn check_sizes(&self) -> Result<(), NfaError> {
        let sizes = [
            ("states", self.states.len(), MAX_STATES),
            ("transitions", self.transitions.len(), MAX_TRANSITIONS),
            ("symbols", self.symbols().len(), MAX_SYMBOLS),
        ];
        match sizes.into_iter().find(|(_, size, limit)| size > limit) {
            Some((what, _, limit)) => Err(NfaError::TooMany { what, limit }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(finals: &[usize], transitions: &[(usize, usize)], expected: Option<&NfaError>) {
        let state =
            |at: usize| State { name: format!("q{at}"), is_final: finals.contains(&at), drawn_at: None };
        let transition = |&(from, to): &(usize, usize)| Transition { from, to, symbol: Some("1".to_owned()) };
        let made = Nfa::new((0..3).map(state).collect(), 0, transitions.iter().map(transition).collect());
        assert_eq!(made.as_ref().err(), expected);
    }

    #[test]
    fn what_makes_no_bug_automaton_is_refused() {
        check(&[2], &[(0, 1), (1, 2)], None);
        check(&[], &[(0, 1)], Some(&NfaError::NoFinal));
        check(&[0, 2], &[(0, 1)], Some(&NfaError::InitialIsFinal));
        check(&[2], &[(0, 3)], Some(&NfaError::NoSuchState(3)));
    }

    #[test]
    fn too_many_states_are_refused() {
        let state = |at: usize| State { name: at.to_string(), is_final: at == 1, drawn_at: None };
        let made = Nfa::new((0..=MAX_STATES).map(state).collect(), 0, Vec::new());
        assert_eq!(made, Err(NfaError::TooMany { what: "states", limit: MAX_STATES }));
    }
}
