//! The headers of log lines, one function per format.

use super::logcat::{Format, Priority};
use super::text::shortened;

/// What stands before the message of a log line, and the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    pub(super) time: Option<&'a str>,
    pub(super) pid: Option<u32>,
    pub(super) tid: Option<u32>,
    pub(super) priority: Priority,
    pub(super) tag: &'a str,
    pub(super) message: &'a str,
}

/// The format and header of a line, or nothing where it has none.
pub(super) fn header_of(line: &str) -> Option<(Format, Header<'_>)> {
    if let Some(inside) = line.strip_prefix("[ ") {
        return long(inside).map(|header| (Format::Long, header));
    }
    if let Some((time, rest)) = timestamp(line) {
        return brief(rest)
            .map(|header| (Format::Time, header))
            .or_else(|| studio(rest).map(|header| (Format::Studio, header)))
            .or_else(|| threadtime(rest).map(|header| (Format::Threadtime, header)))
            .map(|(format, header)| (format, Header { time: Some(time), ..header }));
    }
    brief(line)
        .map(|header| (Format::Brief, header))
        .or_else(|| tag_only(line).map(|header| (Format::Tag, header)))
}

/// `MM-DD HH:MM:SS.mmm`, with a year in front and a zone behind if asked for, and the rest of the line.
fn timestamp(line: &str) -> Option<(&str, &str)> {
    let (date, rest) = line.split_once(' ')?;
    let digits_and =
        |text: &str, extra: &[u8]| text.bytes().all(|b| b.is_ascii_digit() || extra.contains(&b));
    if !matches!(date.len(), 5 | 10) || !digits_and(date, b"-") {
        return None;
    }
    let rest = rest.trim_start();
    let (clock, after) = rest.split_once(' ').unwrap_or((rest, ""));
    if clock.len() < 8 || !digits_and(clock, b":.") || !clock.contains(':') {
        return None;
    }
    let after = after.trim_start();
    let after = match after.split_once(' ') {
        Some((zone, rest))
            if zone.len() == 5 && zone.starts_with(['+', '-']) && digits_and(&zone[1..], b"") =>
        {
            rest
        }
        _ => after,
    };
    let end = line.len() - rest.len() + clock.len();
    Some((&line[..end], after.trim_start()))
}

/// `  PID   TID P Tag: message`, after the time; `-v uid` puts a user before the pid.
fn threadtime(rest: &str) -> Option<Header<'_>> {
    let mut numbers = [None, None];
    let mut rest = rest.trim_start();
    for _ in 0..4 {
        let (word, after) = rest.split_once(' ')?;
        let mut letters = word.chars();
        if let (Some(priority), None) = (letters.next().and_then(Priority::of), letters.next()) {
            let (tag, message) = tag_and_message(after)?;
            return Some(Header {
                time: None,
                pid: Some(numbers[0]?),
                tid: Some(numbers[1]?),
                priority,
                tag,
                message,
            });
        }
        numbers = [numbers[1], word.parse().ok()];
        rest = after.trim_start();
    }
    None
}

/// `P/Tag(  PID): message`.
fn brief(rest: &str) -> Option<Header<'_>> {
    let (priority, rest) = letter_and_slash(rest)?;
    // A tag may hold parentheses itself, so the first that closes on a bare number counts. Tags are short: looking
    // no further keeps a long line of parentheses cheap.
    for (close, _) in shortened(rest, MAX_TAG_BYTES).match_indices("):") {
        let before = &rest[..close];
        let Some(open) = before.rfind('(') else { continue };
        let number = before[open + 1..].trim_start();
        if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        let message = &rest[close + 2..];
        let message = message.strip_prefix(' ').unwrap_or(message);
        let tag = before[..open].trim_end();
        return Some(Header { time: None, pid: number.parse().ok(), tid: None, priority, tag, message });
    }
    None
}

/// `E/Tag: message`, `com.app E/Tag: message` or `E Tag     : message`.
fn tag_only(line: &str) -> Option<Header<'_>> {
    let line = match line.split_once(' ') {
        Some((package, rest))
            if package.contains('.') && !package.contains(':') && letter_and_slash(rest).is_some() =>
        {
            rest
        }
        _ => line,
    };
    let (priority, rest) = letter_and_slash(line).or_else(|| {
        let (letter, rest) = line.split_once(' ')?;
        let mut letters = letter.chars();
        let priority = letters.next().and_then(Priority::of)?;
        // Words follow one another in prose; between a letter and a tag stands exactly one space.
        (letters.next().is_none() && !rest.starts_with([' ', '\t'])).then_some((priority, rest))
    })?;
    let (tag, message) = tag_and_message(rest)?;
    let is_tag = !tag.is_empty() && tag.len() <= MAX_TAG_BYTES && !tag.contains("  ");
    is_tag.then_some(Header { time: None, pid: None, tid: None, priority, tag, message })
}

/// `12-23 12:10:07.115 20687:20687 E/Tag ]`, after the bracket.
fn long(inside: &str) -> Option<Header<'_>> {
    let (time, rest) = timestamp(inside)?;
    let rest = rest.trim_end().strip_suffix(']')?.trim_end();
    let (pid, rest) = rest.split_once(':')?;
    let (tid, rest) = rest.trim_start().split_once(' ')?;
    let (priority, tag) = letter_and_slash(rest.trim_start())?;
    // With `-v uid` a user stands before the pid.
    let pid = pid.split_whitespace().next_back()?.parse().ok()?;
    Some(Header {
        time: Some(time),
        pid: Some(pid),
        tid: tid.parse().ok(),
        priority,
        tag: tag.trim(),
        message: "",
    })
}

/// `PID-TID/package E/Tag: message` (older) or `PID-TID  Tag   package   E  message` (newer), after the time.
fn studio(rest: &str) -> Option<Header<'_>> {
    let (ids, rest) = rest.split_once(' ')?;
    let (ids, has_package) = ids.split_once('/').map_or((ids, false), |(ids, _)| (ids, true));
    let (pid, tid) = ids.split_once('-')?;
    let (pid, tid) = (pid.parse().ok()?, tid.parse().ok()?);
    let of = |priority, tag, message| Header {
        time: None,
        pid: Some(pid),
        tid: Some(tid),
        priority,
        tag,
        message,
    };
    let rest = rest.trim_start();
    if has_package {
        let (priority, rest) = letter_and_slash(rest)?;
        let (tag, message) = tag_and_message(rest)?;
        return Some(of(priority, tag, message));
    }
    // The columns are padded; the priority is the first lone letter with two spaces behind it.
    let mut from = 0;
    while let Some(at) = rest[from..].find(' ') {
        let start = from + at + 1;
        let mut letters = rest[start..].chars();
        if let Some(priority) = letters.next().and_then(Priority::of)
            && (letters.as_str().starts_with("  ") || letters.as_str().is_empty())
        {
            let message = letters.as_str().strip_prefix("  ").unwrap_or("");
            let tag = rest[..start].split("  ").next().unwrap_or("").trim();
            return Some(of(priority, tag, message));
        }
        from = start;
    }
    None
}

/// Far more than the 23 characters Android allowed for long.
const MAX_TAG_BYTES: usize = 128;

fn letter_and_slash(text: &str) -> Option<(Priority, &str)> {
    let mut letters = text.chars();
    let priority = Priority::of(letters.next()?)?;
    Some((priority, letters.as_str().strip_prefix('/')?))
}

/// `Tag   : message`; a colon without a space after it belongs to the tag.
fn tag_and_message(text: &str) -> Option<(&str, &str)> {
    let (tag, message) = match text.split_once(": ") {
        Some(parts) => parts,
        None => (text.strip_suffix(':')?, ""),
    };
    Some((tag.trim(), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let seen = header_of(line).map_or("none".to_owned(), |(format, h)| {
            let number = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
            let time = h.time.unwrap_or("-");
            let (pid, tid) = (number(h.pid), number(h.tid));
            format!("{format:?} {time} {pid} {tid} {:?} [{}] {}", h.priority, h.tag, h.message)
        });
        assert_eq!(seen, expected, "{line}");
    }

    #[test]
    fn reads_threadtime() {
        check(
            "06-15 20:07:01.518   517  530 E Tag: x: y",
            "Threadtime 06-15 20:07:01.518 517 530 Error [Tag] x: y",
        );
        check(
            "06-15 20:07:01.518   517  530 I am_kill : [0]",
            "Threadtime 06-15 20:07:01.518 517 530 Info [am_kill] [0]",
        );
        check(
            "2026-06-15 20:07:01.518123 +0200   517  530 D T: x",
            "Threadtime 2026-06-15 20:07:01.518123 517 530 Debug [T] x",
        );
        check(
            "06-15 20:07:01.518 10123  517  530 E T: x",
            "Threadtime 06-15 20:07:01.518 517 530 Error [T] x",
        );
        check(
            "06-15 20:07:01.518 u0_a12  517  530 E T: x",
            "Threadtime 06-15 20:07:01.518 517 530 Error [T] x",
        );
        check(
            "06-15 20:07:01.518   517  530 D Wifi[2:wlan0]:  on",
            "Threadtime 06-15 20:07:01.518 517 530 Debug [Wifi[2:wlan0]]  on",
        );
        check("06-15 20:07:01.518   517  530 E T:", "Threadtime 06-15 20:07:01.518 517 530 Error [T] ");
        check("06-15 20:07:01.518   517  530 E Tag with no colon", "none");
    }

    #[test]
    fn reads_time_and_brief() {
        check(
            "06-15 20:07:01.518 W/My (x) Tag(  517): a (1): b",
            "Time 06-15 20:07:01.518 517 - Warn [My (x) Tag] a (1): b",
        );
        check(
            "E/AndroidRuntime(  676): \tat a.b(C.java:1)",
            "Brief - 676 - Error [AndroidRuntime] \tat a.b(C.java:1)",
        );
        check("E/        (  676): statfs", "Brief - 676 - Error [] statfs");
        check("F/libc(12): ", "Brief - 12 - Fatal [libc] ");
    }

    #[test]
    fn reads_long_and_studio() {
        check("[ 12-23 12:10:07.115 20687:20688 E/Tag ]", "Long 12-23 12:10:07.115 20687 20688 Error [Tag] ");
        check("[ 12-23 12:10:07.115  1000:   12: 13 E/Tag ]", "none");
        check(
            "2022-05-30 12:41:07.630 507-506/net.app_test A/libc: Fatal signal 5",
            "Studio 2022-05-30 12:41:07.630 507 506 Fatal [libc] Fatal signal 5",
        );
        check(
            "2024-01-01 10:00:00.000  507-506  AndroidRuntime          net.app                 E  FATAL EXCEPTION: main",
            "Studio 2024-01-01 10:00:00.000 507 506 Error [AndroidRuntime] FATAL EXCEPTION: main",
        );
    }

    #[test]
    fn reads_lines_that_lost_their_front() {
        check("E/AndroidRuntime: FATAL", "Tag - - - Error [AndroidRuntime] FATAL");
        check("E AndroidRuntime: \tat a.b(C.java:1)", "Tag - - - Error [AndroidRuntime] \tat a.b(C.java:1)");
        check("E ACRA    : x", "Tag - - - Error [ACRA] x");
        check("com.app.foss E/ACRA: ACRA caught", "Tag - - - Error [ACRA] ACRA caught");
    }

    #[test]
    fn refuses_other_lines() {
        for line in
            ["", " ", "[", "[ ", "06-15", "06-15 20:07", "06-15 20:07:01.518", "X/Tag: y", "at a.b(C.java:1)"]
        {
            check(line, "none");
        }
    }
}
