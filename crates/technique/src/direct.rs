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
