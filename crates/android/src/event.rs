//! The events buffer: what the activity manager notes in a fixed order of fields.

use serde::Serialize;

use super::logcat::{LogEntry, Logcat};

/// Something that happened to a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProcessEvent {
    /// `am_crash`: it crashed, in Java or natively.
    Crashed {
        /// Its process id.
        pid: u32,
        /// Its name.
        process: String,
        /// The exception's class, or `Native crash`.
        exception: String,
        /// The exception's message; may hold commas.
        message: String,
        /// The source file of the innermost frame.
        file: String,
        /// The line in it; negative for native methods.
        line: i64,
    },
    /// `am_anr`: it did not answer in time.
    NotResponding {
        /// Its process id.
        pid: u32,
        /// Its name.
        process: String,
        /// What it did not answer.
        reason: String,
    },
    /// `am_proc_died`: it is gone, for whatever reason.
    Died {
        /// Its process id.
        pid: u32,
        /// Its name.
        process: String,
    },
    /// `am_kill`: the system ended it.
    Killed {
        /// Its process id.
        pid: u32,
        /// Its name.
        process: String,
        /// Why.
        reason: String,
    },
    /// `am_proc_start`: it began.
    Started {
        /// Its process id.
        pid: u32,
        /// Its name.
        process: String,
    },
}

impl ProcessEvent {
    /// Reads one line of the events buffer; most of them are about other things.
    pub fn of(entry: &LogEntry<'_>) -> Option<Self> {
        let fields = bracketed(entry.message);
        Some(match entry.tag {
            "am_crash" => crashed(fields?)?,
            "am_anr" => {
                let [_, pid, process, _, reason] = split(fields?)?;
                Self::NotResponding {
                    pid: pid.parse().ok()?,
                    process: name(process),
                    reason: reason.to_owned(),
                }
            }
            "am_proc_died" => {
                let (pid, process) = user_pid_process(fields?)?;
                Self::Died { pid, process }
            }
            "am_kill" => {
                let [_, pid, process, _, reason] = split(fields?)?;
                Self::Killed { pid: pid.parse().ok()?, process: name(process), reason: reason.to_owned() }
            }
            "am_proc_start" => {
                let [_, pid, _, process, _] = split(fields?)?;
                Self::Started { pid: pid.parse().ok()?, process: name(process) }
            }
            _ => return None,
        })
    }
}

/// The process events of a log, in printed order.
pub fn process_events(log: &Logcat<'_>) -> Vec<ProcessEvent> {
    log.entries.iter().filter_map(ProcessEvent::of).collect()
}

/// `pid,user,process,flags,exception,message,file,line[,recoverable]`.
fn crashed(fields: &str) -> Option<ProcessEvent> {
    let [pid, _, process, _, exception, rest] = split(fields)?;
    // The message may hold commas, so the end is read backwards. A file is never a number, the line always is.
    let (rest, last) = rest.rsplit_once(',')?;
    let (rest, line) = match rest.rsplit_once(',') {
        Some((before, line)) if line.parse::<i64>().is_ok() => (before, line),
        _ => (rest, last),
    };
    let (message, file) = rest.rsplit_once(',').unwrap_or(("", rest));
    Some(ProcessEvent::Crashed {
        pid: pid.parse().ok()?,
        process: name(process),
        exception: exception.to_owned(),
        message: message.to_owned(),
        file: file.to_owned(),
        line: line.parse().ok()?,
    })
}

fn user_pid_process(fields: &str) -> Option<(u32, String)> {
    let mut parts = fields.split(',');
    let (_, pid, process) = (parts.next()?, parts.next()?, parts.next()?);
    Some((pid.parse().ok()?, name(process)))
}

/// The fields of `[a,b,c]`; some phones add the writer after the bracket.
fn bracketed(message: &str) -> Option<&str> {
    let inside = message.trim().strip_prefix('[')?;
    inside.rsplit_once(']').map(|(fields, _)| fields)
}

/// The first fields one by one, the last with all that is left.
fn split<const N: usize>(fields: &str) -> Option<[&str; N]> {
    let mut parts = fields.splitn(N, ',');
    let mut out = [""; N];
    for field in &mut out {
        *field = parts.next()?;
    }
    Some(out)
}

fn name(process: &str) -> String {
    process.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tag: &str, fields: &str, expected: &str) {
        let line = format!("06-15 20:07:01.518   517  530 I {tag}: {fields}");
        let log = Logcat::parse(&line);
        let seen: Vec<String> = process_events(&log).iter().map(|event| format!("{event:?}")).collect();
        assert_eq!(seen.first().map_or("none", String::as_str), expected, "{line}");
    }

    #[test]
    fn reads_crashes_with_commas_in_their_message() {
        check(
            "am_crash",
            "[32,0,a.b,948,x.Y,f(int, int) (a, b),C.java,-2]: system_server",
            r#"Crashed { pid: 32, process: "a.b", exception: "x.Y", message: "f(int, int) (a, b)", file: "C.java", line: -2 }"#,
        );
        check(
            "am_crash",
            "[32,0,a.b,948,x.Y,length=1; index=1,C.java,176,0]",
            r#"Crashed { pid: 32, process: "a.b", exception: "x.Y", message: "length=1; index=1", file: "C.java", line: 176 }"#,
        );
        check(
            "am_crash",
            "[32,0,a.b,948,Native crash,Segmentation fault,unknown,0]",
            r#"Crashed { pid: 32, process: "a.b", exception: "Native crash", message: "Segmentation fault", file: "unknown", line: 0 }"#,
        );
    }

    #[test]
    fn reads_the_other_ends_of_processes() {
        check(
            "am_anr",
            "[0,7,a.b,10,Input timed out (x, y)]",
            r#"NotResponding { pid: 7, process: "a.b", reason: "Input timed out (x, y)" }"#,
        );
        check("am_proc_died", "[0,7,a.b]", r#"Died { pid: 7, process: "a.b" }"#);
        check("am_proc_died", "[0,7,a.b,-700,0]", r#"Died { pid: 7, process: "a.b" }"#);
        check(
            "am_kill ",
            "[0,7,a.b,15,empty for 9s]",
            r#"Killed { pid: 7, process: "a.b", reason: "empty for 9s" }"#,
        );
        check("am_proc_start", "[0,7,10110,a.b,activity,a.b/.C]", r#"Started { pid: 7, process: "a.b" }"#);
    }

    #[test]
    fn leaves_out_what_is_cut_short() {
        for fields in ["", "[", "[]", "[1,2]", "[a,b,c,d,e,f,g,h]", "[1,0,a.b,2,x.Y]"] {
            check("am_crash", fields, "none");
        }
    }
}
