//! The planner that drafts.

use std::collections::HashMap;

use experiment::{Act, Fingerprint, Outcome, Plan, Planner, Purpose, Round, Start, Suspicion, World};

use crate::draft::Draft;
use crate::drafting::Drafting;
use crate::situation::{Ending, Reached, Situation};

/// How much to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// In each state, the most events besides the pivot events.
    pub others: usize,
    /// The most experiments in all.
    pub experiments: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 32, others: 40, experiments: 20_000 }
    }
}

/// Makes a bug automaton from the fewest steps to the bug.
///
/// As the paper builds it by hand: the minimal trace is a chain of states; every pivot event is tried in every state but the first and
/// the last, also in those found by it, until nothing new appears; every other event that leads from one state to another is an epsilon.
/// An event that takes the place of a pivot event is none: it belongs to another minimal trace, and an epsilon there would accept words
/// without it. Two situations are one state only if every end of the minimal trace ends alike from both, which is carried out. Where an
/// app counts on without end, states may not come to an end either; `Limits` do.
pub struct Drafter {
    drafting: Drafting,
    limits: Limits,
    /// What each experiment under way is for: a situation of the wave, and the end tried there if any.
    waiting: HashMap<u64, (usize, Option<usize>)>,
    planned: u64,
    problem: Option<String>,
    is_over: bool,
}

impl Drafter {
    /// A drafter for a bug that shows with this fingerprint after these acts from a fresh start.
    pub fn new(acts: &[Act], fingerprint: &Fingerprint, limits: Limits) -> Drafter {
        let drafting = Drafting::new(acts.to_vec(), fingerprint.clone(), limits);
        Drafter { drafting, limits, waiting: HashMap::new(), planned: 0, problem: None, is_over: false }
    }

    /// What was found, once the campaign is over. `Err` says why nothing was.
    pub fn draft(&self) -> Result<Draft, String> {
        match &self.problem {
            Some(problem) => Err(problem.clone()),
            None if self.is_over => Ok(self.drafting.draft(self.planned)),
            None => Err("it was stopped before it was over".to_owned()),
        }
    }
}

impl Planner for Drafter {
    fn learn(&mut self, outcome: &Outcome, _: &World) -> Vec<Suspicion> {
        let Some((at, end)) = self.waiting.remove(&outcome.id) else { return Vec::new() };
        let Drafting { fingerprint, wave, .. } = &mut self.drafting;
        let situation = &mut wave[at];
        match end {
            None => situation.reached = Some(Reached::of(outcome, fingerprint)),
            Some(end) => situation.endings[end] = Some(Ending::of(outcome, fingerprint, situation.way.len())),
        }
        Vec::new()
    }

    fn plan(&mut self, _: &World, round: &mut Round) {
        while self.waiting.is_empty() && !self.is_over && self.problem.is_none() {
            if self.drafting.wave.iter().all(Situation::is_known) {
                self.problem = self.drafting.settle().err();
                self.is_over = self.drafting.wave.is_empty();
            } else {
                self.plan_wave(round);
            }
        }
    }
}

impl Drafter {
    /// Whatever is not known of the wave yet: first what each way leads to, then all ends from there.
    fn plan_wave(&mut self, round: &mut Round) {
        let Drafting { acts, wave, .. } = &self.drafting;
        for (at, situation) in wave.iter().enumerate() {
            match situation.reached {
                None => {
                    let id = round.add(Plan::script(
                        Purpose::technique("draft", "reach"),
                        Start::Fresh,
                        situation.way.clone(),
                    ));
                    self.waiting.insert(id, (at, None));
                }
                Some(Reached::Stands { .. }) => {
                    for end in (0..acts.len()).filter(|&end| situation.endings[end].is_none()) {
                        let script: Vec<Act> = situation.way.iter().chain(&acts[end..]).cloned().collect();
                        let id = round.add(Plan::script(
                            Purpose::technique("draft", "sign"),
                            Start::Fresh,
                            script,
                        ));
                        self.waiting.insert(id, (at, Some(end)));
                    }
                }
                Some(Reached::Bug | Reached::Refused) => {}
            }
        }
        self.planned += self.waiting.len() as u64;
        if self.planned > self.limits.experiments {
            self.problem = Some(format!("it takes more than {} experiments", self.limits.experiments));
        }
    }
}
