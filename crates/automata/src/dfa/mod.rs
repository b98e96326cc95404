//! The automaton as it is walked: in each state, each symbol leads to one state or to none.

mod subsets;

use std::collections::{BTreeSet, VecDeque};

use crate::nfa::Nfa;
pub use subsets::TooLarge;

/// The distance of a state from which nothing leads to the bug. DDroid has the same.
pub const UNREACHABLE: u32 = 1000;

/// A pivot event of one automaton, by its place among the automaton's symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub(crate) u8);

/// A state of one deterministic automaton. The initial one is first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub(crate) u16);

/// The deterministic automaton of an [`Nfa`]: the part that can be reached, over real symbols only, not made smaller.
///
/// DDroid keeps epsilon as a symbol and so has more states, which nothing reaches; all figures are the same.
#[derive(Debug, Clone)]
pub struct Dfa {
    symbols: Vec<String>,
    /// The symbols of one ASCII character, found without a search.
    by_character: [Option<Symbol>; 128],
    names: Vec<String>,
    finals: Vec<bool>,
    /// For each state the next one by each symbol.
    table: Vec<Option<StateId>>,
    distances: Vec<u32>,
    /// For each symbol and each other, whether one can follow the other.
    pairs: Vec<bool>,
}

impl Dfa {
    /// The deterministic automaton that accepts the same words.
    pub fn of(nfa: &Nfa) -> Result<Dfa, TooLarge> {
        let symbols: Vec<String> = nfa.symbols().into_iter().map(str::to_owned).collect();
        let subsets::Subsets { members, table } = subsets::construct(nfa, &symbols)?;
        let names = members.iter().map(|set| name_of(nfa, set)).collect();
        let finals =
            members.iter().map(|set| set.iter().any(|&at| nfa.states()[usize::from(at)].is_final)).collect();
        let mut by_character = [None; 128];
        for (at, symbol) in symbols.iter().enumerate() {
            if let &[byte @ 0..128] = symbol.as_bytes() {
                by_character[usize::from(byte)] = Some(Symbol(at as u8));
            }
        }
        let mut dfa =
            Dfa { symbols, by_character, names, finals, table, distances: Vec::new(), pairs: Vec::new() };
        dfa.distances = dfa.distances_to_bug();
        dfa.pairs = dfa.adjacent();
        Ok(dfa)
    }

    /// The state before anything is done.
    pub const INITIAL: StateId = StateId(0);

    /// All states, the initial one first.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.names.len() as u16).map(StateId)
    }

    /// All symbols, in their order.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.symbols.len() as u8).map(Symbol)
    }

    /// How a symbol is written.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[usize::from(symbol.0)]
    }

    /// The symbol written so, if the automaton has it.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        match name.as_bytes() {
            &[byte @ 0..128] => self.by_character[usize::from(byte)],
            _ => self.symbols.iter().position(|symbol| symbol == name).map(|at| Symbol(at as u8)),
        }
    }

    /// A state's name: those of the states that it stands for, `{q0,q1}`.
    pub fn name(&self, state: StateId) -> &str {
        &self.names[usize::from(state.0)]
    }

    /// Whether the bug has shown here.
    pub fn is_final(&self, state: StateId) -> bool {
        self.finals[usize::from(state.0)]
    }

    /// Where a symbol leads; `None` where the automaton rejects it.
    pub fn next(&self, state: StateId, symbol: Symbol) -> Option<StateId> {
        self.table[self.cell(state, symbol)]
    }

    /// Where a word leads.
    pub fn after(&self, state: StateId, word: &[Symbol]) -> Option<StateId> {
        word.iter().try_fold(state, |at, &symbol| self.next(at, symbol))
    }

    /// All moves: from, by, to.
    pub fn moves(&self) -> impl Iterator<Item = (StateId, Symbol, StateId)> {
        let of =
            move |from| self.symbols().filter_map(move |by| self.next(from, by).map(|to| (from, by, to)));
        self.states().flat_map(of)
    }

    /// The fewest moves from a state to the bug, or [`UNREACHABLE`].
    pub fn distance(&self, state: StateId) -> u32 {
        self.distances[usize::from(state.0)]
    }

    /// The fewest symbols that lead from a state to the bug, of several such words the first in the order of symbols.
    pub fn way_to_bug(&self, state: StateId) -> Option<Vec<Symbol>> {
        let (mut at, mut way) = (state, Vec::new());
        while self.distance(at) > 0 {
            let closer = |to: &StateId| self.distance(*to) < self.distance(at);
            let step = |by| self.next(at, by).filter(closer).map(|to| (by, to));
            let (by, to) = self.symbols().find_map(step)?;
            way.push(by);
            at = to;
        }
        Some(way)
    }

    /// The pairs of symbols that can stand one after the other.
    pub fn pairs(&self) -> impl Iterator<Item = (Symbol, Symbol)> {
        let second = move |first| self.symbols().map(move |second| (first, second));
        self.symbols().flat_map(second).filter(|&(first, second)| self.has_pair(first, second))
    }

    /// Whether one symbol can follow another.
    pub fn has_pair(&self, first: Symbol, second: Symbol) -> bool {
        self.pairs[self.pair(first, second)]
    }

    /// The place of a state and a symbol in a table of all.
    pub(crate) fn cell(&self, state: StateId, symbol: Symbol) -> usize {
        usize::from(state.0) * self.symbols.len() + usize::from(symbol.0)
    }

    /// The place of a pair in a table of all.
    pub(crate) fn pair(&self, first: Symbol, second: Symbol) -> usize {
        usize::from(first.0) * self.symbols.len() + usize::from(second.0)
    }

    /// From the final states backwards.
    fn distances_to_bug(&self) -> Vec<u32> {
        let mut before = vec![Vec::new(); self.names.len()];
        for (from, _, to) in self.moves() {
            before[usize::from(to.0)].push(from);
        }
        let mut distances = vec![UNREACHABLE; self.names.len()];
        let mut queue: VecDeque<StateId> = self.states().filter(|&state| self.is_final(state)).collect();
        for state in &queue {
            distances[usize::from(state.0)] = 0;
        }
        while let Some(at) = queue.pop_front() {
            let farther = distances[usize::from(at.0)] + 1;
            for &from in &before[usize::from(at.0)] {
                let known = &mut distances[usize::from(from.0)];
                if *known > farther {
                    *known = farther;
                    queue.push_back(from);
                }
            }
        }
        distances
    }

    /// For each symbol and each other, whether some state lies between them.
    fn adjacent(&self) -> Vec<bool> {
        let arrivals: BTreeSet<(Symbol, StateId)> = self.moves().map(|(_, by, to)| (by, to)).collect();
        let mut pairs = vec![false; self.symbols.len() * self.symbols.len()];
        for (first, between) in arrivals {
            for second in self.symbols().filter(|&second| self.next(between, second).is_some()) {
                pairs[self.pair(first, second)] = true;
            }
        }
        pairs
    }
}

fn name_of(nfa: &Nfa, set: &[u16]) -> String {
    let mut names: Vec<&str> = set.iter().map(|&at| nfa.states()[usize::from(at)].name.as_str()).collect();
    names.sort_unstable();
    format!("{{{}}}", names.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nfa::{State, Transition};

    fn nfa(moves: &[(usize, usize, &str)], finals: &[usize], states: usize) -> Nfa {
        let state = |at| State { name: format!("q{at}"), is_final: finals.contains(&at), drawn_at: None };
        let symbol = |read: &str| Some(read.to_owned()).filter(|read| !read.is_empty());
        let moves = moves.iter().map(|&(from, to, read)| Transition { from, to, symbol: symbol(read) });
        Nfa::new((0..states).map(state).collect(), 0, moves.collect()).unwrap()
    }

    #[test]
    fn epsilon_is_followed_through_loops_and_chains() {
        let dfa =
            Dfa::of(&nfa(&[(0, 1, "1"), (1, 2, ""), (2, 1, ""), (2, 0, ""), (2, 3, "2")], &[3], 4)).unwrap();
        let names: Vec<&str> = dfa.states().map(|state| dfa.name(state)).collect();
        assert_eq!(names, ["{q0}", "{q0,q1,q2}", "{q3}"]);
        assert_eq!(dfa.states().map(|state| dfa.distance(state)).collect::<Vec<_>>(), [2, 1, 0]);
    }

    #[test]
    fn the_nearest_of_several_final_states_counts() {
        let dfa = Dfa::of(&nfa(&[(0, 1, "1"), (1, 2, "2"), (0, 3, "3")], &[2, 3], 4)).unwrap();
        assert_eq!(dfa.distance(Dfa::INITIAL), 1);
        let way = dfa.way_to_bug(Dfa::INITIAL).unwrap();
        assert_eq!(way.iter().map(|&symbol| dfa.symbol_name(symbol)).collect::<Vec<_>>(), ["3"]);
    }

    #[test]
    fn a_dead_end_is_alive_and_far_away() {
        let dfa = Dfa::of(&nfa(&[(0, 1, "1"), (0, 2, "2"), (2, 2, "1")], &[1], 3)).unwrap();
        let dead = dfa.after(Dfa::INITIAL, &[dfa.symbol("2").unwrap()]).unwrap();
        assert_eq!((dfa.distance(dead), dfa.way_to_bug(dead)), (UNREACHABLE, None));
        assert_eq!(dfa.pairs().count(), 2, "2 then 1, 1 then 1");
    }

    #[test]
    fn symbols_may_have_several_characters_and_come_last() {
        let dfa = Dfa::of(&nfa(&[(0, 1, "36"), (0, 1, "é"), (0, 1, "a"), (0, 1, "9")], &[1], 2)).unwrap();
        assert_eq!(
            dfa.symbols().map(|symbol| dfa.symbol_name(symbol)).collect::<Vec<_>>(),
            ["9", "a", "36", "é"]
        );
        assert!(dfa.symbols().all(|symbol| dfa.symbol(dfa.symbol_name(symbol)) == Some(symbol)));
        assert_eq!(dfa.symbol("3"), None);
    }

    #[test]
    fn an_automaton_that_grows_without_end_is_refused() {
        // The n-th symbol from the end must be 1: two to the n states.
        let chain = (1..20).flat_map(|at| [(at, at + 1, "1"), (at, at + 1, "2")]);
        let moves: Vec<(usize, usize, &str)> =
            [(0, 0, "1"), (0, 0, "2"), (0, 1, "1")].into_iter().chain(chain).collect();
        assert!(Dfa::of(&nfa(&moves, &[20], 21)).is_err());
    }
}
