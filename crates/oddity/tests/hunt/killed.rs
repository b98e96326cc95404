//! Killed at any instant, a run goes on where it was.

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

#[test]
fn fuzzing_that_was_cut_off_goes_on_as_fuzzing() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let fuzz =
        ["fuzz", "sim:tasks+first-undo", "--events", "2500", "--seed", "1", "--screenshots", "none", "-o"];
    let exit = run(&[&fuzz[..], &[text(&whole)]].concat()).status.code().unwrap();
    check_exit(&run(&[&fuzz[..], &[text(&cut)]].concat()), exit);
    let journal = std::fs::read(cut.join("trace.jsonl")).unwrap();
    std::fs::write(cut.join("trace.jsonl"), &journal[..journal.len() / 2]).unwrap();
    check_exit(&run(&["resume", text(&cut)]), exit);
    assert_eq!(found(&cut), found(&whole));
    assert_eq!(findings(&cut)["health"]["events"], findings(&whole)["health"]["events"]);
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
