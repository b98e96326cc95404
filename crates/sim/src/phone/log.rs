//! The phone's log: cheap to write, cheap to clone.

use std::sync::Arc;

use device::{LogLine, LogPage, LogPosition};

use crate::Shared;

/// Lines of a full part.
const PART: usize = 64;
/// Full parts kept; older ones are forgotten, as a phone's ring buffer does.
const PARTS: usize = 1024;

/// All that was logged. A clone shares the lines; the first line after it copies at most one part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    full: Shared<Vec<Arc<[LogLine]>>>,
    tail: Shared<Vec<LogLine>>,
    /// Lines forgotten.
    forgotten: u64,
}

impl Log {
    pub(crate) fn push(&mut self, line: LogLine) {
        self.tail.push(line);
        if self.tail.len() < PART {
            return;
        }
        let part: Arc<[LogLine]> = std::mem::take(&mut *self.tail).into();
        self.full.push(part);
        if self.full.len() > PARTS {
            self.full.remove(0);
            self.forgotten += PART as u64;
        }
    }

    /// The lines from `since` on. A position from after a return to a snapshot may lie in the future: then there are none,
    /// and reading goes on from the end.
    pub(crate) fn read(&self, since: LogPosition) -> LogPage {
        let kept = self.full.len() * PART + self.tail.len();
        let end = self.forgotten + kept as u64;
        let missing = self.forgotten.saturating_sub(since.0);
        let skip =
            usize::try_from(since.0.saturating_sub(self.forgotten)).map_or(kept, |skip| skip.min(kept));
        let parts = self.full.iter().map(|part| &part[..]).chain([&self.tail[..]]);
        let lines = parts.skip(skip / PART).flatten().skip(skip % PART).cloned().collect();
        LogPage { lines, next: LogPosition(end), missing }
    }
}

#[cfg(test)]
mod tests {
    use device::adb::parse::logcat::Priority;

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
    fn a_position_of_the_future_reads_nothing_and_goes_back_to_the_end() {
        check(10, 500, None, 0);
    }

    #[test]
    fn what_was_forgotten_is_counted() {
        let written = PART * PARTS + PART;
        check(written, 0, Some(PART), PART as u64);
        check(written, PART as u64 + 5, Some(PART + 5), 0);
    }
}
