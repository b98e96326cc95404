//! Differences between versions and between phones: every planted fault as the new version, and looks and structures over a matrix.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use apps::Listed;
use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Screenshots, Update};
use device::{Fleet, PhoneKind};
use experiment::{Planner, Technique, Techniques};
use explore::Explorer;
use finding::Prover;
use serde::Serialize;
use sim::{FaultKind, Faults, Profile, SimPhone};
use technique::{Between, Comparer, Differences, LookTwice};

use crate::side_by_side;

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
    /// What was found: fingerprints with their sentences.
    pub found: Vec<(String, String)>,
    /// Of these, how many are found in the mended app as well: false reports.
    pub also_mended: usize,
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
        let measure = |cell: &Cell| cell.measure(&self.kinds, self.events);
        let mut rows = side_by_side(self.jobs, cells, measure, |number| done(number, all));
        for at in 0..rows.len() {
            let (app, seed) = (rows[at].app, rows[at].seed);
            let mended = rows.iter().find(|row| row.app == app && row.seed == seed && row.other == "mended");
            let known: BTreeSet<String> = mended
                .into_iter()
                .flat_map(|row| &row.found)
                .map(|(fingerprint, _)| fingerprint.clone())
                .collect();
            rows[at].also_mended = rows[at].found.iter().filter(|(found, _)| known.contains(found)).count();
        }
        rows
    }
}

/// Whether only some phones show a fault of this kind.
fn depends_on_phone(kind: FaultKind) -> bool {
    let name = kind.to_string();
    name.contains("look") || name.contains("structure") || name.contains("device")
}

struct Cell {
    listed: Listed,
    builds: Vec<Faults>,
    fault: Option<(&'static str, FaultKind)>,
    seed: u64,
}

impl Cell {
    fn measure(&self, kinds: &[Profile], events: u64) -> ComparedRow {
        let ended = self.run(kinds, events);
        let comparers = || {
            ended.planners.iter().filter_map(|planner| (&**planner as &dyn Any).downcast_ref::<Comparer>())
        };
        let confirmed = ended.findings.iter().filter(|finding| finding.is_confirmed());
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
            found: confirmed
                .map(|finding| {
                    (finding.suspicion.fingerprint.to_string(), finding.suspicion.sentence.clone())
                })
                .collect(),
            also_mended: 0,
        }
    }

    fn run(&self, profiles: &[Profile], events: u64) -> Conclusion {
        let fleet = Fleet::new();
        for (build, &faults) in (0..).zip(&self.builds) {
            for profile in profiles {
                let phone = SimPhone::new(profile, vec![(self.listed.install)(faults)], self.seed);
                fleet.add_build(Box::new(phone), None, build);
            }
        }
        let kinds: Vec<PhoneKind> = profiles.iter().map(Profile::kind).collect();
        let between = if self.builds.len() > 1 { Between::Versions } else { Between::Devices };
        let differences = Differences { after_walks: true, ..Differences::new(between, kinds) };
        let techniques: Vec<Arc<dyn Technique>> =
            vec![Arc::new(LookTwice { places: 512 }), Arc::new(differences)];
        let settings = CampaignSettings {
            budget: Budget { events: Some(events), time: None },
            techniques: Techniques::new(techniques),
            screenshots: Screenshots::None,
            at_once: Some(1),
            ..CampaignSettings::new(self.listed.manifest.package, self.seed)
        };
        let broadcasts: Vec<String> =
            self.listed.manifest.broadcasts.iter().map(|&action| action.to_owned()).collect();
        let walking = explore::ExploreSettings {
            max_depth: DEPTH,
            round_events: DEPTH as u64,
            broadcasts,
            ..explore::ExploreSettings::default()
        };
        let explorers = walking.shared_by(&explore::MIX).into_iter();
        let mut planners: Vec<Box<dyn Planner>> =
            explorers.map(|settings| Box::new(Explorer::new(settings)) as Box<dyn Planner>).collect();
        planners.extend(settings.techniques.planners());
        // Whether it comes back counts here, not how short it can be told.
        let proving = finding::ProofSettings { minimise: false, ..finding::ProofSettings::default() };
        let prover = Prover::new(proving, settings.techniques.clone());
        match Campaign::new(settings, planners).proving(prover).run(&fleet, &mut |_: Update<'_>| {}) {
            Ok(ended) => ended,
            // It writes no journal, and its phones are free.
            Err(error) => unreachable!("simulated phones are always there: {error}"),
        }
    }
}
