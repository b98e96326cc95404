//! A Java crash whose lines are still coming.

use super::crash::{JavaCrash, Origin, Reporter};
use super::logcat::{LogEntry, Priority};
use super::stack::Stack;
use super::stack_builder::StackBuilder;

/// The tag under which Android's own handler prints.
pub(super) const RUNTIME: &str = "AndroidRuntime";

/// A crash whose lines are still coming.
pub(super) struct Draft {
    crash: JavaCrash,
    builder: Option<StackBuilder>,
    names_pid_only: bool,
}

impl Draft {
    pub(super) fn new(origin: Origin, reporter: Reporter, entry: &LogEntry<'_>) -> Self {
        let crash = JavaCrash {
            origin,
            reporter,
            process: None,
            pid: entry.pid,
            thread: None,
            time: entry.time.map(str::to_owned),
            stack: Stack::default(),
        };
        Self { crash, builder: None, names_pid_only: false }
    }

    /// A draft for the line that opens a crash, if it does.
    pub(super) fn started_by(entry: &LogEntry<'_>, reporter: Reporter) -> Option<Self> {
        if reporter == Reporter::Runtime {
            let (origin, thread) = fatal_thread(entry.message)?;
            let mut draft = Self::new(origin, reporter, entry);
            draft.crash.thread = Some(thread.to_owned());
            if origin == Origin::System {
                draft.crash.process = Some("system_server".to_owned());
            }
            return Some(draft);
        }
        let acra = entry.message.strip_prefix("ACRA caught a ").and_then(|rest| rest.split_once(" for "));
        let other = entry.message.starts_with("App has crashed, executing");
        (acra.is_some() || other).then(|| {
            let mut draft = Self::new(Origin::App, reporter, entry);
            draft.crash.process = acra.map(|(_, process)| process.trim().to_owned());
            draft
        })
    }

    pub(super) fn push(&mut self, line: &str) {
        if let Some(builder) = &mut self.builder {
            builder.push(line);
            return;
        }
        let body = line.trim();
        if body.is_empty() {
        } else if let Some(process) = body.strip_prefix("Process: ") {
            let (process, rest) = process.split_once(',').unwrap_or((process, ""));
            self.crash.process = Some(process.trim().to_owned());
            self.crash.pid = pid_in(rest).or(self.crash.pid);
        } else if let Some(pid) = pid_in(body) {
            self.names_pid_only = true;
            self.crash.pid = Some(pid);
        } else {
            self.builder = Some(StackBuilder::new(body));
        }
    }

    /// The crash, unless nothing says what was thrown.
    pub(super) fn finish(self) -> Option<JavaCrash> {
        let mut crash = self.crash;
        crash.stack = self.builder?.finish();
        if crash.reporter == Reporter::Handler && crash.stack.thrown().is_none_or(|t| t.frames.is_empty()) {
            return None;
        }
        // Only a runtime that was never told a process name, one started from the shell, prints the pid alone. Its
        // frames say the same where that line was lost.
        if crash.origin == Origin::App
            && crash.process.is_none()
            && (self.names_pid_only || runs_a_command(&crash.stack))
        {
            crash.origin = Origin::Tool;
        }
        Some(crash)
    }
}

/// Who would print a crash with such a line; `None` for all other lines.
pub(super) fn reporter_of(entry: &LogEntry<'_>) -> Option<Reporter> {
    match entry.tag {
        // The runtime also logs its start and end here, at other priorities.
        RUNTIME => (entry.priority == Priority::Error).then_some(Reporter::Runtime),
        "ACRA" | "CustomActivityOnCrash" => (entry.priority == Priority::Error).then_some(Reporter::Handler),
        _ => None,
    }
}

/// The thread of `FATAL EXCEPTION: main` or `*** FATAL EXCEPTION IN SYSTEM PROCESS: android.ui`.
pub(super) fn fatal_thread(message: &str) -> Option<(Origin, &str)> {
    // Samsung puts `!@` in front of what its own log collector watches for.
    let message = message.trim_start().trim_start_matches("!@").trim_start_matches("*** ");
    let rest = message.strip_prefix("FATAL EXCEPTION")?;
    if let Some(thread) = rest.strip_prefix(" IN SYSTEM PROCESS: ") {
        return Some((Origin::System, thread.trim()));
    }
    rest.strip_prefix(':').map(|thread| (Origin::App, thread.trim()))
}

/// What follows belongs to the failure of reporting a crash already seen.
pub(super) fn is_failed_report(message: &str) -> bool {
    ["Error reporting crash", "Couldn't report crash", "Failed to send crash report"]
        .iter()
        .any(|start| message.starts_with(start))
}

fn pid_in(text: &str) -> Option<u32> {
    text.trim().strip_prefix("PID: ")?.trim().parse().ok()
}

/// Whether the stack is that of a command run from the shell.
pub(super) fn runs_a_command(stack: &Stack) -> bool {
    let mut frames = stack.throwables.iter().flat_map(|throwable| &throwable.frames);
    frames.any(|frame| frame.class.starts_with("com.android.commands."))
}
