//! Automata in JFLAP's files, `.jff`.

mod write;

use std::collections::HashMap;

use roxmltree::{Document, Node, ParsingOptions};

use crate::malformed::{Malformed, line_at, text_of};
use crate::nfa::{MAX_STATES, MAX_TRANSITIONS, Nfa, State, Transition};

/// Enough for the largest automaton with all the decoration that JFLAP writes.
const MAX_NODES: u32 = 16 * (MAX_STATES + MAX_TRANSITIONS) as u32;

impl Nfa {
    /// Reads what JFLAP saves.
    ///
    /// As DDroid has it: an empty or absent `read` is epsilon; states that share a name are one state, whatever their ids; a state
    /// marked both initial and final is initial only.
    pub fn from_jff(bytes: &[u8]) -> Result<Nfa, Malformed> {
        let text = text_of(bytes)?;
        let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| no_xml(&error, bytes))?;
        let root = document.root_element();
        let at = |node: Node<'_, '_>, why: String| Malformed::new(line_at(bytes, node.range().start), why);
        if root.tag_name().name() != "structure" {
            let found = root.tag_name().name();
            return Err(at(root, format!("a JFLAP file begins with <structure>, this one with <{found}>")));
        }
        if let Some(kind) = child(root, "type").filter(|kind| text_in(*kind) != "fa") {
            return Err(at(
                kind,
                format!("it is a JFLAP file of type {:?}, not a finite automaton", text_in(kind)),
            ));
        }
        // JFLAP before version 7 has no <automaton> around them.
        let automaton = child(root, "automaton").unwrap_or(root);
        let mut reader = Reader {
            at: &at,
            states: Vec::new(),
            by_name: HashMap::new(),
            by_id: HashMap::new(),
            initial: None,
        };
        for state in children(automaton, "state") {
            reader.state(state)?;
        }
        let transitions: Vec<Transition> = children(automaton, "transition")
            .map(|node| reader.transition(node))
            .collect::<Result<_, _>>()?;
        let initial = reader.initial.ok_or_else(|| at(automaton, "no state is initial".to_owned()))?;
        let drawn = reader.by_id.len();
        let nfa = Nfa::new(reader.states, initial, transitions);
        nfa.map(|nfa| nfa.drawn_with(drawn)).map_err(|error| at(automaton, error.to_string()))
    }
}

struct Reader<'a> {
    at: &'a dyn Fn(Node<'_, '_>, String) -> Malformed,
    states: Vec<State>,
    by_name: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    initial: Option<usize>,
}

impl Reader<'_> {
    fn state(&mut self, node: Node<'_, '_>) -> Result<(), Malformed> {
        let id = node.attribute("id").map(str::trim).filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| (self.at)(node, "a state has no id".to_owned()))?;
        let (is_initial, is_final) = (child(node, "initial").is_some(), child(node, "final").is_some());
        let name = child(node, "name").map(text_in).or(node.attribute("name").map(str::trim));
        let name = name.map_or_else(|| format!("q{id}"), str::to_owned);
        let number = |name| {
            child(node, name).and_then(|node| text_in(node).parse().ok()).filter(|n: &f64| n.is_finite())
        };
        let drawn_at = number("x").zip(number("y"));
        let state = *self.by_name.entry(name).or_insert_with_key(|name| {
            self.states.push(State { name: name.clone(), is_final: false, drawn_at });
            self.states.len() - 1
        });
        self.states[state].is_final |= is_final && !is_initial;
        if is_initial && self.initial.replace(state).is_some_and(|other| other != state) {
            return Err((self.at)(node, "a second state is initial".to_owned()));
        }
        match self.by_id.insert(id.to_owned(), state) {
            Some(_) => Err((self.at)(node, format!("a second state has the id {id:?}"))),
            None => Ok(()),
        }
    }

    fn transition(&self, node: Node<'_, '_>) -> Result<Transition, Malformed> {
        let end = |name: &'static str| {
            let end =
                child(node, name).ok_or_else(|| (self.at)(node, format!("a transition has no <{name}>")))?;
            let id = text_in(end);
            let state = self.by_id.get(id).copied();
            state.ok_or_else(|| {
                (self.at)(end, format!("a transition names the state {id:?}, which does not exist"))
            })
        };
        let symbol = child(node, "read").map(text_in).filter(|read| !read.is_empty());
        Ok(Transition { from: end("from")?, to: end("to")?, symbol: symbol.map(str::to_owned) })
    }
}

/// What is wrong with the XML itself.
fn no_xml(error: &roxmltree::Error, bytes: &[u8]) -> Malformed {
    match error {
        // It has no place of its own: the end is where the rest is missing.
        roxmltree::Error::UnclosedRootNode => {
            Malformed::new(line_at(bytes, bytes.len()), "the file is cut off")
        }
        error => {
            let (told, place) = (error.to_string(), error.pos());
            let why = told.strip_suffix(&format!(" at {place}")).unwrap_or(&told);
            Malformed::new(place.row as usize, format!("it is no XML: {why}"))
        }
    }
}

fn children<'a, 'd>(node: Node<'a, 'd>, name: &'static str) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &'static str) -> Option<Node<'a, 'd>> {
    children(node, name).next()
}

fn text_in<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<structure><type>fa</type><automaton>\n";
    const STATES: &str =
        "<state id=\"0\" name=\"q0\"><initial/></state>\n<state id=\"1\" name=\"q1\"><final/></state>\n";

    #[track_caller]
    fn check_refused(body: &str, line: usize, why: &str) {
        let refused = Nfa::from_jff(body.as_bytes()).unwrap_err();
        assert_eq!((refused.line, refused.why.contains(why)), (line, true), "{refused}");
    }

    #[test]
    fn a_file_is_read_with_its_names_places_and_epsilon() {
        let nfa = Nfa::from_jff(
            format!(
                "{HEAD}<state id=\"0\"><x>1.5</x><y>2</y><initial/></state>&#13;<state id=\"1\"><name>bug</name><final/></state>\
                 <transition><from>0</from><to>1</to><read>1</read></transition>\
                 <transition><from>1</from><to>0</to><read/></transition></automaton></structure>"
            )
            .as_bytes(),
        )
        .unwrap();
        let names: Vec<&str> = nfa.states().iter().map(|state| state.name.as_str()).collect();
        assert_eq!((names, nfa.states()[0].drawn_at), (vec!["q0", "bug"], Some((1.5, 2.0))));
        let symbols: Vec<Option<&str>> = nfa.transitions().iter().map(|t| t.symbol.as_deref()).collect();
        assert_eq!(symbols, [Some("1"), None]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        check_refused("<structure>\n<automaton>", 2, "cut off");
        check_refused("<structure>\n</x></structure>", 2, "it is no XML: expected 'structure' tag, not 'x'");
        check_refused("<html/>", 1, "this one with <html>");
        check_refused("<structure>\n<type>turing</type></structure>", 2, "not a finite automaton");
        check_refused("<structure><automaton/></structure>", 1, "no state is initial");
        check_refused(&format!("{HEAD}{STATES}<state id=\"1\"/></automaton></structure>"), 4, "the id \"1\"");
        check_refused(&format!("{HEAD}{STATES}<state/></automaton></structure>"), 4, "no id");
        check_refused(
            &format!("{HEAD}{STATES}<state id=\"2\"><initial/></state></automaton></structure>"),
            4,
            "second",
        );
        check_refused(
            &format!("{HEAD}{STATES}<transition><to>1</to></transition></automaton></structure>"),
            4,
            "no <from>",
        );
        check_refused(
            &format!(
                "{HEAD}{STATES}<transition><from>0</from>\n<to>7</to></transition></automaton></structure>"
            ),
            5,
            "the state \"7\"",
        );
        check_refused(
            &format!("{HEAD}<state id=\"0\"><initial/><final/></state></automaton></structure>"),
            1,
            "no state is final",
        );
        check_refused("<!DOCTYPE x [<!ENTITY a \"b\">]><structure/>", 1, "");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(
            Nfa::from_jff(b"<structure>\n\xff").unwrap_err(),
            Malformed::new(2, "it is not UTF-8 text")
        );
    }
}
