//! The first event that a tool missed: of the automaton, and of two simpler ways to look at a trace.

use crate::dfa::{Dfa, StateId, Symbol};
use crate::walk::Walk;

/// The event that would have brought a tool closer to the bug than it ever was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The event.
    pub event: Symbol,
    /// The state in which it was missing, the nearest to the bug that was reached.
    pub state: StateId,
    /// What is left from there: the missed event and all after it.
    pub rest: Vec<Symbol>,
    /// Whether the rest is the end of the minimal trace. It is not where the tool got closest on another way.
    pub on_minimal_trace: bool,
}

impl Walk<'_> {
    /// The events of the shortest way to the bug, each with when the walk was first as far as it: a state was reached from which
    /// the rest of the way leads to the bug.
    pub fn minimal_trace(&self) -> Vec<(Symbol, Option<crate::Seen>)> {
        let dfa = self.dfa();
        let trace = dfa.way_to_bug(Dfa::INITIAL).unwrap_or_default();
        let covered = |done: usize| {
            let states = self.reached().filter(|&state| leads_to_bug(dfa, state, &trace[done..]));
            states.filter_map(|state| self.visits(state).1).min_by_key(|seen| seen.line)
        };
        trace.iter().enumerate().map(|(at, &event)| (event, covered(at + 1))).collect()
    }

    /// The first missed event of the minimal trace; `None` when the bug was reached, or cannot be.
    ///
    /// The nearest reached state decides: what is left from there is the part of the trace that was not covered in order. Of several
    /// nearest states, one from which the end of the minimal trace itself leads to the bug comes first.
    pub fn first_missed(&self) -> Option<Missed> {
        let dfa = self.dfa();
        let distance = self.minimal_distance();
        let trace = dfa.way_to_bug(Dfa::INITIAL)?;
        let end = &trace[trace.len() - distance as usize..];
        let nearest: Vec<StateId> = self.reached().filter(|&state| dfa.distance(state) == distance).collect();
        let on_trace = nearest.iter().find(|&&state| leads_to_bug(dfa, state, end));
        let (state, rest) = match on_trace {
            Some(&state) => (state, end.to_vec()),
            None => (nearest[0], dfa.way_to_bug(nearest[0])?),
        };
        Some(Missed { event: *rest.first()?, state, rest, on_minimal_trace: on_trace.is_some() })
    }

    /// What a plain comparison with the minimal trace would say: its first event that the tool did not do in that place.
    pub fn first_missed_by_comparison(&self) -> Option<Symbol> {
        let trace = self.dfa().way_to_bug(Dfa::INITIAL)?;
        let done =
            trace.iter().zip(self.beginning()).take_while(|(expected, event)| expected == event).count();
        trace.get(done).copied()
    }

    /// What plain runtime verification would say, which stops at the first event that the automaton rejects: the event that would have
    /// led on from there.
    pub fn first_missed_by_verification(&self) -> Option<Symbol> {
        self.dfa().way_to_bug(self.first_stop())?.first().copied()
    }
}

fn leads_to_bug(dfa: &Dfa, state: StateId, word: &[Symbol]) -> bool {
    dfa.after(state, word).is_some_and(|state| dfa.is_final(state))
}

#[cfg(test)]
mod tests {
    use crate::nfa::{Nfa, State, Transition};
    use crate::{Bug, Seen, Walk};

    /// Three steps to the bug; going back from the third state leads to the second.
    fn bug() -> Bug {
        let state = |at: usize| State { name: format!("q{at}"), is_final: at == 3, drawn_at: None };
        let go = |from, to, symbol: Option<&str>| Transition { from, to, symbol: symbol.map(str::to_owned) };
        let moves = vec![go(0, 1, Some("1")), go(1, 2, Some("2")), go(2, 1, None), go(2, 3, Some("3"))];
        Bug::new(Nfa::new((0..4).map(state).collect(), 0, moves).unwrap()).unwrap()
    }

    fn walked<'a>(bug: &'a Bug, trace: &str) -> Walk<'a> {
        let mut walk = Walk::new(&bug.dfa);
        for (at, event) in trace.chars().enumerate() {
            let seen = Seen { at_s: at as i64, line: at as u64 + 1 };
            walk.event(bug.dfa.symbol(&event.to_string()).unwrap(), seen);
        }
        walk
    }

    /// What the automaton says was missed first, then comparison, then verification.
    #[track_caller]
    fn check(trace: &str, missed: [&str; 3]) {
        let bug = bug();
        let walk = walked(&bug, trace);
        let name = |symbol| bug.dfa.symbol_name(symbol).to_owned();
        let found = [
            walk.first_missed().map(|missed| missed.event),
            walk.first_missed_by_comparison(),
            walk.first_missed_by_verification(),
        ];
        assert_eq!(found.map(|symbol| symbol.map(name).unwrap_or_default()), missed, "{trace}");
    }

    #[test]
    fn the_nearest_state_decides_not_the_first_mistake() {
        check("", ["1", "1", "1"]);
        check("1", ["2", "2", "2"]);
        check("12", ["3", "3", "3"]);
        check("123", ["", "", ""]);
        check("2212", ["3", "1", "1"]);
        check("131212", ["3", "2", "2"]);
        check("1223", ["", "3", ""]);
        check("33123", ["", "1", "1"]);
    }

    #[test]
    fn the_minimal_trace_tells_when_it_was_so_far() {
        let bug = bug();
        let times: Vec<Option<i64>> =
            walked(&bug, "3121").minimal_trace().iter().map(|(_, seen)| seen.map(|seen| seen.at_s)).collect();
        assert_eq!(times, [Some(1), Some(2), None]);
    }
}
