//! Short traces, one event a second.

use automata::{Figures, Seen, Walk};
use serde_json::{Value, json};

use crate::goldens::{Recorded, recorded};

#[test]
fn micro_traces_have_the_figures_of_ddroid() {
    let Some(recorded) = recorded() else { return };
    let mut traces = 0;
    for Recorded { bug, golden, .. } in &recorded {
        for expected in golden["micro"].as_array().unwrap() {
            let mut walk = Walk::new(&bug.dfa);
            for (at, id) in (0..).zip(expected["trace"].as_str().unwrap().chars()) {
                let symbol = bug.dfa.symbol(&id.to_string()).unwrap();
                walk.event(symbol, Seen { at_s: at, line: at as u64 + 1 });
            }
            let mut found = serde_json::to_value(Figures::of(bug, &walk, None)).unwrap();
            found["pairs"].as_object_mut().unwrap().retain(|_, count| *count != 0);
            for (key, value) in expected.as_object().unwrap() {
                match key.as_str() {
                    "trace" => {}
                    "paper_epc_covered" => assert_eq!(found["epc_paper"][0], *value, "{expected}"),
                    key => assert_eq!(found[key], *value, "{key} of {expected}"),
                }
            }
            check_missed(&found);
            traces += 1;
        }
    }
    assert_eq!(traces, 944);
}

/// What is left after the first missed event is as long as the least distance.
#[track_caller]
fn check_missed(found: &Value) {
    match found["first_missed"].as_object() {
        None => assert_eq!((&found["md"], &found["accepted"]), (&json!(0), &json!(true))),
        Some(missed) => {
            assert_eq!(json!(missed["rest"].as_array().unwrap().len()), found["md"]);
            assert_eq!(missed["rest"][0], missed["event"]);
        }
    }
}
