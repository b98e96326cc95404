//! Java crashes, from a log or from what people paste into reports.

use std::collections::HashMap;

use serde::Serialize;

use super::crash_draft::{Draft, RUNTIME, fatal_thread, is_failed_report, reporter_of, runs_a_command};
use super::logcat::{LogEntry, Logcat, Priority};
use super::stack::{Stack, stacks};
use super::stack_line::exception_head;
use super::text::lines;

/// An exception that nobody caught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JavaCrash {
    /// Whose crash it is.
    pub origin: Origin,
    /// Who told us.
    pub reporter: Reporter,
    /// The process, such as `com.example.notes:sync`; before Android 4.4 the log does not say.
    pub process: Option<String>,
    /// Its process id.
    pub pid: Option<u32>,
    /// The thread that died.
    pub thread: Option<String>,
    /// When, as the log prints it.
    pub time: Option<String>,
    /// What was thrown, and where.
    pub stack: Stack,
}

/// Whose crash it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// An app's process: the one under test or another.
    App,
    /// The system server; the phone restarts.
    System,
    /// A tool run from the shell, such as uiautomator. Never a finding: it is our own hand that slipped.
    Tool,
}

/// Who printed the crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reporter {
    /// Android's own handler, tag `AndroidRuntime`.
    Runtime,
    /// A crash handler inside the app, such as ACRA; Android's own may never see the exception.
    Handler,
    /// A stack in a text that does not say where it comes from.
    Text,
}

impl JavaCrash {
    /// Whether this is a crash of the app `package`, in any of its processes.
    ///
    /// Where the log names no process (before Android 4.4), a frame of the package decides.
    pub fn is_of(&self, package: &str) -> bool {
        if self.origin != Origin::App || package.is_empty() {
            return false;
        }
        let belongs = |name: &str, ends: [char; 2]| {
            name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with(ends))
        };
        match &self.process {
            Some(process) => belongs(process, [':', ':']),
            None => {
                let mut frames = self.stack.throwables.iter().flat_map(|t| &t.frames);
                frames.any(|frame| belongs(&frame.class, ['.', '.']))
            }
        }
    }
}

/// The Java crashes of a log, in the order in which they began.
///
/// Lines of several dying threads may be interleaved; they are told apart by process and thread. What a tool prints
/// after its own crash ("Error reporting crash") is not a second one. An app's own handler and Android's may both
/// report one crash; the two have the same identity.
pub fn java_crashes(log: &Logcat<'_>) -> Vec<JavaCrash> {
    let mut found: Vec<Draft> = Vec::new();
    let mut open: HashMap<(Option<u32>, Option<u32>, &str), Open> = HashMap::new();
    for entry in &log.entries {
        let Some(reporter) = reporter_of(entry) else { continue };
        let writer = entry.writer();
        if let Some(draft) = Draft::started_by(entry, reporter) {
            open.insert(writer, Open::At(found.len()));
            found.push(draft);
            continue;
        }
        if is_failed_report(entry.message) {
            open.insert(writer, Open::Ignored);
            continue;
        }
        match open.get(&writer) {
            Some(Open::At(at)) => found[*at].push(entry.message),
            Some(Open::Ignored) => {}
            // The log began after the crash's first line, or people left it out.
            None if reporter == Reporter::Runtime && exception_head(entry.message).is_some() => {
                open.insert(writer, Open::At(found.len()));
                let mut draft = Draft::new(Origin::App, reporter, entry);
                draft.push(entry.message);
                found.push(draft);
            }
            None => {}
        }
    }
    found.into_iter().filter_map(Draft::finish).collect()
}

/// The Java crashes of a text: a log, or a stack as people paste it, with or without its first lines.
pub fn java_crashes_in_text(text: &str) -> Vec<JavaCrash> {
    let log = Logcat::parse(text);
    if !log.entries.is_empty() {
        return java_crashes(&log);
    }
    // Without tags each line may be the runtime's.
    let entries = lines(text).map(|line| LogEntry {
        time: None,
        pid: None,
        tid: None,
        priority: Priority::Error,
        tag: RUNTIME,
        message: line,
        buffer: None,
    });
    let as_log = Logcat { entries: entries.collect(), ..Logcat::default() };
    if as_log.entries.iter().any(|entry| fatal_thread(entry.message).is_some()) {
        return java_crashes(&as_log);
    }
    let bare = |stack: Stack| JavaCrash {
        origin: if runs_a_command(&stack) { Origin::Tool } else { Origin::App },
        reporter: Reporter::Text,
        process: None,
        pid: None,
        thread: None,
        time: None,
        stack,
    };
    stacks(text).into_iter().map(bare).collect()
}

/// What the lines of one writer are going into.
enum Open {
    At(usize),
    /// The rest of its lines repeats the crash, or tells why it could not be reported.
    Ignored,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(crash: &JavaCrash) -> String {
        let types: Vec<&str> = crash.stack.throwables.iter().map(|t| t.type_name.as_str()).collect();
        let dash = |text: &Option<String>| text.clone().unwrap_or("-".to_owned());
        let pid = crash.pid.map_or("-".to_owned(), |pid| pid.to_string());
        let (process, thread) = (dash(&crash.process), dash(&crash.thread));
        format!("{:?} {:?} {process} {pid} [{thread}] {}", crash.origin, crash.reporter, types.join(" < "))
    }

    fn check(text: &str, expected: &[&str]) {
        let seen: Vec<String> = java_crashes_in_text(text).iter().map(shown).collect();
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn reads_the_runtimes_report() {
        check(
            "E/AndroidRuntime(  7): FATAL EXCEPTION: Thread 2: x\n\
             E/AndroidRuntime(  7): Process: a.b:sync, PID: 7\n\
             E/AndroidRuntime(  7): java.lang.Error: two\n\
             E/AndroidRuntime(  7): lines\n\
             E/AndroidRuntime(  7): \tat a.b.C.d(C.java:1)\n\
             E/AndroidRuntime(  7): Caused by: x.Y\n\
             E/AndroidRuntime(  7): \t... 3 more\n",
            &["App Runtime a.b:sync 7 [Thread 2: x] java.lang.Error < x.Y"],
        );
        check(
            "E/AndroidRuntime(  7): FATAL EXCEPTION: main\n\
             E/AndroidRuntime(  7): java.lang.Error\n\
             E/AndroidRuntime(  7): \tat a.b.C.d(C.java:1)\n",
            &["App Runtime - 7 [main] java.lang.Error"],
        );
        check(
            "E/AndroidRuntime(  7): !@*** FATAL EXCEPTION IN SYSTEM PROCESS: android.ui\n\
             E/AndroidRuntime(  7): java.lang.Error\n",
            &["System Runtime system_server 7 [android.ui] java.lang.Error"],
        );
    }

    #[test]
    fn a_tool_is_not_an_app() {
        check(
            "E/AndroidRuntime(  9): FATAL EXCEPTION: main\n\
             E/AndroidRuntime(  9): PID: 9\n\
             E/AndroidRuntime(  9): java.lang.IllegalStateException: already registered!\n\
             E/AndroidRuntime(  9): \tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:78)\n\
             E/AndroidRuntime(  9): \n\
             E/AndroidRuntime(  9): Error reporting crash. Here's the error:\n\
             E/AndroidRuntime(  9): java.lang.RuntimeException: Bad file descriptor\n\
             E/AndroidRuntime(  9): \tat a.B.c(B.java:1)\n",
            &["Tool Runtime - 9 [main] java.lang.IllegalStateException"],
        );
        check(
            "FATAL EXCEPTION: main\njava.lang.Error\n\tat com.android.commands.uiautomator.Launcher.main(L.java:1)",
            &["Tool Runtime - - [main] java.lang.Error"],
        );
        check(
            "java.lang.Error: x\n\tat com.android.commands.uiautomator.Launcher.main(L.java:1)",
            &["Tool Text - - [-] java.lang.Error"],
        );
    }

    #[test]
    fn keeps_interleaved_crashes_apart() {
        let line = |pid: u32, message: &str| {
            format!("06-15 20:07:01.518 {pid:5} {pid:5} E AndroidRuntime: {message}\n")
        };
        let text = [
            line(1, "FATAL EXCEPTION: main"),
            line(2, "FATAL EXCEPTION: main"),
            line(1, "Process: a.a, PID: 1"),
            line(2, "Process: b.b, PID: 2"),
            line(2, "x.B: b"),
            line(1, "x.A: a"),
            line(1, "\tat a.A.a(A.java:1)"),
        ];
        check(&text.concat(), &["App Runtime a.a 1 [main] x.A", "App Runtime b.b 2 [main] x.B"]);
    }

    #[test]
    fn reads_reports_of_handlers_and_people() {
        check(
            "E/ACRA: ACRA caught a RuntimeException for a.b.debug\n    java.lang.RuntimeException: x\n        at a.b.C.d(C.java:1)\n     Caused by: x.Y\n",
            &["App Handler a.b.debug - [-] java.lang.RuntimeException < x.Y"],
        );
        check("java.lang.Error: x\n\tat a.B.c(B.java:1)\n", &["App Text - - [-] java.lang.Error"]);
        check(
            " FATAL EXCEPTION: main\n Process: a.b, PID: 5\n x.Y\n \tat a.B.c(B.java:1)",
            &["App Runtime a.b 5 [main] x.Y"],
        );
    }

    #[test]
    fn what_was_caught_is_no_crash() {
        let text =
            "W System.err: x.Y: z\nW System.err: \tat a.B.c(B.java:1)\nD AndroidRuntime: Shutting down VM\n";
        check(text, &[]);
    }

    #[test]
    fn belongs_to_the_app_in_any_of_its_processes() {
        let of = |process: &str| {
            let text =
                format!("FATAL EXCEPTION: main\nProcess: {process}, PID: 1\nx.Y\n\tat a.b.C.d(C.java:1)");
            java_crashes_in_text(&text)[0].is_of("a.b")
        };
        assert!(of("a.b") && of("a.b:sync"));
        assert!(!of("a.bc") && !of("a.b.c") && !of("a"));
        let unnamed = java_crashes_in_text("FATAL EXCEPTION: main\nx.Y\n\tat a.b.C.d(C.java:1)");
        assert!(unnamed[0].is_of("a.b") && !unnamed[0].is_of("a.bb"));
    }
}
