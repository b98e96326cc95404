//! Writing a run.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gui::Digest;
use serde::Serialize;

use super::info::{Stamp, write_whole};
use super::journal::{Damage, Journal, MAX_LINE_BYTES};
use super::layouts::{Layouts, LayoutsWriter};
use super::line::{Begin, End, FORMAT, Line, MomentLine, Note, StepLine};
use super::{LAYOUTS, RUN_JSON, RunError, RunInfo, SCREENSHOTS, TRACE_JSONL, TraceId};
use super::{check_plain_file, screenshots};
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
    layouts: LayoutsWriter,
    traces: Vec<Growing>,
    warnings: Vec<String>,
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
        fs::create_dir_all(folder).map_err(|e| RunError::io("create", folder, e))?;
        if folder.join(RUN_JSON).exists() {
            return Err(RunError::AlreadyARun(folder.to_owned()));
        }
        for entry in fs::read_dir(folder).map_err(|e| RunError::io("list", folder, e))? {
            let name = entry.map_err(|e| RunError::io("list", folder, e))?.file_name();
            // Someone was killed before `run.json` was there.
            let is_ours = |file: &str| {
                [Path::new(file), &Path::new(file).with_extension("part")].contains(&Path::new(&name))
            };
            if !is_ours(RUN_JSON) && !files.iter().any(|(file, _)| is_ours(file)) {
                return Err(RunError::NotEmpty(folder.to_owned()));
            }
        }
        for (file, content) in files {
            write_whole(&folder.join(file), content.as_bytes())?;
        }
        info.write(folder)?;
        let mut writer = RunWriter::open(folder)?;
        writer.warnings.clear();
        Ok(writer)
    }

    /// Goes on with a run, also with one whose writer was killed: a torn end is cut off, and said in
    /// [`warnings`](Self::warnings).
    pub fn open(folder: &Path) -> Result<RunWriter, RunError> {
        RunWriter::go_on(folder, Damage::Refuse)
    }

    /// The same with a run that is damaged: what is damaged and all that follows is cut off the journal, and kept beside it.
    pub fn salvage(folder: &Path) -> Result<RunWriter, RunError> {
        RunWriter::go_on(folder, Damage::LeaveOut)
    }

    fn go_on(folder: &Path, damage: Damage) -> Result<RunWriter, RunError> {
        RunInfo::read(folder)?;
        for name in [LAYOUTS, SCREENSHOTS] {
            refuse_link(&folder.join(name))?;
        }
        let path = folder.join(TRACE_JSONL);
        if path.symlink_metadata().is_ok() {
            check_plain_file(&path)?;
        }
        let journal = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let journal = journal.map_err(|e| RunError::io("open", &path, e))?;
        // Some file systems cannot lock; there the user has to take care.
        if let Err(TryLockError::WouldBlock) = journal.try_lock() {
            return Err(RunError::InUse(folder.to_owned()));
        }

        let mut layouts = Layouts::scan(folder, damage)?;
        let found = Journal::scan(folder, Journal::len_now(folder), &layouts, damage)?;
        let warnings = super::reader::warnings_of(&layouts, &found);
        layouts.mend()?;
        let mut writer = RunWriter {
            folder: folder.to_owned(),
            journal,
            journal_bytes: found.intact_bytes,
            layouts: layouts.writer(),
            traces: Vec::new(),
            warnings,
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
        self.journal.sync_data().map_err(|e| self.io("sync", e))
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
        text.push(b'\n');
        // One write per line: a reader that looks now sees all of it or, if the disk is full, a torn end.
        if let Err(e) = self.journal.write_all(&text) {
            let _ = self.journal.set_len(self.journal_bytes);
            return Err(self.io("write to", e));
        }
        self.journal_bytes += text.len() as u64;
        Ok(())
    }

    /// Cuts the journal off after its last good line.
    fn cut_journal(&mut self) -> Result<(), RunError> {
        let len = self.journal.metadata().map_err(|e| self.io("read", e))?.len();
        if len > self.journal_bytes {
            self.journal.set_len(self.journal_bytes).map_err(|e| self.io("mend", e))?;
        }
        if self.journal_bytes == 0 { self.write_line(&Stamp::new(FORMAT)) } else { Ok(()) }
    }

    /// Puts the lines that are to be cut off beside the journal: someone may still find their layouts.
    fn keep_cut_lines(&mut self) -> Result<(), RunError> {
        let path = self.folder.join("trace.jsonl.cut");
        refuse_link(&path)?;
        let from = SeekFrom::Start(self.journal_bytes);
        self.journal.seek(from).map_err(|e| self.io("read", e))?;
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut kept| io::copy(&mut self.journal, &mut kept))
            .map_err(|e| RunError::io("write", &path, e))?;
        Ok(())
    }

    fn io(&self, doing: &'static str, e: io::Error) -> RunError {
        RunError::io(doing, &self.folder.join(TRACE_JSONL), e)
    }
}

fn refuse_link(path: &Path) -> Result<(), RunError> {
    let is_link = path.symlink_metadata().is_ok_and(|file| file.is_symlink());
    if !is_link {
        return Ok(());
    }
    let why = "it is a link, and a run's files are its own".to_owned();
    Err(RunError::Damaged { file: super::name_in_run(path), offset: 0, why })
}
