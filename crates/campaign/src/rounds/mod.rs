//! One round of experiments after the other.

mod learn;
mod tell;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use device::{Abilities, DeviceError};
use experiment::{Ended, Ledger, Outcome, Plan, Planner, Round, Site, World};
use finding::{Finding, Spending};

use crate::campaign::{Campaign, CampaignError, Watcher};
use crate::course::Scene;
use crate::journal::Journal;
use crate::lore::Lore;
use crate::past::Past;
use crate::record::RoundNote;
use crate::rules::without;
use crate::tally::{Tally, Update};
use crate::trouble::Trouble;
use crate::workers::{Board, Done, Job, Report, Written};

/// How often a watcher hears something while nothing ends.
const TICK: Duration = Duration::from_millis(200);

/// A campaign under way.
pub(crate) struct Rounds<'r> {
    campaign: Campaign,
    lore: Lore,
    ledger: Ledger,
    /// The findings that watchers have heard of.
    told: HashSet<String>,
    /// The findings as they were last noted.
    recorded: BTreeMap<String, Finding>,
    board: &'r Board,
    journal: Option<&'r Mutex<Journal>>,
    reports: Receiver<Report>,
    /// Where each phone is, and how many of each site are left.
    phones: Vec<Site>,
    phones_left: HashMap<Site, usize>,
    lost: Option<DeviceError>,
    began: Instant,
    next_id: u64,
    /// The first experiment that was planned when the time to look for new things was over.
    only_proving_from: Option<u64>,
}

/// The experiments of a round, and what came of them.
struct Batch {
    scene: Arc<Scene>,
    first: u64,
    done: Vec<Option<Done>>,
    /// How many of them are in the journal; never one before the one before it.
    in_journal: usize,
}

impl<'r> Rounds<'r> {
    pub(crate) fn new(
        campaign: Campaign,
        world: World,
        board: &'r Board,
        journal: Option<&'r Mutex<Journal>>,
        reports: Receiver<Report>,
        phones: Vec<Site>,
    ) -> Rounds<'r> {
        let only_proving_from = campaign.past.as_ref().and_then(Past::only_proving_from);
        let keeps_corpus = campaign.planners.iter().any(|planner| planner.reads_corpus());
        let abilities = world.sites().map(|known| known.abilities);
        let common = abilities.fold(Abilities::all(), Abilities::common);
        let mut lore = Lore::new(world, keeps_corpus);
        lore.tally = Tally::asked(campaign.settings.budget, without(common));
        if let Some(past) = &campaign.past {
            lore.tally.parts = past.parts;
            lore.tally.health.spending = past.spending.clone();
        }
        let mut phones_left = HashMap::new();
        for &site in &phones {
            *phones_left.entry(site).or_default() += 1;
        }
        Rounds {
            ledger: Ledger::new(&campaign.settings.techniques, &campaign.settings.shares),
            recorded: BTreeMap::new(),
            campaign,
            lore,
            told: HashSet::new(),
            board,
            journal,
            reports,
            phones,
            phones_left,
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
            if self.campaign.stop.is_over() && !self.is_recalling() || self.is_without_phones() {
                break;
            }
            let Some(mut batch) = self.plan()? else { break };
            while batch.done.iter().any(Option::is_none) && !self.is_without_phones() {
                self.wait(&mut batch, watcher)?;
            }
            self.merge(batch)?;
            self.tell_news(watcher)?;
        }
        self.tell_news(watcher)?;
        let (spent, ending) = (self.spent(), self.ending());
        if let Some(mut journal) = self.journal() {
            journal.ended(&ending)?;
            journal.sync(spent, &self.lore.tally.health.spending)?;
        }
        Ok(())
    }

    /// Whether some of what is planned can be done by nobody any more.
    fn is_without_phones(&self) -> bool {
        self.phones_left.is_empty() || self.phones_left.values().any(|&left| left == 0)
    }

    /// Plans a round and gives it to the phones; `None` when there is nothing left to do.
    fn plan(&mut self) -> Result<Option<Batch>, CampaignError> {
        let asked = self.campaign.settings.budget.events;
        let events_left = asked.map_or(u64::MAX, |asked| asked.saturating_sub(self.lore.tally.health.events));
        let in_time = self.is_in_time();
        let exploring = in_time && events_left > 0;
        let world = &self.lore.world;
        let mut round = Round::new(self.next_id, events_left, exploring).within(world, &self.ledger);
        for planner in &mut self.campaign.planners {
            planner.plan(world, &mut round);
        }
        let before_proving = round.len();
        if let Some(prover) = &mut self.campaign.prover {
            prover.plan(world, &mut round);
        }
        self.ledger.close(world.seed, &round);
        if round.is_empty() {
            return Ok(None);
        }
        if !in_time {
            self.note_only_proving()?;
        }
        let (first, experiments) = (self.next_id, round.len());
        self.note_round(RoundNote { first, experiments, proving: experiments - before_proving })?;
        let mut batch = Batch { scene: self.scene(), first, done: Vec::new(), in_journal: 0 };
        batch.done.resize_with(experiments, || None);
        self.next_id += experiments as u64;
        for (at, (id, plan)) in round.into_plans().enumerate() {
            match self.finished_before(id, &plan, &batch.scene)? {
                Some(outcome) => {
                    let trouble = Trouble::default();
                    batch.done[at] = Some(Done {
                        outcome,
                        written: Written::Before,
                        trouble,
                        spending: Spending::default(),
                        parts: None,
                    });
                }
                None => self.board.add(Job { id, plan, scene: Arc::clone(&batch.scene) }),
            }
        }
        Ok(Some(batch))
    }

    /// What all experiments of the next round share.
    fn scene(&self) -> Arc<Scene> {
        let planners = &self.campaign.planners;
        let companions = self.lore.world.sites().map(|known| {
            (known.site, planners.iter().filter_map(|planner| planner.companion(known)).collect())
        });
        Arc::new(Scene {
            settings: Arc::clone(&self.campaign.settings),
            world: self.lore.world.clone(),
            companions: companions.collect(),
            pictured: Arc::clone(&self.lore.pictured),
            stop: self.campaign.stop.clone(),
        })
    }

    fn finished_before(
        &mut self,
        id: u64,
        plan: &Plan,
        scene: &Scene,
    ) -> Result<Option<Outcome>, CampaignError> {
        match &mut self.campaign.past {
            Some(past) => Ok(past.take(id, plan, scene)?),
            None => Ok(None),
        }
    }

    /// Waits a moment for something to happen, and takes it in.
    fn wait(&mut self, batch: &mut Batch, watcher: &mut dyn Watcher) -> Result<(), CampaignError> {
        match self.reports.recv_timeout(TICK) {
            Ok(Report::Done(done)) => {
                let at = (done.outcome.id - batch.first) as usize;
                self.lore.tally.health.spending.merge(&done.spending);
                batch.done[at] = Some(*done);
                self.write_down(batch)?;
            }
            Ok(Report::Lost { phone, experiment, error, trouble }) => {
                if let Some(left) = self.phones_left.get_mut(&self.phones[phone]) {
                    *left -= 1;
                }
                self.lore.tally.trouble(&trouble);
                self.journal().map_or(Ok(()), |mut journal| journal.log(experiment, &trouble.log))?;
                let why = error.to_string();
                watcher.told(Update::Lost { why: &why });
                self.lore.tally.health.phones_lost.push(format!("phone {}: {why}", phone + 1));
                self.lost = Some(error);
            }
            Err(RecvTimeoutError::Timeout) => self.tell_progress(watcher),
            Err(RecvTimeoutError::Disconnected) => self.phones_left.clear(),
        }
        self.check_time();
        let spent = self.spent();
        let spending = &self.lore.tally.health.spending;
        self.journal().map_or(Ok(()), |mut journal| journal.tick(spent, spending))?;
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

    fn note_round(&mut self, round: RoundNote) -> Result<(), CampaignError> {
        self.journal().map_or(Ok(()), |mut journal| journal.round(&round))?;
        Ok(())
    }

    pub(super) fn spent(&self) -> Duration {
        self.campaign.spent + self.began.elapsed()
    }

    fn journal(&self) -> Option<MutexGuard<'r, Journal>> {
        self.journal.map(|journal| journal.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts what is over into the journal, in the order of the numbers; meanwhile the phones go on with the rest.
    fn write_down(&mut self, batch: &mut Batch) -> Result<(), CampaignError> {
        let mut journal = self.journal();
        while let Some(Some(done)) = batch.done.get(batch.in_journal) {
            if done.outcome.ended == Ended::Interrupted {
                break;
            }
            let parts = done.parts.filter(|&parts| Some(parts) > self.lore.tally.parts);
            self.lore.tally.parts = parts.or(self.lore.tally.parts);
            if let Some(journal) = &mut journal {
                // Whoever tells the run again has no phone to ask, and an experiment that is closed is not asked again.
                parts.map_or(Ok(()), |parts| journal.parts(parts))?;
                journal.close(&done.outcome, done.written)?;
                journal.log(done.outcome.id, &done.trouble.log)?;
            }
            batch.in_journal += 1;
        }
        Ok(())
    }

    /// Takes a round in, in the order of the numbers, up to the first experiment that is not over.
    fn merge(&mut self, mut batch: Batch) -> Result<(), CampaignError> {
        self.write_down(&mut batch)?;
        // The walks are over: whoever else knew of the model has gone, so it can grow in place.
        let Batch { scene, done, .. } = batch;
        drop(scene);
        for done in done {
            match done {
                Some(done) if done.outcome.ended != Ended::Interrupted => {
                    self.learn(&done.outcome)?;
                    self.lore.tally.trouble(&done.trouble);
                }
                _ => break,
            }
        }
        self.board.steps_in_round.store(0, Ordering::Relaxed);
        Ok(())
    }
}
