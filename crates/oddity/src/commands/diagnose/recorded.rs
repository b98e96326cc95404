//! Runs that oddity recorded, or read from other tools.

use std::path::Path;

use automata::{Clues, Diagnosis, RecordedWalk, Scanned, Window};
use experiment::{Context, Gallery, Purpose};
use model::Volatile;
use trace::{RunReader, Trace};

use super::bugs::Named;
use crate::commands::trace::run_failure;
use crate::failure::Failure;
use crate::input;

/// What a run tells about a bug, and the screen of the event that it missed with its picture.
pub(super) type Recorded<'a> = (Diagnosis<'a>, Option<(Clues<'a>, Option<Vec<u8>>)>);

/// Walks the bug's automaton with what was done in a run. What was done only to prove a finding is left out.
pub(super) fn read<'a>(folder: &Path, named: &'a Named) -> Result<Recorded<'a>, Failure> {
    let Some(file) = &named.file else {
        let message = format!(
            "{} is a run's folder, and a .jff file does not say how to find its events there",
            input::shown(folder)
        );
        return Err(
            Failure::bad_input(message).hint("name the events by widget and screen in a .oddity-bug.toml")
        );
    };
    let run = RunReader::open(folder).map_err(|error| run_failure(&error))?;
    let techniques = technique::all(&technique::TechniqueSettings::default());
    let (volatile, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: &run.info().app, volatile: &volatile, gallery: &gallery };
    let mut recorded = RecordedWalk::new(&named.bug, file);
    each_trace(&run, |trace| {
        let shows_after: Vec<usize> = match &file.fingerprint {
            Some(fingerprint) => {
                let suspicions = techniques.judge(trace, &context);
                let same = suspicions.into_iter().filter(|seen| seen.fingerprint.as_str() == fingerprint);
                same.map(|seen| seen.shows_after).collect()
            }
            None => {
                let steps = (1..).zip(trace.steps());
                steps.filter(|(_, step)| step.remarks.crash.is_some()).map(|(number, _)| number).collect()
            }
        };
        recorded.trace(trace, &shows_after);
    })?;
    let mut clues = recorded.clues();
    if let Some(clues) = &mut clues {
        each_trace(&run, |trace| clues.look(trace))?;
    }
    let clues = clues.map(|clues| {
        let picture = clues.picture.and_then(|picture| run.screenshot(picture).ok());
        (clues, picture)
    });
    let scanned = Scanned {
        lines: recorded.steps(),
        is_logcat: false,
        last_s: Some(recorded.elapsed_s()),
        ..Scanned::default()
    };
    Ok((Diagnosis { bug: &named.bug, walk: recorded.into_walk(), scanned, window: Window::default() }, clues))
}

fn each_trace(run: &RunReader, mut each: impl FnMut(&Trace)) -> Result<(), Failure> {
    for id in run.traces() {
        let trace = run.trace(id).map_err(|error| run_failure(&error))?;
        let purpose = trace.header.experiment.as_ref().and_then(|why| why.purpose.parse::<Purpose>().ok());
        if !purpose.is_some_and(|purpose| purpose.is_proof()) {
            each(&trace);
        }
    }
    Ok(())
}
