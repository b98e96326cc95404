//! Reading a run.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gui::{Digest, Layout};
use serde_json::Value;

use super::journal::{Damage, Journal, LineAt};
use super::layouts::Layouts;
use super::line::{Line, MomentLine};
use super::{RunError, RunInfo, TraceId, screenshots};
use crate::step::{Moment, Step};
use crate::tell::Teller;
use crate::trace::{Header, Trace};

/// Reads a run folder, of a finished run or of one that was killed or still goes on.
///
/// What it returns was there when it was opened. A torn end is left out and named in [`warnings`](Self::warnings).
#[derive(Debug)]
pub struct RunReader {
    folder: PathBuf,
    info: RunInfo,
    layouts: Layouts,
    journal: Journal,
    warnings: Vec<String>,
}

impl RunReader {
    /// Looks through the folder; steps and layouts are read when asked for.
    pub fn open(folder: &Path) -> Result<RunReader, RunError> {
        RunReader::read(folder, Damage::Refuse)
    }

    /// The same of a run that is damaged: what cannot be read is left out, and told in [`warnings`](Self::warnings).
    pub fn open_what_is_whole(folder: &Path) -> Result<RunReader, RunError> {
        RunReader::read(folder, Damage::LeaveOut)
    }

    fn read(folder: &Path, damage: Damage) -> Result<RunReader, RunError> {
        let info = RunInfo::read(folder)?;
        let len = Journal::len_now(folder);
        let layouts = Layouts::scan(folder, damage)?;
        let journal = Journal::scan(folder, len, &layouts, damage)?;
        let warnings = warnings_of(&layouts, &journal);
        Ok(RunReader { folder: folder.to_owned(), info, layouts, journal, warnings })
    }

    /// What the run is about.
    pub fn info(&self) -> &RunInfo {
        &self.info
    }

    /// What was left out because the run was cut short, in words; empty for a run in good order.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The traces, in the order in which they began.
    pub fn traces(&self) -> impl ExactSizeIterator<Item = TraceId> + use<> {
        (0..self.journal.traces.len()).map(|at| TraceId(at as u32 + 1))
    }

    /// How many steps a trace has; 0 for a trace that is not there.
    fn step_count(&self, id: TraceId) -> usize {
        self.journal.trace(id).map_or(0, |trace| trace.steps.len())
    }

    /// How many distinct layouts the run holds.
    pub fn layout_count(&self) -> usize {
        self.layouts.len()
    }

    /// The steps of a trace, read one by one.
    pub fn steps(&self, id: TraceId) -> Result<Steps<'_>, RunError> {
        let lines = self.journal.trace(id).ok_or_else(|| RunError::Missing(format!("trace {}", id.0)))?;
        let mut file = self.journal.open()?;
        let Line::Begin(begin) = self.journal.read(&mut file, lines.begin)? else {
            return Err(self.changed());
        };
        let end = match lines.end.map(|at| self.journal.read(&mut file, at)).transpose()? {
            Some(Line::End(end)) => Some(end.why),
            _ => None,
        };
        let start = self.moment(begin.first)?;
        Ok(Steps { run: self, file, header: begin.header, end, last: start, lines: lines.steps.iter() })
    }

    /// A whole trace.
    pub fn trace(&self, id: TraceId) -> Result<Trace, RunError> {
        let mut steps = self.steps(id)?;
        let mut trace = Trace::new(steps.header.clone(), steps.last.clone());
        trace.end = steps.end.clone();
        while let Some((event, after, remarks)) = steps.read_next()? {
            trace.step(event, after, remarks);
        }
        Ok(trace)
    }

    /// What was noted besides the steps: topic and data, in order.
    pub fn notes(&self) -> impl Iterator<Item = Result<(String, Value), RunError>> {
        self.journal.notes.iter().map(|&at| match self.journal.read(&mut self.journal.open()?, at)? {
            Line::Note(note) => Ok((note.topic, note.data)),
            _ => Err(self.changed()),
        })
    }

    /// The layout with this digest.
    pub fn layout(&self, digest: Digest) -> Result<Arc<Layout>, RunError> {
        self.layouts.get(digest)?.ok_or_else(|| RunError::Missing(format!("layout {digest}")))
    }

    /// The picture with this content hash.
    pub fn screenshot(&self, hash: Digest) -> Result<Vec<u8>, RunError> {
        screenshots::read(&self.folder, hash)
    }

    /// Tells one trace as a person would, step by step as it is read.
    pub fn tell(&self, id: TraceId, out: &mut impl io::Write) -> Result<(), RunError> {
        self.tell_by(id, Teller::new(out))
    }

    /// Like [`tell`](Self::tell), as much as the teller is asked to.
    pub fn tell_by(&self, id: TraceId, mut teller: Teller<impl io::Write>) -> Result<(), RunError> {
        let failed = |e| RunError::io("write what happened to", Path::new("the output"), e);
        let steps = self.steps(id)?;
        let end = steps.end().map(str::to_owned);
        teller.begin(steps.header(), self.step_count(id), steps.start()).map_err(failed)?;
        for step in steps {
            teller.step(&step?).map_err(failed)?;
        }
        teller.end(end.as_deref()).map_err(failed)
    }

    fn moment(&self, line: MomentLine) -> Result<Moment, RunError> {
        let layout = line.layout.map(|digest| self.layout(digest)).transpose()?;
        Ok(Moment { layout, activity: line.activity, screenshot: line.screenshot })
    }

    fn changed(&self) -> RunError {
        self.journal.damaged(0, "it was changed while it was read")
    }
}

/// The steps of one trace, read as they are asked for.
#[derive(Debug)]
pub struct Steps<'a> {
    run: &'a RunReader,
    file: File,
    header: Header,
    end: Option<String>,
    last: Moment,
    lines: std::slice::Iter<'a, LineAt>,
}

impl Steps<'_> {
    /// Where the trace comes from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Why the trace ended; `None` when it was cut short.
    pub fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// What the phone showed before the next step.
    pub fn start(&self) -> &Moment {
        &self.last
    }

    fn read_next(&mut self) -> Result<Option<Rest>, RunError> {
        let Some(&at) = self.lines.next() else { return Ok(None) };
        let Line::Step(line) = self.run.journal.read(&mut self.file, at)? else {
            return Err(self.run.changed());
        };
        Ok(Some((line.event, self.run.moment(line.after)?, line.remarks)))
    }
}

/// A step without its first half.
type Rest = (Option<gui::Event>, Moment, crate::step::Remarks);

impl Iterator for Steps<'_> {
    type Item = Result<Step, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (event, after, remarks) = match self.read_next().transpose()? {
            Ok(rest) => rest,
            Err(e) => return Some(Err(e)),
        };
        let before = std::mem::replace(&mut self.last, after.clone());
        Some(Ok(Step { before, event, after, remarks }))
    }
}

/// What was found torn, in words.
pub(super) fn warnings_of(layouts: &Layouts, journal: &Journal) -> Vec<String> {
    let tears = layouts.tears().map(|tear| {
        format!("{} breaks off at byte {}; what stands before it is used", tear.file, tear.offset)
    });
    tears.chain(layouts.unreadable.iter().cloned()).chain(journal.cut.clone()).collect()
}
