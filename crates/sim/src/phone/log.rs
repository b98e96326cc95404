//! The phone's log: cheap to write, cheap to clone.

use std::sync::Arc;

use device::{LogLine, LogPage, LogPosition};

use crate::Shared;

/// Lines of a full part.
const PART: usize = 64;
/// Full parts kept; older ones are forgotten, as a phone's ring buffer does.
const PARTS: usize = 1024;

/// All that was logged, each line in its place. A clone shares the lines; the first line after it copies at most one part.
///
/// Places only grow: after a return to a snapshot new lines come behind all that this phone ever logged, so that whoever
/// reads on from where they stopped gets them, and none of those in between.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    full: Shared<Vec<Part>>,
    tail: Shared<Vec<LogLine>>,
    /// The place of the tail's first line.
    tail_at: u64,
    /// The least place of the next line.
    next_at_least: u64,
    /// Lines forgotten.
    forgotten: u64,
}

/// Lines without a gap.
#[derive(Debug, Clone)]
struct Part {
    at: u64,
    lines: Arc<[LogLine]>,
}

impl Log {
    pub(crate) fn push(&mut self, line: LogLine) {
        if self.end() > self.tail_end() {
            self.close_part();
        }
        self.tail.push(line);
        if self.tail.len() == PART {
            self.close_part();
        }
    }

    /// The place of the next line.
    pub(crate) fn end(&self) -> u64 {
        self.tail_end().max(self.next_at_least)
    }

    /// Gives the next line this place, unless it has a later one already.
    pub(crate) fn go_on_at(&mut self, place: u64) {
        self.next_at_least = place;
    }

    /// The lines from `since` on.
    pub(crate) fn read(&self, since: LogPosition) -> LogPage {
        let oldest = self.full.first().map_or(self.tail_at, |part| part.at);
        let missing = oldest.saturating_sub(since.0).min(self.forgotten);
        let from = self.full.partition_point(|part| part.at + part.lines.len() as u64 <= since.0);
        let parts = self.full[from..].iter().map(|part| (part.at, &part.lines[..]));
        let parts = parts.chain([(self.tail_at, &self.tail[..])]);
        let lines = parts.flat_map(|(at, lines)| lines_from(since, at, lines)).cloned().collect();
        LogPage { lines, next: LogPosition(self.end()), missing }
    }

    fn tail_end(&self) -> u64 {
        self.tail_at + self.tail.len() as u64
    }

    fn close_part(&mut self) {
        let end = self.end();
        if !self.tail.is_empty() {
            let lines = std::mem::take(&mut *self.tail).into();
            self.full.push(Part { at: self.tail_at, lines });
        }
        self.tail_at = end;
        if self.full.len() > PARTS {
            self.forgotten += self.full.remove(0).lines.len() as u64;
        }
    }
}

/// Those of the lines, the first of which is at the place `at`, from `since` on.
fn lines_from(since: LogPosition, at: u64, lines: &[LogLine]) -> &[LogLine] {
    let skip = usize::try_from(since.0.saturating_sub(at)).unwrap_or(usize::MAX);
    &lines[skip.min(lines.len())..]
}

#[cfg(test)]
mod tests {
    use android::logcat::Priority;

    use super::*;

    fn line(number: usize) -> LogLine {
        LogLine {
            unix_ms: 0,
            pid: 1,
            tid: 1,
            priority: Priority::Info,
            buffer: "main",
            tag: "Test".into(),
            message: number.to_string().into(),
        }
    }

    fn check(written: usize, since: u64, first: Option<usize>, missing: u64) {
        let mut log = Log::default();
        (0..written).for_each(|number| log.push(line(number)));
        let page = log.read(LogPosition(since));
        let seen = page.lines.first().map(|line| line.message.parse().unwrap());
        assert_eq!((seen, page.missing, page.next), (first, missing, LogPosition(written as u64)));
        assert_eq!(page.lines.len(), first.map_or(0, |first| written - first));
    }

    #[test]
    fn reading_goes_on_where_it_stopped() {
        check(0, 0, None, 0);
        check(10, 0, Some(0), 0);
        check(200, 130, Some(130), 0);
        check(200, 64, Some(64), 0);
        check(200, 200, None, 0);
    }

    #[test]
    fn after_a_return_reading_goes_on_with_what_is_new() {
        let mut saved = Log::default();
        (0..70).for_each(|number| saved.push(line(number)));
        let mut log = saved.clone();
        (70..200).for_each(|number| log.push(line(number)));
        let stopped = log.read(LogPosition::START).next;
        let mut restored = saved;
        restored.go_on_at(log.end());
        let numbers = |log: &Log, since| {
            let page = log.read(since);
            assert_eq!(page.missing, 0);
            page.lines.iter().map(|line| line.message.parse().unwrap()).collect::<Vec<usize>>()
        };
        assert_eq!((numbers(&restored, stopped), restored.end()), (vec![], 200));
        (500..503).for_each(|number| restored.push(line(number)));
        assert_eq!(numbers(&restored, stopped), [500, 501, 502]);
        assert_eq!(numbers(&restored, LogPosition(68)), [68, 69, 500, 501, 502]);
        assert_eq!(numbers(&restored, LogPosition::START).len(), 73);
        assert_eq!(restored.read(LogPosition(201)).lines.len(), 2);
    }

    #[test]
    fn what_was_forgotten_is_counted() {
        let written = PART * PARTS + PART;
        check(written, 0, Some(PART), PART as u64);
        check(written, PART as u64 + 5, Some(PART + 5), 0);
    }
}
