//! Writing what JFLAP opens.

use std::fmt::Write;

use crate::nfa::Nfa;

/// How far apart states are drawn that have no place yet, in JFLAP's pixels.
const STEP: f64 = 120.0;

impl Nfa {
    /// The automaton as JFLAP 7 saves it. Reading it again gives the same automaton.
    pub fn to_jff(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<structure>\n\t<type>fa</type>\n\t<automaton>\n",
        );
        for (id, state) in self.states().iter().enumerate() {
            let (x, y) = state.drawn_at.unwrap_or_else(|| place_of(id));
            let initial = if id == self.initial() { "<initial/>" } else { "" };
            let last = if state.is_final { "<final/>" } else { "" };
            let name = escaped(&state.name);
            // Writing to a string does not fail.
            let _ = writeln!(
                out,
                "\t\t<state id=\"{id}\" name=\"{name}\"><x>{x:?}</x><y>{y:?}</y>{initial}{last}</state>"
            );
        }
        for transition in self.transitions() {
            let (from, to) = (transition.from, transition.to);
            let read = match &transition.symbol {
                Some(symbol) => format!("<read>{}</read>", escaped(symbol)),
                None => "<read/>".to_owned(),
            };
            let _ = writeln!(out, "\t\t<transition><from>{from}</from><to>{to}</to>{read}</transition>");
        }
        out.push_str("\t</automaton>\n</structure>\n");
        out
    }
}

/// On a line that goes up and down a little, so that arrows past a neighbour do not run through it.
fn place_of(id: usize) -> (f64, f64) {
    let row = [2.0, 1.0, 2.0, 3.0][id % 4];
    (STEP * (id as f64 + 1.0), STEP * row)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to say the others; a tab or a line end in an attribute would come back as a blank.
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", character as u32);
            }
            control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::nfa::{Nfa, State, Transition};

    fn states() -> impl Strategy<Value = Vec<State>> {
        let place = proptest::option::of((-1e4..1e4, -1e4..1e4));
        let named =
            |at: usize, (name, drawn_at)| State { name: format!("{at}{name}"), is_final: at == 1, drawn_at };
        proptest::collection::vec(("[ -~éß]{0,6}x", place), 2..6).prop_map(move |states| {
            states.into_iter().enumerate().map(|(at, state)| named(at, state)).collect()
        })
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_again(
            states in states(),
            moves in proptest::collection::vec((0..2usize, 0..2usize, proptest::option::of("[!-~é]{1,3}")), 0..9),
        ) {
            let transitions =
                moves.into_iter().map(|(from, to, symbol)| Transition { from, to, symbol }).collect();
            let nfa = Nfa::new(states, 0, transitions).unwrap();
            let read = Nfa::from_jff(nfa.to_jff().as_bytes()).unwrap();
            // States without a place were given one.
            prop_assert_eq!(read.to_jff(), nfa.to_jff());
            prop_assert_eq!(read.transitions(), nfa.transitions());
        }
    }
}
