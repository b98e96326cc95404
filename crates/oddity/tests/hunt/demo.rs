//! The first minute: a hunt of the demo.

use std::fs;
use std::path::Path;

use crate::running::{check_exit, findings, found, oddity, run, text};

/// The demo's two faults, hunted for fewer events than a person would wait for.
fn hunt(folder: &Path, more: &[&str]) {
    let mut args = vec!["hunt", "--seed", "1", "--events", "5000", "-o", text(folder)];
    args.extend(more);
    check_exit(&run(&args), 1);
}

#[test]
fn the_demo_shows_its_deep_crash_and_its_lost_text_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    hunt(&here, &[]);
    let told = findings(&here);
    assert_eq!(told["verdict"], "findings");
    let kinds: Vec<&str> = told["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["crash", "text-lost"], "{told:#}");
    for finding in told["findings"].as_array().unwrap() {
        assert_eq!(finding["confirmed"]["times"], finding["confirmed"]["of"], "{finding:#}");
    }
    for file in ["report.html", "junit.xml", "config.toml", "graph.json", "graph.dot", "utg.js"] {
        assert!(fs::metadata(here.join(file)).unwrap().len() > 100, "{file}");
    }

    // Each comes back from its file alone, and not where the fault is mended.
    for name in ["crash-1", "text-lost-1"] {
        check_exit(&run(&["replay", text(&here.join(name))]), 1);
        let saved = here.join(format!("findings/{name}.json"));
        let mended = folder.path().join(format!("{name}.json"));
        let file = fs::read_to_string(saved).unwrap();
        let app = told["app"].as_str().unwrap();
        fs::write(&mended, file.replace(app, "sim:notes")).unwrap();
        let again = run(&["replay", text(&mended)]);
        assert_ne!(again.status.code(), Some(1), "{}", String::from_utf8_lossy(&again.stdout));
    }
    // They are as small as they get.
    check_exit(&run(&["minimize", text(&here.join("crash-1"))]), 1);
    // The report can be made again from the folder.
    let before = findings(&here);
    for file in ["report.html", "findings.json"] {
        fs::remove_file(here.join(file)).unwrap();
    }
    check_exit(&run(&["report", text(&here)]), 1);
    assert_eq!(findings(&here)["findings"], before["findings"]);
    let report = fs::read_to_string(here.join("report.html")).unwrap();
    assert!(report.contains("Pocket One, Android 14"), "the phone is known from the folder");
}

#[test]
fn the_number_of_phones_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [1, 3].map(|phones: u32| {
        let here = folder.path().join(phones.to_string());
        hunt(&here, &["--phones", &phones.to_string(), "--screenshots", "none"]);
        (fs::read(here.join("trace.jsonl")).unwrap(), found(&here))
    });
    assert_eq!(runs[0].1, runs[1].1);
    assert!(runs[0].0 == runs[1].0, "the journals differ");
}

#[test]
fn a_mended_app_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(&run(&["hunt", "sim:tasks", "--events", "3000", "-o", text(&here)]), 0);
    assert_eq!(findings(&here)["verdict"], "clean");
}

#[test]
fn programs_hear_of_it_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let output = oddity()
        .args(["hunt", "sim:diary", "--events", "1000", "--message-format", "json", "-o", text(&here)])
        .output()
        .unwrap();
    check_exit(&output, 0);
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.first().unwrap()["event"], "started");
    assert_eq!(lines.last().unwrap()["event"], "finished");
    assert_eq!(lines.last().unwrap()["verdict"], "clean");
}

#[test]
fn programs_hear_of_every_finding_with_the_command_that_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let output =
        run(&["hunt", "--seed", "1", "--events", "8000", "--message-format", "json", "-o", text(&here)]);
    check_exit(&output, 1);
    let messages: Vec<serde_json::Value> =
        output.stdout.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let mut replays: Vec<_> = messages
        .iter()
        .filter(|told| told["event"] == "finding")
        .map(|told| told["replay"].clone())
        .collect();
    replays.sort_by_key(ToString::to_string);
    let named = |name| format!("oddity replay {}", text(&here.join(name)));
    assert_eq!(replays, [named("crash-1"), named("text-lost-1")]);
    assert_eq!(
        (&messages[0]["event"], &messages[messages.len() - 1]["event"]),
        (&"started".into(), &"finished".into())
    );
}
