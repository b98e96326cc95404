//! One round of experiments after the other.

mod learn;
mod tell;

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use device::{Abilities, Ability, DeviceError};
use experiment::{Ended, Knowledge, Outcome, Plan, Planner, Round, Suspicion};
use gui::Layout;
use model::ScreenId;

use crate::campaign::{Campaign, CampaignError, Watcher};
use crate::course::Scene;
use crate::journal::Journal;
use crate::past::Past;
use crate::rules::without;
use crate::tally::{Tally, Told};
use crate::trouble::Trouble;
use crate::workers::{Board, Done, Job, Report, Written};

/// How often a watcher hears something while nothing ends.
const TICK: Duration = Duration::from_millis(200);

/// A campaign under way.
pub(crate) struct Rounds<'r> {
    campaign: Campaign,
    known: Knowledge,
    /// What the first fresh start looked like.
    first_start: Option<Arc<Layout>>,
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
    /// The first experiment that was planned when the time to look for new things was over.
    only_proving_from: Option<u64>,
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
    pub(crate) fn new(
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
        let only_proving_from = campaign.past.as_ref().and_then(Past::only_proving_from);
        let parts = campaign.past.as_ref().and_then(|past| past.parts);
        let mut tally = Tally { parts, ..Tally::default() };
        let budget = campaign.settings.budget;
        tally.health.remarks = without(abilities);
        tally.health.events_asked = budget.events;
        tally.health.time_asked_ms = budget.time.map(|time| time.as_millis() as u64);
        Rounds {
            campaign,
            known,
            first_start: None,
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
            only_proving_from,
        }
    }

    pub(crate) fn run(&mut self, watcher: &mut dyn Watcher) -> Result<(), CampaignError> {
        loop {
            self.check_time();
            // What was finished before is told in any case.
            if self.campaign.stop.is_over() && !self.is_recalling() || self.phones_left == 0 {
                break;
            }
            let Some(mut batch) = self.plan()? else { break };
            while batch.done.iter().any(Option::is_none) && self.phones_left > 0 {
                self.wait(&mut batch, watcher)?;
            }
            self.merge(batch)?;
            self.tell_news(watcher);
        }
        self.tell_news(watcher);
        let spent = self.spent();
        self.journal().map_or(Ok(()), |mut journal| journal.sync(spent))?;
        Ok(())
    }

    pub(crate) fn recall(&mut self) -> Result<(), CampaignError> {
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
        let in_time = self.is_in_time();
        let exploring = in_time && events_left > 0;
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
        if !in_time {
            self.note_only_proving()?;
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
                    let trouble = Trouble::default();
                    batch.done[at] = Some(Done { outcome, written: Written::Before, trouble, parts: None });
                }
                None => {
                    let (scene, proves) = (Arc::clone(&batch.scene), id >= proving_from);
                    self.board.add(Job { id, plan, scene, proves });
                }
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
            Ok(Report::Lost { phone, experiment, error, trouble }) => {
                self.phones_left -= 1;
                self.tally.trouble(&trouble);
                self.journal().map_or(Ok(()), |mut journal| journal.log(experiment, &trouble.log))?;
                let why = error.to_string();
                watcher.told(Told::Lost { why: &why });
                self.tally.health.phones_lost.push(format!("phone {}: {why}", phone + 1));
                self.lost = Some(error);
            }
            Err(RecvTimeoutError::Timeout) => self.tell_progress(watcher),
            Err(RecvTimeoutError::Disconnected) => self.phones_left = 0,
        }
        self.check_time();
        let spent = self.spent();
        self.journal().map_or(Ok(()), |mut journal| journal.tick(spent))?;
        Ok(())
    }

    /// Ends what the budget of time ends. What was done before a run was resumed was done in time.
    fn check_time(&mut self) {
        let Some(time) = self.campaign.settings.budget.time.filter(|_| !self.is_recalling()) else { return };
        let elapsed = self.spent();
        if elapsed >= time {
            self.campaign.stop.exploring();
        }
        if elapsed >= time.saturating_add(time / 4) {
            self.campaign.stop.all();
        }
    }

    /// Whether the round that comes next was planned before the run was resumed.
    fn is_recalling(&self) -> bool {
        self.campaign.past.as_ref().is_some_and(|past| past.reaches(self.next_id))
    }

    /// Whether there is time to look for new things; for rounds that are recalled, whether there was.
    fn is_in_time(&self) -> bool {
        match self.only_proving_from {
            Some(from) if self.next_id >= from => false,
            _ => self.is_recalling() || self.campaign.stop.is_exploring(),
        }
    }

    fn note_only_proving(&mut self) -> Result<(), CampaignError> {
        let first = self.next_id;
        if self.only_proving_from.is_none() {
            self.only_proving_from = Some(first);
            self.journal().map_or(Ok(()), |mut journal| journal.only_proving(first))?;
        }
        Ok(())
    }

    pub(super) fn spent(&self) -> Duration {
        self.campaign.spent + self.began.elapsed()
    }

    fn journal(&self) -> Option<MutexGuard<'_, Journal>> {
        self.journal.map(|journal| journal.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts what is over into the journal, in the order of the numbers; meanwhile the phones go on with the rest.
    fn write_down(&mut self, batch: &mut Batch) -> Result<(), CampaignError> {
        let Some(mut journal) = self.journal() else { return Ok(()) };
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
                    self.learn_parts(done.parts)?;
                }
                _ => break,
            }
        }
        self.board.steps_in_round.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// How many parts the app has, written down once: whoever tells the run again has no phone to ask.
    fn learn_parts(&mut self, parts: Option<u32>) -> Result<(), CampaignError> {
        let Some(parts) = parts.filter(|&parts| Some(parts) > self.tally.parts) else { return Ok(()) };
        self.tally.parts = Some(parts);
        if let Some(mut journal) = self.journal() {
            journal.parts(parts)?;
        }
        Ok(())
    }
}
