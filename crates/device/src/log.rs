//! The phone's log, read on from where we stopped.

use std::collections::BTreeSet;
use std::sync::Arc;

use android::logcat::{Format, LogEntry, Logcat, Priority};

/// A place in the log. The first call takes [`LogPosition::START`], each further one what the last call gave. Never goes
/// back, whatever the phone returns to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LogPosition(pub u64);

impl LogPosition {
    /// The oldest line the phone still has.
    pub const START: LogPosition = LogPosition(0);
}

/// What was logged since.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogPage {
    /// The lines in order.
    pub lines: Vec<LogLine>,
    /// Where to read on.
    pub next: LogPosition,
    /// How many lines are known to be missing before or between these: having seen nothing then proves little.
    pub missing: u64,
}

/// One line. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LogLine {
    /// Since 1970 by the phone's own clock and zone, in milliseconds.
    pub unix_ms: u64,
    /// The process that wrote it.
    pub pid: u32,
    /// Its thread.
    pub tid: u32,
    /// How serious the writer thought it.
    pub priority: Priority,
    /// The buffer it is in: `main`, `system`, `crash`, `events`.
    pub buffer: &'static str,
    /// Who wrote it.
    pub tag: Arc<str>,
    /// The line itself.
    pub message: Arc<str>,
}

/// Who tells what a pocket phone lacks, and in which words.
const LACKING_TAG: &str = "PocketPhone";
const LACKING: &str = "this phone lacks ";

impl LogPage {
    /// What the app wanted and the phone does not have, as a pocket phone tells it; each once.
    pub fn lacks(&self) -> BTreeSet<&str> {
        let told = self.lines.iter().filter(|line| &*line.tag == LACKING_TAG);
        told.filter_map(|line| line.message.strip_prefix(LACKING)).collect()
    }

    /// The lines as the parsers of crashes and the like take them.
    pub fn logcat(&self) -> Logcat<'_> {
        let entries = self.lines.iter().map(|line| LogEntry {
            time: None,
            pid: Some(line.pid),
            tid: Some(line.tid),
            priority: line.priority,
            tag: &line.tag,
            message: &line.message,
            buffer: Some(line.buffer),
        });
        Logcat {
            format: Some(Format::Threadtime),
            entries: entries.collect(),
            hidden_lines: self.missing,
            ..Logcat::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tag: &str, message: &str) -> LogLine {
        let (tag, message) = (tag.into(), message.into());
        LogLine { unix_ms: 0, pid: 1, tid: 1, priority: Priority::Error, buffer: "main", tag, message }
    }

    #[test]
    fn what_a_pocket_phone_lacks_is_told_once() {
        let lines = vec![
            line("PocketPhone", "this phone lacks native code: libmap.so"),
            line("PocketPhone", "It ended the app on main."),
            line("PocketPhone", "this phone lacks native code: libmap.so"),
            line("Notes", "this phone lacks a keyboard"),
        ];
        let page = LogPage { lines, ..LogPage::default() };
        assert_eq!(page.lacks().into_iter().collect::<Vec<_>>(), ["native code: libmap.so"]);
    }
}
