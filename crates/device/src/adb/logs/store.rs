//! The lines that have come, bounded, each once.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3Default;

use crate::{LogLine, LogPage, LogPosition};

/// The lines that have come. A line that is known to be missing has a place too, so what a page lacks is its places without
/// lines.
#[derive(Debug, Default)]
pub(super) struct LogStore {
    /// Each with its place.
    lines: VecDeque<(u64, LogLine)>,
    bytes: usize,
    /// The next line's place.
    next: u64,
    /// The last lines by time and hash, for telling repeated lines from new ones after a reconnect.
    recent: VecDeque<(u64, u64)>,
    replay: Option<Replay>,
    /// The hash of the last line of a past that is not ours, until it has come.
    past_end: Option<u64>,
}

/// What comes again after a reconnect.
#[derive(Debug)]
struct Replay {
    /// Lines before this are not looked at.
    from_ms: u64,
    /// The last line before the connection broke.
    last_ms: u64,
    /// How often each line that we have should come.
    known: BTreeMap<u64, u32>,
    /// Whether one of them has come, so that nothing can be missing in between.
    seen: bool,
}

const MAX_LINES: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;
const MAX_RECENT: usize = 10_000;
/// Buffers are merged roughly: a line may be this much older than the one printed before it.
const DISORDER_MS: u64 = 1000;

impl LogStore {
    /// Takes a line that came over the stream, unless it is one we have; `hidden` ones are missing in its place.
    pub(super) fn take(&mut self, line: LogLine, hidden: u64) {
        if self.is_repeated(line.unix_ms, hash_of(&line)) {
            return;
        }
        self.remember(&line);
        self.miss(hidden);
        self.bytes += cost(&line);
        self.lines.push_back((self.next, line));
        self.next += 1;
        while self.lines.len() > MAX_LINES || self.bytes > MAX_BYTES {
            let Some((_, line)) = self.lines.pop_front() else { break };
            self.bytes -= cost(&line);
        }
    }

    /// The connection broke: where the next one should begin, if any line has come yet.
    pub(super) fn expect_replay(&mut self) -> Option<u64> {
        let (last_ms, _) = *self.recent.back()?;
        let from_ms = last_ms.saturating_sub(DISORDER_MS);
        let mut known = BTreeMap::new();
        for (_, hash) in self.recent.iter().filter(|(ms, _)| *ms >= from_ms) {
            *known.entry(*hash).or_default() += 1;
        }
        self.replay = Some(Replay { from_ms, last_ms, known, seen: false });
        Some(from_ms)
    }

    /// The phone's past is another now, and `newest` its last line: what comes up to there is on no page.
    pub(super) fn expect_another_past(&mut self, newest: Option<&LogLine>) {
        self.recent.clear();
        self.replay = None;
        self.past_end = newest.map(hash_of);
        if let Some(line) = newest {
            self.remember(line);
        }
    }

    /// Whether this very line has come, or one after it.
    pub(super) fn has(&self, line: &LogLine) -> bool {
        let hash = hash_of(line);
        self.recent.iter().rev().any(|(ms, known)| *known == hash || *ms > line.unix_ms)
    }

    /// What has come since.
    pub(super) fn page(&self, since: LogPosition) -> LogPage {
        let from = self.lines.partition_point(|(place, _)| *place < since.0);
        let lines: Vec<LogLine> = self.lines.range(from..).map(|(_, line)| line.clone()).collect();
        let missing = self.next.saturating_sub(since.0).saturating_sub(lines.len() as u64);
        LogPage { lines, next: LogPosition(self.next.max(since.0)), missing }
    }

    fn remember(&mut self, line: &LogLine) {
        self.recent.push_back((line.unix_ms, hash_of(line)));
        if self.recent.len() > MAX_RECENT {
            self.recent.pop_front();
        }
    }

    /// Notes that so many lines are missing here.
    fn miss(&mut self, lines: u64) {
        self.next = self.next.saturating_add(lines);
    }

    fn is_repeated(&mut self, ms: u64, hash: u64) -> bool {
        let Some(replay) = &mut self.replay else { return false };
        let of_another_past = self.past_end.is_some_and(|last| last != hash) && ms <= replay.last_ms;
        if ms < replay.from_ms || of_another_past {
            return true;
        }
        self.past_end = None;
        if let Some(count) = replay.known.get_mut(&hash)
            && *count > 0
        {
            *count -= 1;
            replay.seen = true;
            return true;
        }
        // The first line after the last one we had ends the repetition.
        if ms > replay.last_ms {
            let gap = !replay.seen;
            self.replay = None;
            if gap {
                // At least the lines we had are gone from the phone, and nobody knows what else.
                self.miss(1);
            }
        }
        false
    }
}

fn cost(line: &LogLine) -> usize {
    size_of::<LogLine>() + line.tag.len() + line.message.len()
}

fn hash_of(line: &LogLine) -> u64 {
    let mut hasher = Xxh3Default::new();
    (line.unix_ms, line.pid, line.tid, &line.tag, &line.message).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use android::logcat::Priority;

    fn line(unix_ms: u64, message: &str) -> LogLine {
        let (tag, message) = ("T".into(), message.into());
        LogLine { unix_ms, pid: 1, tid: 1, priority: Priority::Info, buffer: "main", tag, message }
    }

    fn check(store: &LogStore, since: u64, expected: &[&str], missing: u64) {
        let page = store.page(LogPosition(since));
        let seen: Vec<&str> = page.lines.iter().map(|line| &*line.message).collect();
        assert_eq!((seen, page.missing), (expected.to_vec(), missing));
    }

    #[test]
    fn pages_go_on_where_the_last_one_ended() {
        let mut store = LogStore::default();
        check(&store, 0, &[], 0);
        store.take(line(1, "a"), 0);
        store.take(line(2, "b"), 0);
        check(&store, 0, &["a", "b"], 0);
        let next = store.page(LogPosition::START).next;
        store.take(line(3, "c"), 0);
        check(&store, next.0, &["c"], 0);
    }

    #[test]
    fn of_another_past_nothing_is_taken_and_after_it_everything() {
        let mut store = LogStore::default();
        store.take(line(9000, "ours"), 0);
        store.expect_another_past(Some(&line(5000, "last")));
        assert_eq!(store.expect_replay(), Some(4000));
        for (ms, message) in
            [(4500, "theirs"), (5000, "theirs too"), (5000, "last"), (5000, "new"), (5001, "newer")]
        {
            store.take(line(ms, message), 0);
        }
        check(&store, 0, &["ours", "new", "newer"], 0);
        store.expect_another_past(None);
        assert_eq!(store.expect_replay(), None, "an empty log has no past");
        store.take(line(10, "first"), 0);
        check(&store, 1, &["new", "newer", "first"], 0);
    }

    #[test]
    fn lines_that_come_again_after_a_reconnect_are_taken_once() {
        let mut store = LogStore::default();
        for (ms, message) in [(100, "old"), (5000, "a"), (5000, "a"), (5100, "b")] {
            store.take(line(ms, message), 0);
        }
        assert_eq!(store.expect_replay(), Some(4100));
        // An old phone starts all over; the third `a` came while we were away.
        for (ms, message) in
            [(100, "old"), (5000, "a"), (5000, "a"), (5000, "a"), (5100, "b"), (5200, "c"), (5200, "c")]
        {
            store.take(line(ms, message), 0);
        }
        check(&store, 0, &["old", "a", "a", "b", "a", "c", "c"], 0);
    }

    #[test]
    fn a_gap_after_a_reconnect_is_counted() {
        let mut store = LogStore::default();
        store.take(line(5000, "a"), 0);
        store.expect_replay();
        store.take(line(9000, "b"), 0);
        check(&store, 0, &["a", "b"], 1);
        check(&store, 1, &["b"], 1);
        check(&store, 2, &["b"], 0);
    }

    #[test]
    fn lines_thrown_away_by_the_phone_or_by_us_are_counted() {
        let mut store = LogStore::default();
        store.take(line(1, "a"), 0);
        store.take(line(2, "b"), 58);
        check(&store, 0, &["a", "b"], 58);
        for at in 0..MAX_LINES as u64 {
            store.take(line(3 + at, "x"), 0);
        }
        assert_eq!(store.page(LogPosition::START).missing, 60);
    }

    #[test]
    fn knows_whether_a_line_has_come() {
        let mut store = LogStore::default();
        store.take(line(5, "a"), 0);
        assert!(store.has(&line(5, "a")));
        assert!(!store.has(&line(5, "b")));
        assert!(store.has(&line(4, "b")), "a later line has come");
    }

    proptest! {
        /// Whenever the connection breaks, each line is taken once and in order.
        #[test]
        fn no_break_loses_or_repeats_a_line(
            steps in proptest::collection::vec((0u64..700, 0u8..3, proptest::bool::weighted(0.2)), 1..60)
        ) {
            let mut store = LogStore::default();
            let mut log: Vec<(u64, String)> = Vec::new();
            let mut connected = true;
            let mut now = 10_000;
            for (pause, word, breaks) in steps {
                now += pause;
                log.push((now, format!("word {word}")));
                if !connected {
                    // The phone begins again where it was asked to, the new line included.
                    let from = store.expect_replay().unwrap_or(0);
                    for (ms, text) in log.iter().filter(|(ms, _)| *ms >= from) {
                        store.take(line(*ms, text), 0);
                    }
                } else if !breaks {
                    store.take(line(now, &format!("word {word}")), 0);
                }
                connected = !breaks;
            }
            // What was logged after the last break has not come yet.
            let page = store.page(LogPosition::START);
            let seen: Vec<(u64, &str)> = page.lines.iter().map(|line| (line.unix_ms, &*line.message)).collect();
            let expected: Vec<(u64, &str)> = log.iter().map(|(ms, text)| (*ms, text.as_str())).collect();
            prop_assert_eq!(&seen[..], &expected[..seen.len()]);
            prop_assert!(seen.len() + 1 >= expected.len());
            prop_assert_eq!(page.missing, 0);
        }
    }
}
