//! The recorded automata and what DDroid says of them.

use std::fs;
use std::path::{Path, PathBuf};

use automata::{Bug, Configuration, Dfa, Figures, Nfa, StateId, Window};
use serde_json::Value;

/// One recorded automaton.
pub(crate) struct Recorded {
    pub(crate) folder: PathBuf,
    pub(crate) bug: Bug,
    pub(crate) golden: Value,
}

/// All of them; `None` after saying "skipped: needs …".
pub(crate) fn recorded() -> Option<Vec<Recorded>> {
    let folder = testkit::shared_data("ddroid")?;
    let index = json(&folder.join("index.json"));
    let one = |entry: &Value| {
        let own = folder.join(entry["dir"].as_str().unwrap());
        let configuration = fs::read(own.join(entry["configuration"].as_str().unwrap())).unwrap();
        let nfa = Nfa::from_jff(&fs::read(own.join("automaton.jff")).unwrap()).unwrap();
        let bug = Bug::new(nfa).unwrap().described(Configuration::parse(&configuration).unwrap()).unwrap();
        Recorded { golden: json(&own.join("golden.json")), folder: own, bug }
    };
    let all: Vec<Recorded> = index.as_array().unwrap().iter().map(one).collect();
    assert_eq!(all.len(), 32, "as the README of the data says");
    Some(all)
}

pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

pub(crate) fn window_of(time: &Value) -> Window {
    let lines: Vec<&str> = time.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    Window::parse_record(&lines.join("\n")).unwrap()
}

/// Every figure that DDroid has is the same.
#[track_caller]
pub(crate) fn check_figures(figures: &Figures, expected: &Value, of: &str) {
    let mut found = serde_json::to_value(figures).unwrap();
    for (id, event) in found["events"].as_object_mut().unwrap() {
        assert!(event.as_object_mut().unwrap().remove("info").is_some(), "{id}");
    }
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&found[key], value, "{key} of {of}");
    }
}

fn state_named(dfa: &Dfa, name: &str) -> StateId {
    dfa.states().find(|&state| dfa.name(state) == name).unwrap_or_else(|| panic!("no state {name}"))
}

#[test]
fn automata_have_the_states_moves_distances_and_pairs_of_ddroid() {
    let Some(recorded) = recorded() else { return };
    for Recorded { bug, golden, .. } in &recorded {
        let expected = &golden["automaton"];
        let dfa = &bug.dfa;
        let symbols: Vec<&str> = dfa.symbols().map(|symbol| dfa.symbol_name(symbol)).collect();
        assert_eq!(serde_json::json!(symbols), expected["symbols"]);
        assert_eq!(serde_json::json!(bug.nfa.drawn_states()), expected["nfa_states"]);
        assert_eq!(serde_json::json!(bug.nfa.transitions().len()), expected["nfa_transitions"]);
        assert_eq!(serde_json::json!(dfa.states().len()), expected["dfa_states"]);
        assert_eq!(serde_json::json!(dfa.moves().count()), expected["dfa_transitions"]);
        assert_eq!(serde_json::json!(dfa.pairs().count()), expected["pairs"]);
        assert_eq!(dfa.name(Dfa::INITIAL), expected["initial"]);
        let finals: Vec<&str> =
            dfa.states().filter(|&state| dfa.is_final(state)).map(|state| dfa.name(state)).collect();
        assert_eq!(serde_json::json!(finals), expected["final"]);
        for (name, distance) in expected["distance"].as_object().unwrap() {
            assert_eq!(serde_json::json!(dfa.distance(state_named(dfa, name))), *distance, "{name}");
        }
        for (name, moves) in expected["dfa"].as_object().unwrap() {
            let from = state_named(dfa, name);
            let next =
                dfa.symbols().filter_map(|by| Some((dfa.symbol_name(by), dfa.name(dfa.next(from, by)?))));
            let found: serde_json::Map<String, Value> =
                next.map(|(by, to)| (by.to_owned(), to.into())).collect();
            assert_eq!(Value::Object(found), *moves, "{name}");
        }
    }
}

#[test]
fn automata_written_and_read_again_are_the_same() {
    let Some(recorded) = recorded() else { return };
    for Recorded { bug, .. } in &recorded {
        let again = Nfa::from_jff(bug.nfa.to_jff().as_bytes()).unwrap();
        assert_eq!((again.states(), again.transitions()), (bug.nfa.states(), bug.nfa.transitions()));
    }
}

#[test]
fn the_configuration_of_another_automaton_is_refused() {
    let Some(folder) = testkit::shared_data("ddroid") else { return };
    let own = folder.join("automata/Scarlet-Notes-114full");
    let nfa = Nfa::from_jff(&fs::read(own.join("automaton.jff")).unwrap()).unwrap();
    let configuration = Configuration::parse(&fs::read(own.join("configuration.json")).unwrap()).unwrap();
    let misfit = Bug::new(nfa).unwrap().described(configuration).unwrap_err();
    assert_eq!((misfit.unknown, misfit.absent), (vec!["6".into(), "7".into()], vec!["3".into(), "4".into()]));
}
