//! What is asked of `logcat`.

use android::logcat::Priority;
use device::LogLine;

use device::DateTime;

/// What is asked of `logcat`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) once: bool,
    pub(super) clear: bool,
    pub(super) sizes: bool,
    pub(super) since: Since,
    pub(super) buffers: Vec<String>,
    pub(super) format: Format,
    pub(super) year: bool,
    pub(super) epoch: bool,
    pub(super) zone: bool,
    pid: Option<u32>,
    /// The least priority by tag; `*` stands for all others.
    filters: Vec<(String, Priority)>,
}

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Since {
    Start,
    Time(u64),
    Last(usize),
}

/// How lines are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Threadtime,
    Time,
    Brief,
    Tag,
    Raw,
    Long,
}

/// The buffers that are read if nobody says, and those that `all` means.
const DEFAULT_BUFFERS: [&str; 3] = ["main", "system", "crash"];
const ALL_BUFFERS: [&str; 6] = ["main", "system", "crash", "events", "radio", "kernel"];

impl Options {
    /// Reads the arguments; `now` tells the year of a time without one. `Err` is what Android says.
    pub(super) fn parse(args: &[String], now: u64) -> Result<Options, String> {
        let mut options = Options {
            once: false,
            clear: false,
            sizes: false,
            since: Since::Start,
            buffers: Vec::new(),
            format: Format::Threadtime,
            year: false,
            epoch: false,
            zone: false,
            pid: None,
            filters: Vec::new(),
        };
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            // A value stands in the next argument, or is joined to its letter: `-v time`, `-vtime`.
            let (flag, joined) = match arg.as_bytes() {
                [b'-', letter, _, ..] if *letter != b'-' && letter.is_ascii_alphabetic() => arg.split_at(2),
                _ => arg.split_once('=').filter(|_| arg.starts_with("--")).unwrap_or((arg, "")),
            };
            let mut value = || {
                let value = if joined.is_empty() { args.next() } else { Some(joined) };
                value
                    .ok_or(format!("logcat: option requires an argument -- {}", flag.trim_start_matches('-')))
            };
            match flag {
                "-d" => options.once = true,
                "-c" | "--clear" => options.clear = true,
                "-g" | "--buffer-size" => options.sizes = true,
                "-t" => {
                    options.since = since(value()?, now)?;
                    options.once = true;
                }
                "-T" => options.since = since(value()?, now)?,
                "-b" | "--buffer" => options.add_buffers(value()?)?,
                "-v" | "--format" => {
                    for word in value()?.split([',', ' ']) {
                        options.set_format(word)?;
                    }
                }
                "-s" => options.filters.push(("*".to_owned(), Priority::Silent)),
                "--pid" => options.pid = Some(value()?.parse().map_err(|_| "logcat: bad pid".to_owned())?),
                "-D" | "-S" | "-B" | "--dividers" => {}
                _ if flag.starts_with('-') => return Err(format!("logcat: unrecognized option '{arg}'")),
                filter => options.add_filter(filter)?,
            }
        }
        if options.buffers.is_empty() {
            options.buffers = DEFAULT_BUFFERS.map(str::to_owned).to_vec();
        }
        Ok(options)
    }

    /// Whether a line is to be printed.
    pub(super) fn wants(&self, line: &LogLine) -> bool {
        let least =
            |tag: &str| self.filters.iter().rev().find(|(known, _)| known == tag).map(|(_, least)| *least);
        let least = least(&line.tag).or_else(|| least("*")).unwrap_or(Priority::Verbose);
        self.buffers.iter().any(|buffer| buffer == line.buffer)
            && line.priority >= least
            && least != Priority::Silent
            && self.pid.is_none_or(|pid| pid == line.pid)
    }

    fn add_buffers(&mut self, names: &str) -> Result<(), String> {
        for name in names.split(',') {
            match name {
                "all" => self.buffers.extend(ALL_BUFFERS.map(str::to_owned)),
                "default" => self.buffers.extend(DEFAULT_BUFFERS.map(str::to_owned)),
                known if ALL_BUFFERS.contains(&known) => self.buffers.push(known.to_owned()),
                unknown => return Err(format!("logcat: Unknown buffer '{unknown}'")),
            }
        }
        Ok(())
    }

    fn set_format(&mut self, name: &str) -> Result<(), String> {
        match name {
            "threadtime" => self.format = Format::Threadtime,
            "time" => self.format = Format::Time,
            "brief" => self.format = Format::Brief,
            "tag" => self.format = Format::Tag,
            "raw" => self.format = Format::Raw,
            "long" => self.format = Format::Long,
            "year" => self.year = true,
            "epoch" => self.epoch = true,
            "UTC" | "zone" => self.zone = true,
            "" | "printable" | "color" | "colour" | "usec" | "descriptive" => {}
            other => return Err(format!("logcat: Invalid parameter \"{other}\" to -v")),
        }
        Ok(())
    }

    /// `TAG:PRIORITY`, `TAG` or `*:PRIORITY`; several may stand in one argument.
    fn add_filter(&mut self, filters: &str) -> Result<(), String> {
        for filter in filters.split_whitespace() {
            let (tag, letter) =
                filter.rsplit_once(':').unwrap_or((filter, if filter == "*" { "D" } else { "V" }));
            let least = match letter.to_ascii_uppercase().as_str() {
                "V" | "*" | "" => Priority::Verbose,
                "D" => Priority::Debug,
                "I" => Priority::Info,
                "W" => Priority::Warn,
                "E" => Priority::Error,
                "F" => Priority::Fatal,
                "S" => Priority::Silent,
                _ => return Err(format!("logcat: Invalid filter expression '{filter}'")),
            };
            self.filters.push((tag.to_owned(), least));
        }
        Ok(())
    }
}

/// A count of lines, or a time: `01-02 03:04:05.678`, with a year, or seconds since 1970.
fn since(text: &str, now: u64) -> Result<Since, String> {
    if let Ok(count) = text.parse() {
        return Ok(Since::Last(count));
    }
    let bad = || format!("logcat: -t \"{text}\" not in time format");
    if let Some((seconds, fraction)) = text.split_once('.')
        && let Ok(seconds) = seconds.parse::<u64>()
    {
        let milliseconds = milliseconds(fraction).ok_or_else(bad)?;
        return Ok(Since::Time(seconds.saturating_mul(1000).saturating_add(milliseconds)));
    }
    let (date, time) = text.split_once(' ').ok_or_else(bad)?;
    let mut numbers =
        date.split('-').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>().map_err(|_| bad())?;
    if numbers.len() == 2 {
        numbers.insert(0, DateTime::of(now).year);
    }
    let (clock, fraction) = time.trim().split_once('.').unwrap_or((time.trim(), "0"));
    numbers
        .extend(clock.split(':').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>().map_err(|_| bad())?);
    let [year @ 1970..=9999, month @ 1..=12, day @ 1..=31, hour @ 0..=23, minute @ 0..=59, second @ 0..=60] =
        numbers[..]
    else {
        return Err(bad());
    };
    let milli = milliseconds(fraction).ok_or_else(bad)?;
    Ok(Since::Time(DateTime { year, month, day, hour, minute, second, milli, weekday: 0 }.unix_ms()))
}

/// The first three digits of a fraction.
fn milliseconds(fraction: &str) -> Option<u64> {
    let digits = fraction.get(..3).unwrap_or(fraction);
    let value: u64 = digits.parse().ok()?;
    Some(value * [1000, 100, 10, 1][digits.len().min(3)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_767_225_600_000;

    fn parse(args: &str) -> Result<Options, String> {
        Options::parse(
            &args.split('|').filter(|arg| !arg.is_empty()).map(str::to_owned).collect::<Vec<_>>(),
            NOW,
        )
    }

    fn check_since(args: &str, since: Since) {
        assert_eq!(parse(args).unwrap().since, since, "{args}");
    }

    #[test]
    fn beginnings_are_counts_or_times() {
        check_since("-t|5", Since::Last(5));
        check_since("-T|01-01 00:00:01.500", Since::Time(NOW + 1500));
        check_since("-T|2026-01-01 00:00:01.5", Since::Time(NOW + 1500));
        check_since("-T|1767225601.250", Since::Time(NOW + 1250));
        check_since("-T|18446744073709551615.999", Since::Time(u64::MAX));
        assert_eq!(parse("-T|yesterday").unwrap_err(), "logcat: -t \"yesterday\" not in time format");
        assert!(parse("-t|5").unwrap().once && !parse("-T|5").unwrap().once);
    }

    #[test]
    fn flags_may_be_joined_to_their_values() {
        let options = parse("-vtime|-b|main,events|--pid=7|-d").unwrap();
        assert_eq!((options.format, options.pid, options.once), (Format::Time, Some(7), true));
        assert_eq!(options.buffers, ["main", "events"]);
        assert!(parse("-x").is_err() && parse("-v").is_err() && parse("-b|none").is_err());
    }

    #[test]
    fn filters_silence_by_tag() {
        let line = |tag: &str, priority| LogLine {
            unix_ms: 0,
            pid: 1,
            tid: 1,
            priority,
            buffer: "main",
            tag: tag.into(),
            message: "".into(),
        };
        let wants = |args: &str, tag, priority| parse(args).unwrap().wants(&line(tag, priority));
        assert!(wants("", "a", Priority::Verbose));
        assert!(wants("-s|a", "a", Priority::Verbose) && !wants("-s|a", "b", Priority::Fatal));
        assert!(wants("a:W|*:S", "a", Priority::Warn) && !wants("a:W|*:S", "a", Priority::Info));
        assert!(!wants("*:E", "a", Priority::Warn) && !wants("-b|events", "a", Priority::Warn));
    }
}
