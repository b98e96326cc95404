//! What the outside hears.

use std::sync::atomic::Ordering;

use finding::{Finding, Prover};

use super::Rounds;
use crate::campaign::{CampaignError, Conclusion, Watcher};
use crate::record::Ending;
use crate::tally::{PhoneState, Update};

impl Rounds<'_> {
    pub(super) fn tell_progress(&mut self, watcher: &mut dyn Watcher) {
        self.merge_clock();
        watcher.told(Update::Progress(&self.lore.tally));
    }

    pub(super) fn merge_clock(&mut self) {
        let (spent, tally) = (self.spent(), &mut self.lore.tally);
        tally.elapsed(spent);
        tally.steps_now = self.board.steps.load(Ordering::Relaxed);
        tally.events_in_round = self.board.steps_in_round.load(Ordering::Relaxed);
        let phones = self.board.phones().into_iter();
        tally.phones = phones
            .map(|phone| PhoneState { name: phone.name, doing: phone.doing, lost: phone.lost })
            .collect();
    }

    pub(super) fn tell_news(&mut self, watcher: &mut dyn Watcher) -> Result<(), CampaignError> {
        let findings = self.findings();
        self.lore.tally.findings = findings.len();
        self.note_findings(&findings)?;
        self.tell_progress(watcher);
        for finding in &findings {
            if finding.shown_in().is_some() && self.told.insert(finding.name.clone()) {
                watcher.told(Update::Found(finding));
            }
        }
        Ok(())
    }

    fn findings(&self) -> Vec<Finding> {
        self.campaign.prover.as_ref().map(Prover::findings).unwrap_or_default()
    }

    /// How the run ended, for the record.
    pub(super) fn ending(&self) -> Ending {
        let artefacts = self.campaign.prover.iter().flat_map(Prover::artefacts);
        Ending {
            interrupted: self.campaign.stop.is_interrupted(),
            lost: self.lost.as_ref().filter(|_| self.is_without_phones()).map(ToString::to_string),
            proving: self.lore.tally.proving,
            findings: self.findings(),
            not_reproducible: artefacts
                .map(|(suspicion, why)| (suspicion.clone(), why.map(str::to_owned)))
                .collect(),
        }
    }

    pub(crate) fn conclude(mut self) -> Conclusion {
        let ending = self.ending();
        self.lore.tally.note_point();
        let error = self.lost.take().filter(|_| self.is_without_phones());
        Conclusion { error, planners: self.campaign.planners, ..Conclusion::of(self.lore, ending, true) }
    }
}
