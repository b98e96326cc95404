//! Whole logs.

use std::fs::File;
use std::io::BufReader;

use automata::{Options, read_log};
use serde_json::json;

use crate::goldens::{Recorded, check_figures, recorded, window_of};

#[test]
fn logs_have_the_figures_of_ddroid() {
    let Some(recorded) = recorded() else { return };
    let mut logs = 0;
    for Recorded { folder, bug, golden } in &recorded {
        for expected in golden["logs"].as_array().unwrap() {
            let name = expected["log"].as_str().unwrap();
            let log = BufReader::new(File::open(folder.join(name)).unwrap());
            let diagnosis = read_log(log, bug, window_of(&expected["time"]), Options::default()).unwrap();
            let figures = diagnosis.figures();
            let of = format!("{name} in {}", folder.display());
            check_figures(&figures, &expected["golden"], &of);
            assert_eq!(json!(diagnosis.scanned.lines), expected["log_lines"], "{of}");
            assert_eq!(diagnosis.scanned.skipped.count, 0, "{of}");
            assert_eq!(json!(figures.epc_paper[0]), expected["paper_epc_covered"], "{of}");
            assert_eq!(
                json!(figures.events.values().map(|event| event.count).sum::<u64>()),
                expected["trace_events"],
                "{of}"
            );
            assert_eq!(figures.accepted, figures.md == 0, "{of}");
            logs += 1;
        }
    }
    assert_eq!(logs, 160);
}

#[test]
fn sequences_of_two_are_the_pairs_of_the_paper() {
    let Some(recorded) = recorded() else { return };
    for Recorded { folder, bug, golden } in &recorded {
        for expected in golden["logs"].as_array().unwrap() {
            let name = expected["log"].as_str().unwrap();
            let log = BufReader::new(File::open(folder.join(name)).unwrap());
            let options = Options { sequences: Some(2) };
            let figures = read_log(log, bug, window_of(&expected["time"]), options).unwrap().figures();
            let sequences = figures.sequences.unwrap();
            assert_eq!([sequences.covered as u64, sequences.total as u64], figures.epc_paper);
        }
    }
}
