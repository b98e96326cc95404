//! What the outside hears.

use std::sync::atomic::Ordering;

use finding::{Finding, Prover, Verdict};

use super::Rounds;
use crate::campaign::{Conclusion, Watcher};
use crate::tally::{PhoneState, Told};

impl Rounds<'_> {
    pub(super) fn tell_progress(&mut self, watcher: &mut dyn Watcher) {
        self.merge_clock();
        watcher.told(Told::Progress(&self.tally));
    }

    pub(super) fn merge_clock(&mut self) {
        self.tally.elapsed(self.spent());
        self.tally.steps_now = self.board.steps.load(Ordering::Relaxed);
        self.tally.events_in_round = self.board.steps_in_round.load(Ordering::Relaxed);
        let phones = self.board.phones().into_iter();
        self.tally.phones = phones
            .map(|phone| PhoneState { name: phone.name, doing: phone.doing, lost: phone.lost })
            .collect();
    }

    pub(super) fn tell_news(&mut self, watcher: &mut dyn Watcher) {
        let findings = self.campaign.prover.as_ref().map(Prover::findings).unwrap_or_default();
        self.tally.findings = findings.len();
        self.tell_progress(watcher);
        for finding in &findings {
            if finding.shown_in.is_some() && self.told.insert(finding.name.clone()) {
                watcher.told(Told::Found(finding));
            }
        }
    }

    pub(crate) fn conclude(mut self) -> Conclusion {
        self.tally.note_point();
        let findings = self.campaign.prover.as_ref().map(Prover::findings).unwrap_or_default();
        let artefacts = self.campaign.prover.iter().flat_map(Prover::artefacts);
        let artefacts =
            artefacts.map(|(suspicion, why)| (suspicion.clone(), why.map(str::to_owned))).collect();
        let interrupted = self.campaign.stop.is_interrupted();
        let lost = self.lost.filter(|_| self.phones_left == 0);
        // What looked wrong and was never tried again may well be.
        let open = findings.iter().any(|finding| !finding.is_confirmed()) || self.tally.proving.left_out > 0;
        let enough = !interrupted && lost.is_none() && !open && self.tally.health.is_enough();
        let verdict = match findings.iter().any(Finding::is_confirmed) {
            true => Verdict::Findings,
            false if enough => Verdict::Clean,
            false => Verdict::Inconclusive,
        };
        Conclusion {
            verdict,
            enough,
            tally: self.tally,
            findings,
            environment: self.environment,
            model: self.known.model,
            volatile: self.known.volatile,
            artefacts,
            interrupted,
            lost,
        }
    }
}
