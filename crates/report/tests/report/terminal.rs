//! What a run says on the terminal.

use std::collections::BTreeSet;

use anstream::adapter::strip_str;
use anstyle::AnsiColor;
use experiment::Kind;
use finding::Health;
use report::terminal::{
    LiveFinding, LivePhone, LiveState, message_finding, message_finished, message_progress, message_started,
    screen, summary,
};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::sample::{CRASH, Sample, TEXT_LOST};

fn state() -> LiveState {
    LiveState {
        doing: "",
        app: "org.oddity.notes".to_owned(),
        seed: 7,
        health: Health {
            events_asked: Some(100_000),
            events: 38_113,
            time_asked_ms: Some(3_600_000),
            time_ms: 131_000,
            steps: 40_000,
            steps_inside: 39_000,
            replays: 50,
            replays_astray: 1,
            experiments: 400,
            ..Health::default()
        },
        events_per_second: 5_210.4,
        covered: Some(412),
        screens: 97,
        new_ms_ago: Some(3_200),
        findings: vec![
            finding("crash-1", CRASH, "the app ends with IllegalStateException when the phone is turned"),
            finding("text-lost-1", TEXT_LOST, "the text typed into #body is gone after turning the phone"),
        ],
        sightings: 37,
        finding_ms_ago: Some(42_000),
        proving: 1,
        stuck: 31,
        travels: 98,
        phones: vec![
            phone("simulated phone 1", "walking, 40 steps"),
            phone("simulated phone 2", "proving crash-2"),
        ],
    }
}

fn finding(name: &str, kind: Kind, sentence: &str) -> LiveFinding {
    LiveFinding { name: name.to_owned(), kind, sentence: sentence.to_owned() }
}

fn phone(name: &str, doing: &str) -> LivePhone {
    LivePhone { name: name.to_owned(), doing: doing.to_owned(), lost: false }
}

fn bad() -> LiveState {
    let mut state = state();
    state.health.steps_inside = 9_000;
    state.phones[1] =
        LivePhone { name: "emulator-5554".to_owned(), doing: "it went away\u{1b}[2J".to_owned(), lost: true };
    state.findings.clear();
    state
}

/// The screen without its colours.
fn plain(state: &LiveState, columns: usize, rows: usize) -> Vec<String> {
    screen(state, columns, rows).iter().map(|line| strip_str(line).to_string()).collect()
}

#[test]
fn a_whole_screen() {
    let expected = [
        "oddity hunts org.oddity.notes, seed 7                                           ",
        "████████████████████████████──────────────────────────────────────────────  38 %",
        "┌─ progress ───────────────────────────┬─ findings ────────────────────────────┐",
        "│ time    2 min 11 s of 1 h 0 min      │ unique     2                          │",
        "│ events  38,113 of 100,000            │ sightings  37                         │",
        "│ speed   5,210 events/s               │ proving    1                          │",
        "│ phones  2                            │ last new   42 s ago                   │",
        "├─ reached ────────────────────────────┼─ walks ───────────────────────────────┤",
        "│ coverage  412                        │ stuck      31                         │",
        "│ screens   97                         │ travels    98                         │",
        "│ last new  3.2 s ago                  │ stability  98 %                       │",
        "├─ health ─────────────────────────────┴───────────────────────────────────────┤",
        "│ good                                                                         │",
        "├─ phones ─────────────────────────────────────────────────────────────────────┤",
        "│ simulated phone 1  walking, 40 steps                                         │",
        "│ simulated phone 2  proving crash-2                                           │",
        "├─ latest findings ────────────────────────────────────────────────────────────┤",
        "│ text-lost-1  the text typed into #body is gone after turning the phone       │",
        "│ crash-1      the app ends with IllegalStateException when the phone is turn… │",
        "└──────────────────────────────────────────────────────────────────────────────┘",
    ];
    assert_eq!(plain(&state(), 80, 24), expected);
}

#[test]
fn bad_health_is_red_and_says_why() {
    let red = AnsiColor::Red.on_default().bold().to_string();
    assert!(screen(&bad(), 80, 24)[2].starts_with(&red));
    assert!(!screen(&state(), 80, 24)[2].starts_with(&red));
    let lines = plain(&bad(), 80, 24).join("\n");
    for text in
        ["phones  1 of 2", "22 % of 40,000 steps ended inside of the app", "lost: it went away\\u{1b}[2J"]
    {
        assert!(lines.contains(text), "{text} in\n{lines}");
    }
}

#[test]
fn every_size_of_terminal_is_kept_to() {
    let mut crowded = bad();
    crowded.app = "牛乳".repeat(90);
    crowded.phones = vec![crowded.phones[1].clone(); 40];
    crowded.findings = vec![finding("crash-1", CRASH, &"long 牛乳 ".repeat(40)); 40];
    for state in [state(), bad(), crowded, LiveState::default()] {
        for columns in [0, 1, 20, 31, 32, 45, 63, 64, 80, 300] {
            for rows in [0, 1, 5, 12, 24, 60] {
                let lines = plain(&state, columns, rows);
                assert!(lines.len() <= rows);
                let widths: BTreeSet<usize> = lines.iter().map(|line| line.width()).collect();
                assert!(widths.len() <= 1 && widths.iter().all(|&width| width <= columns), "{lines:#?}");
            }
        }
    }
}

#[test]
fn a_summary_argues_its_case() {
    let expected = r#"2 findings. 1 × crash, 1 × text lost. Found with 10 events in 4.2 s.

1. The text typed into #body is gone after turning the phone (text-lost-1)
   expected: turning a phone should not erase what a person typed
   reproduced 3 of 3 times from a clean start
   compared with: waiting as long instead
     1. tap #add
     2. type "milk" into #body
     3. turn the phone to landscape
     4. turn the phone to portrait
   reproduce it: oddity replay notes-5/text-lost-1

2. The app ends with IllegalStateException when the phone is turned (crash-1)
   expected: turning the phone should not end the app
   flaky: 2 of 3 times from a clean start
     1. tap description "More options"
     2. tap text "Settings"
     3. turn the phone to landscape
   reproduce it: oddity replay notes-5/crash-1

looked wrong, but is no finding: 1

health of the run: good
   note    1 of 12 replays went another way than before
   ok      tested for 10 of 10 events asked for, 4.2 s
   ok      84 events more to prove what was found
   ok      90 % of 10 steps ended inside of the app
"#;
    assert_eq!(strip_str(&summary(&Sample::new(10).run)).to_string(), expected);
}

#[test]
fn messages_for_programs_are_one_object_a_line() {
    let sample = Sample::new(10);
    let messages = [
        message_started(&state()),
        message_progress(&bad()),
        message_finding(&sample.run.findings[0]),
        message_finished(&sample.run),
    ];
    let read = messages.map(|line| {
        assert!(!line.contains('\n'));
        serde_json::from_str::<Value>(&line).unwrap()
    });
    assert_eq!(
        read.each_ref().map(|message| &message["event"]),
        ["started", "progress", "finding", "finished"]
    );
    assert_eq!(read[0]["phones"][1], "simulated phone 2");
    assert_eq!(read[1]["problems"][0], "22 % of 40,000 steps ended inside of the app");
    assert_eq!(read[2]["fingerprint"], "text-lost:1f3a");
    assert_eq!(read[3]["verdict"], "findings");
}
