//! Bad input and a hostile world: one clear message, the right exit code.

use std::fs;

use crate::running::{check_exit, oddity, run, text, without_sums};

#[track_caller]
fn check(args: &[&str], code: i32, message: &str) {
    let output = run(args);
    check_exit(&output, code);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(message), "{told}");
    assert_eq!(told.matches("error: ").count(), 1, "{told}");
}

#[test]
fn what_is_not_there_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let here = text(folder.path());
    check(&["hunt", "sim:nothing"], 2, "nothing");
    check(&["hunt", "notes"], 2, "sim:notes");
    check(&["hunt", "sim:notes+no-such-fault"], 2, "no-such-fault");
    check(&["hunt", "com.example.app"], 4, "adb");
    check(&["resume", here], 2, "not a run");
    check(&["report", here], 2, "not a run");
    check(&["replay", &format!("{here}/crash-1")], 2, "crash-1");
    check(&["hunt", "sim:notes", "--walkers", "0"], 2, "--walkers");
    check(&["hunt", "sim:notes", "--grant", "CAMERA"], 2, "CAMERA");
    check(&["hunt", "sim:notes", "--pause", "500000000000y"], 2, "--pause");
    check(&["hunt", "sim:notes", "--max-findings", "0"], 2, "--max-findings");
    check(&["hunt", "sim:notes", "--login", &format!("{here}/no.oddity")], 2, "no.oddity");
}

#[test]
fn an_apk_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let apk = folder.path().join("app.apk");
    fs::write(&apk, "PK is not enough").unwrap();
    check(&["hunt", text(&apk)], 2, "no APK");
    check(&["hunt", "missing.apk"], 2, "missing.apk");
}

#[test]
fn a_folder_that_is_taken_or_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("something"), "else").unwrap();
    check(&["hunt", "sim:notes", "-o", text(folder.path())], 2, "not empty");
    check(&["hunt", "sim:notes", "-o", "/proc/nowhere/run"], 4, "/proc/nowhere");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_and_says_so() {
    // Files of this size are as large as they get: the journal hits the limit as it would a full disk.
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let command = format!(
        "ulimit -f 100; trap '' XFSZ; exec {} hunt sim:notes --events 100000 -o {}",
        env!("CARGO_BIN_EXE_oddity"),
        text(&here)
    );
    let output = std::process::Command::new("bash").args(["-c", &command]).output().unwrap();
    check_exit(&output, 4);
    assert!(here.join("trace.jsonl").exists());
}

#[test]
fn a_run_of_another_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(&run(&["hunt", "sim:notes", "--events", "200", "-o", text(&here)]), 0);
    let journal = here.join("trace.jsonl");
    let own = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let text_of_journal = fs::read_to_string(&journal).unwrap();
    assert!(text_of_journal.contains(&own));
    let other = text_of_journal.replace(&own, "\"version\":\"0.0.9\"");
    fs::write(&journal, without_sums(&other)).unwrap();
    check(&["resume", text(&here)], 2, "0.0.9");
}

#[test]
fn a_run_is_not_resumed_with_the_settings_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    check_exit(&run(&["hunt", "sim:notes", "--events", "200", "-o", text(&here)]), 0);
    let [config, journal] = ["config.toml", "trace.jsonl"].map(|name| here.join(name));
    let (settings, before) = (fs::read_to_string(&config).unwrap(), fs::read(&journal).unwrap());
    let others = [
        (String::new(), "config.toml does not say which app the run is of"),
        (
            settings.replace("sim:notes", "sim:tasks"),
            "names org.oddity.tasks, but the run is of org.oddity.notes",
        ),
        (settings.replace("seed = 0", "seed = 7"), "says `seed = 7`, but the run was made with 0"),
    ];
    for (other, message) in others {
        assert_ne!(other, settings);
        fs::write(&config, other).unwrap();
        check(&["resume", text(&here)], 2, message);
        check(&["resume", text(&here)], 2, "begin a new run: `oddity hunt sim:notes --events 200");
        assert!(fs::read(&journal).unwrap() == before, "{message}");
    }
    fs::write(&config, settings).unwrap();
    check_exit(&run(&["resume", text(&here)]), 0);
    assert!(fs::read(&journal).unwrap() == before, "a run that is over stays as it is");
}

#[test]
fn what_is_blocked_is_not_touched_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let hunt = ["hunt", "sim:notes", "--events", "500", "--block", "#add", "-o", text(&here)];
    check_exit(&oddity().args(hunt).output().unwrap(), 0);
    let log = fs::read_to_string(here.join("oddity.log")).unwrap();
    assert!(log.lines().all(|line| line.contains("blocked: ") && line.contains("#add")), "{log}");
    let journal = fs::read_to_string(here.join("trace.jsonl")).unwrap();
    assert!(!journal.contains(r##""target":"#add""##));
    let config = fs::read_to_string(here.join("config.toml")).unwrap();
    assert!(config.contains("block = [\"#add\"] # flag"), "{config}");
}
