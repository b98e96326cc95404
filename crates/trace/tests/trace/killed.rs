//! Writers killed at any byte, and files damaged at any byte.

use std::fs;
use std::path::Path;

use tempfile::tempdir;
use trace::{RunError, RunReader, RunWriter, Trace, TraceId};

use crate::run_folder::{read, write};
use crate::screens::shopping;

/// The files of a run, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    ["run.json", "trace.jsonl", "layouts/0001.pack"]
        .iter()
        .map(|name| ((*name).to_owned(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

fn lay_out(folder: &Path, files: &[(String, Vec<u8>)]) {
    fs::create_dir_all(folder.join("layouts")).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// What is read of a run that was cut must be the beginning of `whole`, and the writer must finish it.
fn check_goes_on(folder: &Path, whole: &Trace, what: &str) {
    check_goes_on_by(RunWriter::open, folder, whole, what);
}

fn check_goes_on_by(
    open: impl Fn(&Path) -> Result<RunWriter, RunError>,
    folder: &Path,
    whole: &Trace,
    what: &str,
) {
    let reader = RunReader::open(folder).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(!reader.warnings().is_empty(), "{what}: nobody was told");
    let found: Vec<Trace> = reader.traces().map(|id| reader.trace(id).unwrap()).collect();
    let done = found.first().map_or(0, |trace| trace.steps().len());
    if let Some(trace) = found.first() {
        assert_eq!(trace.start(), whole.start(), "{what}");
        assert_eq!(trace.steps(), &whole.steps()[..done], "{what}");
    }

    let mut writer = open(folder).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(writer.warnings(), reader.warnings(), "{what}");
    if found.is_empty() {
        writer.begin(&whole.header, whole.start()).unwrap();
    }
    for step in &whole.steps()[done..] {
        writer.step(TraceId(1), step).unwrap();
    }
    if found.first().is_none_or(|trace| trace.end.is_none()) {
        writer.end(TraceId(1), whole.end.as_deref().unwrap()).unwrap();
    }
    drop(writer);
    assert_eq!(read(folder), std::slice::from_ref(whole), "{what}");
}

#[test]
fn killed_at_any_byte_of_the_journal() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    let written = files(folder.path());
    let journal = &written[1].1;
    for len in 0..journal.len() {
        if len > 0 && journal[len - 1] == b'\n' {
            continue; // Between two lines nothing is torn.
        }
        let mut cut = written.clone();
        cut[1].1.truncate(len);
        let folder = tempdir().unwrap();
        lay_out(folder.path(), &cut);
        check_goes_on(folder.path(), &whole, &format!("journal cut to {len} bytes"));
    }
}

#[test]
fn killed_at_any_byte_of_the_layouts() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    let written = files(folder.path());
    for len in 0..written[2].1.len() {
        let mut cut = written.clone();
        cut[2].1.truncate(len);
        let folder = tempdir().unwrap();
        lay_out(folder.path(), &cut);
        // What was done is lost, and whoever goes on has to say that they know.
        let refused = RunWriter::open(folder.path()).unwrap_err();
        assert!(matches!(refused, RunError::Damaged { .. }), "{refused}");
        lay_out(folder.path(), &cut);
        let what = format!("layouts cut to {len} bytes");
        check_goes_on_by(RunWriter::salvage, folder.path(), &whole, &what);
        assert!(folder.path().join("trace.jsonl.cut").is_file(), "whole lines are kept beside the journal");
    }
}

#[test]
fn zeros_at_the_end_are_a_torn_end() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    for (name, zeros) in [("trace.jsonl", 100), ("layouts/0001.pack", 5), ("layouts/0001.pack", 4096)] {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(std::iter::repeat_n(0, zeros));
        fs::write(&path, bytes).unwrap();
        check_goes_on(folder.path(), &whole, &format!("{zeros} zeros behind {name}"));
    }
}

#[test]
fn no_run_was_begun_when_killed_before_the_journal() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    fs::remove_file(folder.path().join("trace.jsonl")).unwrap();
    fs::remove_dir_all(folder.path().join("layouts")).unwrap();
    check_goes_on(folder.path(), &whole, "no journal");
}

#[test]
fn a_flipped_bit_is_an_error_or_a_torn_end_but_never_another_trace() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    let written = files(folder.path());
    let mut named = 0;
    for at in 0..written[2].1.len() {
        let mut changed = written.clone();
        changed[2].1[at] ^= 1 << (at % 8);
        fs::write(folder.path().join("layouts/0001.pack"), &changed[2].1).unwrap();
        match RunReader::open(folder.path()) {
            Ok(reader) => {
                assert!(!reader.warnings().is_empty(), "byte {at} changed and nobody was told");
                for id in reader.traces() {
                    let trace = reader.trace(id).unwrap();
                    assert_eq!(trace.steps(), &whole.steps()[..trace.steps().len()]);
                }
            }
            Err(e) => named += usize::from(e.to_string().contains("layouts/0001.pack")),
        }
    }
    assert!(named > written[2].1.len() / 2, "the error names the file");
}

#[test]
fn every_changed_byte_and_every_lost_line_of_the_journal_is_told() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    let journal = fs::read(folder.path().join("trace.jsonl")).unwrap();
    let check = |changed: &[u8], what: &str| {
        fs::write(folder.path().join("trace.jsonl"), changed).unwrap();
        let told = match RunReader::open(folder.path()) {
            Ok(reader) => !reader.warnings().is_empty(),
            Err(_) => true,
        };
        assert!(told, "{what} and nobody was told");
        // What is whole is the beginning of what was there.
        let Ok(reader) = RunReader::open_what_is_whole(folder.path()) else { return };
        for id in reader.traces() {
            let trace = reader.trace(id).unwrap();
            assert_eq!(trace.steps(), &whole.steps()[..trace.steps().len()], "{what}");
        }
    };
    for at in 0..journal.len() {
        let mut changed = journal.clone();
        changed[at] ^= 1 << (at % 8);
        check(&changed, &format!("byte {at} changed"));
    }
    let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
    // Without its last lines it is a journal whose writer was killed.
    for lost in 0..lines.len() - 1 {
        let rest = [&lines[..lost], &lines[lost + 1..]].concat();
        check(&rest.concat(), &format!("line {} is lost", lost + 1));
    }
}

#[test]
fn no_line_whatever_makes_the_reader_panic() {
    let folder = tempdir().unwrap();
    let whole = shopping();
    write(folder.path(), std::slice::from_ref(&whole));
    let written = files(folder.path());
    let journal = folder.path().join("trace.jsonl");
    for at in (0..written[1].1.len()).step_by(7) {
        for replacement in *b"\n\"}9\xff" {
            let mut changed = written[1].1.clone();
            changed[at] = replacement;
            fs::write(&journal, changed).unwrap();
            if let Ok(reader) = RunReader::open(folder.path()) {
                for id in reader.traces() {
                    let _ = reader.trace(id);
                }
            }
        }
    }
}
