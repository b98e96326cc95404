//! Writing a run.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use gui::Digest;
use serde::Serialize;

use super::info::{Stamp, write_whole};
use super::journal::{Damage, Journal, MAX_LINE_BYTES, Noted};
use super::layouts::{Layouts, LayoutsWriter};
use super::line::{Begin, End, FORMAT, Line, MomentLine, Note, StepLine};
use super::screenshots;
use super::sum::Sum;
use super::{LAYOUTS, RUN_JSON, RunError, RunInfo, SCREENSHOTS, TRACE_JSONL, TraceId};
use crate::step::{Moment, Step};
use crate::trace::{Header, Trace};

/// Adds traces to a run folder. Traces may grow side by side, one per phone.
///
/// Whatever a call writes has reached the kernel when it returns, so a killed process loses nothing; only
/// [`sync`](Self::sync) guards against a power cut. After an error the journal is as it was before the call.
#[derive(Debug)]
pub struct RunWriter {
    folder: PathBuf,
    journal: File,
    journal_bytes: u64,
    /// The checksum of the last line; `None` where an older version of the format began the journal.
    sum: Option<Sum>,
    layouts: LayoutsWriter,
    traces: Vec<Growing>,
    warnings: Vec<String>,
    /// What there was up to the last note when the run was opened.
    noted: Noted,
}

/// A trace as far as it is written.
#[derive(Debug)]
struct Growing {
    steps: u64,
    last: MomentLine,
    over: bool,
}

impl RunWriter {
    /// Begins a run in a folder that is empty or does not exist yet.
    pub fn create(folder: &Path, info: &RunInfo) -> Result<RunWriter, RunError> {
        RunWriter::create_beside(folder, info, &[])
    }

    /// The same, with files that a run needs from its first moment on. Killed before all is there, it is no run yet, and the folder
    /// can be used again.
    pub fn create_beside(
        folder: &Path,
        info: &RunInfo,
        files: &[(&str, &str)],
    ) -> Result<RunWriter, RunError> {
        files::make_folders(folder).map_err(|e| RunError::io("create", folder, e))?;
        check_is_free(folder, files)
            .map_err(|taken| if is_locked(folder) { RunError::InUse(folder.to_owned()) } else { taken })?;
        let journal = locked(folder)?;
        // Whoever had the lock before may have made a run of it.
        check_is_free(folder, files)?;
        for (file, content) in files {
            write_whole(&folder.join(file), content.as_bytes())?;
        }
        info.write(folder)?;
        let mut writer = RunWriter::go_on(folder, journal, Damage::Refuse)?;
        writer.warnings.clear();
        Ok(writer)
    }

    /// Goes on with a run, also with one whose writer was killed: a torn end is cut off, and said in
    /// [`warnings`](Self::warnings).
    pub fn open(folder: &Path) -> Result<RunWriter, RunError> {
        RunInfo::read(folder)?;
        RunWriter::go_on(folder, locked(folder)?, Damage::Refuse)
    }

    /// The same with a run that is damaged: what is damaged and all that follows is cut off the journal, and kept beside it.
    pub fn salvage(folder: &Path) -> Result<RunWriter, RunError> {
        RunInfo::read(folder)?;
        RunWriter::go_on(folder, locked(folder)?, Damage::LeaveOut)
    }

    fn go_on(folder: &Path, journal: File, damage: Damage) -> Result<RunWriter, RunError> {
        for name in [LAYOUTS, SCREENSHOTS] {
            refuse_link(&folder.join(name))?;
        }
        let mut layouts = Layouts::scan(folder, damage)?;
        let found = Journal::scan(folder, Journal::len_now(folder), &layouts, damage)?;
        if let (true, Damage::Refuse, Some(why)) = (found.cuts_whole_lines, damage, &found.cut) {
            return Err(found.damaged(found.intact_bytes, why));
        }
        let warnings = super::reader::warnings_of(&layouts, &found);
        layouts.mend()?;
        let mut writer = RunWriter {
            folder: folder.to_owned(),
            journal,
            journal_bytes: found.intact_bytes,
            sum: found.sum,
            layouts: layouts.writer(),
            traces: Vec::new(),
            warnings,
            noted: found.noted,
        };
        if found.cuts_whole_lines {
            writer.keep_cut_lines()?;
        }
        writer.cut_journal()?;
        writer.traces = found
            .traces
            .into_iter()
            .map(|trace| Growing {
                steps: trace.steps.len() as u64,
                last: trace.last,
                over: trace.end.is_some(),
            })
            .collect();
        Ok(writer)
    }

    /// What was found torn when the run was opened, in words.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Cuts off the lines behind the last note that was there when the run was opened, for a caller who notes the end of each trace,
    /// writes them one after the other and does again what was not noted. Traces that grow side by side stay as they are.
    pub fn cut_behind_last_note(&mut self) -> Result<(), RunError> {
        let noted = self.noted;
        let is_apart = self.traces.iter().take(noted.traces).all(|trace| trace.over);
        if noted.bytes == 0 || !is_apart || noted.bytes >= self.journal_bytes {
            return Ok(());
        }
        let path = self.folder.join(TRACE_JSONL);
        files::cut(&self.journal, &path, noted.bytes).map_err(|e| self.io("mend", e))?;
        (self.journal_bytes, self.sum) = (noted.bytes, noted.sum);
        self.traces.truncate(noted.traces);
        Ok(())
    }

    /// Begins a trace.
    pub fn begin(&mut self, header: &Header, start: &Moment) -> Result<TraceId, RunError> {
        self.write_layout(start)?;
        let trace = TraceId(self.traces.len() as u32 + 1);
        let first = MomentLine::of(start);
        self.write_line(&Line::Begin(Begin { trace, header: header.clone(), first: first.clone() }))?;
        self.traces.push(Growing { steps: 0, last: first, over: false });
        Ok(trace)
    }

    /// Adds a step, which must begin where the trace's last one ended.
    pub fn step(&mut self, trace: TraceId, step: &Step) -> Result<(), RunError> {
        let growing = self.growing(trace)?;
        let number = growing.steps + 1;
        if MomentLine::of(&step.before) != growing.last {
            let why = "it does not begin where the step before it ended";
            return Err(RunError::Misplaced { trace: trace.0, step: number, why });
        }
        self.write_layout(&step.after)?;
        let line = StepLine::of(trace, number, step);
        let last = line.after.clone();
        self.write_line(&Line::Step(line))?;
        let growing = self.growing(trace)?;
        growing.steps = number;
        growing.last = last;
        Ok(())
    }

    /// Ends a trace and says why: `budget used up`, `the phone went away`.
    pub fn end(&mut self, trace: TraceId, why: &str) -> Result<(), RunError> {
        self.growing(trace)?;
        self.write_line(&Line::End(End { trace, why: why.to_owned() }))?;
        let growing = self.growing(trace)?;
        growing.over = true;
        // Nobody asks any more, and a run may have a hundred thousand traces.
        growing.last = MomentLine::default();
        Ok(())
    }

    /// Adds a whole trace.
    pub fn trace(&mut self, trace: &Trace) -> Result<TraceId, RunError> {
        let id = self.begin(&trace.header, trace.start())?;
        for step in trace.steps() {
            self.step(id, step)?;
        }
        if let Some(why) = &trace.end {
            self.end(id, why)?;
        }
        Ok(id)
    }

    /// Adds something that is no step, to be found again by its topic.
    pub fn note(&mut self, topic: &str, data: &impl Serialize) -> Result<(), RunError> {
        let data = serde_json::to_value(data).map_err(|e| self.io("write to", e.into()))?;
        self.write_line(&Line::Note(Note { topic: topic.to_owned(), data }))
    }

    /// Keeps a PNG or JPEG picture. The hash goes into the [`Moment`] that shows it.
    pub fn screenshot(&mut self, picture: &[u8]) -> Result<Digest, RunError> {
        screenshots::keep(&self.folder, picture)
    }

    /// Waits until all is on the disk, so that not even a power cut loses it.
    pub fn sync(&mut self) -> Result<(), RunError> {
        self.layouts.sync()?;
        files::sync(&self.journal, &self.folder.join(TRACE_JSONL)).map_err(|e| self.io("sync", e))
    }

    fn growing(&mut self, id: TraceId) -> Result<&mut Growing, RunError> {
        let at = (id.0 as usize).checked_sub(1);
        match at.and_then(|at| self.traces.get_mut(at)) {
            None => Err(RunError::Missing(format!("trace {}", id.0))),
            Some(trace) if trace.over => {
                let why = "the trace is over already";
                Err(RunError::Misplaced { trace: id.0, step: trace.steps + 1, why })
            }
            Some(trace) => Ok(trace),
        }
    }

    fn write_layout(&mut self, moment: &Moment) -> Result<(), RunError> {
        moment.layout.as_ref().map_or(Ok(()), |layout| self.layouts.write(layout))
    }

    fn write_line(&mut self, line: &impl Serialize) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(line).map_err(|e| self.io("write to", e.into()))?;
        if text.len() > MAX_LINE_BYTES {
            let file = "a line of trace.jsonl".to_owned();
            return Err(RunError::TooLarge { file, limit_bytes: MAX_LINE_BYTES as u64 });
        }
        let sum = self.sum.map(|sum| sum.seal(&mut text));
        text.push(b'\n');
        // One write per line: a reader that looks now sees all of it or, if the disk is full, a torn end.
        let path = self.folder.join(TRACE_JSONL);
        if let Err(e) = files::write_all(&mut self.journal, &path, &text) {
            let _ = files::cut(&self.journal, &path, self.journal_bytes);
            return Err(self.io("write to", e));
        }
        self.sum = sum;
        self.journal_bytes += text.len() as u64;
        Ok(())
    }

    /// Cuts the journal off after its last good line.
    fn cut_journal(&mut self) -> Result<(), RunError> {
        let len = self.journal.metadata().map_err(|e| self.io("read", e))?.len();
        if len > self.journal_bytes {
            let path = self.folder.join(TRACE_JSONL);
            files::cut(&self.journal, &path, self.journal_bytes).map_err(|e| self.io("mend", e))?;
        }
        if self.journal_bytes > 0 {
            return Ok(());
        }
        self.sum = Some(Sum::default());
        self.write_line(&Stamp::new(FORMAT))
    }

    /// Puts the lines that are to be cut off beside the journal: someone may still find their layouts.
    fn keep_cut_lines(&mut self) -> Result<(), RunError> {
        let path = self.folder.join("trace.jsonl.cut");
        let mut kept = files::append(&path).map_err(|e| RunError::refused("write", &path, e))?;
        let from = SeekFrom::Start(self.journal_bytes);
        self.journal.seek(from).map_err(|e| self.io("read", e))?;
        io::copy(&mut self.journal, &mut kept).map_err(|e| RunError::io("write", &path, e))?;
        Ok(())
    }

    fn io(&self, doing: &'static str, e: io::Error) -> RunError {
        RunError::io(doing, &self.folder.join(TRACE_JSONL), e)
    }
}

/// The journal of a run that nobody else writes to. Nothing else of a run is written without it.
fn locked(folder: &Path) -> Result<File, RunError> {
    let path = folder.join(TRACE_JSONL);
    let journal = files::append(&path).map_err(|e| RunError::refused("open", &path, e))?;
    match journal.try_lock() {
        Err(TryLockError::WouldBlock) => Err(RunError::InUse(folder.to_owned())),
        // Some file systems cannot lock; there the user has to take care.
        _ => Ok(journal),
    }
}

/// Whether somebody else writes to the run just now.
fn is_locked(folder: &Path) -> bool {
    let journal = files::open(&folder.join(TRACE_JSONL));
    journal.is_ok_and(|journal| matches!(journal.try_lock(), Err(TryLockError::WouldBlock)))
}

/// A folder for a new run holds nothing but what somebody left who was killed before `run.json` was there.
fn check_is_free(folder: &Path, beside: &[(&str, &str)]) -> Result<(), RunError> {
    if folder.join(RUN_JSON).symlink_metadata().is_ok() {
        return Err(RunError::AlreadyARun(folder.to_owned()));
    }
    let cannot_list = |e| RunError::io("list", folder, e);
    for entry in fs::read_dir(folder).map_err(cannot_list)? {
        let entry = entry.map_err(cannot_list)?;
        let name = PathBuf::from(entry.file_name());
        let is = |file: &str| name == Path::new(file);
        let is_part_of = |file: &str| name == files::part_of(Path::new(file));
        let is_empty = || entry.metadata().is_ok_and(|file| file.is_file() && file.len() == 0);
        let is_left_behind = is_part_of(RUN_JSON)
            || is(TRACE_JSONL) && is_empty()
            || beside.iter().any(|(file, _)| is(file) || is_part_of(file));
        if !is_left_behind {
            return Err(RunError::NotEmpty(folder.to_owned()));
        }
    }
    Ok(())
}

fn refuse_link(path: &Path) -> Result<(), RunError> {
    let is_link = path.symlink_metadata().is_ok_and(|file| file.is_symlink());
    if !is_link {
        return Ok(());
    }
    let why = "it is a link, and a run's files are its own".to_owned();
    Err(RunError::Damaged { file: super::name_in_run(path), offset: 0, why })
}
