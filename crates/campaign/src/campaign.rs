//! Rounds of experiments until the budget is used up.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use device::{Abilities, Ability, DeviceError, Fleet, Lease};
use experiment::{Costs, Planner, Site, Suspicion, World};
use finding::{Finding, Prover, Verdict};
use model::{Model, Volatile};
use trace::RunError;

use crate::journal::{Journal, Order};
use crate::lore::Lore;
use crate::past::Past;
use crate::phone::Phone;
use crate::record::Ending;
use crate::rounds::Rounds;
use crate::rules::{Rules, SiteRules, without};
use crate::settings::{CampaignSettings, Screenshots};
use crate::sites::Sites;
use crate::stop::Stop;
use crate::tally::{Tally, Update};
use crate::workers::{Board, work};

/// Experiments on phones, in rounds.
pub struct Campaign {
    pub(crate) settings: Arc<CampaignSettings>,
    pub(crate) planners: Vec<Box<dyn Planner>>,
    pub(crate) prover: Option<Prover>,
    journal: Option<Journal>,
    pub(crate) past: Option<Past>,
    /// Time that earlier parts of the run took.
    pub(crate) spent: Duration,
    pub(crate) stop: Stop,
}

/// Hears how a campaign goes.
pub trait Watcher {
    /// Something happened, or time has passed.
    fn told(&mut self, told: Update<'_>);
}

impl<F: FnMut(Update<'_>)> Watcher for F {
    fn told(&mut self, told: Update<'_>) {
        self(told);
    }
}

/// How a campaign ended.
pub struct Conclusion {
    /// What it says.
    pub verdict: Verdict,
    /// Whether so much was tested that what was not found means something. A run with findings may have ended early too.
    pub enough: bool,
    /// Its numbers.
    pub tally: Tally,
    /// What was found, the gravest first.
    pub findings: Vec<Finding>,
    /// What looked wrong and is not the app's fault.
    pub environment: Vec<Suspicion>,
    /// What is known of the app, on each kind of phone.
    pub world: World,
    /// What never came back, and why it could not even be tried where that is known.
    pub artefacts: Vec<(Suspicion, Option<String>)>,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// The last words of the last phone, where all are gone.
    pub lost: Option<String>,
    /// The same as an error, where the phones are still there to blame.
    pub error: Option<DeviceError>,
    /// Whether the run is known to have come to its end, and was not killed on the way.
    pub finished: bool,
    /// Who planned it, with what they have found out.
    pub planners: Vec<Box<dyn Planner>>,
}

impl Conclusion {
    /// What outcomes teach, and how the run ended.
    pub(crate) fn of(lore: Lore, ending: Ending, finished: bool) -> Conclusion {
        let Lore { world, mut tally, environment, .. } = lore;
        let Ending { interrupted, lost, proving, findings, not_reproducible } = ending;
        tally.proving = proving;
        tally.findings = findings.len();
        // What looked wrong and was never tried again may well be.
        let open = findings.iter().any(|finding| !finding.is_confirmed()) || proving.left_out > 0;
        let enough = finished && !interrupted && lost.is_none() && !open && tally.health.is_enough();
        let verdict = if findings.iter().any(Finding::is_confirmed) {
            Verdict::Findings
        } else if enough {
            Verdict::Clean
        } else {
            Verdict::Inconclusive
        };
        Conclusion {
            verdict,
            enough,
            tally,
            findings,
            environment,
            world,
            artefacts: not_reproducible,
            interrupted,
            lost,
            error: None,
            finished,
            planners: Vec::new(),
        }
    }

    /// The screens of the first kind of phone.
    pub fn model(&self) -> &Arc<Model> {
        &self.world.home().model
    }

    /// What is known to change by itself on the first kind of phone.
    pub fn volatile(&self) -> &Arc<Volatile> {
        &self.world.home().volatile
    }

    /// The planner of this type, with what it has found out.
    pub fn planner<P: Planner>(&self) -> Option<&P> {
        self.planners.iter().find_map(|planner| (&**planner as &dyn Any).downcast_ref())
    }
}

impl std::fmt::Debug for Conclusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let findings: Vec<&str> = self.findings.iter().map(|finding| finding.name.as_str()).collect();
        write!(f, "{:?} with {findings:?}, {:?}", self.verdict, self.tally.health)
    }
}

/// Why a campaign could not go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The journal cannot be written or read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is no phone.
    #[error(transparent)]
    Fleet(#[from] device::FleetError),
    /// The run was planned for phones that can do other things.
    #[error("the run was made on phones that can do other things: {0}")]
    OtherPhones(String),
}

impl Campaign {
    /// A campaign with these planners, whose experiments are numbered in this order.
    pub fn new(settings: CampaignSettings, planners: Vec<Box<dyn Planner>>) -> Campaign {
        Campaign {
            settings: Arc::new(settings),
            planners,
            prover: None,
            journal: None,
            past: None,
            spent: Duration::ZERO,
            stop: Stop::new(),
        }
    }

    /// Proves what is suspected.
    #[must_use]
    pub fn proving(self, prover: Prover) -> Campaign {
        Campaign { prover: Some(prover), ..self }
    }

    /// Writes everything down.
    #[must_use]
    pub fn journal(self, journal: Journal) -> Campaign {
        Campaign { journal: Some(journal), ..self }
    }

    /// Also asks this planner, after the others.
    #[must_use]
    pub fn with(mut self, planner: Box<dyn Planner>) -> Campaign {
        self.planners.push(planner);
        self
    }

    /// Takes the phones for such that cost so much, whatever they do.
    #[must_use]
    pub fn costing(mut self, costs: Costs) -> Campaign {
        Arc::make_mut(&mut self.settings).costs = Some(costs);
        self
    }

    /// Goes on after what was finished before.
    #[must_use]
    pub fn resuming(self, past: Past) -> Campaign {
        Campaign { spent: past.spent, past: Some(past), ..self }
    }

    /// What it is about.
    pub fn settings(&self) -> &CampaignSettings {
        &self.settings
    }

    /// Whoever holds this can stop it.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Runs until the budget is used up, there is nothing left to do, someone stops it, or all phones are gone.
    pub fn run(mut self, fleet: &Fleet, watcher: &mut dyn Watcher) -> Result<Conclusion, CampaignError> {
        let phones = fleet.phones().len();
        let leases: Result<Vec<_>, _> =
            (0..phones).map(|_| fleet.lease(Abilities::NONE, Duration::ZERO)).collect();
        let mut leases = leases?;
        let sites = Sites::of(&leases);
        let mut journal = self.journal.take();
        if journal.is_none() {
            // Nobody would see them.
            Arc::make_mut(&mut self.settings).screenshots = Screenshots::None;
        }
        let in_memory = sites.abilities.values().all(|abilities| abilities.has(Ability::ShareSnapshots));
        if let Some(journal) = journal.as_mut().filter(|_| in_memory) {
            journal.set_order(Order::Whole);
        }
        if let (Some(journal), Some(past)) = (&mut journal, &mut self.past) {
            journal.go_on_after(std::mem::take(&mut past.noted), past.record.ending.take())?;
        }
        let costs = match self.past.as_ref().and_then(|past| past.rules.as_ref()) {
            Some(rules) => {
                rules.check(&sites.abilities).map_err(CampaignError::OtherPhones)?;
                rules.sites.iter().map(|rules| (rules.site, rules.costs)).collect()
            }
            None => {
                let costs = self.costs(&sites, &mut leases);
                if let Some(journal) = &mut journal {
                    journal.rules(&Rules::of(sites.rules(&costs)))?;
                }
                costs
            }
        };
        let world = self.world(&sites, &costs);
        let journal = journal.map(Mutex::new);
        let board = Board::new(phones, self.settings.at_once.unwrap_or(phones));
        let settings = Arc::clone(&self.settings);
        let (tell, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            for (number, lease) in leases.into_iter().enumerate() {
                let (board, settings, journal, tell) = (&board, &settings, journal.as_ref(), tell.clone());
                let (stop, phone) = (self.stop(), (number, sites.of_phones[number]));
                scope.spawn(move || work(phone, lease, settings, stop, board, journal, &tell));
            }
            drop(tell);
            let stop = self.stop();
            let mut rounds =
                Rounds::new(self, world, &board, journal.as_ref(), reports, sites.of_phones.clone());
            let ended = rounds.run(watcher);
            // Nobody will hear what the phones are about.
            stop.all();
            board.close();
            ended.map(|()| rounds.conclude())
        })
    }

    /// What the phones of each site take for what is asked of them.
    fn costs(&self, sites: &Sites, leases: &mut [Lease<'_>]) -> BTreeMap<Site, Costs> {
        let firsts = sites.abilities.keys().filter_map(|&site| {
            let number = sites.of_phones.iter().position(|&of| of == site)?;
            let settings = Arc::clone(&self.settings);
            let mut phone = Phone::new(number, site, &mut *leases[number], settings, self.stop());
            Some((site, phone.costs()))
        });
        firsts.collect()
    }

    fn world(&self, sites: &Sites, costs: &BTreeMap<Site, Costs>) -> World {
        let known = sites
            .abilities
            .iter()
            .map(|(&site, &abilities)| (site, abilities, costs.get(&site).copied().unwrap_or(Costs::DEAR)));
        World::new(&self.settings.app, self.settings.seed, known)
    }
}

/// What a run says of which only the folder is left: its traces teach again what they taught, and its record says what was found.
/// No planner is asked, so it does not matter which version of oddity made it. `findings` are those that were saved beside
/// the journal, for runs whose journal does not tell them.
pub fn recall(
    settings: &CampaignSettings,
    mut past: Past,
    findings: Vec<Finding>,
) -> Result<Conclusion, CampaignError> {
    let rules = past.rules.take();
    let sites = rules.iter().flat_map(|rules| &rules.sites);
    let sites: Vec<(Site, Abilities, Costs)> =
        sites.map(|rules: &SiteRules| (rules.site, rules.abilities(), rules.costs)).collect();
    let common = sites.iter().fold(Abilities::all(), |common, (_, abilities, _)| common.common(*abilities));
    let mut lore = Lore::new(World::new(&settings.app, settings.seed, sites), false);
    lore.tally = Tally::asked(settings.budget, without(common));
    lore.tally.parts = past.parts;
    let mut world = lore.world.clone();
    for id in past.experiments() {
        // Names of screens are those of the beginning of their round.
        if past.record.rounds.is_empty() || past.record.rounds.contains(&id) {
            world = lore.world.clone();
        }
        let recalled =
            past.site_of(id).and_then(|site| past.recall(id, world.of(site), &settings.techniques));
        match recalled {
            Ok(outcome) => outcome.iter().for_each(|outcome| lore.learn(outcome)),
            Err(error @ (RunError::Damaged { .. } | RunError::Missing(_))) => {
                lore.tally.health.remarks.push(format!("Experiment {id} cannot be read: {error}."));
            }
            Err(error) => return Err(error.into()),
        }
    }
    lore.tally.elapsed(past.spent);
    lore.tally.health.spending = past.spending;
    lore.tally.note_point();
    // Journals of older versions do not say how they ended.
    let tells_ends = !past.record.rounds.is_empty();
    let ending = past.record.ending.take();
    let finished = ending.is_some() || !tells_ends;
    let told = past.record.findings.into_values().collect();
    let ending = ending.unwrap_or_else(|| Ending {
        findings: if tells_ends { told } else { findings },
        ..Ending::default()
    });
    Ok(Conclusion::of(lore, ending, finished))
}
