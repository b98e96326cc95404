//! Rounds of experiments until the budget is used up.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use device::{Abilities, Ability, DeviceError, Fleet};
use experiment::{Planner, Suspicion};
use finding::{Finding, Prover, Verdict};
use model::{Model, Volatile};
use trace::RunError;

use crate::journal::{Journal, Order};
use crate::past::Past;
use crate::rounds::Rounds;
use crate::rules::Rules;
use crate::settings::{Screenshots, Settings};
use crate::stop::Stop;
use crate::tally::{Tally, Told};
use crate::workers::{Board, work};

/// Experiments on phones, in rounds.
pub struct Campaign {
    pub(crate) settings: Arc<Settings>,
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
    fn told(&mut self, told: Told<'_>);
}

impl<F: FnMut(Told<'_>)> Watcher for F {
    fn told(&mut self, told: Told<'_>) {
        self(told);
    }
}

/// How a campaign ended.
#[derive(Debug)]
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
    /// The screens.
    pub model: Arc<Model>,
    /// What is known to change by itself.
    pub volatile: Arc<Volatile>,
    /// What never came back, and why it could not even be tried where that is known.
    pub artefacts: Vec<(Suspicion, Option<String>)>,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Why it ended early, where the phones are to blame.
    pub lost: Option<DeviceError>,
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
    pub fn new(settings: Settings, planners: Vec<Box<dyn Planner>>) -> Campaign {
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

    /// Goes on after what was finished before.
    #[must_use]
    pub fn resuming(self, past: Past) -> Campaign {
        Campaign { spent: past.spent, past: Some(past), ..self }
    }

    /// What it is about.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whoever holds this can stop it.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Goes through what was finished before, and no further: what a run says of which only the folder is left.
    pub fn recall(self) -> Result<Conclusion, CampaignError> {
        let abilities = self.past.as_ref().and_then(|past| past.rules.as_ref()).map(Rules::abilities);
        let (_, reports) = mpsc::channel();
        let board = Board::new(0);
        let mut rounds = Rounds::new(self, abilities.unwrap_or(Abilities::NONE), &board, None, reports, 0);
        rounds.recall()?;
        Ok(rounds.conclude())
    }

    /// Runs until the budget is used up, there is nothing left to do, someone stops it, or all phones are gone.
    pub fn run(mut self, fleet: &Fleet, watcher: &mut dyn Watcher) -> Result<Conclusion, CampaignError> {
        let phones = fleet.phones().len();
        let leases: Result<Vec<_>, _> =
            (0..phones).map(|_| fleet.lease(Abilities::NONE, Duration::ZERO)).collect();
        let leases = leases?;
        let common = leases.iter().fold(Abilities::all(), |common, lease| common.common(lease.abilities()));
        let mut journal = self.journal.take();
        if journal.is_none() {
            // Nobody would see them.
            Arc::make_mut(&mut self.settings).screenshots = Screenshots::None;
        }
        if let Some(journal) = journal.as_mut().filter(|_| common.has(Ability::ShareSnapshots)) {
            journal.set_order(Order::Whole);
        }
        match (self.past.as_ref().and_then(|past| past.rules.as_ref()), &mut journal) {
            (Some(rules), _) => rules.check(common).map_err(CampaignError::OtherPhones)?,
            (None, Some(journal)) => journal.rules(&Rules::of(common))?,
            (None, None) => {}
        }
        let journal = journal.map(Mutex::new);
        let board = Board::new(phones);
        let settings = Arc::clone(&self.settings);
        let (tell, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            for (number, lease) in leases.into_iter().enumerate() {
                let (board, settings, journal, tell) = (&board, &settings, journal.as_ref(), tell.clone());
                let stop = self.stop();
                scope.spawn(move || work(number, lease, settings, stop, board, journal, &tell));
            }
            drop(tell);
            let stop = self.stop();
            let mut rounds = Rounds::new(self, common, &board, journal.as_ref(), reports, phones);
            let ended = rounds.run(watcher);
            // Nobody will hear what the phones are about.
            stop.all();
            board.close();
            ended.map(|()| rounds.conclude())
        })
    }
}
