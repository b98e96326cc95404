//! Files of every version so far, and files from the future.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::tempdir;
use trace::{RunError, RunReader, RunWriter};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/trace").join(name)
}

#[test]
fn version_1_is_read() {
    let run = RunReader::open(&fixture("version-1")).unwrap();
    assert_eq!(run.warnings(), &[] as &[String]);
    assert_eq!(run.info().app, "com.example.notes");
    let [id] = run.traces().collect::<Vec<_>>()[..] else { panic!("one trace") };
    let told = run.trace(id).unwrap().tell();
    assert_eq!(told, fs::read_to_string(fixture("version-1/told.txt")).unwrap());
    assert_eq!(run.notes().count(), 1);
}

#[test]
fn a_journal_without_checksums_goes_on_without() {
    let copy = tempdir().unwrap();
    fs::create_dir(copy.path().join("layouts")).unwrap();
    for name in ["run.json", "trace.jsonl", "layouts/0001.pack"] {
        fs::copy(fixture("hunt-2").join(name), copy.path().join(name)).unwrap();
    }
    let before = RunReader::open(copy.path()).unwrap().notes().count();
    RunWriter::open(copy.path()).unwrap().note("weather", &"fine").unwrap();
    let run = RunReader::open(copy.path()).unwrap();
    assert_eq!(run.warnings(), &[] as &[String]);
    assert_eq!(run.notes().count(), before + 1);
    let journal = fs::read_to_string(copy.path().join("trace.jsonl")).unwrap();
    assert!(!journal.contains(r#""sum":"#), "readers of version 2 have never heard of them");
}

#[test]
fn fields_that_came_later_are_ignored() {
    let text = fs::read_to_string(fixture("version-1/trace.jsonl")).unwrap();
    assert!(text.contains("mood"), "the fixture has a field that nobody knows");
}

#[test]
fn files_from_the_future_say_so() {
    let folder = fixture("from-the-future");
    let expected = "trace.jsonl is oddity-trace version 7; this oddity reads up to 3; use a newer oddity";
    assert_eq!(RunReader::open(&folder).unwrap_err().to_string(), expected);

    // A writer must not touch them either.
    let copy = tempdir().unwrap();
    for name in ["run.json", "trace.jsonl"] {
        fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    assert_eq!(RunWriter::open(copy.path()).unwrap_err().to_string(), expected);
    assert_eq!(
        fs::read(folder.join("trace.jsonl")).unwrap(),
        fs::read(copy.path().join("trace.jsonl")).unwrap()
    );
}

#[test]
fn every_file_names_its_version() {
    for (name, content, expected) in [
        ("run.json", r#"{"format":"oddity-run","version":2,"app":{"new":"shape"}}"#, {
            "run.json is oddity-run version 2; this oddity reads up to 1; use a newer oddity"
        }),
        ("run.json", r#"{"format":"holiday","version":1}"#, r#"run.json is "holiday", not oddity-run"#),
        ("layouts/0001.pack", "oddity-layouts 9\n\u{1}\u{2}", {
            "layouts/0001.pack is oddity-layouts version 9; this oddity reads up to 1; use a newer oddity"
        }),
        ("layouts/0001.pack", "PK\n", "layouts/0001.pack is damaged at byte 0: it is no pack of layouts"),
        ("trace.jsonl", "{\"format\":\"oddity-trace\",\"version\":0}\n", {
            "trace.jsonl is damaged at byte 0: there is no version 0"
        }),
    ] {
        let folder = tempdir().unwrap();
        crate::run_folder::write(folder.path(), &[]);
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        let error = RunReader::open(folder.path()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!matches!(error, RunError::Io { .. }));
    }
}
