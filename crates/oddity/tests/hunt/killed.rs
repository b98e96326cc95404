//! Killed at any instant, a run goes on where it was.

use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use testkit::Dice;

use crate::running::{check_exit, findings, found, oddity, run, text};

const HUNT: [&str; 6] =
    ["hunt", "sim:notes+undo-after-emptying+lost-draft", "--events", "4000", "--screenshots", "none"];

/// How many kills; `ODDITY_KILLS=200` for all that was promised.
fn kills() -> usize {
    std::env::var("ODDITY_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12)
}

#[test]
fn killed_at_any_instant_a_run_ends_with_the_same_findings() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    check_exit(&oddity().args(HUNT).args(["-o", text(&whole)]).output().unwrap(), 1);
    let mut dice = Dice(5);
    let mut killed = 0;
    let mut number = 0;
    while killed < kills() {
        number += 1;
        let here = folder.path().join(number.to_string());
        let mut begin = oddity();
        begin.args(HUNT).args(["-o", text(&here)]);
        // A run is killed again and again until it is quicker than we are.
        loop {
            let mut hunt = begin.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            // Not for luck: any instant will do, and some are before the folder is there.
            sleep(Duration::from_millis(20 + dice.below(1500) as u64));
            hunt.kill().unwrap();
            if hunt.wait().unwrap().code().is_some() {
                break;
            }
            killed += 1;
            if !here.join("run.json").exists() {
                // Killed before there was a run: it is begun anew, and nothing is in the way.
                continue;
            }
            begin = oddity();
            begin.args(["resume", text(&here)]);
        }
        if !here.join("findings.json").exists() {
            check_exit(&run(&["resume", text(&here)]), 1);
        }
        assert_eq!(found(&here), found(&whole), "after {killed} kills");
        let counted = |run| findings(run)["health"]["events"].clone();
        assert_eq!(counted(&here), counted(&whole));
    }
}

#[test]
fn a_run_that_is_over_can_be_resumed_and_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(&oddity().args(HUNT).args(["-o", text(&here)]).output().unwrap(), 1);
    let before = found(&here);
    check_exit(&run(&["resume", text(&here)]), 1);
    assert_eq!(found(&here), before);
}

#[test]
fn an_exploration_goes_on_as_an_exploration() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let explore = ["explore", "sim:notes", "--events", "2000", "--strategy", "time-travel", "-o"];
    let told = run(&[&explore[..], &[text(&whole)]].concat()).stdout;
    check_exit(&run(&[&explore[..], &[text(&cut)]].concat()), 0);
    let journal = std::fs::read(cut.join("trace.jsonl")).unwrap();
    std::fs::write(cut.join("trace.jsonl"), &journal[..journal.len() / 2]).unwrap();
    let resumed = run(&["resume", text(&cut)]);
    check_exit(&resumed, 0);
    assert_eq!(String::from_utf8_lossy(&resumed.stdout), String::from_utf8_lossy(&told));
    assert_eq!(run(&["report", text(&cut)]).stdout, told);
}

/// Cuts a run off in the middle and goes on with it: its journal, what it says and its exit code are those of a whole one.
#[track_caller]
fn it_goes_on_as_what_it_was(command: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let command = [command, &["--seed", "1", "--screenshots", "none", "-o"]].concat();
    let told = run(&[&command[..], &[text(&whole)]].concat());
    let exit = told.status.code().unwrap();
    check_exit(&run(&[&command[..], &[text(&cut)]].concat()), exit);
    let journal = std::fs::read(cut.join("trace.jsonl")).unwrap();
    std::fs::write(cut.join("trace.jsonl"), &journal[..journal.len() / 2]).unwrap();
    let resumed = run(&["resume", text(&cut)]);
    check_exit(&resumed, exit);
    let last = |output: &[u8]| String::from_utf8_lossy(output).lines().last().map(str::to_owned);
    assert_eq!(last(&resumed.stdout), last(&told.stdout));
    assert_eq!(found(&cut), found(&whole));
    assert_eq!(findings(&cut)["health"]["events"], findings(&whole)["health"]["events"]);
    assert!(std::fs::read(cut.join("trace.jsonl")).unwrap() == journal, "the journal differs: {command:?}");
}

#[test]
fn fuzzing_and_mining_that_were_cut_off_go_on_as_what_they_were() {
    it_goes_on_as_what_it_was(&["fuzz", "sim:tasks+first-undo", "--events", "2500"]);
    // Too little for either to say anything, which is no clean bill.
    it_goes_on_as_what_it_was(&["fuzz", "sim:tasks", "--events", "60"]);
    it_goes_on_as_what_it_was(&["mine", "sim:contacts", "--events", "300"]);
}

/// Cuts a comparison off in the middle, changes the files that it goes by, and goes on with it.
#[track_caller]
fn a_comparison_goes_on(compare: &[&str], files: &[&Path]) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let compare = [&["compare"], compare, &["-o"]].concat();
    let exit = run(&[&compare[..], &[text(&whole)]].concat()).status.code().unwrap();
    check_exit(&run(&[&compare[..], &[text(&cut)]].concat()), exit);
    let journal = std::fs::read(cut.join("trace.jsonl")).unwrap();
    std::fs::write(cut.join("trace.jsonl"), &journal[..journal.len() / 2]).unwrap();
    std::fs::remove_file(cut.join("comparison.json")).unwrap();
    for file in files {
        std::fs::write(file, "").unwrap();
    }
    check_exit(&run(&["resume", text(&cut)]), exit);
    assert_eq!(found(&cut), found(&whole));
    let told = |run: &Path| std::fs::read_to_string(run.join("comparison.json")).unwrap();
    assert_eq!(told(&cut), told(&whole));
    assert_eq!(findings(&cut)["health"]["replays_astray"], 0);
}

const DIFFER: [&str; 7] =
    ["sim:notes", "--with", "sim:notes+all", "--events", "250", "--screenshots", "none"];

#[test]
fn a_comparison_that_was_cut_off_goes_on_with_what_was_declared() {
    let folder = tempfile::tempdir().unwrap();
    let expected = folder.path().join("expected.toml");
    std::fs::write(&expected, include_str!("../../../../fixtures/compare/expected.toml")).unwrap();
    a_comparison_goes_on(&[&DIFFER[..], &["--expect", text(&expected)]].concat(), &[&expected]);
}

#[test]
fn a_comparison_that_was_cut_off_goes_on_with_its_phones_and_its_tree() {
    let folder = tempfile::tempdir().unwrap();
    let [matrix, tree] = ["matrix", "tree.json"].map(|name| folder.path().join(name));
    std::fs::write(&matrix, "api=34,size=411x731\napi=34,size=411x731,dark\n").unwrap();
    std::fs::write(&tree, include_str!("../../../technique/src/differences/diffdroid.tree.json")).unwrap();
    let looks = ["--looks", "--looks-profile", "diffdroid", "--tree", text(&tree)];
    let compare = ["sim:notes+dark-on-dark", "--events", "60", "--matrix", text(&matrix)];
    a_comparison_goes_on(&[&compare[..], &looks].concat(), &[&matrix, &tree]);
}

#[test]
fn what_is_meant_is_written_down_after_all_but_not_at_a_strangers_word() {
    let folder = tempfile::tempdir().unwrap();
    let [expected, here] = ["expected.toml", "run"].map(|name| folder.path().join(name));
    let accept = ["--expect", text(&expected), "--accept", "-o", text(&here)];
    let exit = run(&[&["compare"], &DIFFER[..], &accept].concat()).status.code().unwrap();
    let written = std::fs::read_to_string(&expected).unwrap();
    assert!(written.contains("version-text:#words"), "{written}");
    let journal = std::fs::read(here.join("trace.jsonl")).unwrap();
    std::fs::write(here.join("trace.jsonl"), &journal[..journal.len() / 2]).unwrap();
    std::fs::remove_file(&expected).unwrap();
    let stranger = oddity()
        .args(["resume", text(&here)])
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    check_exit(&stranger, 2);
    let said = String::from_utf8_lossy(&stranger.stderr).into_owned();
    assert!(said.contains("to write ") && !expected.exists(), "{said}");
    check_exit(&run(&["resume", text(&here)]), exit);
    assert_eq!(std::fs::read_to_string(&expected).unwrap(), written);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_what_it_has_and_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let hunt = oddity()
        .args(["hunt", "sim:notes", "--events", "1000000", "--screenshots", "none", "-o", text(&here)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !here.join("trace.jsonl").exists() {
        sleep(Duration::from_millis(10));
    }
    let interrupt =
        std::process::Command::new("kill").args(["-INT", &hunt.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = hunt.wait_with_output().unwrap();
    check_exit(&output, 130);
    assert_eq!(findings(&here)["verdict"], "inconclusive");
    assert!(here.join("report.html").exists());
}
