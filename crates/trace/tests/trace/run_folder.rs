//! What is written is read back the same, and what is not a run is refused.

use std::fs;
use std::path::Path;

use gui::Event;
use proptest::prelude::*;
use tempfile::tempdir;
use trace::{Header, Moment, RunError, RunInfo, RunReader, RunWriter, Step, Trace, TraceId};

use crate::screens::{any_layout, any_trace, moment, screen, shopping};

pub(crate) fn write(folder: &Path, traces: &[Trace]) {
    let mut run = RunWriter::create(folder, &RunInfo::default()).unwrap();
    for trace in traces {
        run.trace(trace).unwrap();
    }
}

pub(crate) fn read(folder: &Path) -> Vec<Trace> {
    let run = RunReader::open(folder).unwrap();
    assert_eq!(run.warnings(), &[] as &[String]);
    run.traces().map(|id| run.trace(id).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn traces_survive_the_disk(traces in prop::collection::vec(any_trace(), 0..3)) {
        let folder = tempdir().unwrap();
        write(folder.path(), &traces);
        prop_assert_eq!(read(folder.path()), traces);
    }

    #[test]
    fn layouts_survive_packing(layouts in prop::collection::vec(any_layout(), 1..20)) {
        let folder = tempdir().unwrap();
        let mut trace = Trace::new(Header::default(), Moment::default());
        for layout in layouts {
            trace.step(None, Moment::of(layout), trace::Remarks::default());
        }
        write(folder.path(), std::slice::from_ref(&trace));
        prop_assert_eq!(read(folder.path()), [trace]);
    }
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = tempdir().unwrap();
    let trace = shopping();
    let [first, rest @ ..] = trace.steps() else { panic!("there are steps") };
    {
        let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
        let id = run.begin(&trace.header, trace.start()).unwrap();
        run.step(id, first).unwrap();
    }
    {
        let mut run = RunWriter::open(folder.path()).unwrap();
        assert_eq!(run.warnings(), &[] as &[String]);
        rest.iter().for_each(|step| run.step(TraceId(1), step).unwrap());
        run.end(TraceId(1), "budget used up").unwrap();
        assert!(matches!(run.step(TraceId(1), first), Err(RunError::Misplaced { .. })), "it is over");
        run.trace(&trace).unwrap();
        run.sync().unwrap();
    }
    assert_eq!(read(folder.path()), [trace.clone(), trace]);
}

#[test]
fn traces_may_grow_side_by_side() {
    let folder = tempdir().unwrap();
    let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
    let trace = shopping();
    let left = run.begin(&trace.header, trace.start()).unwrap();
    let right = run.begin(&trace.header, trace.start()).unwrap();
    for step in trace.steps() {
        run.step(left, step).unwrap();
        run.note("walker", &serde_json::json!({"phone": 1})).unwrap();
        run.step(right, step).unwrap();
    }
    run.end(left, "budget used up").unwrap();
    run.end(right, "budget used up").unwrap();
    assert_eq!(read(folder.path()), [trace.clone(), trace.clone()]);
    let notes: Vec<_> = RunReader::open(folder.path()).unwrap().notes().collect::<Result<_, _>>().unwrap();
    assert_eq!(notes.len(), trace.steps().len());
    assert_eq!(notes[0], ("walker".to_owned(), serde_json::json!({"phone": 1})));
}

#[test]
fn a_run_can_be_read_while_it_goes_on() {
    let folder = tempdir().unwrap();
    let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let reader = RunReader::open(folder.path()).unwrap();
                for warning in reader.warnings() {
                    assert!(!warning.contains("which no pack holds"), "{warning}");
                }
                reader.traces().for_each(|id| drop(reader.trace(id).unwrap()));
            }
        });
        for second in 0..500 {
            let start = moment("Clock", &[&format!("#clock {second}")]);
            run.begin(&Header::default(), &start).unwrap();
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn a_step_begins_where_the_last_one_ended() {
    let folder = tempdir().unwrap();
    let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
    let id = run.begin(&Header::default(), &moment("A", &["#a"])).unwrap();
    let elsewhere = Step::new(moment("B", &["#a"]), Some(Event::Launch), moment("A", &["#a"]));
    let error = run.step(id, &elsewhere).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot write step 1 of trace 1: it does not begin where the step before it ended"
    );
    assert!(matches!(run.step(TraceId(0), &elsewhere), Err(RunError::Missing(_))));
    assert!(matches!(run.step(TraceId(9), &elsewhere), Err(RunError::Missing(_))));
}

#[test]
fn a_clock_costs_little() {
    let folder = tempdir().unwrap();
    let pack = || fs::metadata(folder.path().join("layouts/0001.pack")).unwrap().len();
    let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
    let rows: Vec<String> = (0..200).map(|row| format!("#row{row} entry number {row}")).collect();
    let at = |minute: u32| {
        let clock = format!("#clock 12:{minute:02}");
        let mut lines = vec![clock.as_str()];
        lines.extend(rows.iter().map(String::as_str));
        Moment::of(screen(&lines))
    };
    run.begin(&Header::default(), &at(0)).unwrap();
    let first = pack();
    for minute in 1..60 {
        run.begin(&Header::default(), &at(minute)).unwrap();
    }
    let all = pack();
    let each = (all - first) / 59;
    // The list around the clock names its 201 children anew, a byte or two for each; the children cost nothing.
    assert!(each < 520, "{first} bytes for the first, {each} for each further one");
    for minute in 0..60 {
        run.begin(&Header::default(), &at(minute)).unwrap();
    }
    assert_eq!(pack(), all, "nothing is written twice");
}

#[test]
fn screenshots_are_kept_once_and_checked() {
    let folder = tempdir().unwrap();
    let mut run = RunWriter::create(folder.path(), &RunInfo::default()).unwrap();
    let picture = b"\x89PNG\r\n\x1a\nmilk";
    let hash = run.screenshot(picture).unwrap();
    assert_eq!(run.screenshot(picture).unwrap(), hash);
    let photo = run.screenshot(b"\xff\xd8\xffmilk").unwrap();
    assert!(matches!(run.screenshot(b"<html>"), Err(RunError::NotAPicture)));

    let reader = RunReader::open(folder.path()).unwrap();
    assert_eq!(reader.screenshot(hash).unwrap(), picture);
    assert!(reader.screenshot(photo).is_ok());
    assert_eq!(testkit::files_in(&folder.path().join("screenshots")).len(), 2);
    fs::write(folder.path().join(format!("screenshots/{hash}.png")), b"\x89PNG\r\n\x1a\ncola").unwrap();
    let error = reader.screenshot(hash).unwrap_err().to_string();
    assert!(error.ends_with("its content does not match its name"), "{error}");
}

#[test]
fn folders_that_are_no_runs_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    assert!(matches!(RunReader::open(path), Err(RunError::NotARun(_))));
    assert!(matches!(RunWriter::open(path), Err(RunError::NotARun(_))));
    fs::write(path.join("holiday.txt"), "photos").unwrap();
    assert!(matches!(RunWriter::create(path, &RunInfo::default()), Err(RunError::NotEmpty(_))));
    assert_eq!(testkit::files_in(path).len(), 1, "nothing was added");
    fs::remove_file(path.join("holiday.txt")).unwrap();

    let first = RunWriter::create(path, &RunInfo::default()).unwrap();
    assert!(matches!(RunWriter::create(path, &RunInfo::default()), Err(RunError::InUse(_))));
    assert!(matches!(RunWriter::open(path), Err(RunError::InUse(_))));
    drop(first);
    assert!(matches!(RunWriter::create(path, &RunInfo::default()), Err(RunError::AlreadyARun(_))));
    assert!(RunWriter::open(path).is_ok());
}

#[test]
fn of_many_who_begin_in_one_folder_one_has_all_of_it() {
    for _ in 0..50 {
        let folder = tempdir().unwrap();
        let begin = |number: u64| {
            let info = RunInfo { seed: Some(number), ..RunInfo::default() };
            let run = RunWriter::create_beside(folder.path(), &info, &[("config.toml", &number.to_string())]);
            // Held until all have tried: whoever comes later finds a run that goes on.
            run.map(|run| (number, run)).map_err(|error| error.to_string())
        };
        let tried: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..=4).map(|number| scope.spawn(move || begin(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<u64> = tried.iter().filter_map(|run| run.as_ref().ok()).map(|run| run.0).collect();
        let [winner] = winners[..] else { panic!("{winners:?} all won") };
        for lost in tried.iter().filter_map(|run| run.as_ref().err()) {
            assert!(lost.ends_with("is being written to by another oddity; wait until it is done"), "{lost}");
        }
        assert_eq!(RunReader::open(folder.path()).unwrap().info().seed, Some(winner));
        assert_eq!(fs::read_to_string(folder.path().join("config.toml")).unwrap(), winner.to_string());
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_run_are_not_followed() {
    let outside = tempdir().unwrap();
    let diary = outside.path().join("diary.txt");
    fs::write(&diary, "dear diary").unwrap();
    for name in ["trace.jsonl", "layouts", "screenshots"] {
        let folder = tempdir().unwrap();
        write(folder.path(), &[]);
        let _ = fs::remove_file(folder.path().join(name));
        let target = if name == "trace.jsonl" { &diary } else { outside.path() };
        std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
        let error = RunWriter::open(folder.path()).unwrap_err();
        assert!(matches!(error, RunError::Damaged { .. }), "{name}: {error}");
    }
    assert_eq!(fs::read_to_string(&diary).unwrap(), "dear diary");

    let folder = tempdir().unwrap();
    write(folder.path(), &[shopping()]);
    let pack = folder.path().join("layouts/0001.pack");
    fs::rename(&pack, outside.path().join("pack")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("pack"), &pack).unwrap();
    let error = RunReader::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("not a plain file"), "{error}");
}

#[test]
fn readers_and_traces_may_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<RunReader>();
    shared::<RunWriter>();
    shared::<Trace>();
}
