//! One thread per phone.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use device::{Abilities, DeviceError, Lease};
use experiment::{Kept, Outcome, Plan, Site, Start};
use finding::Spending;
use gui::Digest;
use trace::{Header, Moment, Step, TraceId};

use crate::course::{Scene, Sink, carry_out};
use crate::journal::Journal;
use crate::phone::{Broken, Phone};
use crate::settings::CampaignSettings;
use crate::stop::Stop;
use crate::trouble::Trouble;

/// An experiment that waits for a phone.
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) plan: Plan,
    pub(crate) scene: Arc<Scene>,
}

/// What a worker tells.
pub(crate) enum Report {
    /// An experiment is over.
    Done(Box<Done>),
    /// A phone is gone for good; what it was about waits for another one.
    Lost { phone: usize, experiment: u64, error: DeviceError, trouble: Trouble },
}

pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) written: Written,
    pub(crate) trouble: Trouble,
    /// Where the phone's time went since it told the last time.
    pub(crate) spending: Spending,
    pub(crate) parts: Option<u32>,
}

/// What of an experiment is in the journal already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Nothing.
    Nothing,
    /// Its steps.
    Steps(TraceId),
    /// All, from before the run was resumed.
    Before,
}

/// The experiments that wait, and what the phones are about.
#[derive(Default)]
pub(crate) struct Board {
    state: Mutex<State>,
    changed: Condvar,
    /// Steps taken, for a screen that is drawn while a round goes on.
    pub(crate) steps: AtomicU64,
    /// Those of them that are not for proving, since the round began.
    pub(crate) steps_in_round: AtomicU64,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    closed: bool,
    phones: Vec<Busy>,
    /// How many phones may work at one time, and how many do.
    at_once: usize,
    working: usize,
}

/// What a phone is about.
#[derive(Debug, Clone, Default)]
pub(crate) struct Busy {
    pub(crate) name: String,
    pub(crate) doing: String,
    pub(crate) lost: Option<String>,
}

impl Board {
    pub(crate) fn new(phones: usize, at_once: usize) -> Board {
        let board = Board::default();
        let mut state = board.state();
        state.phones = vec![Busy::default(); phones];
        state.at_once = at_once.max(1);
        drop(state);
        board
    }

    pub(crate) fn add(&self, job: Job) {
        self.state().jobs.push_back(job);
        self.changed.notify_all();
    }

    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.jobs.clear();
        self.changed.notify_all();
    }

    pub(crate) fn phones(&self) -> Vec<Busy> {
        self.state().phones.clone()
    }

    /// The first experiment that fits; waits for one. `None` when there will be no more.
    fn take(&self, phone: usize, site: Site, abilities: Abilities) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let State { jobs, phones, at_once, working, .. } = &*state;
            let fits = |job: &Job| job.plan.site() == site && fits(job, phone, abilities, phones);
            let at = jobs.iter().position(fits).filter(|_| working < at_once);
            if let Some(job) = at.and_then(|at| state.jobs.remove(at)) {
                state.phones[phone].doing = job.plan.cause.purpose.to_string();
                state.working += 1;
                return Some(job);
            }
            state.phones[phone].doing = String::new();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The phone has done what it took.
    fn rest(&self) {
        self.state().working -= 1;
        self.changed.notify_all();
    }

    fn put_back(&self, job: Job, phone: usize, why: String) {
        let mut state = self.state();
        state.phones[phone].lost = Some(why);
        state.jobs.push_front(job);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An experiment that goes on where another phone stands is left to that one, as long as it is there.
fn fits(job: &Job, phone: usize, abilities: Abilities, phones: &[Busy]) -> bool {
    let elsewhere = match &job.plan.start {
        Start::At(place) => match &place.kept {
            Some(Kept::Standing { phone: on }) => Some(*on),
            Some(Kept::Snapshot(on) | Kept::Data(on)) => Some(on.phone),
            _ => None,
        },
        Start::Fresh | Start::Here { .. } => None,
    };
    let taken =
        elsewhere.is_some_and(|on| on != phone && phones.get(on).is_some_and(|other| other.lost.is_none()));
    !taken && abilities.include(job.plan.needs)
}

/// Carries out experiments until there are no more, or the phone is gone.
pub(crate) fn work(
    (number, site): (usize, Site),
    mut lease: Lease<'_>,
    settings: &Arc<CampaignSettings>,
    stop: Stop,
    board: &Board,
    journal: Option<&Mutex<Journal>>,
    reports: &Sender<Report>,
) {
    board.state().phones[number].name = lease.identity().to_string();
    let mut lost = None;
    {
        let mut phone = Phone::new(number, site, &mut *lease, Arc::clone(settings), stop);
        while let Some(job) = board.take(number, site, phone.abilities()) {
            let carried_out = carry_out_stubbornly(&mut phone, &job, board, journal);
            board.rest();
            match carried_out {
                Ok(done) => {
                    // Whoever merges makes the model grow in place, and that only if nobody else knows of it.
                    drop(job);
                    // Nobody listens any more when the campaign was left in a hurry.
                    let _ = reports.send(Report::Done(Box::new(done)));
                }
                Err(Broken(error)) => {
                    let (experiment, trouble) = (job.id, phone.take_trouble());
                    board.put_back(job, number, error.to_string());
                    lost = Some(error.clone());
                    let _ = reports.send(Report::Lost { phone: number, experiment, error, trouble });
                    break;
                }
            }
        }
    }
    if let Some(error) = lost {
        lease.lose(error.to_string());
    }
}

/// Begins an experiment again where the phone fails; the last failure, where it fails too often.
fn carry_out_stubbornly(
    phone: &mut Phone<'_>,
    job: &Job,
    board: &Board,
    journal: Option<&Mutex<Journal>>,
) -> Result<Done, Broken> {
    phone.retries.begin();
    phone.time_for(&job.plan.cause.purpose);
    loop {
        let began = Instant::now();
        let proves = job.plan.cause.purpose.is_proof();
        let mut sink = Writing { board, journal, trace: None, proves };
        match carry_out(phone, job.id, &job.plan, &job.scene, &mut sink) {
            Ok(outcome) => {
                let (trouble, spending, parts) = (phone.take_trouble(), phone.take_spending(), phone.parts());
                let written = sink.trace.map_or(Written::Nothing, Written::Steps);
                return Ok(Done { outcome, written, trouble, spending, parts });
            }
            Err(broken) => {
                sink.give_up(&broken.0);
                let hopeless = phone.is_gone || broken.is_hopeless();
                if hopeless || !phone.retries.begin_again(began.elapsed()) || job.scene.stop.is_over() {
                    return Err(broken);
                }
                phone.trouble.begun_again += 1;
            }
        }
    }
}

/// Writes an experiment down as it goes on, where the journal wants that.
struct Writing<'w> {
    board: &'w Board,
    journal: Option<&'w Mutex<Journal>>,
    trace: Option<TraceId>,
    proves: bool,
}

impl Writing<'_> {
    fn journal(&self) -> Option<MutexGuard<'_, Journal>> {
        self.journal.map(|journal| journal.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn give_up(&mut self, error: &DeviceError) {
        if let (Some(trace), Some(mut journal)) = (self.trace, self.journal()) {
            journal.end(trace, &format!("the phone failed: {error}"));
        }
    }
}

impl Sink for Writing<'_> {
    fn begin(&mut self, header: &Header, start: &Moment) {
        let trace = self.journal().and_then(|mut journal| journal.begin(header, start));
        self.trace = trace;
    }

    fn step(&mut self, step: &Step) {
        self.board.steps.fetch_add(1, Ordering::Relaxed);
        self.board.steps_in_round.fetch_add(u64::from(!self.proves), Ordering::Relaxed);
        if let (Some(trace), Some(mut journal)) = (self.trace, self.journal()) {
            journal.step(trace, step);
        }
    }

    fn picture(&mut self, png: &[u8]) -> Option<Digest> {
        self.journal().and_then(|mut journal| journal.picture(png))
    }
}

#[cfg(test)]
mod tests {
    use trace::Remarks;

    use super::*;

    #[test]
    fn a_step_counts_at_once_and_one_that_proves_is_no_event_of_the_round() {
        let board = Board::new(1, 1);
        let (before, after) = (Moment::default(), Moment::default());
        let step = Step { before, event: None, after, remarks: Remarks::default() };
        for proves in [false, true, false] {
            Writing { board: &board, journal: None, trace: None, proves }.step(&step);
        }
        assert_eq!(board.steps.load(Ordering::Relaxed), 3);
        assert_eq!(board.steps_in_round.load(Ordering::Relaxed), 2);
    }
}
