//! Recordings of other tools.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;
use gui::{Digest, Event, Flag};
use serde_json::Value;
use tempfile::tempdir;
use trace::import::{ImportError, droidbot, dumps, genie};
use trace::{RunInfo, RunReader, RunWriter};

const GENIE: [(&str, usize, usize); 5] = [
    ("mining", 1, 1500),
    ("seeds", 15, 225),
    ("seed-7", 1, 15),
    ("mutant-659", 1, 17),
    ("mutant-659-first-attempt", 1, 7),
];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

fn lines_of(file: &Path) -> Vec<Value> {
    let lines = BufReader::new(GzDecoder::new(BufReader::new(File::open(file).unwrap()))).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

#[test]
fn genie_runs_have_the_steps_that_their_readme_states() {
    let Some(folder) = testkit::shared_data("genie-activitydiary") else { return };
    let mut of_state: HashMap<String, (Option<String>, Digest)> = HashMap::new();
    for (name, traces, steps) in GENIE {
        let file = folder.join(format!("{name}.jsonl.gz"));
        let imported = genie(&file).unwrap();
        assert_eq!(imported.warnings, &[] as &[String], "{name}");
        assert_eq!(imported.traces.len(), traces, "{name}");
        assert_eq!(imported.traces.iter().map(|trace| trace.steps().len()).sum::<usize>(), steps, "{name}");
        assert!(imported.traces.iter().all(|trace| trace.header.app == "de.rampro.activitydiary.debug"));
        let events =
            imported.traces.iter().flat_map(|trace| trace.steps()).filter(|step| step.event.is_some());
        assert_eq!(events.count(), steps, "{name}: every event is understood and every target is there");

        let moments: Vec<_> = imported.traces.iter().flat_map(|trace| trace.moments()).collect();
        let lines = lines_of(&file);
        assert_eq!(moments.len(), lines.len(), "{name}");
        for (moment, line) in moments.into_iter().zip(lines) {
            let state = line["state"].as_str().unwrap().to_owned();
            let seen = (moment.activity.clone(), moment.digest().unwrap());
            assert_eq!(
                *of_state.entry(state.clone()).or_insert(seen.clone()),
                seen,
                "{name}: {state} is one screen"
            );
        }
    }
    let distinct: HashSet<_> = of_state.values().collect();
    assert_eq!(distinct.len(), of_state.len(), "different names are different screens");
}

#[test]
fn genie_targets_are_the_widgets_that_were_touched() {
    let Some(folder) = testkit::shared_data("genie-activitydiary") else { return };
    let mut resolved = 0;
    for (name, _, _) in GENIE {
        let file = folder.join(format!("{name}.jsonl.gz"));
        let imported = genie(&file).unwrap();
        let steps = imported.traces.iter().flat_map(|trace| trace.steps());
        for (step, line) in steps.zip(lines_of(&file).iter().filter(|line| !line["event"].is_null())) {
            let Some(id) = line["event"]["view"].as_u64() else { continue };
            let view = &line["views"][id as usize];
            let before = step.before.layout.as_ref().unwrap();
            let node = step.event.as_ref().unwrap().target().unwrap().resolve(before).unwrap().node;
            assert_eq!(u64::from(node.id().0), id, "{name}");
            assert_eq!(node.class(), view["class"].as_str().unwrap());
            assert_eq!(node.resource_id(), view["rid"].as_str().unwrap_or_default());
            assert_eq!(node.is(Flag::Clickable), view["flags"].as_str().unwrap().contains('c'));
            resolved += 1;
        }
    }
    assert_eq!(resolved, 1500 - 2 + 225 + 15 + 17 + 7, "all but HOME and the first launch");
}

#[test]
fn genie_runs_survive_the_run_folder() {
    let Some(recording) = testkit::shared_data("genie-activitydiary") else { return };
    let (run, folder) = (tempdir().unwrap(), tempdir().unwrap());
    // `seed-7` is part of `seeds`; the measure should not count it twice.
    for name in ["mining", "seeds", "mutant-659", "mutant-659-first-attempt"] {
        let name = format!("{name}.jsonl.gz");
        fs::copy(recording.join(&name), folder.path().join(&name)).unwrap();
    }
    let imported = genie(folder.path()).unwrap();
    imported.save(&mut RunWriter::create(run.path(), &RunInfo::default()).unwrap()).unwrap();
    let reader = RunReader::open(run.path()).unwrap();
    for (id, trace) in reader.traces().zip(&imported.traces) {
        assert_eq!(reader.trace(id).unwrap(), *trace);
    }

    let size = |name: &str| fs::metadata(run.path().join(name)).unwrap().len() as usize;
    let mut states = HashSet::new();
    let mut raw = 0;
    let mut steps = 0;
    for file in testkit::files_in(folder.path()) {
        for line in lines_of(&file) {
            steps += 1;
            if states.insert(line["state"].as_str().unwrap().to_owned()) {
                raw += line["views"].to_string().len();
            }
        }
    }
    let layouts = reader.layout_count();
    println!(
        "{layouts} distinct layouts: {} bytes of JSON each, {} packed; {} bytes of journal per line of {steps}",
        raw / layouts,
        size("layouts/0001.pack") / layouts,
        size("trace.jsonl") / steps
    );
    assert!(size("layouts/0001.pack") < raw / 8, "packing is worth it");
}

#[test]
fn genie_keeps_pictures_and_purposes() {
    let Some(folder) = testkit::shared_data("genie-activitydiary") else { return };
    let mutant = genie(&folder.join("mutant-659.jsonl.gz")).unwrap();
    let inserted: Vec<usize> = mutant.traces[0]
        .steps()
        .iter()
        .enumerate()
        .filter(|(_, step)| step.remarks.purpose.as_deref() == Some("inserted"))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(inserted, [3, 4]);

    let seed = genie(&folder.join("seed-7.jsonl.gz")).unwrap();
    let run = tempdir().unwrap();
    seed.save(&mut RunWriter::create(run.path(), &RunInfo::default()).unwrap()).unwrap();
    let picture = seed.traces[0].start().screenshot.unwrap();
    let kept = RunReader::open(run.path()).unwrap().screenshot(picture).unwrap();
    assert_eq!(kept, fs::read(folder.join("screenshots/L0001.png")).unwrap());
}

#[test]
fn what_is_no_recording_is_refused() {
    let folder = tempdir().unwrap();
    assert!(matches!(genie(folder.path()), Err(ImportError::NotThat { .. })));
    assert!(matches!(droidbot(folder.path()), Err(ImportError::NotThat { .. })));
    assert!(matches!(dumps(folder.path()), Err(ImportError::NotThat { .. })));
    assert!(matches!(genie(&folder.path().join("gone")), Err(ImportError::Io { .. })));
    let file = folder.path().join("a.jsonl");
    for bad in ["not json\n", "{\"run\":\"seed\"}\n"] {
        fs::write(&file, bad).unwrap();
        let error = genie(&file).unwrap_err().to_string();
        assert!(error.contains("line 1: "), "{error}");
    }
    fs::write(&file, [0x1f, 0x8b, 8, 0, 0]).unwrap();
    assert!(matches!(genie(&file), Err(ImportError::Io { .. })), "gzip that breaks off");
}

#[test]
fn droidbot_output_becomes_a_trace() {
    let imported = droidbot(&fixture("droidbot/notes")).unwrap();
    let [trace] = &imported.traces[..] else { panic!("one trace") };
    assert_eq!(trace.tell(), fs::read_to_string(fixture("droidbot/notes-told.txt")).unwrap());
    assert_eq!(
        imported.warnings,
        [
            "state_2024-02-28_235958.json: 2 views hang on nothing",
            "event_2024-02-29_000007.json is left out: EOF while parsing an object at line 2 column 0",
            "1 screen that events name was not saved",
        ]
    );
    let start = trace.start().layout.as_ref().unwrap();
    let save = start.nodes().find(|node| node.short_id() == "save").unwrap();
    assert!(save.is(Flag::Clickable) && !save.is(Flag::Enabled));
    assert_eq!((save.bounds().to_string().as_str(), save.index()), ("[0,200][1080,300]", 1));
    let Some(Event::Edit { text, .. }) = &trace.steps()[1].event else { panic!("an edit") };
    assert_eq!(text, "milk");
}

#[test]
fn no_droidbot_file_makes_the_importer_panic() {
    let folder = tempdir().unwrap();
    for name in ["events/event_2024-02-28_235958.json", "states/state_2024-02-28_235958.json"] {
        let whole = fs::read(fixture("droidbot/notes").join(name)).unwrap();
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for at in (0..whole.len()).step_by(29) {
            for byte in *b"9-[\"" {
                let mut changed = whole.clone();
                changed[at] = byte;
                fs::write(&path, changed).unwrap();
                let _ = droidbot(folder.path());
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(droidbot(folder.path()).unwrap().traces[0].steps().len(), 1);
}

#[test]
fn dumps_become_a_trace_without_events() {
    let folder = tempdir().unwrap();
    for number in [10, 9, 1] {
        let dump = format!(
            "<?xml version='1.0'?><hierarchy rotation=\"0\"><node index=\"0\" text=\"page {number}\" \
             class=\"android.widget.TextView\" package=\"com.example\" bounds=\"[0,0][9,9]\" /></hierarchy>"
        );
        fs::write(folder.path().join(format!("dump{number}.xml")), dump).unwrap();
    }
    fs::write(folder.path().join("dump11.xml"), "ERROR: could not get idle state.").unwrap();
    fs::write(folder.path().join("dump9.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    let imported = dumps(folder.path()).unwrap();
    let trace = &imported.traces[0];
    assert_eq!(trace.header.app, "com.example");
    assert!(trace.steps().iter().all(|step| step.event.is_none()));
    let pages: Vec<_> =
        trace.moments().map(|m| m.layout.as_ref().unwrap().nodes().next().unwrap().text()).collect();
    assert_eq!(pages, ["page 1", "page 9", "page 10"]);
    assert!(trace.steps()[0].after.screenshot.is_some());
    assert!(imported.warnings[0].starts_with("dump11.xml is left out: "), "{:?}", imported.warnings);
}
