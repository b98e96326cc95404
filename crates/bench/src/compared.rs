//! Differences between versions and between phones: every planted fault as the new version, and looks and structures over a matrix.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use apps::Listed;
use campaign::{Campaign, Conclusion};
use device::PhoneKind;
use experiment::{Act, Claim, Planner, Site, Technique, Techniques};
use explore::Explorer;
use finding::{Finding, Prover};
use serde::Serialize;
use sim::{FaultKind, Faults, Profile};
use technique::{Between, Class, Comparer, Differences, Eye, LookTwice, characteristic, is_asked_for};
use vision::{Example, Growing, Labelled};

use crate::side_by_side;
use crate::trials::Lab;

/// How many events a walk has from a fresh start.
const DEPTH: usize = 60;

/// Which comparisons.
#[derive(Debug, Clone)]
pub struct Comparisons {
    /// The apps, by name.
    pub apps: Vec<String>,
    /// Seeds 0 to this, not included.
    pub seeds: u64,
    /// Events on the reference.
    pub events: u64,
    /// Comparisons side by side.
    pub jobs: usize,
    /// The kinds of phones, the reference first; one for versions.
    pub kinds: Vec<Profile>,
    /// What is measured of pictures.
    pub profile: vision::Profile,
    /// Labelled pairs of pictures. Each app is judged by a tree of the other apps; by the shipped one where there are none.
    pub pairs: Vec<Labelled>,
}

/// One comparison.
#[derive(Debug, Clone, Serialize)]
pub struct ComparedRow {
    /// The app.
    pub app: &'static str,
    /// What the other side is: a fault, `mended`, `renamed`.
    pub other: String,
    /// The kind of the fault, where it is one.
    pub kind: Option<String>,
    /// The seed.
    pub seed: u64,
    /// How many screens were compared.
    pub screens: u64,
    /// Whether any screen was not equal in every attribute: the walks came upon the fault.
    pub held: bool,
    /// What was found.
    pub found: Vec<Reported>,
}

/// A difference that was told.
#[derive(Debug, Clone, Serialize)]
pub struct Reported {
    /// What tells it from others.
    pub fingerprint: String,
    /// What it says.
    pub sentence: String,
    /// What is done until it shows.
    pub steps: Vec<String>,
    /// Whether it is told only where somebody asks for looks.
    pub asked_for: bool,
    /// The paper's class.
    pub class: &'static str,
    /// The phones that show it, by their places.
    pub phones: Vec<u16>,
    /// What explains it.
    pub explained_by: Option<String>,
    /// Whether it goes away with the fault switched off, the same steps done on the same phones.
    pub is_true: bool,
}

impl ComparedRow {
    /// How many of the reports are true.
    pub fn true_reports(&self) -> usize {
        self.found.iter().filter(|found| found.is_true).count()
    }
}

impl Comparisons {
    /// Each app, mended, against each of its faults as a new version, and against itself.
    pub fn versions(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<ComparedRow>, apps::UnknownApp> {
        let mut cells: Vec<Cell> = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            for seed in 0..self.seeds {
                for other in [Faults::NONE, Faults::NONE.renamed()] {
                    cells.push(Cell { listed, builds: vec![Faults::NONE, other], fault: None, seed });
                }
                for fault in listed.manifest.faults {
                    let builds = vec![Faults::NONE, Faults::all(&[*fault])];
                    cells.push(Cell { listed, builds, fault: Some((fault.name, fault.kind)), seed });
                }
            }
        }
        Ok(self.measure(&cells, done))
    }

    /// Each app over the matrix of phones: mended, and with each of the faults that depend on the phone.
    pub fn devices(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<ComparedRow>, apps::UnknownApp> {
        let mut cells: Vec<Cell> = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            for seed in 0..self.seeds {
                cells.push(Cell { listed, builds: vec![Faults::NONE], fault: None, seed });
                for fault in listed.manifest.faults.iter().filter(|fault| depends_on_phone(fault.kind)) {
                    let builds = vec![Faults::all(&[*fault])];
                    cells.push(Cell { listed, builds, fault: Some((fault.name, fault.kind)), seed });
                }
            }
        }
        Ok(self.measure(&cells, done))
    }

    fn measure(&self, cells: &[Cell], done: impl Fn(usize, usize) + Sync) -> Vec<ComparedRow> {
        let all = cells.len();
        let measure = |cell: &Cell| cell.measure(self, self.eye_for(cell.listed.manifest.name));
        side_by_side(self.jobs, cells, measure, |number| done(number, all))
    }

    /// Who has not seen this app before.
    fn eye_for(&self, app: &str) -> Eye {
        if self.pairs.is_empty() {
            return Eye::shipped(self.profile);
        }
        let others = self.pairs.iter().filter(|pair| pair.app != app);
        let examples: Vec<Example> = others.map(|pair| pair.example.clone()).collect();
        Eye::new(self.profile, Growing::default().tree(&examples))
    }
}

/// Whether only some phones show a fault of this kind.
fn depends_on_phone(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::LookOnly | FaultKind::DeviceStructure)
}

/// Those who walk over an app.
pub(crate) fn walkers(app: &Listed) -> Vec<Box<dyn Planner>> {
    let walking = explore::ExploreSettings {
        max_depth: DEPTH,
        round_events: DEPTH as u64,
        broadcasts: app.manifest.broadcasts.iter().map(|&action| action.to_owned()).collect(),
        ..explore::ExploreSettings::default()
    };
    let explorers = walking.shared_by(&explore::MIX).into_iter();
    explorers.map(|settings| Box::new(Explorer::new(settings)) as Box<dyn Planner>).collect()
}

struct Cell {
    listed: Listed,
    builds: Vec<Faults>,
    fault: Option<(&'static str, FaultKind)>,
    seed: u64,
}

impl Cell {
    fn measure(&self, bench: &Comparisons, eye: Eye) -> ComparedRow {
        let kinds: Vec<PhoneKind> = bench.kinds.iter().map(Profile::kind).collect();
        let between = if self.builds.len() > 1 { Between::Versions } else { Between::Devices };
        let differences =
            Differences { after_walks: true, eye: Some(eye), ..Differences::new(between, kinds.clone()) };
        let ended = self.run(&bench.kinds, bench.events, &differences);
        let comparers = || {
            ended.planners.iter().filter_map(|planner| (&**planner as &dyn Any).downcast_ref::<Comparer>())
        };
        let confirmed: Vec<&Finding> =
            ended.findings.iter().filter(|finding| finding.is_confirmed()).collect();
        let without = self.shown_without(&confirmed, &bench.kinds, &differences);
        let reported = |(finding, also_without): (&&Finding, bool)| {
            let fingerprint = &finding.suspicion.fingerprint;
            let seen = comparers().find_map(|comparer| comparer.seen.get(fingerprint));
            let sites: BTreeSet<Site> = seen.map_or_else(|| [finding.site].into(), |seen| seen.sites.clone());
            let phones: BTreeSet<u16> = sites.iter().map(|site| site.kind.0).collect();
            let explained_by =
                (between == Between::Devices).then(|| characteristic(&kinds, &phones)).flatten();
            let hampers = seen.is_some_and(|seen| seen.hampers);
            let class = Class::of(&finding.suspicion.kind.name, hampers, explained_by.as_deref());
            Reported {
                fingerprint: fingerprint.to_string(),
                sentence: finding.suspicion.sentence.clone(),
                steps: finding.acts.iter().map(|act| act.event.wish()).collect(),
                asked_for: is_asked_for(fingerprint),
                class: class.name(),
                phones: phones.into_iter().collect(),
                explained_by,
                is_true: self.fault.is_some() && !also_without,
            }
        };
        ComparedRow {
            app: self.listed.manifest.name,
            other: match self.fault {
                Some((name, _)) => name,
                None if self.builds.iter().any(|build| build.are_renamed()) => "renamed",
                None => "mended",
            }
            .to_owned(),
            kind: self.fault.map(|(_, kind)| kind.to_string()),
            seed: self.seed,
            screens: comparers().flat_map(|comparer| comparer.screens.values()).sum(),
            held: comparers().any(|comparer| comparer.unequal > 0),
            found: confirmed.iter().zip(without).map(reported).collect(),
        }
    }

    fn lab<'a>(&self, builds: &'a [Faults], kinds: &'a [Profile]) -> Lab<'a> {
        Lab { app: self.listed, builds, kinds, seed: self.seed }
    }

    /// For each finding, whether the same steps show it without the fault, too.
    fn shown_without(&self, findings: &[&Finding], kinds: &[Profile], technique: &Differences) -> Vec<bool> {
        if self.fault.is_none() {
            return vec![true; findings.len()];
        }
        let claims = findings.iter().map(|finding| {
            let claim: Arc<dyn Claim> = technique.claim(&finding.suspicion, finding.site);
            (claim, Arc::<[Act]>::from(finding.acts.as_slice()))
        });
        let mended = vec![Faults::NONE; self.builds.len()];
        let shown = self.lab(&mended, kinds).try_all(claims.collect());
        shown.iter().map(Option::is_some).collect()
    }

    fn run(&self, profiles: &[Profile], events: u64, differences: &Differences) -> Conclusion {
        let lab = self.lab(&self.builds, profiles);
        let techniques: Vec<Arc<dyn Technique>> =
            vec![Arc::new(LookTwice { places: 512 }), Arc::new(differences.clone())];
        let settings = lab.settings(events, Techniques::new(techniques));
        let mut planners = walkers(&self.listed);
        planners.extend(settings.techniques.planners());
        // Whether it comes back counts here, not how short it can be told.
        let proving = finding::ProofSettings { minimise: false, ..finding::ProofSettings::default() };
        let prover = Prover::new(proving, settings.techniques.clone());
        lab.run(Campaign::new(settings, planners).proving(prover))
    }
}
