//! The app cannot be brought back to the front.

use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
use gui::Event;
use trace::{Step, Trace};

/// The app cannot be brought back to the front.
pub const CANNOT_RETURN: Kind = Kind::new(
    "cannot-return",
    "Cannot return",
    Severity::Major,
    "The app cannot be brought back to the front.",
);

const ABOUT: About = About {
    id: "cannot-return",
    sentence: "Notices an app that does not come to the front when it is opened.",
    kinds: &[CANNOT_RETURN],
    share: None,
    acts: &[],
};

/// See [`judge`].
#[derive(Debug)]
pub(crate) struct CannotReturn;

impl Technique for CannotReturn {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, _context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace)
    }
}

/// So often in a row an app is opened in vain before anybody says so.
const LAUNCHES: usize = 3;

/// The app was opened again and again, and the launcher is still there.
///
/// **Notices** three openings in a row after which the home screen is in front, without a crash that would explain it.
///
/// **A fault because** whoever taps an app's icon expects the app.
///
/// **Example**: an app that closes itself as soon as it is shown, because its data is broken.
///
/// **Mistaken** where a launcher's package does not call itself one: then it stays silent, as it does when a call, a dialog
/// of the system or another app lies over the app.
fn judge(trace: &Trace) -> Vec<Suspicion> {
    let mut found = Vec::new();
    let mut in_vain = 0;
    for (at, step) in trace.steps().iter().enumerate() {
        in_vain = if is_in_vain(step) { in_vain + 1 } else { 0 };
        if in_vain == LAUNCHES {
            found.push(suspicion(at));
        }
    }
    found
}

fn is_in_vain(step: &Step) -> bool {
    let at_home = step.after.layout.as_ref().is_some_and(|layout| is_launcher(layout.package()));
    step.event == Some(Event::Launch) && at_home && step.remarks.crash.is_none()
}

/// Launchers say so in their package's name: `com.android.launcher3`, `com.miui.home`.
fn is_launcher(package: &str) -> bool {
    package.split('.').any(|part| part.contains("launcher") || part == "home")
}

fn suspicion(at: usize) -> Suspicion {
    let sentence = format!("the app does not come to the front: it was opened {LAUNCHES} times in a row");
    let expectation = "Whoever taps an app's icon expects the app.";
    Suspicion {
        shows_after: at + 1,
        well_after: at + 1 - LAUNCHES,
        ..Suspicion::new(ABOUT.id, &CANNOT_RETURN, &[], sentence, expectation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::trace;

    const HOME: &str = "screen FrameLayout @com.android.launcher3";

    fn check(steps: &[&str], expected: &[usize]) {
        let found = judge(&trace(&steps.join("\n")));
        let shows: Vec<usize> = found.iter().map(|suspicion| suspicion.shows_after).collect();
        assert_eq!(shows, expected);
    }

    #[test]
    fn opened_three_times_and_still_at_home() {
        check(&[HOME, "launch", HOME, "launch", HOME, "launch", HOME, "launch", HOME], &[3]);
    }

    #[test]
    fn silent_when_it_comes_at_the_third_try() {
        let app = "screen FrameLayout #list";
        check(&[HOME, "launch", HOME, "launch", HOME, "launch", app, "launch", app], &[]);
    }

    #[test]
    fn silent_when_a_call_lies_over_it() {
        let call = "screen FrameLayout @com.android.dialer";
        check(&[call, "launch", call, "launch", call, "launch", call], &[]);
    }
}
