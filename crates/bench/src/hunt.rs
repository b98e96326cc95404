//! Question 1 of the benchmark, as far as crashes, hangs and lost input go: what hunts find, and whether it is true.

use std::collections::BTreeMap;

use serde::Serialize;
use sim::{FaultKind, Faults};

use crate::{Judged, Rig, blame, side_by_side};

/// The kinds of faults that a hunt must find.
pub const KINDS: [FaultKind; 4] =
    [FaultKind::ShallowCrash, FaultKind::DeepCrash, FaultKind::Hang, FaultKind::LostInput];

/// Which hunts.
#[derive(Debug, Clone)]
pub struct Hunts {
    /// The apps, by name.
    pub apps: Vec<String>,
    /// Seeds 0 to this, not included.
    pub seeds: u64,
    /// Events of each hunt.
    pub events: u64,
    /// Hunts side by side.
    pub jobs: usize,
}

/// One hunt of an app with all its faults, or with none.
#[derive(Debug, Clone, Serialize)]
pub struct Hunted {
    /// The app.
    pub app: &'static str,
    /// Whether its faults were switched on.
    pub faulty: bool,
    /// The seed.
    pub seed: u64,
    /// Events to explore and to probe.
    pub events: u64,
    /// Events to prove.
    pub events_proving: u64,
    /// The findings.
    pub findings: Vec<Judged>,
    /// Suspicions that never came back.
    pub artefacts: usize,
}

/// How often a planted fault was found.
#[derive(Debug, Clone, Serialize)]
pub struct FaultRow {
    /// The app.
    pub app: &'static str,
    /// The fault.
    pub fault: &'static str,
    /// Its kind.
    pub kind: String,
    /// In so many hunts,
    pub found: usize,
    /// of so many.
    pub hunts: usize,
    /// The mean of events until it was found, where it was.
    pub events: Option<f64>,
    /// The fewest steps of its findings.
    pub steps: Option<usize>,
}

impl Hunts {
    /// Runs them all: each app with all its faults, and mended.
    pub fn run(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<Hunted>, apps::UnknownApp> {
        let mut cells = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            for faults in [Faults::all(listed.manifest.faults), Faults::NONE] {
                cells.extend((0..self.seeds).map(|seed| (Rig::new(listed, faults, seed), seed)));
            }
        }
        let all = cells.len();
        let measure = |(rig, seed): &(Rig, u64)| measure(rig, *seed, self.events);
        Ok(side_by_side(self.jobs, &cells, measure, |number| done(number, all)))
    }
}

fn measure(rig: &Rig, seed: u64, events: u64) -> Hunted {
    let ended = rig.hunt(&explore::ExploreSettings::default(), events);
    let confirmed = ended.findings.iter().filter(|finding| finding.is_confirmed());
    let findings = confirmed
        .map(|finding| Judged::new(finding, blame(rig, &finding.acts, &finding.suspicion.fingerprint)));
    Hunted {
        app: rig.name(),
        faulty: rig.on().next().is_some(),
        seed,
        events: ended.tally.health.events,
        events_proving: ended.tally.health.events_proving,
        findings: findings.collect(),
        artefacts: ended.artefacts.len(),
    }
}

/// The table: a row per planted fault of the kinds that a hunt must find.
pub fn by_fault(hunts: &[Hunted]) -> Vec<FaultRow> {
    let mut rows = Vec::new();
    let mut of_app: BTreeMap<&'static str, Vec<&Hunted>> = BTreeMap::new();
    for hunt in hunts.iter().filter(|hunt| hunt.faulty) {
        of_app.entry(hunt.app).or_default().push(hunt);
    }
    for (app, hunts) in of_app {
        let Ok((listed, _)) = apps::find(app) else { continue };
        for fault in listed.manifest.faults.iter().filter(|fault| KINDS.contains(&fault.kind)) {
            let found: Vec<Vec<&Judged>> = hunts
                .iter()
                .map(|hunt| {
                    hunt.findings.iter().filter(|finding| finding.faults.contains(&fault.name)).collect()
                })
                .filter(|findings: &Vec<&Judged>| !findings.is_empty())
                .collect();
            let first = |findings: &Vec<&Judged>| {
                findings.iter().map(|finding| finding.first_event).min().unwrap_or(0)
            };
            let events =
                found.iter().map(|findings| first(findings) as f64).sum::<f64>() / found.len().max(1) as f64;
            rows.push(FaultRow {
                app,
                fault: fault.name,
                kind: fault.kind.to_string(),
                found: found.len(),
                hunts: hunts.len(),
                events: (!found.is_empty()).then_some(events),
                steps: found.iter().flatten().map(|finding| finding.steps).min(),
            });
        }
    }
    rows
}
