//! Question 4 of the benchmark: which faults show as deviant behaviour, and whether what is said of them is true.

mod ways;
mod reach;
mod trail;

use std::collections::BTreeMap;

use mining::Profile;
use serde::Serialize;
use technique::{DeviantBehaviour, Mined, Miner};

use crate::judged::{alone, artefacts_of, judged_of};
use crate::lost::switched;
use crate::{Judged, Mean, Rig, side_by_side};

pub use reach::deviant_reach_of;
pub use trail::{DeviantTrail, deviant_trail};

/// The technique under test.
pub const DEVIANT: &str = "deviant-behaviour";

/// Of a hundred events, so many are for it.
const SHARE: u64 = 80;

/// Which runs.
#[derive(Debug, Clone)]
pub struct Deviants {
    /// The apps, by name; with `+fault` that fault alone, with `+none` the mended app alone.
    pub apps: Vec<String>,
    /// Seeds 0 to this, not included.
    pub seeds: u64,
    /// Events of each run.
    pub events: u64,
    /// Runs side by side.
    pub jobs: usize,
    /// By whose rules.
    pub profile: Profile,
}

/// One run on an app with one fault, with all, or with none.
#[derive(Debug, Clone, Serialize)]
pub struct DeviantRun {
    /// The app.
    pub app: &'static str,
    /// What is switched on: a fault's name, `all`, or nothing.
    pub faults: &'static str,
    /// The seed.
    pub seed: u64,
    /// Events to explore and to try.
    pub events: u64,
    /// Findings of the technique.
    pub findings: Vec<Judged>,
    /// Suspicions that never came back, in words.
    pub artefacts: Vec<String>,
    /// Inputs generated and calibrated.
    pub inputs: u64,
    /// Groups of alike screens, and those on which events were compared.
    pub groups: (usize, usize),
    /// Pairs of screens.
    pub pairs: usize,
    /// Groups and events with something rare, as the paper counts reports.
    pub reports: usize,
    /// Looked into, flaky, folded as other data.
    pub asked: (u64, u64, u64),
    /// Calibrated inputs, and those that came to their state.
    pub calibrated: (u64, u64),
}

/// A fault, and how often it was found.
#[derive(Debug, Clone, Serialize)]
pub struct DeviantRow {
    /// The app.
    pub app: &'static str,
    /// The fault.
    pub fault: &'static str,
    /// Its kind.
    pub kind: String,
    /// In so many runs,
    pub found: usize,
    /// of so many.
    pub runs: usize,
    /// Findings that are not its.
    pub untrue: usize,
}

/// All runs with one fault or none, counted.
#[derive(Debug, Clone, Serialize)]
pub struct DeviantTotal {
    /// Faults that were found at least once,
    pub found: usize,
    /// of so many.
    pub faults: usize,
    /// Faults found per seed, with its interval.
    pub per_seed: Mean,
    /// Findings that go away with the fault,
    pub is_true: usize,
    /// of so many.
    pub findings: usize,
    /// Findings on mended apps.
    pub on_mended: usize,
    /// Runs on mended apps.
    pub mended: usize,
    /// Groups of alike screens on which events were compared, of a hundred.
    pub covered_percent: f64,
}

/// What a run of deep-state differential analysis alone takes: all others only learn.
pub fn mining_for(profile: Profile) -> technique::TechniqueSettings {
    let settings = technique::TechniqueSettings {
        deviant_behaviour: DeviantBehaviour { profile, ..DeviantBehaviour::default() },
        ..technique::TechniqueSettings::default()
    };
    alone(settings, DEVIANT, SHARE)
}

impl Deviants {
    /// Runs them all: each app with one fault after the other, with all, and mended.
    pub fn run(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<DeviantRun>, apps::UnknownApp> {
        let mut cells = Vec::new();
        for app in &self.apps {
            let (listed, switched) = switched(app)?;
            for (name, faults) in switched {
                cells.extend((0..self.seeds).map(|seed| (Rig::new(listed, faults, seed), name, seed)));
            }
        }
        let all = cells.len();
        let measure = |(rig, name, seed): &(Rig, &'static str, u64)| {
            measure(rig, name, *seed, self.events, self.profile)
        };
        Ok(side_by_side(self.jobs, &cells, measure, |number| done(number, all)))
    }
}

fn measure(rig: &Rig, faults: &'static str, seed: u64, events: u64, profile: Profile) -> DeviantRun {
    let settings = mining_for(profile);
    let ended = rig.hunt_with(&settings, events);
    let mined = ended.planner::<Miner>().map(Miner::mined).unwrap_or_default();
    let Mined {
        generated, calibrated, groups, covered, pairs, reports, asked, flaky, folded, on_target, ..
    } = mined;
    DeviantRun {
        app: rig.name(),
        faults,
        seed,
        events: ended.tally.health.events,
        findings: judged_of(rig, &settings, &ended, DEVIANT),
        artefacts: artefacts_of(&ended, DEVIANT),
        inputs: generated + calibrated,
        groups: (groups, covered),
        pairs,
        reports: reports.len(),
        asked: (asked, flaky, folded),
        calibrated: (calibrated, on_target),
    }
}

/// A row for each fault that was switched on alone.
pub fn by_deviant_fault(runs: &[DeviantRun]) -> Vec<DeviantRow> {
    let mut rows: BTreeMap<(&'static str, &'static str), DeviantRow> = BTreeMap::new();
    for run in runs {
        let Ok((listed, _)) = apps::find(run.app) else { continue };
        let Some(fault) = listed.manifest.faults.iter().find(|fault| fault.name == run.faults) else {
            continue;
        };
        let row = rows.entry((run.app, run.faults)).or_insert_with(|| DeviantRow {
            app: run.app,
            fault: fault.name,
            kind: fault.kind.to_string(),
            found: 0,
            runs: 0,
            untrue: 0,
        });
        row.runs += 1;
        row.found += usize::from(run.findings.iter().any(|finding| finding.is_true));
        row.untrue += run.findings.iter().filter(|finding| !finding.is_true).count();
    }
    rows.into_values().collect()
}

/// All runs with one fault or none, counted.
pub fn deviant_total(runs: &[DeviantRun]) -> DeviantTotal {
    let rows = by_deviant_fault(runs);
    let single = || runs.iter().filter(|run| run.faults != "all").flat_map(|run| &run.findings);
    let mended = || runs.iter().filter(|run| run.faults.is_empty());
    let mut per_seed: BTreeMap<u64, f64> = BTreeMap::new();
    for run in runs.iter().filter(|run| run.faults != "all") {
        let found = !run.faults.is_empty() && run.findings.iter().any(|finding| finding.is_true);
        *per_seed.entry(run.seed).or_default() += f64::from(u8::from(found));
    }
    let groups: (usize, usize) =
        runs.iter().fold((0, 0), |sum, run| (sum.0 + run.groups.0, sum.1 + run.groups.1));
    DeviantTotal {
        found: rows.iter().filter(|row| row.found > 0).count(),
        faults: rows.len(),
        per_seed: Mean::of(&per_seed.into_values().collect::<Vec<_>>()),
        is_true: single().filter(|finding| finding.is_true).count(),
        findings: single().count(),
        on_mended: mended().map(|run| run.findings.len()).sum(),
        mended: mended().count(),
        covered_percent: 100.0 * groups.1 as f64 / (groups.0 as f64).max(1.0),
    }
}
