//! The planner that proves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use device::Ability;
use experiment::{Kind, Knowledge, Outcome, Planner, Round, Suspicion};
use serde::Serialize;

use crate::case::{Case, Means, PROVE, Standing};
use crate::finding::Finding;
use crate::origin::Origin;
use crate::settings::Settings;

/// Turns suspicions into findings, by experiments alone.
///
/// Suspicions with the same fingerprint are one case. A case is confirmed from a clean start, made smaller, confirmed again and
/// shown with pictures; what comes back only from its snapshot is kept as such, and what never comes back is an
/// artefact. Nothing depends on the number of phones.
#[derive(Debug)]
pub struct Prover {
    settings: Settings,
    cases: Vec<Case>,
    numbers: HashMap<String, usize>,
    /// What is the phone's fault rather than the app's; how often each was seen.
    environment: Vec<(Suspicion, u64)>,
    left_out: u64,
    names: BTreeMap<Kind, u64>,
}

/// How far proving has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Cases that nothing was tried for yet.
    pub waiting: usize,
    /// Cases of which it is being found out whether they come back.
    pub confirming: usize,
    /// Confirmed cases that are being made smaller.
    pub minimising: usize,
    /// Cases of which all is known.
    pub proven: usize,
    /// Cases that never came back.
    pub artefacts: usize,
    /// Kinds of trouble that are the phone's.
    pub environment: usize,
    /// Suspicions that were not looked into, because there were too many cases.
    pub left_out: u64,
}

impl Prover {
    /// Nothing to prove yet.
    pub fn new(settings: Settings) -> Prover {
        Prover {
            settings,
            cases: Vec::new(),
            numbers: HashMap::new(),
            environment: Vec::new(),
            left_out: 0,
            names: BTreeMap::new(),
        }
    }

    /// Tries a finding again: with [`Settings::minimise`] to make it smaller, without only to see it.
    pub fn again(finding: &Finding, settings: Settings) -> Prover {
        let mut prover = Prover::new(settings);
        let case = Case::again(finding, &prover.settings);
        prover.numbers.insert(finding.suspicion.fingerprint.clone(), 0);
        prover.cases.push(case);
        prover
    }

    /// Takes a suspicion that an outcome raised, when so many events had been performed in the run.
    pub fn suspect(&mut self, suspicion: &Suspicion, outcome: &Outcome, events_so_far: u64) {
        if suspicion.environment.is_some() {
            return self.suspect_environment(suspicion);
        }
        if let Some(&number) = self.numbers.get(&suspicion.fingerprint) {
            if !is_proving(outcome) {
                self.cases[number].seen_again(&self.settings, || Origin::of(suspicion, outcome));
            }
            return;
        }
        if self.cases.len() >= self.settings.cases {
            self.left_out += 1;
            return;
        }
        self.numbers.insert(suspicion.fingerprint.clone(), self.cases.len());
        self.cases.push(Case::new(Origin::of(suspicion, outcome), outcome.id, events_so_far));
    }

    /// The findings, the gravest first; those that were not tried yet come last.
    pub fn findings(&self) -> Vec<Finding> {
        let mut names = self.names.clone();
        let mut findings: Vec<Finding> = self
            .cases
            .iter()
            .filter_map(|case| {
                let name = || next_name(&mut names, case.suspicion.kind);
                case.finding(case.name.clone().unwrap_or_else(name))
            })
            .collect();
        findings.sort_by_cached_key(rank);
        findings
    }

    /// What never came back: it is not told as a finding. With it, why it could not even be tried, where that is known.
    pub fn artefacts(&self) -> impl Iterator<Item = (&Suspicion, Option<&str>)> {
        let artefacts = self.cases.iter().filter(|case| case.standing() == Standing::Artefact);
        artefacts.map(|case| (&case.suspicion, case.trouble.as_deref()))
    }

    /// What is the phone's fault rather than the app's, and how often it was seen. It is not proven.
    pub fn environment(&self) -> &[(Suspicion, u64)] {
        &self.environment
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let mut progress =
            Progress { environment: self.environment.len(), left_out: self.left_out, ..Progress::default() };
        for case in &self.cases {
            *match case.standing() {
                Standing::Waiting => &mut progress.waiting,
                Standing::Confirming => &mut progress.confirming,
                Standing::Minimising => &mut progress.minimising,
                Standing::Proven => &mut progress.proven,
                Standing::Artefact => &mut progress.artefacts,
            } += 1;
        }
        progress
    }

    fn suspect_environment(&mut self, suspicion: &Suspicion) {
        match self.environment.iter().position(|(known, _)| known.fingerprint == suspicion.fingerprint) {
            Some(at) => self.environment[at].1 += 1,
            None if self.environment.len() < self.settings.cases => {
                self.environment.push((suspicion.clone(), 1));
            }
            None => self.left_out += 1,
        }
    }
}

impl Planner for Prover {
    fn learn(&mut self, outcome: &Outcome, _known: &Knowledge) -> Vec<Suspicion> {
        if is_proving(outcome) {
            let _ = self.cases.iter_mut().any(|case| case.learn(outcome));
        }
        Vec::new()
    }

    fn plan(&mut self, known: &Knowledge, round: &mut Round) {
        let before = round.len();
        let hurried = known.abilities.has(Ability::ShareSnapshots);
        let settings = if hurried { self.settings } else { self.settings.sparing() };
        let means = Means { settings: &settings, model: &known.model, exploring: round.exploring };
        // Time may end at any moment: whether something comes back counts for more than how short it can be told, and a
        // crash for more than a lost place in a list.
        let (confirmed, mut open): (Vec<_>, Vec<_>) =
            self.cases.iter_mut().partition(|case| case.is_confirmed());
        open.sort_by_key(|case| case.suspicion.kind);
        for case in open.into_iter().chain(confirmed) {
            if round.len() - before >= settings.at_once {
                return;
            }
            case.plan(means, round);
            if case.is_confirmed() && case.name.is_none() {
                case.name = Some(next_name(&mut self.names, case.suspicion.kind));
            }
        }
    }
}

fn is_proving(outcome: &Outcome) -> bool {
    outcome.cause.purpose.split(' ').next() == Some(PROVE)
}

/// `crash-1`, `crash-2`, ... in the order in which they were confirmed.
fn next_name(names: &mut BTreeMap<Kind, u64>, kind: Kind) -> String {
    let number = names.entry(kind).or_default();
    *number += 1;
    format!("{kind}-{number}")
}

/// The less the graver: confirmed, by kind, the surer, the shorter, the earlier.
fn rank(finding: &Finding) -> (bool, Kind, Reverse<u32>, usize, u64) {
    let confirmed = finding.confirmed;
    let per_mille = confirmed.times.saturating_mul(1000) / confirmed.of.max(1);
    (
        !finding.is_confirmed(),
        finding.suspicion.kind,
        Reverse(per_mille),
        finding.acts.len(),
        finding.first_seen_in,
    )
}
