//! The app does not respond.

use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
use trace::{Crash, CrashKind, Step, Trace};

use crate::crash::others_process;

/// The app does not respond.
pub const HANG: Kind =
    Kind::new("hang", "App not responding", Severity::Critical, "The app does not respond (ANR).");

const ABOUT: About = About {
    id: "hang",
    sentence: "Reads the log for Android's word that the app does not respond.",
    kinds: &[HANG],
    share: None,
    acts: &[],
};

/// See [`judge`].
#[derive(Debug)]
pub(crate) struct Hangs;

impl Technique for Hangs {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace, context)
    }
}

/// The app leaves a touch, a key or a message of the system unanswered for so long that Android says so.
///
/// **Notices** "ANR in …" in the log during a step.
///
/// **A fault because** Android itself asks the person to end such an app.
///
/// **Example**: "the app does not respond: Input dispatching timed out".
///
/// **Mistaken** on phones and computers so slow that everything takes seconds: replaying it shows.
fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let steps = trace.steps().iter().enumerate();
    let hangs = steps.filter_map(|(at, step)| {
        let hang = step.remarks.crash.as_ref().filter(|crash| crash.kind == CrashKind::Hang)?;
        Some(suspicion(at, step, hang, context))
    });
    hangs.collect()
}

fn suspicion(at: usize, step: &Step, hang: &Crash, context: &Context<'_>) -> Suspicion {
    let reason = hang.summary.split_once(": ").map_or(hang.summary.as_str(), |(_, reason)| reason);
    let identity = hang.identity.as_deref().unwrap_or(reason);
    let sentence = format!("the app does not respond: {reason}");
    let expectation = "An app should answer a touch within five seconds.";
    Suspicion {
        shows_after: at + 1,
        well_after: at,
        widget: step.event.as_ref().and_then(|event| event.target()).cloned(),
        details: vec![hang.summary.clone()],
        environment: others_process(hang, context.app),
        ..Suspicion::new(ABOUT.id, &HANG, &[identity], sentence, expectation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{APP, crashed, judged};

    fn check(process: &str, expected: (&str, &str, Option<&str>)) {
        let found = judged(
            &Hangs,
            &crashed(Crash {
                kind: CrashKind::Hang,
                summary: format!("{process} is not responding: Input dispatching timed out"),
                stack: Vec::new(),
                process: Some(process.to_owned()),
                own_frame: None,
                identity: Some("input in com.example/.Main".to_owned()),
                paper_identity: None,
            }),
        );
        let [found] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (found.fingerprint.as_str(), found.sentence.as_str(), found.environment.as_deref()),
            expected
        );
    }

    #[test]
    fn the_app_does_not_respond() {
        let sentence = "the app does not respond: Input dispatching timed out";
        check(APP, ("hang:input in com.example/.Main", sentence, None));
    }

    #[test]
    fn another_app_that_hangs_is_told_apart() {
        let sentence = "the app does not respond: Input dispatching timed out";
        let environment = Some("it was com.other, not the app");
        check("com.other", ("hang:input in com.example/.Main", sentence, environment));
    }
}
