//! Pairs of pictures with the right answers, for training: simulated apps with one mistake, and their mended twins.

use std::collections::BTreeSet;
use std::sync::Arc;

use apps::Listed;
use campaign::Campaign;
use device::PhoneKind;
use experiment::{
    Act, BuildId, Claim, Exhibit, ForJudge, KindId, Planner, Seen, Site, Suspicion, Techniques,
};
use sim::{Fault, FaultKind, Faults, Profile};
use technique::{Eye, label};
use trace::Role;
use vision::{Example, Labelled};

use crate::compared::walkers;
use crate::side_by_side;
use crate::trials::{Lab, Tried, Walks};

/// So many sites are tried beside one run of the reference.
const SITES_AT_ONCE: usize = 4;
/// So many screens of a walk are looked at.
const MOST_SCREENS: usize = 24;

/// Which pairs of pictures.
#[derive(Debug, Clone)]
pub struct Labels {
    /// The apps, by name.
    pub apps: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Events on the reference, for each fault.
    pub events: u64,
    /// Faults side by side.
    pub jobs: usize,
    /// The kinds of phones: of each language and mode some, its reference first.
    pub groups: Vec<Vec<Profile>>,
    /// What is measured.
    pub profile: vision::Profile,
}

impl Labels {
    /// Walks over each app with each mistake of its look, does the same on all phones with and without the mistake, and labels what
    /// both show. Equal pairs of an app are kept once.
    pub fn collect(&self, done: impl Fn(usize, usize) + Sync) -> Result<Vec<Labelled>, apps::UnknownApp> {
        let mut cells: Vec<(Listed, Fault)> = Vec::new();
        for app in &self.apps {
            let (listed, _) = apps::find(app)?;
            let looks = listed.manifest.faults.iter().filter(|fault| fault.kind == FaultKind::LookOnly);
            cells.extend(looks.map(|fault| (listed, *fault)));
        }
        let all = cells.len();
        let labelled =
            side_by_side(self.jobs, &cells, |cell| self.of(cell.0, cell.1), |number| done(number, all));
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut pairs = Vec::new();
        for ((listed, _), examples) in cells.iter().zip(labelled) {
            for mut example in examples {
                // Finer than this says nothing, and makes equal pairs differ.
                example.features.iter_mut().for_each(|value| *value = (*value * 1e4).round() / 1e4);
                let app = listed.manifest.name.to_owned();
                if known.insert(format!("{app} {example:?}")) {
                    pairs.push(Labelled { app, example });
                }
            }
        }
        Ok(pairs)
    }

    fn of(&self, app: Listed, fault: Fault) -> Vec<Example> {
        self.groups.iter().flat_map(|kinds| self.of_group(app, fault, kinds)).collect()
    }

    fn of_group(&self, app: Listed, fault: Fault, kinds: &[Profile]) -> Vec<Example> {
        let faulty = Faults::all(&[fault]);
        let alone = Lab { app, builds: &[faulty], kinds: &kinds[..1], seed: self.seed };
        let mut planners: Vec<Box<dyn Planner>> = walkers(&app);
        planners.push(Box::new(Walks::default()));
        let walked =
            alone.run(Campaign::new(alone.settings(self.events, Techniques::new(Vec::new())), planners));
        let scripts = walked.planner::<Walks>().map(|walks| walks.scripts.clone()).unwrap_or_default();
        let both = Lab { app, builds: &[faulty, Faults::NONE], kinds, seed: self.seed };
        let kinds: Arc<[PhoneKind]> = kinds.iter().map(Profile::kind).collect();
        let others: Vec<u16> = (1..kinds.len() as u16).collect();
        let eye = Eye::shipped(self.profile);
        let mut claims: Vec<Tried> = Vec::new();
        for script in scripts {
            for tests in others.chunks(SITES_AT_ONCE) {
                let twins = Twins { eye: eye.clone(), kinds: Arc::clone(&kinds), tests: tests.to_vec() };
                claims.push((Arc::new(twins), Arc::clone(&script)));
            }
        }
        let rulings = both.try_all(claims);
        rulings.into_iter().flatten().flat_map(|ruling| examples_of(&ruling)).collect()
    }
}

fn examples_of(ruling: &Suspicion) -> Vec<Example> {
    serde_json::from_value(ruling.claim.clone()).unwrap_or_default()
}

/// A script on the mended reference, and with and without the mistake on others; its ruling has the labelled pairs.
#[derive(Debug)]
struct Twins {
    eye: Eye,
    kinds: Arc<[PhoneKind]>,
    tests: Vec<u16>,
}

impl Claim for Twins {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let step = script.len().div_ceil(MOST_SCREENS).max(1);
        let wanted: BTreeSet<usize> = (0..=script.len()).step_by(step).collect();
        let wanted = ForJudge::After(Arc::new(wanted));
        let site = |kind: u16, build: u16| Site { kind: KindId(kind), build: BuildId(build) };
        let others = self.tests.iter().flat_map(|&kind| [site(kind, 0), site(kind, 1)]);
        std::iter::once(site(0, 1))
            .chain(others)
            .map(|site| Exhibit::script(Role::Treatment, site, script).with_pictures(wanted.clone()))
            .collect()
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let (reference, others) = seen.split_first()?;
        let mut examples: Vec<Example> = Vec::new();
        for (twins, &kind) in others.chunks_exact(2).zip(&self.tests) {
            let kinds = [self.kinds[0].clone(), self.kinds[usize::from(kind)].clone()];
            examples.extend(label(&self.eye, reference, &twins[0], &twins[1], &kinds));
        }
        let kind = experiment::Kind::new("pairs", "Pairs", experiment::Severity::Minor, "");
        let ruling = Suspicion::new("", &kind, &[], "", "");
        Some(Suspicion { claim: serde_json::to_value(examples).unwrap_or_default(), ..ruling })
    }
}
