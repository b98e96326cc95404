//! What an instrumented app wrote into the phone's log while a tool was at work.
//!
//! Lines are those of `logcat -v threadtime`, and only those with the word `Themis` matter; all others are looked at only for their time.
//! Everything is held to DDroid's reader. Where that would give up, the line is skipped, and told with its number.

mod blocks;
mod line;
mod skipped;

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use memchr::memmem::Finder;

use crate::time::Time;
use blocks::{Block, Blocks};
pub(crate) use line::letter_of;
use line::{Line, Stamp};
pub use skipped::{Skipped, Why};

/// Something that the app told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record<'a> {
    /// The line in the log, from 1.
    pub line: u64,
    /// Seconds since the start; negative before it.
    pub at_s: i64,
    /// What it told.
    pub what: What<'a>,
}

/// What an app tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What<'a> {
    /// A pivot event, by its symbol.
    Event(&'a str),
    /// Something that undoes or misses the event of that symbol.
    Warning(&'a str),
    /// It crashed.
    Crash,
}

/// A log as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scanned {
    /// All lines.
    pub lines: u64,
    /// Whether any of them was one of logcat.
    pub is_logcat: bool,
    /// The last line with a time, in seconds since the start.
    pub last_s: Option<i64>,
    /// What could not be read.
    pub skipped: Skipped,
}

/// A year for logs that do not say: it has all days that a log may name.
const SOME_LEAP_YEAR: i32 = 2000;

/// Reads a log, packed with gzip or not, and passes on what the app told. Memory does not grow with the log.
///
/// The year of a line is that of `start`, as logcat does not write it: lines after New Year's Eve fall back a year. Without a start,
/// times are counted from the first line that has one.
pub fn scan(
    mut log: impl BufRead,
    start: Option<Time>,
    tell: &mut dyn FnMut(Record<'_>),
) -> io::Result<Scanned> {
    if log.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        scan_text(MultiGzDecoder::new(log), start, tell)
    } else {
        scan_text(log, start, tell)
    }
}

fn scan_text(text: impl Read, start: Option<Time>, tell: &mut dyn FnMut(Record<'_>)) -> io::Result<Scanned> {
    let mut scanner = Scanner {
        themis: Finder::new("Themis"),
        start,
        year: start.map_or(SOME_LEAP_YEAR, Time::year),
        now: None,
        scanned: Scanned::default(),
        tell,
    };
    let mut blocks = Blocks::new(text);
    while let Some(block) = blocks.next()? {
        match block {
            Block::Lines(lines) => scanner.lines(lines),
            Block::TooLong => scanner.too_long(),
        }
    }
    let Scanner { mut scanned, now, start, .. } = scanner;
    scanned.last_s = now.zip(start).map(|(now, start)| now.since(start));
    Ok(scanned)
}

struct Scanner<'a> {
    themis: Finder<'static>,
    start: Option<Time>,
    year: i32,
    /// The time of the last line that had one.
    now: Option<Time>,
    scanned: Scanned,
    tell: &'a mut dyn FnMut(Record<'_>),
}

impl Scanner<'_> {
    /// Whole lines, the last of which may lack its end.
    fn lines(&mut self, block: &[u8]) {
        // Looking once at all of them is much faster than at each.
        let is_text = std::str::from_utf8(block).is_ok();
        let mut themis = self.themis.find(block);
        let mut at = 0;
        while at < block.len() {
            let end = memchr::memchr2(b'\n', b'\r', &block[at..]).map_or(block.len(), |length| at + length);
            let next = if block[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
            let matters = themis.is_some_and(|place| place < end);
            self.line(&block[at..end], is_text, matters);
            if matters {
                themis = block.get(next..).and_then(|rest| self.themis.find(rest)).map(|place| next + place);
            }
            at = next;
        }
    }

    fn line(&mut self, bytes: &[u8], is_text: bool, matters: bool) {
        self.scanned.lines += 1;
        if !is_text && std::str::from_utf8(bytes).is_err() {
            // Its time may well be right, and shows that this is a log.
            self.scanned.is_logcat |= matches!(Stamp::of(bytes, self.year), Stamp::At(_) | Stamp::WithYear);
            return self.skip(Why::NotText);
        }
        match Stamp::of(bytes, self.year) {
            Stamp::At(time) => {
                self.now = Some(time);
                self.start.get_or_insert(time);
            }
            Stamp::Divider => {}
            Stamp::WithYear => {
                self.scanned.is_logcat = true;
                return self.skip(Why::HasYear);
            }
            Stamp::None if bytes.is_empty() => return self.skip(Why::Blank),
            Stamp::None => return self.skip(Why::NoTime),
        }
        self.scanned.is_logcat |= !bytes.starts_with(b"---") || bytes.starts_with(b"---------");
        if matters {
            self.told(bytes);
        }
    }

    /// A line of the instrumented app.
    fn told(&mut self, bytes: &[u8]) {
        let what = match Line::of(bytes) {
            Line::Nothing => return,
            Line::Unclear(why) => return self.skip(why),
            Line::Told(what) => what,
        };
        match self.now.zip(self.start) {
            Some((now, start)) => {
                (self.tell)(Record { line: self.scanned.lines, at_s: now.since(start), what });
            }
            None => self.skip(Why::BeforeAnyTime),
        }
    }

    fn too_long(&mut self) {
        self.scanned.lines += 1;
        self.skip(Why::TooLong);
    }

    fn skip(&mut self, why: Why) {
        self.scanned.skipped.add(self.scanned.lines, why);
    }
}

#[cfg(test)]
mod tests;
