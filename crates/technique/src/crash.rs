//! The app ends against its will.

use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
use trace::{Crash, CrashKind, Step, Trace};

/// The app ended with an exception that nobody caught.
pub const CRASH: Kind =
    Kind::new("crash", "Crash", Severity::Critical, "The app ended with an exception that nobody caught.");
/// The app ended with a signal in native code.
pub const NATIVE_CRASH: Kind = Kind::new(
    "native-crash",
    "Native crash",
    Severity::Critical,
    "The app ended with a signal in native code.",
);

const ABOUT: About = About {
    id: "crash",
    sentence: "Reads the log for the end of the app's processes.",
    kinds: &[CRASH, NATIVE_CRASH],
    share: None,
    acts: &[],
};

/// See [`judge`].
#[derive(Debug)]
pub(crate) struct Crashes;

impl Technique for Crashes {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace, context)
    }
}

/// An exception that nobody caught, or a signal in native code.
///
/// **Notices** a crash in the log during a step, of any process of the app. Those of other apps are told apart: they are the
/// phone's, not the app's.
///
/// **A fault because** no person wants an app to vanish, whatever they did.
///
/// **Example**: "the app crashed: `IllegalStateException`: no such note, in `Edit.onSave` (`Edit.java:12`)".
///
/// **Mistaken** where two faults on one path throw the same type: they are taken for one. A lone `Fatal signal` line names
/// only the end of its process.
fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let crashes = trace.steps().iter().enumerate().filter_map(|(at, step)| {
        let crash = step.remarks.crash.as_ref()?;
        suspicion(at, step, crash, context)
    });
    crashes.collect()
}

fn suspicion(at: usize, step: &Step, crash: &Crash, context: &Context<'_>) -> Option<Suspicion> {
    let (kind, how) = match crash.kind {
        CrashKind::Exception => (CRASH, "the app crashed"),
        CrashKind::Native => (NATIVE_CRASH, "the app crashed in native code"),
        CrashKind::Anr => return None,
    };
    let place = crash.own_frame.as_deref().map(|frame| format!(", in {}", short_frame(frame, context.app)));
    let identity = crash.identity.as_deref().unwrap_or(&crash.summary);
    let mut details = vec![crash.summary.clone()];
    details.extend(crash.printed_stack());
    let sentence = format!("{how}: {}{}", short_summary(&crash.summary), place.unwrap_or_default());
    let expectation = "An app should not end by itself, whatever a person does.";
    Some(Suspicion {
        shows_after: at + 1,
        well_after: at,
        widget: step.event.as_ref().and_then(|event| event.target()).cloned(),
        details,
        environment: others_process(crash, context.app),
        ..Suspicion::new(ABOUT.id, &kind, &[identity], sentence, expectation)
    })
}

/// Why a crash or hang is not the app's, where it is not.
pub(crate) fn others_process(crash: &Crash, app: &str) -> Option<String> {
    let process = crash.process.as_deref().filter(|_| !crash.is_of(app))?;
    Some(format!("it was {process}, not the app"))
}

/// The first line, and the exception's name without its package.
fn short_summary(summary: &str) -> &str {
    let line = summary.lines().next().unwrap_or_default();
    let name_end = line.find(':').unwrap_or(line.len());
    let name = &line[..name_end];
    let is_class = name.contains('.') && !name.contains(char::is_whitespace);
    match name.rfind('.').filter(|_| is_class) {
        Some(dot) => &line[dot + 1..],
        None => line,
    }
}

/// A frame without the app's own package: `Edit.onSave (Edit.java:12)`.
fn short_frame(frame: &str, app: &str) -> String {
    let inside = frame.strip_prefix(app).and_then(|rest| rest.strip_prefix('.')).unwrap_or(frame);
    inside.replacen('(', " (", 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{APP, crashed, judged};

    fn check(crash: Crash, fingerprint: &str, sentence: &str, environment: Option<&str>) {
        let found = judged(&Crashes, &crashed(crash));
        let [found] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (found.fingerprint.as_str(), found.sentence.as_str(), found.environment.as_deref()),
            (fingerprint, sentence, environment)
        );
        assert_eq!((found.well_after, found.shows_after), (0, 1));
    }

    fn crash(process: &str) -> Crash {
        Crash {
            kind: CrashKind::Exception,
            summary: "java.lang.IllegalStateException: no note\nat all".to_owned(),
            stack: vec!["com.example.Edit.onSave(Edit.java:12)".to_owned()],
            process: Some(process.to_owned()),
            own_frame: Some("com.example.Edit.onSave(Edit.java:12)".to_owned()),
            identity: Some("0123".to_owned()),
            paper_identity: None,
        }
    }

    #[test]
    fn an_exception_of_the_app() {
        let sentence = "the app crashed: IllegalStateException: no note, in Edit.onSave (Edit.java:12)";
        check(crash(APP), "crash:0123", sentence, None);
        check(crash("com.example:sync"), "crash:0123", sentence, None);
    }

    #[test]
    fn a_crash_of_another_app_is_told_apart() {
        let crash = Crash { own_frame: None, ..crash("com.example2") };
        let sentence = "the app crashed: IllegalStateException: no note";
        check(crash, "crash:0123", sentence, Some("it was com.example2, not the app"));
    }

    #[test]
    fn a_signal_in_native_code() {
        let crash = Crash {
            kind: CrashKind::Native,
            summary: "SIGSEGV in com.example: null pointer dereference".to_owned(),
            own_frame: None,
            ..crash(APP)
        };
        let sentence = "the app crashed in native code: SIGSEGV in com.example: null pointer dereference";
        check(crash, "native-crash:0123", sentence, None);
    }

    #[test]
    fn a_crash_of_a_recording_without_identity_is_known_by_its_words() {
        let crash = Crash { identity: None, process: None, ..crash(APP) };
        let sentence = "the app crashed: IllegalStateException: no note, in Edit.onSave (Edit.java:12)";
        check(crash, "crash:java.lang.IllegalStateException: no note\nat all", sentence, None);
    }

    #[test]
    fn silent_on_a_hang() {
        let crash = Crash { kind: CrashKind::Anr, ..crash(APP) };
        assert_eq!(judged(&Crashes, &crashed(crash)), []);
    }
}
