//! Rounds of experiments until the budget is used up.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use device::{Abilities, Ability, DeviceError, Fleet};
use experiment::{Ended, Knowledge, Outcome, Plan, Planner, Round, Suspicion};
use finding::{Finding, Prover, Verdict};
use gui::Event;
use model::{Model, ScreenId, Volatile, Walked};
use trace::RunError;

use crate::course::Scene;
use crate::journal::{Journal, Order, Rules};
use crate::past::Past;
use crate::settings::{Budget, Screenshots, Settings};
use crate::stop::Stop;
use crate::tally::{PhoneState, Tally, Told};
use crate::workers::{Board, Done, Job, Report, Written, work};

/// How often a watcher hears something while nothing ends.
const TICK: Duration = Duration::from_millis(200);

/// Experiments on phones, in rounds.
pub struct Campaign {
    settings: Arc<Settings>,
    planners: Vec<Box<dyn Planner>>,
    prover: Option<Prover>,
    journal: Option<Journal>,
    past: Option<Past>,
    /// Time that earlier parts of the run took.
    spent: Duration,
    stop: Stop,
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

    /// How much it is to test.
    pub fn budget(&self) -> Budget {
        self.settings.budget
    }

    /// Whoever holds this can stop it.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Goes through what was finished before, and no further: what a run says of which only the folder is left.
    pub fn recall(self) -> Result<Conclusion, CampaignError> {
        let abilities = self.past.as_ref().and_then(|past| past.rules.as_ref()).map(abilities_of);
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
        if let Some(journal) = journal.as_mut().filter(|_| self.past.is_none()) {
            journal.rules(&rules(common))?;
        }
        let journal = journal.map(Mutex::new);
        let board = Board::new(phones);
        let settings = Arc::clone(&self.settings);
        let (tell, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            for (number, lease) in leases.into_iter().enumerate() {
                let (board, settings, journal, tell) = (&board, &settings, journal.as_ref(), tell.clone());
                scope.spawn(move || work(number, lease, settings, board, journal, &tell));
            }
            drop(tell);
            let mut rounds = Rounds::new(self, common, &board, journal.as_ref(), reports, phones);
            let ended = rounds.run(watcher);
            board.close();
            ended.map(|()| rounds.conclude())
        })
    }
}

/// What planning depends on besides outcomes.
fn rules(abilities: Abilities) -> Rules {
    Rules {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        abilities: abilities.iter().map(|ability| ability.name().to_owned()).collect(),
    }
}

/// What is left out for want of an ability, in sentences.
fn without(abilities: Abilities) -> Vec<String> {
    let lacks = [
        (
            Ability::Coverage,
            "New coverage is judged by activities and kinds of widgets: the phone cannot tell what ran.",
        ),
        (Ability::Rotate, "The phone cannot be turned: what turning destroys was not looked for."),
        (Ability::KillProcess, "Processes cannot be ended: what that destroys was not looked for."),
        (
            Ability::ScreenOnOff,
            "The screen cannot be switched off and on: what that destroys was not looked for.",
        ),
        (Ability::TypeAnything, "Only ASCII was typed: the phone has no keyboard for more."),
        (Ability::Screenshot, "There are no pictures: the phone cannot take any."),
    ];
    let mut remarks: Vec<String> = lacks
        .iter()
        .filter(|(ability, _)| !abilities.has(*ability))
        .map(|(_, told)| (*told).to_owned())
        .collect();
    if !abilities.has(Ability::ShareSnapshots) && !abilities.has(Ability::Snapshot) {
        remarks.push("The phone has no snapshots: going back means doing everything again.".to_owned());
    }
    remarks
}

/// What the phones of an earlier run could do.
fn abilities_of(rules: &Rules) -> Abilities {
    let known =
        Ability::ALL.iter().filter(|ability| rules.abilities.iter().any(|name| name == ability.name()));
    known.fold(Abilities::NONE, |abilities, &ability| abilities.with(ability))
}

/// A campaign under way.
struct Rounds<'r> {
    campaign: Campaign,
    known: Knowledge,
    tally: Tally,
    pictured: Arc<HashSet<ScreenId>>,
    environment: Vec<Suspicion>,
    told: HashSet<String>,
    board: &'r Board,
    journal: Option<&'r Mutex<Journal>>,
    reports: Receiver<Report>,
    phones_left: usize,
    lost: Option<DeviceError>,
    began: Instant,
    next_id: u64,
}

/// The experiments of a round, and what came of them.
struct Batch {
    scene: Arc<Scene>,
    /// The first number that is the prover's.
    proving_from: u64,
    first: u64,
    done: Vec<Option<Done>>,
    /// How many of them are in the journal; never one before the one before it.
    in_journal: usize,
}

impl<'r> Rounds<'r> {
    fn new(
        campaign: Campaign,
        abilities: Abilities,
        board: &'r Board,
        journal: Option<&'r Mutex<Journal>>,
        reports: Receiver<Report>,
        phones: usize,
    ) -> Rounds<'r> {
        let known = Knowledge {
            app: Arc::clone(&campaign.settings.app),
            seed: campaign.settings.seed,
            abilities,
            model: Arc::default(),
            volatile: Arc::default(),
            covered: Arc::default(),
        };
        let mut tally = Tally::default();
        let budget = campaign.settings.budget;
        tally.health.remarks = without(abilities);
        tally.health.events_asked = budget.events;
        tally.health.time_asked_ms = budget.time.map(|time| time.as_millis() as u64);
        Rounds {
            campaign,
            known,
            tally,
            pictured: Arc::default(),
            environment: Vec::new(),
            told: HashSet::new(),
            board,
            journal,
            reports,
            phones_left: phones,
            lost: None,
            began: Instant::now(),
            next_id: 1,
        }
    }

    fn run(&mut self, watcher: &mut dyn Watcher) -> Result<(), CampaignError> {
        while !self.campaign.stop.is_over() && self.phones_left > 0 {
            self.check_time();
            let Some(mut batch) = self.plan()? else { break };
            while batch.done.iter().any(Option::is_none) && self.phones_left > 0 {
                self.wait(&mut batch, watcher)?;
            }
            self.merge(batch)?;
            self.tell_news(watcher);
            if let Some(journal) = self.journal {
                let spent = self.campaign.spent + self.began.elapsed();
                journal.lock().unwrap_or_else(PoisonError::into_inner).tick(spent)?;
            }
        }
        self.merge_clock();
        self.tell_news(watcher);
        if let Some(journal) = self.journal {
            journal.lock().unwrap_or_else(PoisonError::into_inner).sync()?;
        }
        Ok(())
    }

    fn recall(&mut self) -> Result<(), CampaignError> {
        while let Some(batch) = self.plan()? {
            let whole = batch.done.iter().all(Option::is_some);
            self.merge(batch)?;
            if !whole {
                break;
            }
        }
        self.tally.elapsed(self.campaign.spent);
        Ok(())
    }

    /// Plans a round and gives it to the phones; `None` when there is nothing left to do.
    fn plan(&mut self) -> Result<Option<Batch>, CampaignError> {
        let asked = self.campaign.settings.budget.events;
        let events_left = asked.map_or(u64::MAX, |asked| asked.saturating_sub(self.tally.health.events));
        let exploring = self.campaign.stop.is_exploring() && events_left > 0;
        let mut round = Round::new(self.next_id, events_left, exploring);
        for planner in &mut self.campaign.planners {
            planner.plan(&self.known, &mut round);
        }
        let first = self.next_id;
        let proving_from = first + round.len() as u64;
        if let Some(prover) = &mut self.campaign.prover {
            prover.plan(&self.known, &mut round);
        }
        if round.is_empty() {
            return Ok(None);
        }
        let companions = self.campaign.planners.iter().filter_map(|planner| planner.companion(&self.known));
        let scene = Arc::new(Scene {
            settings: Arc::clone(&self.campaign.settings),
            known: self.known.clone(),
            companions: companions.collect(),
            pictured: Arc::clone(&self.pictured),
            stop: self.campaign.stop.clone(),
        });
        let mut batch = Batch { scene, proving_from, first, done: Vec::new(), in_journal: 0 };
        batch.done.resize_with(round.len(), || None);
        self.next_id += round.len() as u64;
        for (at, (id, plan)) in round.into_plans().enumerate() {
            match self.finished_before(id, &plan, &batch.scene)? {
                Some(outcome) => {
                    let trouble = crate::phone::Trouble::default();
                    batch.done[at] = Some(Done { outcome, written: Written::Before, trouble, parts: None });
                }
                None => self.board.add(Job { id, plan, scene: Arc::clone(&batch.scene) }),
            }
        }
        Ok(Some(batch))
    }

    fn finished_before(
        &mut self,
        id: u64,
        plan: &Plan,
        scene: &Scene,
    ) -> Result<Option<Outcome>, CampaignError> {
        let parcels = self.known.abilities.has(Ability::ShareSnapshots);
        match &mut self.campaign.past {
            Some(past) => Ok(past.take(id, plan, scene, parcels)?),
            None => Ok(None),
        }
    }

    /// Waits a moment for something to happen, and takes it in.
    fn wait(&mut self, batch: &mut Batch, watcher: &mut dyn Watcher) -> Result<(), CampaignError> {
        match self.reports.recv_timeout(TICK) {
            Ok(Report::Done(done)) => {
                let at = (done.outcome.id - batch.first) as usize;
                batch.done[at] = Some(*done);
                self.write_down(batch)?;
            }
            Ok(Report::Lost { phone, error }) => {
                self.phones_left -= 1;
                let why = error.to_string();
                watcher.told(Told::Lost { why: &why });
                self.tally.health.phones_lost.push(format!("phone {}: {why}", phone + 1));
                self.lost = Some(error);
            }
            Err(RecvTimeoutError::Timeout) => self.tell_progress(watcher),
            Err(RecvTimeoutError::Disconnected) => self.phones_left = 0,
        }
        self.check_time();
        Ok(())
    }

    fn check_time(&mut self) {
        let elapsed = self.campaign.spent + self.began.elapsed();
        if let Some(time) = self.campaign.settings.budget.time {
            if elapsed >= time {
                self.campaign.stop.exploring();
            }
            if elapsed >= time + time / 4 {
                self.campaign.stop.all();
            }
        }
    }

    /// Puts what is over into the journal, in the order of the numbers; meanwhile the phones go on with the rest.
    fn write_down(&mut self, batch: &mut Batch) -> Result<(), CampaignError> {
        let Some(journal) = self.journal else { return Ok(()) };
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(Some(done)) = batch.done.get(batch.in_journal) {
            if done.outcome.ended == Ended::Interrupted {
                break;
            }
            journal.close(&done.outcome, done.written)?;
            journal.log(done.outcome.id, &done.trouble.log)?;
            batch.in_journal += 1;
        }
        Ok(())
    }

    /// Takes a round in, in the order of the numbers, up to the first experiment that is not over.
    fn merge(&mut self, mut batch: Batch) -> Result<(), CampaignError> {
        self.write_down(&mut batch)?;
        // The walks are over: whoever else knew of the model has gone, so it can grow in place.
        let Batch { scene, proving_from, done, .. } = batch;
        drop(scene);
        for done in done {
            match done {
                Some(done) if done.outcome.ended != Ended::Interrupted => {
                    let proving = done.outcome.id >= proving_from;
                    self.learn(&done.outcome, proving);
                    self.tally.trouble(&done.trouble);
                    self.tally.parts = self.tally.parts.max(done.parts);
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn learn(&mut self, outcome: &Outcome, proving: bool) {
        let new = self.absorb_coverage(outcome);
        self.absorb_screens(outcome, &new);
        self.tally.learn(outcome, proving, new.len(), self.known.model.len());
        for suspicion in outcome.suspicions.iter().filter(|suspicion| suspicion.environment.is_some()) {
            if !self.environment.iter().any(|known| known.fingerprint == suspicion.fingerprint) {
                self.environment.push(suspicion.clone());
            }
        }
        let mut raised = Vec::new();
        for planner in &mut self.campaign.planners {
            raised.extend(planner.learn(outcome, &self.known));
        }
        self.tally.suspicions += raised.len() as u64;
        if let Some(prover) = &mut self.campaign.prover {
            prover.learn(outcome, &self.known);
            // What a proof shows besides is for whoever looks at proofs.
            for suspicion in raised.into_iter().filter(|_| !proving) {
                prover.suspect(&suspicion, outcome, self.tally.health.events);
            }
            self.tally.proving = prover.progress();
        }
    }

    fn absorb_coverage(&mut self, outcome: &Outcome) -> BTreeSet<Arc<str>> {
        let seen = outcome.trace.steps().iter().flat_map(|step| &step.remarks.covered);
        let new: BTreeSet<Arc<str>> =
            seen.filter(|part| !self.known.covered.contains(*part)).cloned().collect();
        if !new.is_empty() {
            Arc::make_mut(&mut self.known.covered).extend(new.iter().cloned());
        }
        new
    }

    /// Walks teach what the app is like; scripts go where someone had been, again and again, and would only blur it.
    fn absorb_screens(&mut self, outcome: &Outcome, new: &BTreeSet<Arc<str>>) {
        let steps = outcome.trace.steps();
        for (moment, ids) in outcome.trace.moments().zip(&outcome.screens) {
            if let Some(picture) = moment.screenshot.filter(|_| !self.pictured.contains(&ids.widgets)) {
                Arc::make_mut(&mut self.known.model).set_picture(ids.widgets, picture);
                Arc::make_mut(&mut self.pictured).insert(ids.widgets);
            }
        }
        let waits = steps.iter().filter(|step| matches!(step.event, Some(Event::Wait { .. })));
        for step in waits {
            if let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout)
                && before.digest() != after.digest()
            {
                Arc::make_mut(&mut self.known.volatile).learn(before, after);
            }
        }
        if !is_walk(outcome) {
            return;
        }
        let mut seen: HashSet<&Arc<str>> = HashSet::new();
        let model = Arc::make_mut(&mut self.known.model);
        let travelled = outcome.cause.purpose.starts_with("travel");
        let activity = outcome.trace.start().activity.as_deref();
        if travelled || outcome.start.lineage.is_empty() {
            model.begin(outcome.screens[0], activity, travelled);
        } else {
            model.go_on(outcome.screens[0], activity);
        }
        for (step, ids) in steps.iter().zip(outcome.screens.windows(2)) {
            let mut covered = step.remarks.covered.iter();
            let coverage_grew = covered.any(|part| new.contains(part) && seen.insert(part));
            let activity = step.after.activity.as_deref();
            let walked = Walked { event: step.event.as_ref(), to: ids[1], activity, coverage_grew };
            model.step(ids[0].travel, walked);
        }
        // Who kept it will want to know the way there.
        for kept in outcome.kept.iter().filter(|kept| kept.tag == "interesting") {
            model.set_kept(kept.place.screens.travel, true);
        }
    }

    fn tell_progress(&mut self, watcher: &mut dyn Watcher) {
        self.merge_clock();
        watcher.told(Told::Progress(&self.tally));
    }

    fn merge_clock(&mut self) {
        self.tally.elapsed(self.campaign.spent + self.began.elapsed());
        self.tally.steps_now = self.board.steps.load(Ordering::Relaxed);
        let phones = self.board.phones().into_iter();
        self.tally.phones = phones
            .map(|phone| PhoneState { name: phone.name, doing: phone.doing, lost: phone.lost })
            .collect();
    }

    fn tell_news(&mut self, watcher: &mut dyn Watcher) {
        let findings = self.campaign.prover.as_ref().map(Prover::findings).unwrap_or_default();
        self.tally.findings = findings.len();
        self.tell_progress(watcher);
        for finding in &findings {
            if finding.shown_in.is_some() && self.told.insert(finding.name.clone()) {
                watcher.told(Told::Found(finding));
            }
        }
    }

    fn conclude(mut self) -> Conclusion {
        self.tally.note_point();
        let findings = self.campaign.prover.as_ref().map(Prover::findings).unwrap_or_default();
        let artefacts = self.campaign.prover.iter().flat_map(Prover::artefacts);
        let artefacts =
            artefacts.map(|(suspicion, why)| (suspicion.clone(), why.map(str::to_owned))).collect();
        let interrupted = self.campaign.stop.is_interrupted();
        let verdict = match findings.iter().any(Finding::is_confirmed) {
            true => Verdict::Findings,
            false if interrupted || self.lost.is_some() || !self.tally.health.is_enough() => {
                Verdict::Inconclusive
            }
            false => Verdict::Clean,
        };
        Conclusion {
            verdict,
            tally: self.tally,
            findings,
            environment: self.environment,
            model: self.known.model,
            volatile: self.known.volatile,
            artefacts,
            interrupted,
            lost: self.lost.filter(|_| self.phones_left == 0),
        }
    }
}

fn is_walk(outcome: &Outcome) -> bool {
    ["walk ", "travel ", "start ", "seed "].iter().any(|prefix| outcome.cause.purpose.starts_with(prefix))
}
