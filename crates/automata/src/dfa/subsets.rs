//! The subset construction.

use std::collections::HashMap;

use super::StateId;
use crate::nfa::Nfa;

/// The most states of a deterministic automaton. The largest of the published ones has 17.
const MAX_STATES: usize = 4096;

/// The deterministic automaton would have too many states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("made deterministic, the automaton has more than {MAX_STATES} states")]
pub struct TooLarge;

pub(super) struct Subsets {
    /// For each new state, the old ones that it stands for, ascending.
    pub(super) members: Vec<Vec<u16>>,
    /// For each new state the next one by each symbol. The empty set, which rejects everything, is no state.
    pub(super) table: Vec<Option<StateId>>,
}

pub(super) fn construct(nfa: &Nfa, symbols: &[String]) -> Result<Subsets, TooLarge> {
    let moves = Moves::of(nfa, symbols);
    let start = moves.closed([nfa.initial() as u16]);
    let mut known = HashMap::from([(start.clone(), StateId(0))]);
    let mut subsets = Subsets { members: vec![start], table: Vec::new() };
    let mut at = 0;
    while at < subsets.members.len() {
        for symbol in 0..symbols.len() {
            let from = &subsets.members[at];
            let next = moves.closed(
                from.iter().flat_map(|&state| moves.by_symbol[symbol][usize::from(state)].iter().copied()),
            );
            let cell = match known.get(&next) {
                _ if next.is_empty() => None,
                Some(&state) => Some(state),
                None if subsets.members.len() == MAX_STATES => return Err(TooLarge),
                None => {
                    let state = StateId(subsets.members.len() as u16);
                    known.insert(next.clone(), state);
                    subsets.members.push(next);
                    Some(state)
                }
            };
            subsets.table.push(cell);
        }
        at += 1;
    }
    Ok(subsets)
}

struct Moves {
    /// For each symbol and each state, the states that it leads to.
    by_symbol: Vec<Vec<Vec<u16>>>,
    epsilon: Vec<Vec<u16>>,
}

impl Moves {
    fn of(nfa: &Nfa, symbols: &[String]) -> Moves {
        let nowhere = vec![Vec::new(); nfa.states().len()];
        let mut moves = Moves { by_symbol: vec![nowhere.clone(); symbols.len()], epsilon: nowhere };
        for transition in nfa.transitions() {
            let at = |symbol: &String| symbols.iter().position(|known| known == symbol);
            let by = match transition.symbol.as_ref().map(at) {
                Some(Some(symbol)) => &mut moves.by_symbol[symbol],
                Some(None) => continue,
                None => &mut moves.epsilon,
            };
            by[transition.from].push(transition.to as u16);
        }
        moves
    }

    /// The states and all that epsilon leads to from them, ascending.
    fn closed(&self, states: impl IntoIterator<Item = u16>) -> Vec<u16> {
        let mut reached = vec![false; self.epsilon.len()];
        let mut open: Vec<u16> = states.into_iter().collect();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut reached[usize::from(state)], true) {
                open.extend(&self.epsilon[usize::from(state)]);
            }
        }
        (0..self.epsilon.len() as u16).filter(|&state| reached[usize::from(state)]).collect()
    }
}
