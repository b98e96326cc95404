//! Question 2 of the benchmark: time travel against the baselines.

use std::collections::{BTreeMap, BTreeSet};

use experiment::Act;
use explore::{SourceKind, Strategy};
use serde::Serialize;
use sim::{FaultKind, Faults};

use crate::{Blame, Mean, Rig, blame, side_by_side};

/// What to compare.
#[derive(Debug, Clone)]
pub struct Explorations {
    /// The apps, by name.
    pub apps: Vec<String>,
    /// Seeds 0 to this, not included.
    pub seeds: u64,
    /// Events of each run.
    pub events: u64,
    /// Where they come from.
    pub source: SourceKind,
    /// Runs side by side.
    pub jobs: usize,
}

/// One exploration.
#[derive(Debug, Clone, Serialize)]
pub struct Exploration {
    /// The app.
    pub app: &'static str,
    /// The strategy.
    pub strategy: &'static str,
    /// The seed.
    pub seed: u64,
    /// Parts of the app that ran, in percent.
    pub covered_percent: f64,
    /// Screens reached.
    pub screens: usize,
    /// Travels.
    pub travels: u64,
    /// Conditions kept.
    pub snapshots: u64,
    /// Different crashes and hangs.
    pub crashes: usize,
    /// Planted crash and hang faults that showed, each with the event it first showed after.
    pub faults: BTreeMap<&'static str, u64>,
    /// Those of them that are deep.
    pub deep: BTreeSet<&'static str>,
}

/// A strategy over all apps and seeds.
#[derive(Debug, Clone, Serialize)]
pub struct StrategyRow {
    /// The strategy.
    pub strategy: &'static str,
    /// Coverage in percent, of an app.
    pub covered_percent: Mean,
    /// Planted crash and hang faults found, in all apps together, per seed.
    pub faults: Mean,
    /// Deep ones among them.
    pub deep: Mean,
    /// Travels per thousand events.
    pub travels_per_thousand: f64,
    /// In how many apps it covers most (ties count for each).
    pub apps_won: usize,
}

impl Explorations {
    /// Runs them all. `done` hears how many of how many there are.
    pub fn run(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<Exploration>, apps::UnknownApp> {
        let mut cells = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            let faults = Faults::all(listed.manifest.faults);
            for strategy in Strategy::ALL {
                cells.extend((0..self.seeds).map(|seed| (Rig::new(listed, faults, seed), strategy, seed)));
            }
        }
        let all = cells.len();
        let measure = |(rig, strategy, seed): &(Rig, Strategy, u64)| self.measure(rig, *strategy, *seed);
        Ok(side_by_side(self.jobs, &cells, measure, |number| done(number, all)))
    }

    /// One phone and one walker.
    fn measure(&self, rig: &Rig, strategy: Strategy, seed: u64) -> Exploration {
        let settings = explore::ExploreSettings { source: self.source, ..alone(strategy) };
        let ended = rig.explore(settings, self.events);
        let tally = &ended.tally;
        let deep_faults: BTreeSet<&str> =
            rig.faults_of(&[FaultKind::DeepCrash]).into_iter().map(|fault| fault.name).collect();
        let mut faults = BTreeMap::new();
        for crash in &tally.crashes {
            let acts: Vec<Act> = crash.events.iter().cloned().map(Act::plain).collect();
            if let Blame::Of(guilty) = blame(rig, &acts, &crash.fingerprint) {
                for fault in guilty {
                    let first = faults.entry(fault).or_insert(crash.first_event);
                    *first = crash.first_event.min(*first);
                }
            }
        }
        Exploration {
            app: rig.name(),
            strategy: strategy.name(),
            seed,
            covered_percent: 100.0 * tally.covered as f64 / f64::from(tally.parts.unwrap_or(0).max(1)),
            screens: tally.screens,
            travels: tally.travels,
            snapshots: tally.kept,
            crashes: tally.crashes.len(),
            deep: faults.keys().copied().filter(|fault| deep_faults.contains(fault)).collect(),
            faults,
        }
    }
}

/// One walker, as in the paper: several would share what only one of them sees.
pub(crate) fn alone(strategy: Strategy) -> explore::ExploreSettings {
    let defaults = explore::ExploreSettings::default();
    let max_depth = if strategy == Strategy::TimeTravel { defaults.max_depth } else { usize::MAX };
    explore::ExploreSettings { strategy, walkers: 1, max_depth, ..defaults }
}

/// The table: a row per strategy.
pub fn by_strategy(runs: &[Exploration], events: u64) -> Vec<StrategyRow> {
    let apps: BTreeSet<&str> = runs.iter().map(|run| run.app).collect();
    let seeds: BTreeSet<u64> = runs.iter().map(|run| run.seed).collect();
    let mean_in = |strategy: Strategy, app: &str| {
        let of: Vec<f64> = runs
            .iter()
            .filter(|run| run.strategy == strategy.name() && run.app == app)
            .map(|run| run.covered_percent)
            .collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    let row = |strategy: Strategy| {
        let own: Vec<&Exploration> = runs.iter().filter(|run| run.strategy == strategy.name()).collect();
        let per_seed = |count: &dyn Fn(&Exploration) -> usize| -> Vec<f64> {
            let of_seed =
                |seed: u64| own.iter().filter(|run| run.seed == seed).map(|run| count(run)).sum::<usize>();
            seeds.iter().map(|&seed| of_seed(seed) as f64).collect()
        };
        let covered: Vec<f64> = own.iter().map(|run| run.covered_percent).collect();
        let travels: u64 = own.iter().map(|run| run.travels).sum();
        let wins = |app: &&&str| {
            let best = Strategy::ALL.iter().map(|&other| mean_in(other, app)).fold(0.0, f64::max);
            mean_in(strategy, app) >= best
        };
        StrategyRow {
            strategy: strategy.name(),
            covered_percent: Mean::of(&covered),
            faults: Mean::of(&per_seed(&|run| run.faults.len())),
            deep: Mean::of(&per_seed(&|run| run.deep.len())),
            travels_per_thousand: travels as f64 * 1000.0 / (own.len() as u64 * events).max(1) as f64,
            apps_won: apps.iter().filter(wins).count(),
        }
    };
    Strategy::ALL.into_iter().map(row).collect()
}
