//! From a finding to its automaton, and from the automaton to what a run missed.

use std::fs;

use serde_json::Value;

use crate::running::{check_exit, oddity, run, text};

#[test]
fn a_findings_automaton_agrees_with_the_app_and_diagnoses_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(&run(&["hunt", "sim:notes+lost-draft", "--events", "1500", "-o", text(&here)]), 1);
    let finding = here.join("text-lost-1");
    let base = folder.path().join("lost");
    check_exit(&run(&["automaton", "draft", text(&finding), "-o", text(&base), "--others", "10"]), 0);
    let (jff, bug) = (base.with_extension("jff"), base.with_extension("oddity-bug.toml"));
    assert!(fs::read_to_string(&jff).unwrap().contains("<type>fa</type>"));
    assert!(fs::read_to_string(&bug).unwrap().contains("fingerprint = \"text-lost:"));

    let checked =
        run(&["automaton", "check", text(&bug), text(&finding), "--words", "10", "--format", "json"]);
    check_exit(&checked, 0);
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!((&checked["precision"], &checked["completeness"]), (&1.0.into(), &1.0.into()), "{checked:#}");

    let page = folder.path().join("page.html");
    let diagnosed = run(&["diagnose", text(&bug), text(&here), "--format", "json", "--html", text(&page)]);
    check_exit(&diagnosed, 0);
    let diagnosed: Value = serde_json::from_slice(&diagnosed.stdout).unwrap();
    let log = &diagnosed["logs"][0];
    assert_eq!(log["crashed"], true, "the run found it: {log:#}");
    assert!(log["events"]["1"]["count"].as_u64().unwrap() > 0, "{log:#}");
    assert!(fs::read_to_string(&page).unwrap().contains("Why tools found or missed"));

    // Two findings of one bug make one automaton.
    let joined = folder.path().join("joined");
    let twice = ["automaton", "draft", text(&finding), text(&finding), "-o", text(&joined), "--others", "2"];
    check_exit(&run(&twice), 0);
    check_exit(&run(&["diagnose", text(&joined.with_extension("oddity-bug.toml")), text(&here)]), 0);

    // Where the bug does not show there is nothing to draft, and nothing is written.
    let file = fs::read_to_string(here.join("findings/text-lost-1.json")).unwrap();
    let mended = folder.path().join("mended.json");
    fs::write(&mended, file.replace("sim:notes+lost-draft", "sim:notes")).unwrap();
    let refused =
        oddity().current_dir(folder.path()).args(["automaton", "draft", text(&mended)]).output().unwrap();
    check_exit(&refused, 3);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the bug did not show again"));
    assert!(!folder.path().join("text-lost-1.jff").exists());
}
