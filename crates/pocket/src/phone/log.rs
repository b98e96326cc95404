//! The log of a phone, over all lives of the app's process.

use std::collections::VecDeque;
use std::sync::Arc;

use android::logcat::Priority;
use device::{LogLine, LogPage, LogPosition};
use serde_json::Value;

use crate::mapping::Mapping;

/// As many lines as a phone keeps, more or less.
const MAX_LINES: usize = 50_000;

/// Who tells of exceptions that ended something, or would have.
const CRASHES: [&str; 3] = ["AndroidRuntime", "PocketPhone", "System.err"];

#[derive(Default)]
pub(crate) struct Log {
    lines: VecDeque<LogLine>,
    /// How many lines were there before the first that is kept.
    dropped: u64,
}

impl Log {
    /// Takes what a JVM has handed over: for each entry its priority, its tag, its lines. Stacks have the names that a mapping gives.
    pub(crate) fn take(&mut self, entries: &[Vec<Value>], pid: u32, unix_ms: u64, mapping: Option<&Mapping>) {
        for entry in entries {
            let [priority, tag, lines @ ..] = entry.as_slice() else { continue };
            let priority = priority_of(priority.as_u64().unwrap_or_default());
            let tag: Arc<str> = tag.as_str().unwrap_or_default().into();
            // A crash is in the buffer of its own, where readers look for it.
            let buffer =
                if &*tag == "AndroidRuntime" && priority == Priority::Error { "crash" } else { "main" };
            let is_of_crash = CRASHES.contains(&&*tag);
            let lines = lines.iter().filter_map(Value::as_str);
            let lines = lines.flat_map(|line| match mapping {
                Some(mapping) => mapping.retraced(line, is_of_crash),
                None => vec![line.to_owned()],
            });
            for line in lines {
                let message = line.into();
                self.push(LogLine {
                    unix_ms,
                    pid,
                    tid: pid,
                    priority,
                    buffer,
                    tag: Arc::clone(&tag),
                    message,
                });
            }
        }
    }

    pub(crate) fn read(&self, since: LogPosition) -> LogPage {
        let end = self.dropped + self.lines.len() as u64;
        let from = since.0.clamp(self.dropped, end);
        let skipped = usize::try_from(from - self.dropped).unwrap_or(usize::MAX);
        LogPage {
            lines: self.lines.iter().skip(skipped).cloned().collect(),
            next: LogPosition(end),
            missing: self.dropped.saturating_sub(since.0),
        }
    }

    fn push(&mut self, line: LogLine) {
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(line);
    }
}

/// As Android counts them.
fn priority_of(number: u64) -> Priority {
    match number {
        0..=2 => Priority::Verbose,
        3 => Priority::Debug,
        4 => Priority::Info,
        5 => Priority::Warn,
        6 => Priority::Error,
        _ => Priority::Fatal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(log: &mut Log, entries: &str) {
        log.take(&serde_json::from_str::<Vec<Vec<Value>>>(entries).unwrap(), 7, 1000, None);
    }

    #[test]
    fn lines_are_read_on_from_where_one_stopped() {
        let mut log = Log::default();
        take(&mut log, r#"[[4, "App", "one", "two"]]"#);
        let first = log.read(LogPosition::START);
        assert_eq!(first.lines.iter().map(|line| &*line.message).collect::<Vec<_>>(), ["one", "two"]);
        take(&mut log, r#"[[6, "AndroidRuntime", "FATAL EXCEPTION: main"]]"#);
        let second = log.read(first.next);
        assert_eq!(second.lines.len(), 1);
        assert_eq!((second.lines[0].buffer, second.missing), ("crash", 0));
        assert!(log.read(second.next).lines.is_empty());
    }

    #[test]
    fn what_was_dropped_is_counted() {
        let mut log = Log::default();
        for _ in 0..=MAX_LINES {
            take(&mut log, r#"[[3, "App", "again"]]"#);
        }
        assert_eq!((log.read(LogPosition::START).missing, log.read(LogPosition(1)).missing), (1, 0));
    }

    #[test]
    fn entries_that_make_no_sense_are_left_out() {
        let mut log = Log::default();
        take(&mut log, r#"[[], [4], ["x", 5, 6], [4, "App", "told"]]"#);
        assert_eq!(log.read(LogPosition::START).lines.len(), 1);
    }
}
