//! What a run's folder tells by itself: of older versions, damaged, on several kinds of phones.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{check_exit, findings, found, run, text};

/// A copy of the hunt that the version before wrote: no rounds, suspicions, findings or end in its journal.
fn older_run(folder: &Path) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/trace/hunt-2");
    let to = folder.join("run");
    for name in ["", "layouts", "findings"] {
        fs::create_dir_all(to.join(name)).unwrap();
        for file in fs::read_dir(from.join(name)).unwrap().map(Result::unwrap) {
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), to.join(name).join(file.file_name())).unwrap();
            }
        }
    }
    to
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_run_of_the_format_before_is_reported_and_replayed_but_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let old = older_run(folder.path());
    check_exit(&run(&["report", text(&old)]), 1);
    let told = findings(&old);
    assert_eq!(told["findings"][0]["kind"], "text-lost");
    assert_eq!((&told["health"]["events"], &told["verdict"]), (&700.into(), &"findings".into()));
    assert!(fs::read_to_string(old.join("report.html")).unwrap().contains("#body"));
    check_exit(&run(&["replay", text(&old.join("text-lost-1"))]), 1);
    let refused = run(&["resume", text(&old)]);
    check_exit(&refused, 2);
    assert!(said(&refused).contains("plans otherwise"), "{}", said(&refused));
}

#[test]
fn a_comparison_over_a_matrix_is_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let here = text(&here);
    check_exit(&run(&["compare", "sim:notes", "--matrix", "quick", "--events", "20", "-o", here]), 0);
    check_exit(&run(&["report", here]), 0);
}

#[test]
fn a_finding_is_tried_on_another_build_and_on_another_phone() {
    let folder = tempfile::tempdir().unwrap();
    let finding = older_run(folder.path()).join("text-lost-1");
    let finding = text(&finding);
    check_exit(&run(&["replay", finding, "--app", "sim:notes"]), 0);
    check_exit(&run(&["replay", finding, "--on", "sim:size=360x640"]), 1);
    let other = run(&["replay", finding, "--app", "sim:tasks"]);
    check_exit(&other, 2);
    assert!(said(&other).contains("another build of the same app"), "{}", said(&other));
}

#[test]
fn what_is_left_of_a_damaged_run_is_told_and_gone_on_with_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let here = text(&here);
    check_exit(&run(&["hunt", "sim:notes+lost-draft", "--events", "2000", "-o", here]), 1);
    let whole = fs::read_to_string(Path::new(here).join("findings.json")).unwrap();
    let journal = Path::new(here).join("trace.jsonl");
    let mut bytes = fs::read(&journal).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 40].fill(b'#');
    fs::write(&journal, bytes).unwrap();

    let kept = run(&["report", here]);
    check_exit(&kept, 2);
    assert!(
        said(&kept).contains("is damaged at byte") && said(&kept).contains("-o FOLDER"),
        "{}",
        said(&kept)
    );
    assert_eq!(fs::read_to_string(Path::new(here).join("findings.json")).unwrap(), whole);
    let elsewhere = folder.path().join("elsewhere");
    let told = run(&["report", here, "-o", text(&elsewhere)]);
    assert!(matches!(told.status.code(), Some(1 | 3)), "{}", said(&told));
    assert!(elsewhere.join("report.html").exists());

    let refused = run(&["resume", here]);
    check_exit(&refused, 2);
    assert!(said(&refused).contains("--salvage"), "{}", said(&refused));
    check_exit(&run(&["resume", here, "--salvage"]), 1);
    assert!(Path::new(here).join("trace.jsonl.cut").exists());
    assert!(found(Path::new(here)).iter().any(|(fingerprint, ..)| fingerprint.starts_with("text-lost")));
}

#[test]
fn several_kinds_of_phones_are_hunted_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let kinds = ["--on", "sim:size=411x731", "--on", "sim:size=320x640,locale=de"];
    let hunt = ["hunt", "sim:notes+lost-draft", "--events", "3000", "-o", text(&here)];
    check_exit(&run(&[&hunt[..], &kinds[..]].concat()), 1);
    let journal = fs::read_to_string(here.join("trace.jsonl")).unwrap();
    assert!(journal.contains(r#""kind":1"#), "no trace of the second kind");
    // The same fault on both is one finding.
    let lost =
        found(&here).into_iter().filter(|(fingerprint, ..)| fingerprint.starts_with("text-lost")).count();
    assert_eq!(lost, 1);
    let name = findings(&here)["findings"][0]["name"].as_str().unwrap().to_owned();
    check_exit(&run(&["replay", text(&here.join(name))]), 1);
}
