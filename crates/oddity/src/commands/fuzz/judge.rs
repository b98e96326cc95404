//! A recorded mutant beside its seed.

use std::path::Path;

use effect::{Alignment, Oracle, Ruling};
use experiment::{Context, Gallery, Seen};
use model::Volatile;
use serde::Serialize;
use trace::{RunReader, Trace};

use crate::cli::Fuzz;
use crate::commands::trace::{imported, run_failure};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;

/// What is printed.
#[derive(Serialize)]
struct Judged<'j> {
    format: &'static str,
    version: u32,
    app: &'j str,
    violations: usize,
    /// Differences of the seed that the mutant does not have, over all pairs,
    unmatched_views_of_seed: usize,
    /// and those of the mutant that are left.
    unmatched_views_of_mutant: usize,
    /// What is wrong, each once, with the number of pairs that show it.
    witnesses: Vec<Witness<'j>>,
    /// What oddity's own judge makes of it, in a sentence; it is a suspicion until it is reproduced.
    suspected: Vec<Suspected>,
    #[serde(flatten)]
    ruling: &'j Ruling,
}

#[derive(Serialize)]
struct Witness<'j> {
    witness: &'j str,
    pairs: usize,
}

#[derive(Serialize)]
struct Suspected {
    kind: String,
    sentence: String,
}

pub(super) fn run(seed: &Path, mutant: &Path, fuzz: &Fuzz, output: &mut Output) -> Result<Exit, Failure> {
    let (seed, mut mutant) = (read(seed, output)?, read(mutant, output)?);
    let alignment = Alignment::of(&seed, &mutant).map_err(Failure::bad_input)?;
    let nothing = Volatile::default();
    let mut oracle = Oracle::new(&seed, &nothing);
    let ruling = oracle.judge(&mutant, alignment);
    mark_detour(&mut mutant, alignment);
    let gallery = Gallery::default();
    let app = &mutant.header.app;
    let context = Context { app, volatile: &nothing, gallery: &gallery };
    let seen = Seen { trace: &mutant, suspicions: &[], context };
    let suspected = fuzz.technique().suspect(&seed, &seen);
    let judged = Judged {
        format: "oddity-fuzz-judgement",
        version: 1,
        app,
        violations: ruling.violations().count(),
        unmatched_views_of_seed: ruling.pairs.iter().map(|pair| pair.unmatched_seed.len()).sum(),
        unmatched_views_of_mutant: ruling.pairs.iter().map(|pair| pair.unmatched_mutant.len()).sum(),
        witnesses: ruling
            .witnesses()
            .into_iter()
            .map(|(witness, pairs)| Witness { witness, pairs })
            .collect(),
        suspected: suspected
            .into_iter()
            .map(|told| Suspected { kind: told.kind.to_string(), sentence: told.sentence })
            .collect(),
        ruling: &ruling,
    };
    output.json(&judged)?;
    Ok(if judged.violations > 0 { Exit::Findings } else { Exit::Clean })
}

/// Recordings of other tools do not say which steps are inserted; the alignment does.
fn mark_detour(mutant: &mut Trace, alignment: Alignment) {
    let mut marked = Trace::new(mutant.header.clone(), mutant.start().clone());
    for (at, step) in mutant.steps().iter().enumerate() {
        let mut remarks = step.remarks.clone();
        if (alignment.position..alignment.position + alignment.inserted).contains(&at) {
            remarks.purpose = Some(effect::INSERTED.to_owned());
        }
        marked.step(step.event.clone(), step.after.clone(), remarks);
    }
    *mutant = marked;
}

/// The trace that a path names: a run of ours, `RUN@3` for one of several, or another tool's recording.
fn read(path: &Path, output: &mut Output) -> Result<Trace, Failure> {
    let (path, number) = numbered(path);
    if path.join("run.json").is_file() {
        let run = RunReader::open(&path).map_err(|error| run_failure(&error))?;
        let ids: Vec<_> = run.traces().collect();
        let at = chosen(&path, ids.len(), number)?;
        return run.trace(ids[at]).map_err(|error| run_failure(&error));
    }
    let recording = imported(&path, None)?;
    for warning in &recording.warnings {
        output.warn(warning);
    }
    let at = chosen(&path, recording.traces.len(), number)?;
    Ok(recording.traces[at].clone())
}

/// `RUN@3` is the third trace of a run; a path that is there is taken as it stands.
fn numbered(path: &Path) -> (std::path::PathBuf, Option<usize>) {
    let text = path.to_string_lossy();
    match text.rsplit_once('@') {
        Some((run, number)) if !path.exists() => match number.parse() {
            Ok(number) => (run.into(), Some(number)),
            Err(_) => (path.to_owned(), None),
        },
        _ => (path.to_owned(), None),
    }
}

fn chosen(path: &Path, traces: usize, number: Option<usize>) -> Result<usize, Failure> {
    let shown = input::shown(path);
    match (traces, number) {
        (0, _) => Err(Failure::bad_input(format!("{shown} has no trace"))),
        (_, Some(number)) if (1..=traces).contains(&number) => Ok(number - 1),
        (_, Some(number)) => {
            Err(Failure::bad_input(format!("{shown} has no trace {number}: it has {traces}")))
        }
        (1, None) => Ok(0),
        (_, None) => Err(Failure::bad_input(format!("{shown} has {traces} traces, and one is needed"))
            .hint(format!("name it: `{shown}@1` is the first"))),
    }
}
