//! Crashes and ANRs, found in what a phone logged.

use android::anr::{Anr, anrs};
use android::crash::{JavaCrash, Origin, java_crashes};
use android::identity::{native_identity, own_frames, own_frames_identity, paper_identity};
use android::logcat::Logcat;
use android::native_frame::NativeFrame;
use android::stack::{Frame, Throwable};
use android::tombstone::{NativeCrash, native_crashes};

use crate::{Crash, CrashKind};

/// What stands before a cause in a stack, as Java prints it.
const CAUSED_BY: &str = "Caused by: ";

impl Crash {
    /// The stack as Java prints it: frames after `at`, causes by themselves.
    pub fn printed_stack(&self) -> impl Iterator<Item = String> + '_ {
        self.stack
            .iter()
            .map(|line| if line.starts_with(CAUSED_BY) { line.clone() } else { format!("at {line}") })
    }

    /// The first crash or ANR of an app that a log tells of, one of the app `package` before those of others. Crashes of
    /// tools run from the shell are our own, not an app's.
    pub fn in_log(log: &Logcat<'_>, package: &str) -> Option<Crash> {
        let java = java_crashes(log).into_iter().filter(|crash| crash.origin != Origin::Tool);
        let java = java.map(|crash| Crash::of_java(&crash, package));
        let native = native_crashes(log).into_iter().map(|crash| Crash::of_native(&crash, package));
        let not_responding = anrs(log).into_iter().map(|anr| Crash::of_anr(&anr));
        let mut others = None;
        for crash in java.chain(native).chain(not_responding) {
            if crash.is_of(package) {
                return Some(crash);
            }
            others.get_or_insert(crash);
        }
        others
    }

    /// Whether it is the end of the app `package`, in any of its processes. Without a process, whoever wrote the crash
    /// down knew whose it was.
    pub fn is_of(&self, package: &str) -> bool {
        self.process.as_deref().is_none_or(|process| {
            process.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        })
    }

    fn of_java(crash: &JavaCrash, package: &str) -> Crash {
        let thrown = crash.stack.thrown();
        // Before Android 4.4 the log names no process.
        let process = crash.process.clone().or_else(|| crash.is_of(package).then(|| package.to_owned()));
        Crash {
            kind: CrashKind::Exception,
            summary: thrown.map_or_else(String::new, told),
            stack: java_stack(&crash.stack.causes()),
            process: Some(process.unwrap_or_else(|| "an unnamed process".to_owned())),
            own_frame: own_frames(crash, package).first().map(|frame| java_frame(frame)),
            identity: Some(own_frames_identity(crash, package).to_string()),
            paper_identity: paper_identity(crash, package).map(|id| id.to_string()),
        }
    }

    fn of_native(crash: &NativeCrash, package: &str) -> Crash {
        let signal = crash.signal.as_deref().unwrap_or("a signal");
        // The kernel keeps the end of a name; whose end it is cannot be told, so the app under test is suspected.
        let is_cut = crash.process_cut && !crash.process.is_empty() && package.ends_with(&crash.process);
        let process = if is_cut { package } else { &crash.process };
        let summary = match &crash.cause {
            Some(cause) => format!("{signal} in {process}: {cause}"),
            None => format!("{signal} in {process}"),
        };
        Crash {
            kind: CrashKind::Native,
            summary,
            stack: crash.frames.iter().map(native_frame).collect(),
            process: Some(process.to_owned()),
            own_frame: None,
            identity: Some(native_identity(crash, package).to_string()),
            paper_identity: None,
        }
    }

    fn of_anr(anr: &Anr) -> Crash {
        let place = anr.activity.as_ref().map_or_else(|| anr.process.clone(), ToString::to_string);
        Crash {
            kind: CrashKind::Anr,
            summary: format!("{} is not responding: {}", anr.process, anr.reason),
            stack: Vec::new(),
            process: Some(anr.process.clone()),
            own_frame: None,
            identity: Some(format!("{} in {place}", format!("{:?}", anr.kind).to_lowercase())),
            paper_identity: None,
        }
    }
}

fn told(thrown: &Throwable) -> String {
    match &thrown.message {
        Some(message) => format!("{}: {message}", thrown.type_name),
        None => thrown.type_name.clone(),
    }
}

/// The frames of what was thrown, then each cause in a line of its own with those that it does not share.
fn java_stack(chain: &[&Throwable]) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, thrown) in chain.iter().enumerate() {
        if at > 0 {
            lines.push(format!("{CAUSED_BY}{}", told(thrown)));
        }
        lines.extend(thrown.frames.iter().map(java_frame));
    }
    lines
}

fn java_frame(frame: &Frame) -> String {
    let place = match (&frame.file, frame.line) {
        _ if frame.native => "Native Method".to_owned(),
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => "Unknown Source".to_owned(),
    };
    format!("{}.{}({place})", frame.class, frame.method)
}

fn native_frame(frame: &NativeFrame) -> String {
    match &frame.function {
        Some(function) => format!("{function} ({})", frame.file()),
        None => frame.file().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(log: &str, expected: Option<(CrashKind, &str, &[&str])>) {
        let found = Crash::in_log(&Logcat::parse(log), "org.example.notes");
        let told = found.as_ref().map(|crash| {
            let stack: Vec<&str> = crash.stack.iter().map(String::as_str).collect();
            (crash.kind, crash.summary.as_str(), stack)
        });
        assert_eq!(told, expected.map(|(kind, summary, stack)| (kind, summary, stack.to_vec())));
    }

    #[test]
    fn an_exception_is_told_with_its_frames() {
        check(
            "11-16 10:00:00.000  900  900 E AndroidRuntime: FATAL EXCEPTION: main\n\
             11-16 10:00:00.000  900  900 E AndroidRuntime: Process: org.example.notes, PID: 900\n\
             11-16 10:00:00.000  900  900 E AndroidRuntime: java.lang.IllegalStateException: no note\n\
             11-16 10:00:00.000  900  900 E AndroidRuntime: \tat org.example.notes.Edit.onSave(Edit.java:12)\n",
            Some((
                CrashKind::Exception,
                "java.lang.IllegalStateException: no note",
                &["org.example.notes.Edit.onSave(Edit.java:12)"],
            )),
        );
    }

    #[test]
    fn an_anr_is_told_with_its_reason() {
        check(
            "11-16 10:00:00.000  500  600 E ActivityManager: ANR in org.example.notes (org.example.notes/.Edit)\n\
             11-16 10:00:00.000  500  600 E ActivityManager: PID: 900\n\
             11-16 10:00:00.000  500  600 E ActivityManager: Reason: Input dispatching timed out\n",
            Some((CrashKind::Anr, "org.example.notes is not responding: Input dispatching timed out", &[])),
        );
    }

    #[test]
    fn the_apps_own_crash_comes_before_those_of_others() {
        let crash = |process: &str, pid: u32| {
            let line = |text: &str| format!("11-16 10:00:00.000  {pid}  {pid} E AndroidRuntime: {text}\n");
            line("FATAL EXCEPTION: main")
                + &line(&format!("Process: {process}, PID: {pid}"))
                + &line("java.lang.RuntimeException: start")
                + &line("\tat android.app.ActivityThread.start(ActivityThread.java:1)")
                + &line("Caused by: java.lang.IllegalStateException: no note")
                + &line("\tat org.example.notes.Edit.onSave(Edit.java:12)")
        };
        let in_log = |log: &str| Crash::in_log(&Logcat::parse(log), "org.example.notes").unwrap();
        let other = in_log(&crash("org.example.mail", 7));
        assert!(!other.is_of("org.example.notes"));
        let own = in_log(&(crash("org.example.mail", 7) + &crash("org.example.notes:sync", 8)));
        assert!(own.is_of("org.example.notes"));
        assert_eq!(
            own.printed_stack().collect::<Vec<_>>(),
            [
                "at android.app.ActivityThread.start(ActivityThread.java:1)",
                "Caused by: java.lang.IllegalStateException: no note",
                "at org.example.notes.Edit.onSave(Edit.java:12)",
            ],
        );
        assert_eq!(own.own_frame.as_deref(), Some("org.example.notes.Edit.onSave(Edit.java:12)"));
        assert!(own.identity.is_some() && own.paper_identity.is_some() && own.identity != other.identity);
    }

    #[test]
    fn a_quiet_log_tells_of_none() {
        check("11-16 10:00:00.000  500  600 I Notes: saved\n", None);
    }
}
