//! Logcat in the formats people save it in.

use std::collections::BTreeMap;

use serde::Serialize;

use super::logcat_line::{Header, header_of};
use super::text::lines;

/// A log, one entry per printed line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Logcat<'a> {
    /// The format most entries came in; `None` for a text without a single log line.
    pub format: Option<Format>,
    /// The entries in printed order. A message of several lines is several entries with equal headers.
    pub entries: Vec<LogEntry<'a>>,
    /// The buffers named by `--------- beginning of …` lines, in order of first appearance.
    pub buffers: Vec<&'a str>,
    /// How many lines logd says it threw away (`chatty`): with some missing, having seen nothing proves little.
    pub hidden_lines: u64,
    /// How many lines, blank ones aside, were not understood.
    pub unread_lines: usize,
}

/// One line of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry<'a> {
    /// Date and time as printed, which may lack the year; absent in the brief and tag formats.
    pub time: Option<&'a str>,
    /// The process that wrote it.
    pub pid: Option<u32>,
    /// The thread that wrote it.
    pub tid: Option<u32>,
    /// How serious the writer thought it.
    pub priority: Priority,
    /// Who wrote it.
    pub tag: &'a str,
    /// The line itself, with its indentation.
    pub message: &'a str,
    /// The buffer it was in, where the log names buffers.
    pub buffer: Option<&'a str>,
}

/// How a log was printed (`logcat -v`).
///
/// The formats `process`, `thread` and `raw` are not read: they leave out the tag, without which a crash is only a
/// guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// `06-15 20:07:01.518   517   530 E Tag: message`, also with year, zone or user id.
    Threadtime,
    /// `06-15 20:07:01.518 E/Tag(  517): message`.
    Time,
    /// `E/Tag(  517): message`.
    Brief,
    /// `E/Tag: message`, or a longer format that lost its front in pasting.
    Tag,
    /// `[ 06-15 20:07:01.518   517:  530 E/Tag ]`, then the message, then a blank line.
    Long,
    /// As Android Studio copies it, in its older and its newer form.
    Studio,
}

/// How serious a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Priority {
    Verbose,
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
    Silent,
}

impl<'a> Logcat<'a> {
    /// Reads a log in any mixture of formats; a line that is none is counted and left out.
    ///
    /// Studio and the long format print only the first line of a message with its header. Indented lines (Studio) or
    /// all lines up to the next header (long) belong to it.
    pub fn parse(text: &'a str) -> Self {
        let mut log = Self::default();
        let mut seen: BTreeMap<Format, usize> = BTreeMap::new();
        let mut buffer = None;
        // The header that a line without one would continue.
        let mut open: Option<(Format, Header<'a>)> = None;
        for line in lines(text) {
            if let Some(name) = buffer_named(line) {
                buffer = Some(name);
                open = None;
                if !log.buffers.contains(&name) && log.buffers.len() < MAX_BUFFERS {
                    log.buffers.push(name);
                }
            } else if let Some((format, header)) = header_of(line) {
                *seen.entry(format).or_default() += 1;
                // A long header stands alone; its message comes on the next lines.
                if format != Format::Long {
                    log.push(header, header.message, buffer);
                }
                open = Some((format, header));
            } else if line.trim().is_empty() {
                continue;
            } else if let Some(message) = open.and_then(|(format, _)| continuation(line, format))
                && let Some((_, header)) = open
            {
                log.push(header, message, buffer);
            } else {
                log.unread_lines += 1;
                open = None;
            }
        }
        // On a tie the format that says more wins, being first in the list.
        log.format = seen.iter().rev().max_by_key(|(_, count)| **count).map(|(format, _)| *format);
        log
    }

    fn push(&mut self, header: Header<'a>, message: &'a str, buffer: Option<&'a str>) {
        let Header { time, pid, tid, priority, tag, .. } = header;
        let entry = LogEntry { time, pid, tid, priority, tag, message, buffer };
        self.hidden_lines = self.hidden_lines.saturating_add(entry.hidden_lines().unwrap_or(0));
        self.entries.push(entry);
    }
}

impl LogEntry<'_> {
    /// For a `chatty` line, how many lines it stands for: `uid=1000 system_server identical 2 lines`.
    pub fn hidden_lines(&self) -> Option<u64> {
        if self.tag != "chatty" {
            return None;
        }
        let mut words = self.message.split_whitespace().rev();
        let unit = words.next()?;
        let count = words.next()?.parse().ok()?;
        let verb = words.next()?;
        (matches!(unit, "line" | "lines") && matches!(verb, "expire" | "identical")).then_some(count)
    }

    /// Who wrote it, for putting the lines of one message back together.
    pub(crate) fn writer(&self) -> (Option<u32>, Option<u32>, &str) {
        (self.pid, self.tid, self.tag)
    }
}

impl Priority {
    /// The priority of a letter; Studio calls fatal `A`, for assert.
    pub(crate) fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'V' => Self::Verbose,
            'D' => Self::Debug,
            'I' => Self::Info,
            'W' => Self::Warn,
            'E' => Self::Error,
            'F' | 'A' => Self::Fatal,
            'S' => Self::Silent,
            _ => return None,
        })
    }
}

/// A log of a hostile phone could name a new buffer on each line.
const MAX_BUFFERS: usize = 32;

/// The buffer of `--------- beginning of crash` or, up to Android 4, `--------- beginning of /dev/log/main`.
/// A bug report names it in a heading: `------ RADIO LOG (logcat -b radio …) ------`.
fn buffer_named(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("--------- ") {
        let name = rest.strip_prefix("beginning of ").or_else(|| rest.strip_prefix("switch to "))?;
        return Some(name.trim().trim_start_matches("/dev/log/"));
    }
    let heading = line.strip_prefix("------ ")?;
    let (_, command) = heading.split_once("(logcat ")?;
    let (_, name) = command.split_once("-b ")?;
    name.split([' ', ')']).next().filter(|name| !name.is_empty())
}

/// The message of a line without a header, if it can continue the one before it.
fn continuation(line: &str, format: Format) -> Option<&str> {
    match format {
        Format::Long => Some(line),
        // Studio indents by four what follows the first line; deeper indentation is the message's own.
        Format::Studio | Format::Tag if line.starts_with([' ', '\t']) => {
            Some(line.strip_prefix("    ").unwrap_or(line))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, format: Format, expected: &[&str]) {
        let log = Logcat::parse(text);
        let seen: Vec<String> = log
            .entries
            .iter()
            .map(|e| format!("{:?} {:?} {:?} {}|{}", e.pid, e.tid, e.priority, e.tag, e.message))
            .collect();
        assert_eq!(seen, expected, "{text}");
        assert_eq!(log.format, Some(format), "{text}");
    }

    #[test]
    fn keeps_the_lines_of_one_message_together() {
        check(
            "E/AndroidRuntime: FATAL EXCEPTION: main\n    Process: a.b, PID: 7\n        at a.b.C.d(C.java:1)\nnote",
            Format::Tag,
            &[
                "None None Error AndroidRuntime|FATAL EXCEPTION: main",
                "None None Error AndroidRuntime|Process: a.b, PID: 7",
                "None None Error AndroidRuntime|    at a.b.C.d(C.java:1)",
            ],
        );
        check(
            "[ 12-23 12:10:07.115  206: 207 E/Tag ]\none\n\ntwo\n\n[ 12-23 12:10:08.000  206: 207 I/Tag ]\nthree",
            Format::Long,
            &[
                "Some(206) Some(207) Error Tag|one",
                "Some(206) Some(207) Error Tag|two",
                "Some(206) Some(207) Info Tag|three",
            ],
        );
    }

    #[test]
    fn follows_buffers_and_counts_what_is_missing() {
        let log = Logcat::parse(
            "--------- beginning of main\n\
             06-15 20:07:01.518     1     2 I chatty  : uid=1000(system) Binder:1_F expire 58 lines\n\
             06-15 20:07:01.518     1     2 I chatty  : uid=1000 x identical 1 line\n\
             06-15 20:07:01.518     1     2 I chatty  : we chat\n\
             --------- beginning of crash\n\
             06-15 20:07:01.519     1     2 E Tag     : x\n\
             --------- switch to main\n\
             [logcat: 0.4s elapsed]\n\
             ------ RADIO LOG (logcat -b radio -v threadtime) ------\n\
             \n",
        );
        assert_eq!(log.buffers, ["main", "crash", "radio"]);
        assert_eq!((log.hidden_lines, log.unread_lines, log.entries.len()), (59, 1, 4));
        assert_eq!(log.entries[3].buffer, Some("crash"));
    }

    #[test]
    fn an_indented_line_after_strange_text_continues_nothing() {
        let log = Logcat::parse("E/Tag: one\nclass X {\n    int y;\n}\n");
        assert_eq!((log.entries.len(), log.unread_lines), (1, 3));
    }

    #[test]
    fn finds_nothing_in_other_texts() {
        let log = Logcat::parse("hello\nworld: yes\n\n");
        assert_eq!((log.format, log.entries.len(), log.unread_lines), (None, 0, 2));
    }
}
