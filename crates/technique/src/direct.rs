//! What one look is enough for.

use experiment::{Kind, Knowledge, Outcome, Planner, Round, Suspicion};

/// Passes on what needs no comparison to be believed: crashes, hangs, an app that does not come back.
///
/// Whose end it was must be clear: what is the phone's fault is not passed on. The same crash twice in one experiment is one.
#[derive(Debug)]
pub struct Direct;

impl Planner for Direct {
    fn learn(&mut self, outcome: &Outcome, _known: &Knowledge) -> Vec<Suspicion> {
        let mut raised: Vec<Suspicion> = Vec::new();
        for suspicion in outcome.suspicions.iter().filter(|suspicion| is_direct(suspicion)) {
            if raised.iter().all(|before| before.fingerprint != suspicion.fingerprint) {
                raised.push(suspicion.clone());
            }
        }
        raised
    }

    fn plan(&mut self, _known: &Knowledge, _round: &mut Round) {}
}

fn is_direct(suspicion: &Suspicion) -> bool {
    let kind = matches!(suspicion.kind, Kind::Crash | Kind::NativeCrash | Kind::Hang | Kind::StuckOutside);
    kind && suspicion.environment.is_none()
}

#[cfg(test)]
mod tests {
    use trace::{Crash, CrashKind};

    use super::*;
    use crate::judge;
    use crate::testing::{crashed, judged, knowledge, outcome};

    fn check(process: &str, expected: &[&str]) {
        let crash = Crash {
            kind: CrashKind::Exception,
            summary: "java.lang.Error".to_owned(),
            stack: Vec::new(),
            process: Some(process.to_owned()),
            own_frame: None,
            identity: Some("1".to_owned()),
            paper_identity: None,
        };
        let mut outcome = outcome(1, "screen Button #save");
        outcome.suspicions = judged(judge, &crashed(crash));
        outcome.suspicions.extend(outcome.suspicions.clone());
        let raised = Direct.learn(&outcome, &knowledge());
        let told: Vec<&str> = raised.iter().map(|raised| raised.fingerprint.as_str()).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_crash_is_raised_once_per_experiment() {
        check("com.example", &["crash:1"]);
    }

    #[test]
    fn a_crash_of_another_app_is_not() {
        check("com.other", &[]);
    }
}
