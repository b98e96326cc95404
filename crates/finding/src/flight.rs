//! A try of a script that is under way.

use std::collections::HashSet;
use std::sync::Arc;

use experiment::{Claim, Did, Ended, Exhibit, On, Outcome, Pictures, Plan, Round, Trial};
use model::ScreenIds;
use trace::Trace;

use crate::finding::Exhibited;
use crate::sighting::{Script, Sighting};
use crate::trials::Answer;

/// A script that is being tried: all exhibits of its claim, each an experiment.
#[derive(Debug)]
pub(crate) struct Flight {
    pub(crate) script: Script,
    pub(crate) pictures: Pictures,
    trial: Arc<Trial>,
    exhibits: Vec<Exhibit>,
    experiments: Vec<u64>,
    landed: Vec<Option<Landed>>,
}

/// What came of an exhibit.
#[derive(Debug)]
struct Landed {
    trace: Arc<Trace>,
    screens: Vec<ScreenIds>,
    acts: Vec<Did>,
    ended: Ended,
}

impl Flight {
    /// Adds an experiment for each exhibit; `plan` says how an exhibit is carried out.
    pub(crate) fn begin(
        claim: &Arc<dyn Claim>,
        script: Script,
        pictures: Pictures,
        round: &mut Round,
        plan: impl Fn(&Exhibit) -> Plan,
    ) -> Flight {
        let exhibits = claim.exhibits(&script);
        let trial = Trial::new(Arc::clone(claim), exhibits.len());
        let experiments = exhibits.iter().enumerate().map(|(number, exhibit)| {
            round.add(Plan {
                on: On::This(exhibit.site),
                pictures,
                pictures_for_judge: exhibit.pictures.clone(),
                exhibit: Some((Arc::clone(&trial), number)),
                ..plan(exhibit)
            })
        });
        let experiments = experiments.collect();
        let landed = exhibits.iter().map(|_| None).collect();
        Flight { script, pictures, trial, exhibits, experiments, landed }
    }

    /// Takes what came of one of its experiments. Says whether it was one.
    pub(crate) fn land(&mut self, outcome: &Outcome) -> bool {
        let Some(at) = self.experiments.iter().position(|&experiment| experiment == outcome.id) else {
            return false;
        };
        self.landed[at] = Some(Landed {
            trace: Arc::clone(&outcome.trace),
            screens: outcome.screens.clone(),
            acts: outcome.acts.clone(),
            ended: outcome.ended.clone(),
        });
        true
    }

    /// Whether all is there.
    pub(crate) fn is_over(&self) -> bool {
        self.landed.iter().all(Option::is_some)
    }

    /// What came of it, and why an exhibit could not be carried out as planned, where one could not.
    pub(crate) fn answer(&self) -> (Answer, Option<String>) {
        let landed = || self.landed.iter().flatten();
        let trouble = landed().find_map(|landed| match &landed.ended {
            Ended::NotPerformed { why, .. } | Ended::DidNotArrive { why } => Some(why.clone()),
            _ => None,
        });
        let failed =
            |landed: &Landed| matches!(landed.ended, Ended::DidNotArrive { .. } | Ended::Interrupted);
        let answer = match (self.trial.ruling().zip(landed().next()), landed().any(failed)) {
            (Some((suspicion, first)), _) if self.is_consistent() => {
                Answer::Shown(Arc::new(Sighting::of(suspicion, &first.trace, &first.screens)))
            }
            (_, true) => Answer::Failed,
            _ => Answer::NotShown,
        };
        let trouble = trouble.filter(|_| !matches!(answer, Answer::Shown(_)));
        (answer, trouble)
    }

    /// Whether all exhibits did the same acts of the script: where one left something out that another did, they cannot be compared.
    fn is_consistent(&self) -> bool {
        let mut done = self.exhibits.iter().zip(&self.landed).map(|(exhibit, landed)| {
            let acts = landed.iter().flat_map(|landed| &landed.acts);
            let done = acts.zip(&exhibit.of).filter(|(did, _)| matches!(did, Did::Step(_)));
            done.map(|(_, &act)| act).collect::<HashSet<usize>>()
        });
        let Some(of_script) = done.next() else { return true };
        self.exhibits[1..]
            .iter()
            .zip(done)
            .all(|(exhibit, done)| exhibit.of.iter().all(|act| done.contains(act) == of_script.contains(act)))
    }

    /// Its exhibits, with the experiments that carried them out.
    pub(crate) fn exhibited(&self) -> Vec<Exhibited> {
        let pairs = self.exhibits.iter().zip(&self.experiments);
        pairs.map(|(exhibit, &experiment)| Exhibited::new(exhibit, experiment)).collect()
    }
}
