//! The app does not respond.

use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
use trace::{Crash, CrashKind, Step, Trace};

use crate::crash::others_process;

/// The app does not respond.
pub const ANR: Kind =
    Kind::new("anr", "ANR (app not responding)", Severity::Critical, "The app does not respond (ANR).");

const ABOUT: About = About {
    id: "anr",
    sentence: "Reads the log for Android's word that the app does not respond.",
    kinds: &[ANR],
    share: None,
    acts: &[],
};

/// See [`judge`].
#[derive(Debug)]
pub(crate) struct Anrs;

impl Technique for Anrs {
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
    let anrs = steps.filter_map(|(at, step)| {
        let anr = step.remarks.crash.as_ref().filter(|crash| crash.kind == CrashKind::Anr)?;
        Some(suspicion(at, step, anr, context))
    });
    anrs.collect()
}

fn suspicion(at: usize, step: &Step, anr: &Crash, context: &Context<'_>) -> Suspicion {
    let reason = anr.summary.split_once(": ").map_or(anr.summary.as_str(), |(_, reason)| reason);
    let identity = anr.identity.as_deref().unwrap_or(reason);
    let sentence = format!("the app does not respond: {reason}");
    let expectation = "An app should answer a touch within five seconds.";
    Suspicion {
        shows_after: at + 1,
        well_after: at,
        widget: step.event.as_ref().and_then(|event| event.target()).cloned(),
        details: vec![anr.summary.clone()],
        environment: others_process(anr, context.app),
        ..Suspicion::new(ABOUT.id, &ANR, &[identity], sentence, expectation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{APP, crashed, judged};

    fn check(process: &str, expected: (&str, &str, Option<&str>)) {
        let found = judged(
            &Anrs,
            &crashed(Crash {
                kind: CrashKind::Anr,
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
        check(APP, ("anr:input in com.example/.Main", sentence, None));
    }

    #[test]
    fn the_anr_of_another_app_is_told_apart() {
        let sentence = "the app does not respond: Input dispatching timed out";
        let environment = Some("it was com.other, not the app");
        check("com.other", ("anr:input in com.example/.Main", sentence, environment));
    }
}
