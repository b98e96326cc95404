//! Crashes and hangs, found in what a phone logged.

use device::adb::parse::anr::anrs;
use device::adb::parse::crash::{JavaCrash, Origin, java_crashes};
use device::adb::parse::logcat::Logcat;
use device::adb::parse::native_frame::NativeFrame;
use device::adb::parse::stack::Frame;
use device::adb::parse::tombstone::{NativeCrash, native_crashes};

use crate::{Crash, CrashKind};

impl Crash {
    /// The first crash or hang of an app that a log tells of. Crashes of tools run from the shell are our own, not an app's.
    pub fn in_log(log: &Logcat<'_>) -> Option<Crash> {
        let java = java_crashes(log).into_iter().find(|crash| crash.origin != Origin::Tool);
        if let Some(crash) = java {
            return Some(Crash::of_java(&crash));
        }
        if let Some(crash) = native_crashes(log).first() {
            return Some(Crash::of_native(crash));
        }
        let hang = anrs(log).into_iter().next()?;
        let summary = format!("{} is not responding: {}", hang.process, hang.reason);
        Some(Crash { kind: CrashKind::Hang, summary, stack: Vec::new() })
    }

    fn of_java(crash: &JavaCrash) -> Crash {
        let thrown = crash.stack.thrown();
        let summary = thrown.map_or_else(String::new, |thrown| match &thrown.message {
            Some(message) => format!("{}: {message}", thrown.type_name),
            None => thrown.type_name.clone(),
        });
        let frames = thrown.map(|thrown| thrown.frames.as_slice()).unwrap_or_default();
        Crash { kind: CrashKind::Exception, summary, stack: frames.iter().map(java_frame).collect() }
    }

    fn of_native(crash: &NativeCrash) -> Crash {
        let signal = crash.signal.as_deref().unwrap_or("a signal");
        let summary = match &crash.cause {
            Some(cause) => format!("{signal} in {}: {cause}", crash.process),
            None => format!("{signal} in {}", crash.process),
        };
        Crash { kind: CrashKind::Native, summary, stack: crash.frames.iter().map(native_frame).collect() }
    }
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
        let found = Crash::in_log(&Logcat::parse(log));
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
    fn a_hang_is_told_with_its_reason() {
        check(
            "11-16 10:00:00.000  500  600 E ActivityManager: ANR in org.example.notes (org.example.notes/.Edit)\n\
             11-16 10:00:00.000  500  600 E ActivityManager: PID: 900\n\
             11-16 10:00:00.000  500  600 E ActivityManager: Reason: Input dispatching timed out\n",
            Some((CrashKind::Hang, "org.example.notes is not responding: Input dispatching timed out", &[])),
        );
    }

    #[test]
    fn a_quiet_log_tells_of_none() {
        check("11-16 10:00:00.000  500  600 I Notes: saved\n", None);
    }
}
