//! What an experiment teaches, and what is written down of it.

use experiment::{Outcome, Planner, Suspicion, Techniques};
use finding::Finding;

use super::Rounds;
use crate::campaign::CampaignError;
use crate::record::{SuspicionNote, is_told_by};

impl Rounds<'_> {
    /// Takes in what came of an experiment. Outcomes come in the order of their numbers.
    pub(super) fn learn(&mut self, outcome: &Outcome) -> Result<(), CampaignError> {
        self.lore.learn(outcome);
        self.ledger.learn(outcome);
        let world = &self.lore.world;
        let mut raised = direct(outcome, &self.campaign.settings.techniques);
        for planner in &mut self.campaign.planners {
            raised.extend(planner.learn(outcome, world));
        }
        self.lore.tally.suspicions += raised.len() as u64;
        let Some(prover) = &mut self.campaign.prover else { return Ok(()) };
        prover.learn(outcome, world);
        // What a proof shows besides is for whoever looks at proofs.
        raised.retain(|_| !outcome.cause.purpose.is_proof());
        let events = self.lore.tally.health.events;
        raised.retain(|suspicion| prover.suspect(suspicion, outcome, events));
        self.lore.tally.proving = prover.progress();
        raised.iter().try_for_each(|suspicion| self.note_suspicion(outcome.id, suspicion))
    }

    fn note_suspicion(&self, experiment: u64, suspicion: &Suspicion) -> Result<(), CampaignError> {
        let note = SuspicionNote { experiment, suspicion };
        self.journal().map_or(Ok(()), |mut journal| journal.suspicion(&note))?;
        Ok(())
    }

    /// Writes down what became known of findings. How often one was seen can wait for the end.
    pub(super) fn note_findings(&mut self, findings: &[Finding]) -> Result<(), CampaignError> {
        for finding in findings.iter().filter(|finding| finding.is_confirmed()) {
            let before = self.recorded.get(&finding.name);
            if before.is_none() {
                self.ledger.pay(&finding.suspicion);
            }
            if before.is_some_and(|before| is_told_by(finding, before)) {
                continue;
            }
            if let Some(mut journal) = self.journal() {
                journal.finding(finding)?;
            }
            self.recorded.insert(finding.name.clone(), finding.clone());
        }
        Ok(())
    }
}

/// What needs no planner to deserve a proof: what techniques without one say, each fault once. Whose end it was must be clear.
fn direct(outcome: &Outcome, techniques: &Techniques) -> Vec<Suspicion> {
    let mut raised: Vec<Suspicion> = Vec::new();
    for suspicion in outcome.suspicions.iter().filter(|suspicion| suspicion.environment.is_none()) {
        let is_direct = techniques.of(suspicion).is_some_and(|technique| technique.about().share.is_none());
        if is_direct && raised.iter().all(|before| before.fingerprint != suspicion.fingerprint) {
            raised.push(suspicion.clone());
        }
    }
    raised
}
