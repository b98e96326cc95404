//! `trace.jsonl` as it lies on disk: which lines there are, and how far they can be trusted.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use super::info::Stamp;
use super::layouts::Layouts;
use super::line::{FORMAT, Line, MomentLine, SUMS_SINCE};
use super::sum::Sum;
use super::{RunError, TRACE_JSONL, TraceId, check_format};

/// The longest line that is read or written: one step with all it logged.
pub(super) const MAX_LINE_BYTES: usize = 16 << 20;

/// A checksum is of a line and of all lines before it.
const MISMATCH: &str = "the line does not match its checksum, or a line before it is lost";

/// Where everything lies in `trace.jsonl`.
#[derive(Debug, Default)]
pub(super) struct Journal {
    path: PathBuf,
    pub(super) traces: Vec<TraceLines>,
    /// The lines that are notes.
    pub(super) notes: Vec<LineAt>,
    /// How much of the file is whole lines whose layouts are there; 0 when not even the first line is whole.
    pub(super) intact_bytes: u64,
    /// The checksum of the last of these lines; `None` where the journal is of a version without.
    pub(super) sum: Option<Sum>,
    /// Why the rest is left out, if there is a rest.
    pub(super) cut: Option<String>,
    /// Whether the rest is whole lines, whose layouts are missing.
    pub(super) cuts_whole_lines: bool,
    /// What there was up to the last note.
    pub(super) noted: Noted,
}

/// A journal up to the end of a note.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Noted {
    pub(super) bytes: u64,
    pub(super) sum: Option<Sum>,
    pub(super) traces: usize,
}

/// The lines of one trace.
#[derive(Debug)]
pub(super) struct TraceLines {
    pub(super) begin: LineAt,
    pub(super) steps: Vec<LineAt>,
    pub(super) end: Option<LineAt>,
    /// What the phone showed last.
    pub(super) last: MomentLine,
}

/// What becomes of a run that is damaged in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// It is refused.
    Refuse,
    /// What is damaged, and the lines behind it, are left out.
    LeaveOut,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct LineAt {
    offset: u64,
    len: u32,
}

impl Journal {
    /// Reads all lines and keeps their places.
    ///
    /// Reads `len` bytes, as [`len_now`](Self::len_now) said before the layouts were looked through: the layouts of
    /// lines that a running oddity adds meanwhile would seem to be missing.
    ///
    /// The last line may be torn, and the layouts of the last lines may be missing: both happen to killed writers,
    /// and the lines before them count. Anything else that does not fit is damage, and an error, unless the caller makes do with
    /// the lines before it.
    pub(super) fn scan(run: &Path, len: u64, layouts: &Layouts, damage: Damage) -> Result<Journal, RunError> {
        let path = run.join(TRACE_JSONL);
        let mut journal = Journal { path, ..Journal::default() };
        if len == 0 {
            journal.cut = Some("trace.jsonl is not there or empty".to_owned());
            return Ok(journal);
        }
        let file = BufReader::new(journal.open()?.take(len));
        let mut lines = Lines { file, path: &journal.path.clone(), offset: 0 };
        let Some((_, first)) = lines.next()? else {
            journal.cut = Some("trace.jsonl breaks off in its first line".to_owned());
            return Ok(journal);
        };
        let stamp: Stamp = serde_json::from_slice(&first).map_err(|e| journal.damaged(0, &e.to_string()))?;
        check_format(&journal.path, FORMAT, (&stamp.format, stamp.version))?;
        journal.sum = journal.first_sum(&first, stamp.version)?;
        journal.intact_bytes = lines.offset;
        match (journal.scan_lines(&mut lines, len, layouts), damage) {
            (Err(damaged @ RunError::Damaged { .. }), Damage::LeaveOut) => {
                journal.cuts_whole_lines = true;
                journal.cut = Some(format!("{damaged}; it and all that follows is left out"));
                Ok(journal)
            }
            (scanned, _) => scanned.map(|()| journal),
        }
    }

    fn scan_lines(&mut self, lines: &mut Lines<'_>, len: u64, layouts: &Layouts) -> Result<(), RunError> {
        let journal = self;
        let mut number = 2;
        while let Some((at, text)) = lines.next()? {
            let (line, sum) = match journal.parse(&text) {
                Ok(parsed) => parsed,
                Err(_) if lines.at_end()? => break,
                Err(why) => return Err(journal.damaged(at.offset, &why)),
            };
            let missing =
                line.moment().and_then(|moment| moment.layout).filter(|&layout| !layouts.has(layout));
            if let Some(layout) = missing {
                journal.cuts_whole_lines = true;
                journal.cut = Some(format!(
                    "line {number} of trace.jsonl names the layout {layout}, which no pack holds; it and all lines \
                     behind it are left out"
                ));
                return Ok(());
            }
            let is_note = matches!(line, Line::Note(_));
            journal.add(at, line).map_err(|why| journal.damaged(at.offset, &why))?;
            journal.sum = sum;
            journal.intact_bytes = lines.offset;
            if is_note {
                journal.noted = Noted { bytes: lines.offset, sum, traces: journal.traces.len() };
            }
            number += 1;
        }
        if journal.intact_bytes < len {
            journal.cut = Some(format!("trace.jsonl breaks off in line {number}"));
        }
        Ok(())
    }

    /// The checksum of the first line. One that is there is checked in any case: a flipped bit may turn a version into another.
    fn first_sum(&self, line: &[u8], version: u32) -> Result<Option<Sum>, RunError> {
        if version < SUMS_SINCE && !Sum::is_in(line) {
            return Ok(None);
        }
        let sum = Sum::default().check(line).ok_or_else(|| self.damaged(0, MISMATCH))?;
        Ok(Some(sum))
    }

    /// The line, and its checksum where lines have one.
    fn parse(&self, text: &[u8]) -> Result<(Line, Option<Sum>), String> {
        let sum = match self.sum {
            None => None,
            Some(sum) => Some(sum.check(text).ok_or(MISMATCH)?),
        };
        let line = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        Ok((line, sum))
    }

    /// How long the file is; 0 when it is not there.
    pub(super) fn len_now(run: &Path) -> u64 {
        run.join(TRACE_JSONL).metadata().map_or(0, |file| file.len())
    }

    /// The line at this place.
    pub(super) fn read(&self, file: &mut File, at: LineAt) -> Result<Line, RunError> {
        let mut text = vec![0; at.len as usize];
        file.seek(SeekFrom::Start(at.offset))
            .and_then(|_| file.read_exact(&mut text))
            .map_err(|e| RunError::io("read", &self.path, e))?;
        serde_json::from_slice(&text).map_err(|e| self.damaged(at.offset, &e.to_string()))
    }

    pub(super) fn open(&self) -> Result<File, RunError> {
        files::open(&self.path).map_err(|e| RunError::refused("open", &self.path, e))
    }

    pub(super) fn trace(&self, id: TraceId) -> Option<&TraceLines> {
        self.traces.get((id.0 as usize).checked_sub(1)?)
    }

    pub(super) fn damaged(&self, offset: u64, why: &str) -> RunError {
        RunError::Damaged { file: TRACE_JSONL.to_owned(), offset, why: why.to_owned() }
    }

    fn add(&mut self, at: LineAt, line: Line) -> Result<(), String> {
        match line {
            Line::Begin(begin) => {
                let next = self.traces.len() as u32 + 1;
                if begin.trace.0 != next {
                    return Err(format!("trace {} begins where trace {next} should", begin.trace.0));
                }
                self.traces.push(TraceLines { begin: at, steps: Vec::new(), end: None, last: begin.first });
            }
            Line::Step(step) => {
                let trace = self.trace_mut(step.trace)?;
                let next = trace.steps.len() as u64 + 1;
                if step.step != next {
                    return Err(format!(
                        "step {} of trace {} where {next} should be",
                        step.step, step.trace.0
                    ));
                }
                trace.steps.push(at);
                trace.last = step.after;
            }
            Line::End(end) => self.trace_mut(end.trace)?.end = Some(at),
            Line::Note(_) => self.notes.push(at),
        }
        Ok(())
    }

    fn trace_mut(&mut self, id: TraceId) -> Result<&mut TraceLines, String> {
        let trace = (id.0 as usize).checked_sub(1).and_then(|at| self.traces.get_mut(at));
        match trace {
            None => Err(format!("trace {} has not begun", id.0)),
            Some(trace) if trace.end.is_some() => Err(format!("trace {} is over already", id.0)),
            Some(trace) => Ok(trace),
        }
    }
}

/// Whole lines of a file, none longer than we are willing to read.
struct Lines<'a> {
    file: BufReader<Take<File>>,
    path: &'a Path,
    /// Where the next line begins.
    offset: u64,
}

impl Lines<'_> {
    /// The next line without its end; `None` at the end of the file or when the last line has no end.
    fn next(&mut self) -> Result<Option<(LineAt, Vec<u8>)>, RunError> {
        let mut text = Vec::new();
        let limited = &mut (&mut self.file).take(MAX_LINE_BYTES as u64 + 1);
        limited.read_until(b'\n', &mut text).map_err(|e| RunError::io("read", self.path, e))?;
        if text.pop_if(|&mut last| last == b'\n').is_none() {
            if text.len() > MAX_LINE_BYTES {
                return Err(RunError::Damaged {
                    file: TRACE_JSONL.to_owned(),
                    offset: self.offset,
                    why: format!("a line is longer than {} MiB", MAX_LINE_BYTES >> 20),
                });
            }
            return Ok(None);
        }
        let at = LineAt { offset: self.offset, len: text.len() as u32 };
        self.offset += text.len() as u64 + 1;
        Ok(Some((at, text)))
    }

    fn at_end(&mut self) -> Result<bool, RunError> {
        Ok(self.file.fill_buf().map_err(|e| RunError::io("read", self.path, e))?.is_empty())
    }
}
