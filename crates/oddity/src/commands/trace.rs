//! `oddity trace`: recorded runs, ours and other tools'.

use std::fs;
use std::io;
use std::path::Path;

use ::trace::import::{self, ImportError, Imported};
use ::trace::{RunError, RunInfo, RunReader, RunWriter, Teller};

use crate::cli::{Recorder, TraceArgs, TraceCommand};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;

pub(crate) fn run(args: &TraceArgs, output: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        TraceCommand::Show { run, trace } => show(run, *trace, output),
        TraceCommand::Import { recording, into, from } => import_into(recording, into, *from, output),
    }
}

fn show(folder: &Path, only: Option<usize>, output: &mut Output) -> Result<Exit, Failure> {
    let run = RunReader::open(folder).map_err(|error| run_failure(&error))?;
    if run.traces().len() == 0 {
        // An empty run and a lost one must not look alike.
        return match run.warnings() {
            [] => output.print("the run has no traces yet\n").map(|()| Exit::Clean),
            lost => Err(Failure::bad_input(format!(
                "nothing of {} can be read: {}",
                input::shown(folder),
                lost.join("; ")
            ))),
        };
    }
    for warning in run.warnings() {
        output.warn(warning);
    }
    let traces = run.traces().len();
    if let Some(number) = only.filter(|number| !(1..=traces).contains(number)) {
        let message = format!("{} has no trace {number}: it has {traces}", input::shown(folder));
        return Err(Failure::bad_input(message));
    }
    for (number, trace) in
        (1..).zip(run.traces()).filter(|(number, _)| only.is_none_or(|only| only == *number))
    {
        if traces > 1 {
            let blank = if number > 1 && only.is_none() { "\n" } else { "" };
            output.print(format_args!("{blank}trace {number} of {traces}\n"))?;
        }
        let verbose = output.is_verbose();
        let teller = Teller::new(output.writer());
        let teller = if verbose { teller.with_changes() } else { teller };
        run.tell_by(trace, teller).map_err(|error| run_failure(&error))?;
    }
    Ok(Exit::Clean)
}

fn import_into(
    recording: &Path,
    into: &Path,
    from: Option<Recorder>,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let imported = imported(recording, from)?;
    for warning in &imported.warnings {
        output.warn(warning);
    }
    save(&imported, into)?;
    let (traces, steps) =
        (imported.traces.len(), imported.traces.iter().map(|trace| trace.steps().len()).sum::<usize>());
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    output.print(format_args!(
        "imported {traces} trace{}, {steps} step{}\n",
        plural(traces),
        plural(steps)
    ))?;
    output.print(format_args!("see them with `oddity trace show {}`\n", input::shown(into)))?;
    Ok(Exit::Clean)
}

/// What another tool recorded.
pub(crate) fn imported(recording: &Path, from: Option<Recorder>) -> Result<Imported, Failure> {
    let recorder = match from {
        Some(recorder) => recorder,
        None => recorder_of(recording)?,
    };
    let imported = match recorder {
        Recorder::Droidbot => import::droidbot(recording),
        Recorder::Genie => import::genie(recording),
        Recorder::Dumps => import::dumps(recording),
    };
    imported.map_err(|error| import_failure(recording, &error))
}

/// Writes the run; what was begun and could not be finished is taken away again.
fn save(imported: &Imported, into: &Path) -> Result<(), Failure> {
    let info = RunInfo {
        app: imported.traces.first().map(|trace| trace.header.app.clone()).unwrap_or_default(),
        made_by: format!("oddity {}", env!("CARGO_PKG_VERSION")),
        ..RunInfo::default()
    };
    let was_there = into.exists();
    let mut run = RunWriter::create(into, &info).map_err(|error| run_failure(&error))?;
    let saved = imported.save(&mut run).and_then(|()| run.sync());
    drop(run);
    saved.map_err(|error| {
        // The first error is the one worth telling. A folder that was there, empty, stays.
        let _ = fs::remove_dir_all(into);
        if was_there {
            let _ = fs::create_dir(into);
        }
        run_failure(&error)
    })
}

/// Which tool made this, judged by what lies there.
fn recorder_of(recording: &Path) -> Result<Recorder, Failure> {
    let name = recording.file_name().unwrap_or_default().to_string_lossy();
    let has = |end: &str| {
        let entries = fs::read_dir(recording).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).any(|file| file.to_string_lossy().ends_with(end))
    };
    if recording.join("run.json").is_file() {
        let message = format!("{} is a run of oddity already", input::shown(recording));
        Err(Failure::bad_input(message)
            .hint(format!("see it with `oddity trace show {}`", input::shown(recording))))
    } else if recording.join("states").is_dir() {
        Ok(Recorder::Droidbot)
    } else if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") || has(".jsonl") || has(".jsonl.gz") {
        Ok(Recorder::Genie)
    } else if has(".xml") || has(".uix") {
        Ok(Recorder::Dumps)
    } else if recording.exists() {
        let message = format!("cannot tell what recorded {}", input::shown(recording));
        Err(Failure::bad_input(message)
            .hint("say it with `--from droidbot`, `--from genie` or `--from dumps`"))
    } else {
        Err(Failure::bad_input(format!(
            "cannot read {}: there is no such file or folder",
            input::shown(recording)
        )))
    }
}

fn import_failure(recording: &Path, error: &ImportError) -> Failure {
    Failure::bad_input(format!("cannot import {}: {error}", input::shown(recording)))
}

/// Reading someone's broken run is bad input; not being able to write one is the environment's fault.
pub(crate) fn run_failure(error: &RunError) -> Failure {
    match error {
        RunError::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Failure::output(source),
        RunError::Io { source, .. } if files::is_leak(source) => {
            Failure::environment(error).exit(crate::failure::Exit::Internal)
        }
        RunError::Io { source, doing, .. }
            if source.kind() == io::ErrorKind::NotFound && *doing == "open" =>
        {
            Failure::bad_input(error)
        }
        RunError::Io { .. } | RunError::InUse(_) => Failure::environment(error),
        RunError::NotARun(_) => {
            Failure::bad_input(error).hint("other tools' recordings become runs with `oddity trace import`")
        }
        _ => Failure::bad_input(error),
    }
}
