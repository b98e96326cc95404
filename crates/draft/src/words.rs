//! Random words that an automaton accepts or rejects, as acts for a phone.

use std::collections::VecDeque;

use automata::{Bug, BugFile, Nfa, Seen, Symbol, Transition, Walk};
use experiment::{Act, Chance};

use crate::draft::acts_by_symbol;

/// How many random words are looked at for one that is rejected.
const TRIES: usize = 50;
/// How much longer than the shortest way a random way to the bug may be before it goes straight.
const STROLL: usize = 12;

/// A random way through the automaton to the bug, half of them with what epsilon stands for on it, half with pivot events alone: the
/// automaton accepts both. Epsilon whose event nobody wrote down is taken as nothing done, as where drafts are joined.
pub(crate) fn accepted(bug: &Bug, file: &BugFile, chance: &mut Chance) -> Option<Vec<Act>> {
    let distances = distances(&bug.nfa);
    let acts = acts_by_symbol(file);
    let (mut at, mut word) = (bug.nfa.initial(), Vec::new());
    let with_others = chance.per_mille(500);
    for step in 0.. {
        if bug.nfa.states()[at].is_final {
            break;
        }
        let ways = bug.nfa.transitions().iter().filter(|way| way.from == at && distances[way.to].is_some());
        let closer = |way: &&Transition| distances[way.to] < distances[at];
        let straight = step >= STROLL || chance.per_mille(500);
        let ways: Vec<&Transition> = ways.filter(|way| !straight || closer(way)).collect();
        let way = chance.pick(&ways)?;
        match &way.symbol {
            Some(symbol) => word.push(acts.get(symbol.as_str())?.clone()),
            None => {
                let [from, to] = [way.from, way.to].map(|state| bug.nfa.states()[state].name.as_str());
                let known = file.between.iter().find(|between| between.from == from && between.to == to);
                word.extend(known.filter(|_| with_others).map(|between| Act::plain(between.event.clone())));
            }
        }
        at = way.to;
    }
    Some(word)
}

/// Random pivot events in an order that the automaton rejects.
pub(crate) fn rejected(bug: &Bug, file: &BugFile, chance: &mut Chance) -> Option<Vec<Act>> {
    let acts = acts_by_symbol(file);
    let symbols: Vec<Symbol> = bug.dfa.symbols().collect();
    let longest = 2 * bug.dfa.distance(automata::Dfa::INITIAL) as usize;
    let draw = |_| -> Option<Vec<Symbol>> {
        let length = 1 + chance.below(longest);
        (0..length).map(|_| chance.pick(&symbols).copied()).collect()
    };
    let words = (0..TRIES).filter_map(draw);
    let word = words.into_iter().find(|word| !is_accepted(bug, word))?;
    word.iter().map(|&symbol| acts.get(bug.dfa.symbol_name(symbol)).cloned()).collect()
}

/// Whether the bug is reached on the way.
pub(crate) fn is_accepted(bug: &Bug, word: &[Symbol]) -> bool {
    let mut walk = Walk::new(&bug.dfa);
    for &symbol in word {
        walk.event(symbol, Seen { at_s: 0, line: 1 });
    }
    walk.completed() > 0
}

/// For each state the fewest transitions to the bug, epsilon among them.
fn distances(nfa: &Nfa) -> Vec<Option<usize>> {
    let mut distances: Vec<Option<usize>> =
        nfa.states().iter().map(|state| state.is_final.then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..distances.len()).filter(|&at| distances[at].is_some()).collect();
    while let Some(at) = queue.pop_front() {
        for way in nfa.transitions().iter().filter(|way| way.to == at) {
            if distances[way.from].is_none() {
                distances[way.from] = distances[at].map(|distance| distance + 1);
                queue.push_back(way.from);
            }
        }
    }
    distances
}
