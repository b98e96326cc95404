//! Each run, read.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use automata::{Clues, Diagnosis, Figures, Options, Skipped, read_log};

use super::bugs::{Bugs, Named};
use super::recorded;
use super::sources::Source;
use crate::cli::DiagnoseArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// How many skipped lines are told one by one.
const TOLD: usize = 5;

/// What came of one run.
pub(super) struct Case<'a> {
    pub(super) source: &'a Source,
    pub(super) outcome: Outcome<'a>,
}

pub(super) enum Outcome<'a> {
    /// It was read.
    Read(Box<Read<'a>>),
    /// The tool left nothing of use.
    Failed { bug: usize, why: String },
    /// There is no automaton for it.
    NotApplicable,
}

pub(super) struct Read<'a> {
    pub(super) source: &'a Source,
    pub(super) bug: usize,
    pub(super) figures: Figures,
    pub(super) diagnosis: Diagnosis<'a>,
    /// What the run shows of the event that it missed, and the picture of its screen.
    pub(super) clues: Option<(Clues<'a>, Option<Vec<u8>>)>,
}

impl<'a> Case<'a> {
    /// Reads a run. What is wrong with a log that the user names ends everything; in a folder of results the others matter more.
    pub(super) fn read(
        source: &'a Source,
        bugs: &'a Bugs,
        args: &DiagnoseArgs,
        output: &mut Output,
    ) -> Result<Case<'a>, Failure> {
        let Some(bug) = bugs.place_of(source) else {
            return Ok(Case { source, outcome: Outcome::NotApplicable });
        };
        let read = match &source.failed {
            Some(why) => Err(Failure::bad_input(format!("{}: {why}", input::shown(&source.log)))),
            None if source.is_run => recorded::read(&source.log, &bugs.all[bug]),
            None => diagnose(source, &bugs.all[bug], args).map(|diagnosis| (diagnosis, None)),
        };
        let (diagnosis, clues) = match read {
            Ok(read) => read,
            Err(failure) if source.bug.is_none() || args.strict => return Err(failure),
            Err(failure) => {
                output.warn(failure.message());
                let why = failure.message().to_owned();
                return Ok(Case { source, outcome: Outcome::Failed { bug, why } });
            }
        };
        let mut remarks = source.remarks.clone();
        remarks.extend(told(&diagnosis.scanned.skipped));
        if !source.is_run && diagnosis.scanned.lines == 0 && diagnosis.window.to.is_none() {
            remarks.push(
                "the log is empty and no end is known: how long the tool ran cannot be said".to_owned(),
            );
        }
        let log = input::shown(&source.log);
        match remarks.first() {
            Some(first) if args.strict => return Err(Failure::bad_input(format!("{log}: {first}"))),
            _ => remarks.iter().for_each(|remark| output.warn(format_args!("{log}: {remark}"))),
        }
        let read = Read { source, bug, figures: diagnosis.figures(), diagnosis, clues };
        Ok(Case { source, outcome: Outcome::Read(Box::new(read)) })
    }
}

fn diagnose<'a>(source: &Source, named: &'a Named, args: &DiagnoseArgs) -> Result<Diagnosis<'a>, Failure> {
    let shown = input::shown(&source.log);
    if named.file.is_some() {
        let message = format!("{shown} is no run's folder, and {} is about runs", named.name);
        return Err(Failure::bad_input(message).hint("for a log, name the automaton itself, a .jff file"));
    }
    let log = open(&source.log).map_err(|error| input::cannot_read(&source.log, &error))?;
    let options = Options { sequences: args.sequences };
    read_log(log, &named.bug, source.window.unwrap_or_default(), options)
        .map_err(|error| Failure::bad_input(format!("{shown}: {error}")))
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, files::Refused> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let lines = Lines { from: files::stream_named(path)?, line: 0 };
    Ok(Box::new(BufReader::with_capacity(1 << 16, lines)))
}

/// More than any line of a log has.
const MAX_LINE: usize = 64 << 20;

/// What has lines that end: a device may say the same for ever.
struct Lines<R> {
    from: R,
    /// The bytes since the last end of a line.
    line: usize,
}

impl<R: io::Read> io::Read for Lines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.from.read(into)?;
        self.line = match into[..len].iter().rposition(|&byte| byte == b'\n') {
            Some(at) => len - at,
            None => self.line + len,
        };
        if self.line > MAX_LINE {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is no log: a line of it does not end",
            ));
        }
        Ok(len)
    }
}

/// What was skipped: the first lines one by one, then how many.
fn told(skipped: &Skipped) -> Vec<String> {
    let lines = skipped.first.iter().take(TOLD).map(|(line, why)| format!("line {line}: {why}"));
    let all = match skipped.count {
        0 => None,
        1 => Some("1 line was skipped".to_owned()),
        count => Some(format!("{count} lines were skipped")),
    };
    lines.chain(all).collect()
}
