//! Lines of the log as `logcat -v` prints them.

use std::io::{self, Write};

use android::logcat::Priority;
use device::LogLine;

use super::options::{Format, Options};
use device::DateTime;

/// Prints lines, and says where each buffer begins.
pub(super) struct Printer {
    format: Format,
    year: bool,
    epoch: bool,
    zone: bool,
    begun: Vec<&'static str>,
}

impl Printer {
    pub(super) fn new(options: &Options) -> Printer {
        Printer {
            format: options.format,
            year: options.year,
            epoch: options.epoch,
            zone: options.zone,
            begun: Vec::new(),
        }
    }

    /// A message of several lines is printed as several, except in the long format.
    pub(super) fn print(&mut self, line: &LogLine, out: &mut dyn Write) -> io::Result<()> {
        if self.begun.last() != Some(&line.buffer) {
            let word = if self.begun.contains(&line.buffer) { "switch to" } else { "beginning of" };
            writeln!(out, "--------- {word} {}", line.buffer)?;
            self.begun.push(line.buffer);
        }
        if self.format == Format::Long {
            let LogLine { pid, tid, tag, message, .. } = line;
            return writeln!(
                out,
                "[ {} {pid:>5}:{tid:>5} {}/{tag:<8} ]\n{message}\n",
                self.time(line),
                letter(line.priority)
            );
        }
        for part in line.message.lines().chain(line.message.is_empty().then_some("")) {
            self.print_part(line, part, out)?;
        }
        Ok(())
    }

    fn print_part(&self, line: &LogLine, message: &str, out: &mut dyn Write) -> io::Result<()> {
        let LogLine { pid, tid, tag, .. } = line;
        let letter = letter(line.priority);
        match self.format {
            Format::Threadtime => {
                writeln!(out, "{} {pid:>5} {tid:>5} {letter} {tag:<8}: {message}", self.time(line))
            }
            Format::Time => writeln!(out, "{} {letter}/{tag:<8}({pid:>5}): {message}", self.time(line)),
            Format::Brief => writeln!(out, "{letter}/{tag:<8}({pid:>5}): {message}"),
            Format::Tag => writeln!(out, "{letter}/{tag:<8}: {message}"),
            Format::Raw | Format::Long => writeln!(out, "{message}"),
        }
    }

    fn time(&self, line: &LogLine) -> String {
        let moment = DateTime::of(line.unix_ms);
        if self.epoch {
            return format!("{:>15}.{:03}", line.unix_ms / 1000, moment.milli);
        }
        let date = moment.date();
        let date = if self.year { &date[..] } else { &date[date.len() - 5..] };
        format!("{date} {}.{:03}{}", moment.time(), moment.milli, if self.zone { " +0000" } else { "" })
    }
}

fn letter(priority: Priority) -> char {
    match priority {
        Priority::Verbose => 'V',
        Priority::Debug => 'D',
        Priority::Info => 'I',
        Priority::Warn => 'W',
        Priority::Error => 'E',
        Priority::Fatal => 'F',
        Priority::Silent => 'S',
    }
}

#[cfg(test)]
mod tests {
    use android::logcat::Logcat;

    use super::*;

    fn printed(args: &str) -> String {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let mut printer = Printer::new(&Options::parse(&args, 0).unwrap());
        let mut out = Vec::new();
        for buffer in ["main", "crash", "main"] {
            let line = LogLine {
                unix_ms: 1_767_225_601_007,
                pid: 4321,
                tid: 4322,
                priority: Priority::Error,
                buffer,
                tag: "AndroidRuntime".into(),
                message: "FATAL EXCEPTION: main".into(),
            };
            printer.print(&line, &mut out).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_is_read_back() {
        let threadtime = printed("-v threadtime");
        assert_eq!(
            threadtime.lines().nth(1),
            Some("01-01 00:00:01.007  4321  4322 E AndroidRuntime: FATAL EXCEPTION: main")
        );
        assert_eq!(threadtime.lines().nth(4), Some("--------- switch to main"));
        for format in [
            "-v threadtime",
            "-v time",
            "-v brief",
            "-v tag",
            "-v long",
            "-v threadtime -v year",
            "-v year,zone",
        ] {
            let text = printed(format);
            let log = Logcat::parse(&text);
            assert_eq!((log.entries.len(), log.unread_lines), (3, 0), "{format}\n{text}");
            assert!(
                log.entries
                    .iter()
                    .all(|entry| entry.tag == "AndroidRuntime" && entry.message == "FATAL EXCEPTION: main")
            );
        }
        assert!(printed("-v epoch").contains("     1767225601.007  4321"));
    }
}
