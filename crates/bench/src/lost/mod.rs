//! Question 3 of the benchmark: which lost effects independent view fuzzing finds, and whether what it says is true.

pub(crate) mod ways;
pub(crate) mod reach;

use std::collections::BTreeMap;

use apps::Listed;
use effect::Profile;
use serde::Serialize;
use sim::{Fault, FaultKind, Faults};
use technique::{FuzzTally, Fuzzer};

use crate::judged::{alone, artefacts_of, judged_of};
use crate::{Judged, Rig, side_by_side};
pub use reach::{Reach, reach_of};

/// The technique under test.
pub const TECHNIQUE: &str = "independent-views";

/// Of a hundred events, so many are for it.
const SHARE: u64 = 60;

/// Which runs.
#[derive(Debug, Clone)]
pub struct LostEffects {
    /// The apps, by name; with `+fault` that fault alone.
    pub apps: Vec<String>,
    /// By whose rules, side by side.
    pub profiles: Vec<Profile>,
    /// Seeds 0 to this, not included.
    pub seeds: u64,
    /// Events of each run.
    pub events: u64,
    /// Runs side by side.
    pub jobs: usize,
}

/// One run on an app with one fault, with all, or with none.
#[derive(Debug, Clone, Serialize)]
pub struct Fuzzed {
    /// By whose rules.
    pub profile: Profile,
    /// The app.
    pub app: &'static str,
    /// What is switched on: a fault's name, `all`, or nothing.
    pub faults: &'static str,
    /// The seed.
    pub seed: u64,
    /// Events to explore and to try mutants.
    pub events: u64,
    /// Findings of the technique.
    pub findings: Vec<Judged>,
    /// Suspicions that never came back, in words.
    pub artefacts: Vec<String>,
    /// What was tried.
    pub tried: FuzzTally,
    /// Errors that are different, and those of them that one mutant alone shows.
    pub errors: (usize, usize),
    /// Crashes that are different.
    pub crashes: usize,
}

/// A fault, and how often it was found.
#[derive(Debug, Clone, Serialize)]
pub struct LostRow {
    /// By whose rules.
    pub profile: Profile,
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
    /// Findings that are its,
    pub is_true: usize,
    /// and findings that are not.
    pub untrue: usize,
}

/// All runs, counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LostTotal {
    /// Faults that were found at least once,
    pub found: usize,
    /// of so many.
    pub faults: usize,
    /// Findings that go away with the fault,
    pub is_true: usize,
    /// of so many.
    pub findings: usize,
    /// Findings on mended apps.
    pub on_mended: usize,
    /// Runs on mended apps.
    pub mended: usize,
}

/// What a run of independent view fuzzing alone takes: all others only learn.
pub fn fuzzing(profile: Profile) -> technique::TechniqueSettings {
    let mut settings = technique::TechniqueSettings::default();
    settings.independent_views.profile = profile;
    alone(settings, TECHNIQUE, SHARE)
}

/// Whether a fault can be seen without a crash.
pub fn is_silent(fault: &Fault) -> bool {
    !matches!(fault.kind, FaultKind::ShallowCrash | FaultKind::DeepCrash | FaultKind::Hang)
}

impl LostEffects {
    /// Runs them all: each app with one fault after the other, with all, and mended.
    pub fn run(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<Fuzzed>, apps::UnknownApp> {
        let mut cells = Vec::new();
        for app in &self.apps {
            let (listed, switched) = switched(app)?;
            for (name, faults) in switched {
                for &profile in &self.profiles {
                    let cell = |seed| (Rig::new(listed, faults, seed), name, seed, profile);
                    cells.extend((0..self.seeds).map(cell));
                }
            }
        }
        let all = cells.len();
        let measure = |(rig, name, seed, profile): &(Rig, &'static str, u64, Profile)| {
            measure(rig, name, *seed, *profile, self.events)
        };
        Ok(side_by_side(self.jobs, &cells, measure, |number| done(number, all)))
    }
}

/// A fault's name, `all` or nothing, and what is switched on.
pub(crate) type Switched = (&'static str, Faults);

/// What is switched on in the runs of an app: one fault after the other, all and none; or only what is named, as `notes+wrong-row`, or
/// `notes+none`.
pub(crate) fn switched(app: &str) -> Result<(Listed, Vec<Switched>), apps::UnknownApp> {
    if let Some(mended) = app.strip_suffix("+none") {
        return Ok((apps::find(mended)?.0, vec![("", Faults::NONE)]));
    }
    let (listed, chosen) = apps::find(app)?;
    let is_whole = app == listed.manifest.name;
    let faults = listed.manifest.faults;
    let single = faults.iter().filter(|fault| if is_whole { is_silent(fault) } else { chosen.has(**fault) });
    let mut all: Vec<_> = single.map(|&fault| (fault.name, Faults::NONE.with(fault))).collect();
    if is_whole {
        all.extend([("all", Faults::all(faults)), ("", Faults::NONE)]);
    }
    Ok((listed, all))
}

fn measure(rig: &Rig, faults: &'static str, seed: u64, profile: Profile, events: u64) -> Fuzzed {
    let settings = fuzzing(profile);
    let ended = rig.hunt_with(&settings, events);
    let tried = ended.planner::<Fuzzer>().map(Fuzzer::tally).unwrap_or_default();
    Fuzzed {
        profile,
        app: rig.name(),
        faults,
        seed,
        events: ended.tally.health.events,
        findings: judged_of(rig, &settings, &ended, TECHNIQUE),
        artefacts: artefacts_of(&ended, TECHNIQUE),
        errors: (tried.distinct(), tried.once()),
        tried,
        crashes: ended.tally.crashes.len(),
    }
}

/// A row for each fault that was switched on alone.
pub fn by_lost_fault(runs: &[Fuzzed]) -> Vec<LostRow> {
    let mut rows: BTreeMap<(&'static str, &'static str, &'static str), LostRow> = BTreeMap::new();
    for run in runs {
        let Ok((listed, _)) = apps::find(run.app) else { continue };
        let Some(fault) = listed.manifest.faults.iter().find(|fault| fault.name == run.faults) else {
            continue;
        };
        let row = rows.entry((run.profile.name(), run.app, run.faults)).or_insert_with(|| LostRow {
            profile: run.profile,
            app: run.app,
            fault: fault.name,
            kind: fault.kind.to_string(),
            found: 0,
            runs: 0,
            is_true: 0,
            untrue: 0,
        });
        row.runs += 1;
        row.found += usize::from(run.findings.iter().any(|finding| finding.is_true));
        row.is_true += run.findings.iter().filter(|finding| finding.is_true).count();
        row.untrue += run.findings.iter().filter(|finding| !finding.is_true).count();
    }
    rows.into_values().collect()
}

/// All runs with one fault or none, counted.
pub fn lost_total(runs: &[Fuzzed]) -> LostTotal {
    let rows = by_lost_fault(runs);
    let single = || runs.iter().filter(|run| run.faults != "all").flat_map(|run| &run.findings);
    let mended = || runs.iter().filter(|run| run.faults.is_empty());
    LostTotal {
        found: rows.iter().filter(|row| row.found > 0).count(),
        faults: rows.len(),
        is_true: single().filter(|finding| finding.is_true).count(),
        findings: single().count(),
        on_mended: mended().map(|run| run.findings.len()).sum(),
        mended: mended().count(),
    }
}
