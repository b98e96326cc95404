//! The planner that proves.

use std::collections::{BTreeMap, HashMap};

use experiment::{Fingerprint, Kind, Outcome, Planner, Round, Suspicion, Techniques, World};
use serde::{Deserialize, Serialize};

use crate::case::{Case, Means, Standing};
use crate::finding::Finding;
use crate::origin::Origin;
use crate::settings::ProofSettings;

/// Turns suspicions into findings, by experiments alone.
///
/// Suspicions with the same fingerprint are one case. A case is confirmed from a clean start, made smaller, confirmed again and
/// shown with pictures; what comes back only from its snapshot is kept as such, and what never comes back is an
/// artefact. What another finding explains is not told. Nothing depends on the number of phones.
#[derive(Debug)]
pub struct Prover {
    settings: ProofSettings,
    techniques: Techniques,
    cases: Vec<Case>,
    numbers: HashMap<Fingerprint, usize>,
    left_out: u64,
    names: BTreeMap<Kind, u64>,
}

/// How far proving has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Cases that another finding explains.
    pub explained: usize,
    /// Suspicions that were not looked into, because there were too many cases.
    pub left_out: u64,
}

impl Prover {
    /// Nothing to prove yet. The techniques say what it takes to see their suspicions again.
    pub fn new(settings: ProofSettings, techniques: Techniques) -> Prover {
        Prover {
            settings,
            techniques,
            cases: Vec::new(),
            numbers: HashMap::new(),
            left_out: 0,
            names: BTreeMap::new(),
        }
    }

    /// Tries a finding again: with [`ProofSettings::minimise`] to make it smaller, without only to see it.
    pub fn again(finding: &Finding, settings: ProofSettings, techniques: Techniques) -> Prover {
        let mut prover = Prover::new(settings, techniques);
        let case = Case::again(finding, &prover.techniques, &prover.settings);
        prover.numbers.insert(finding.suspicion.fingerprint.clone(), 0);
        prover.cases.push(case);
        prover
    }

    /// Takes a suspicion that an outcome raised, when so many events had been performed in the run. Says whether it is new.
    pub fn suspect(&mut self, suspicion: &Suspicion, outcome: &Outcome, events_so_far: u64) -> bool {
        if suspicion.environment.is_some() {
            return false;
        }
        let origin = || {
            let claim = self.techniques.claim(suspicion, outcome.site);
            Origin::of(suspicion, claim, outcome)
        };
        if let Some(&number) = self.numbers.get(&suspicion.fingerprint) {
            if !outcome.cause.purpose.is_proof() {
                self.cases[number].seen_again(&self.settings, origin);
            }
            return false;
        }
        if self.cases.len() >= self.settings.cases {
            self.left_out += 1;
            return false;
        }
        let case = Case::new(origin(), outcome.id, events_so_far);
        self.numbers.insert(suspicion.fingerprint.clone(), self.cases.len());
        self.cases.push(case);
        true
    }

    /// The findings, the gravest first; those that come back only sometimes follow, and those that were not tried yet come last.
    pub fn findings(&self) -> Vec<Finding> {
        let mut names = self.names.clone();
        let mut findings: Vec<Finding> = self
            .cases
            .iter()
            .filter(|case| !self.is_explained(case))
            .filter_map(|case| {
                let name = || next_name(&mut names, &case.suspicion.kind);
                case.finding(case.name.clone().unwrap_or_else(name))
            })
            .collect();
        findings.sort_by_cached_key(Finding::rank);
        findings
    }

    /// What never came back: it is not told as a finding. With it, why it could not even be tried, where that is known.
    pub fn artefacts(&self) -> impl Iterator<Item = (&Suspicion, Option<&str>)> {
        let artefacts = self.cases.iter().filter(|case| case.standing() == Standing::Artefact);
        artefacts.map(|case| (&case.suspicion, case.trouble.as_deref()))
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let mut progress = Progress { left_out: self.left_out, ..Progress::default() };
        for case in &self.cases {
            *match case.standing() {
                _ if self.is_explained(case) => &mut progress.explained,
                Standing::Waiting => &mut progress.waiting,
                Standing::Confirming => &mut progress.confirming,
                Standing::Minimising => &mut progress.minimising,
                Standing::Proven => &mut progress.proven,
                Standing::Artefact => &mut progress.artefacts,
            } += 1;
        }
        progress
    }

    /// Whether a finding that came back is another sight of the same fault.
    fn is_explained(&self, case: &Case) -> bool {
        self.explanations(case)
            .any(|(_, other)| other.is_confirmed() && !self.is_explained_first(case, other))
    }

    /// Whether it is not known yet if another case explains it.
    fn may_be_explained(&self, case: &Case) -> bool {
        self.explanations(case).any(|(_, other)| {
            let open = matches!(other.standing(), Standing::Waiting | Standing::Confirming);
            open && !self.is_explained_first(case, other)
        })
    }

    fn explanations<'p>(&'p self, case: &'p Case) -> impl Iterator<Item = (usize, &'p Case)> {
        let known = case.suspicion.explained_by.iter().filter_map(|by| self.numbers.get(by));
        known.map(|&number| (number, &self.cases[number]))
    }

    /// Of two that explain each other the one that was seen first is told.
    fn is_explained_first(&self, case: &Case, other: &Case) -> bool {
        let mutual = other.suspicion.explained_by.contains(&case.suspicion.fingerprint);
        let number = |case: &Case| self.numbers.get(&case.suspicion.fingerprint);
        mutual && number(case) < number(other)
    }
}

impl Planner for Prover {
    fn learn(&mut self, outcome: &Outcome, _world: &World) -> Vec<Suspicion> {
        if outcome.cause.purpose.is_proof() {
            let _ = self.cases.iter_mut().any(|case| case.learn(outcome));
        }
        Vec::new()
    }

    fn plan(&mut self, world: &World, round: &mut Round) {
        let before = round.len();
        let settings = self.settings.on_phones_of(&world.home().costs);
        let means = Means { settings: &settings, world, exploring: round.exploring };
        let take_time = world.home().costs.replay_ms() > 0;
        for number in self.order(take_time) {
            if round.len() - before >= settings.in_round(&world.home().costs, round.exploring) {
                return;
            }
            let case = &self.cases[number];
            if self.is_explained(case) || self.may_be_explained(case) {
                continue;
            }
            let case = &mut self.cases[number];
            case.plan(means, round);
            if case.is_confirmed() && case.name.is_none() {
                case.name = Some(next_name(&mut self.names, &case.suspicion.kind));
            }
        }
    }
}

impl Prover {
    /// The cases in the order in which they are tried. Time may end at any moment: whether something comes back counts for more than
    /// how short it can be told, a crash for more than a lost place in a list, and that all can be told shortly for more than that
    /// one is as short as can be.
    fn order(&self, take_time: bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        order.sort_by_key(|&number| {
            let case = &self.cases[number];
            let severity = (!case.is_confirmed()).then_some(case.suspicion.kind.severity);
            (case.is_confirmed(), severity, take_time.then(|| case.effort()))
        });
        order
    }
}

/// `crash-1`, `crash-2`, ... in the order in which they were confirmed.
fn next_name(names: &mut BTreeMap<Kind, u64>, kind: &Kind) -> String {
    let number = names.entry(kind.clone()).or_default();
    *number += 1;
    format!("{kind}-{number}")
}
