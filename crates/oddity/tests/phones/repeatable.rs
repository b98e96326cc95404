//! The same seed, the same run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use device::{Ability, Device};
use gui::Layout;
use trace::{Header, Recorder, RunInfo, RunWriter};

use crate::walk::{demo, play};

/// Every file of a run with what is in it.
fn files_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn recorded(seed: u64, key: u64) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let run = RunWriter::create(&folder.path().join("run"), &RunInfo::default()).unwrap();
    let (phone, package) = demo(seed);
    let (mut recorder, recording) = Recorder::new(Box::new(phone), run, &Header::default()).unwrap();
    play(&mut recorder, package, key, 1000);
    drop(recorder);
    assert!(recording.end("played").unwrap() >= 1000);
    files_of(&folder.path().join("run"))
}

#[test]
fn a_thousand_random_events_twice_give_the_same_bytes() {
    let (first, second) = (recorded(7, 11), recorded(7, 11));
    assert!(first.contains_key("trace.jsonl"));
    assert!(first == second, "the two runs differ");
    assert!(first != recorded(7, 12), "other events give another run");
}

#[test]
fn what_a_simulated_phone_shows_reads_back_as_it_was_printed() {
    let (mut phone, package) = demo(3);
    for (event, layout) in play(&mut phone, package, 5, 300) {
        let read = Layout::parse(layout.to_xml().as_bytes()).unwrap();
        assert_eq!(read.layout, *layout, "after {event}");
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    }
}

#[test]
fn a_phone_does_what_it_says_it_can() {
    let (mut phone, _) = demo(0);
    for &ability in Ability::ALL {
        assert!(phone.abilities().has(ability), "{ability}");
    }
    let saved = phone.snapshot().unwrap();
    assert!(phone.screenshot().is_ok() && phone.coverage().is_ok() && phone.restore(saved).is_ok());
    phone.forget(saved).unwrap();
    assert!(phone.restore(saved).is_err());
}
