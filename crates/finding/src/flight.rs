//! A try of a script that is under way.

use std::collections::HashSet;
use std::sync::Arc;

use experiment::{
    Claim, Did, Driver, Ended, Exhibit, Fingerprint, Keepsake, On, Outcome, Pictures, Place, Plan, Round,
    Start, Tag, Trial,
};
use model::ScreenIds;
use trace::{Role, Trace};

use crate::finding::Exhibited;
use crate::sighting::{Script, Sighting};
use crate::trials::Answer;

/// A script that is being tried: all exhibits of its claim, each an experiment.
#[derive(Debug)]
pub(crate) struct Flight {
    pub(crate) script: Script,
    pub(crate) pictures: Pictures,
    /// From which bound of a long script it is tried, where it is.
    pub(crate) bound: Option<usize>,
    trial: Arc<Trial>,
    exhibits: Vec<Exhibit>,
    /// The number of each; 0 for those that wait for the first.
    experiments: Vec<u64>,
    landed: Vec<Option<Landed>>,
    shares: Option<Shares>,
    /// What the first exhibit kept on its way.
    kept: Vec<Keepsake>,
}

/// What exhibits have in common: those that wait for the first begin where it was, after so many acts.
#[derive(Debug)]
struct Shares {
    prefix: usize,
    fingerprint: Fingerprint,
    /// How those that wait are carried out.
    waiting: Vec<Plan>,
    /// Where the first was after the prefix, once it has landed and shows what is looked for.
    place: Option<Arc<Place>>,
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
        let (mut flight, plans) = Flight::of(claim, script, pictures, plan);
        flight.experiments = plans.into_iter().map(|plan| round.add(plan)).collect();
        flight
    }

    /// Adds an experiment for the first exhibit alone. The others wait: where it does not show what is looked for, they are not needed,
    /// else controls begin where it was before it went another way.
    pub(crate) fn begin_with_first(
        claim: &Arc<dyn Claim>,
        (script, prefix): (Script, usize),
        fingerprint: Fingerprint,
        round: &mut Round,
        plan: impl Fn(&Exhibit) -> Plan,
    ) -> Flight {
        let (mut flight, plans) = Flight::of(claim, script, Pictures::None, plan);
        let mut plans = plans.into_iter();
        if let Some(first) = plans.next() {
            flight.experiments[0] = round.add(Plan { keep: vec![prefix], ..first });
        }
        flight.shares = Some(Shares { prefix, fingerprint, waiting: plans.collect(), place: None });
        flight
    }

    fn of(
        claim: &Arc<dyn Claim>,
        script: Script,
        pictures: Pictures,
        plan: impl Fn(&Exhibit) -> Plan,
    ) -> (Flight, Vec<Plan>) {
        let exhibits = claim.exhibits(&script);
        let trial = Trial::new(Arc::clone(claim), exhibits.len());
        let plans = exhibits.iter().enumerate().map(|(number, exhibit)| Plan {
            on: On::This(exhibit.site),
            pictures,
            pictures_for_judge: exhibit.pictures.clone(),
            exhibit: Some((Arc::clone(&trial), number)),
            ..plan(exhibit)
        });
        let plans = plans.collect();
        let landed = exhibits.iter().map(|_| None).collect();
        let experiments = vec![0; exhibits.len()];
        let kept = Vec::new();
        (
            Flight {
                script,
                pictures,
                bound: None,
                trial,
                exhibits,
                experiments,
                landed,
                shares: None,
                kept,
            },
            plans,
        )
    }

    /// How many acts all exhibits begin with, where there are several on the same phones and the first alone says whether the others
    /// are needed.
    pub(crate) fn prefix(claim: &Arc<dyn Claim>, script: &Script) -> Option<usize> {
        let exhibits = claim.exhibits(script);
        let (first, others) = exhibits.split_first()?;
        let alike = |other: &Exhibit| other.site == first.site && other.pictures == first.pictures;
        if others.is_empty() || !claim.shows_in_first() || !others.iter().all(alike) {
            return None;
        }
        let common = |other: &Exhibit| {
            let pairs = first.acts.iter().zip(&first.of).zip(other.acts.iter().zip(&other.of));
            pairs.take_while(|(one, other)| one == other).count()
        };
        others.iter().filter(|other| other.role == Role::Control).map(common).min().filter(|&acts| acts > 0)
    }

    /// Whether some of it waits for the first exhibit, which has come back as hoped.
    pub(crate) fn waits(&self) -> bool {
        self.shares.as_ref().is_some_and(|shares| shares.place.is_some() && !shares.waiting.is_empty())
    }

    /// Adds the experiments that waited for the first.
    pub(crate) fn go_on(&mut self, round: &mut Round) {
        let (Some(shares), Some(Some(first))) = (&mut self.shares, self.landed.first()) else { return };
        let Some(place) = shares.place.take() else { return };
        for (at, plan) in (1..).zip(std::mem::take(&mut shares.waiting)) {
            let exhibit = &self.exhibits[at];
            self.experiments[at] = round.add(if exhibit.role == Role::Control {
                let rest = exhibit.acts[shares.prefix..].into();
                Plan {
                    start: Start::At(Arc::clone(&place)),
                    driver: Driver::Script(rest),
                    after: Some((Arc::clone(&first.trace), shares.prefix)),
                    ..plan
                }
            } else {
                plan
            });
        }
    }

    /// Takes what came of one of its experiments. Says whether it was one.
    pub(crate) fn land(&mut self, outcome: &Outcome) -> bool {
        let Some(at) = self.experiments.iter().position(|&experiment| experiment == outcome.id) else {
            return false;
        };
        let mut acts = outcome.acts.clone();
        if at == 0 {
            self.kept.clone_from(&outcome.kept);
        }
        if let Some(shares) = &mut self.shares {
            if at == 0 {
                let shows = outcome.suspicions.iter().any(|seen| seen.fingerprint == shares.fingerprint);
                let kept = outcome.kept.iter().find(|kept| kept.tag == Tag::Act(shares.prefix));
                shares.place = kept.filter(|_| shows).map(|kept| Arc::clone(&kept.place));
            } else if self.exhibits[at].role == Role::Control {
                acts = (0..shares.prefix).map(Did::Step).chain(acts).collect();
            }
        }
        self.landed[at] = Some(Landed {
            trace: Arc::clone(&outcome.trace),
            screens: outcome.screens.clone(),
            acts,
            ended: outcome.ended.clone(),
        });
        true
    }

    /// Whether all is there that is needed.
    pub(crate) fn is_over(&self) -> bool {
        let first_will_do = self.shares.as_ref().is_some_and(|shares| {
            shares.place.is_none()
                && !shares.waiting.is_empty()
                && self.landed.first().is_some_and(Option::is_some)
        });
        first_will_do || self.landed.iter().all(Option::is_some)
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

    /// What was kept on the way of the script.
    pub(crate) fn kept(&self) -> &[Keepsake] {
        &self.kept
    }

    /// Its exhibits, with the experiments that carried them out.
    pub(crate) fn exhibited(&self) -> Vec<Exhibited> {
        let pairs = self.exhibits.iter().zip(&self.experiments);
        pairs.map(|(exhibit, &experiment)| Exhibited::new(exhibit, experiment)).collect()
    }
}
