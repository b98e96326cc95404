//! One phone of a campaign, with what its worker knows of it.

mod clean;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use android::logcat::Priority;
use device::{
    Abilities, Ability, Coverage, Device, DeviceError, LogPage, LogPosition, MemorySnapshot, NotPerformed,
    Observation, Repeat, Settled, SnapshotId, perform_on, settle,
};
use experiment::{Costs, Place, Purpose, Site};
use finding::{Activity, Spending};
use gui::{Event, Orientation};
use trace::Crash;

use crate::mask::Mask;
use crate::retries::Retries;
use crate::settings::CampaignSettings;
use crate::stop::Stop;
use crate::stopwatch::Stopwatch;
use crate::trouble::Trouble;
use crate::ways::Returns;
use clean::Clean;

/// A phone and its last look.
pub(crate) struct Phone<'d> {
    pub(crate) number: usize,
    /// Its kind, and the build on it.
    pub(crate) site: Site,
    device: &'d mut dyn Device,
    settings: Arc<CampaignSettings>,
    mask: Mask,
    /// Where its last experiment has left it, as long as nothing else was done. Phones with memory snapshots have no use for it.
    pub(crate) standing: Option<Arc<Place>>,
    /// How it got back to places.
    pub(crate) returns: Returns,
    /// The phone as it came to us, where that can be kept.
    came: Option<MemorySnapshot>,
    /// Whether nothing was done to it since.
    is_as_it_came: bool,
    /// The phone right after a clean start.
    clean: Option<Clean>,
    log: LogPosition,
    coverage: Arc<Coverage>,
    seen: Option<Settled>,
    /// The last look with its secrets, for fingers alone.
    shown: Option<Arc<gui::Layout>>,
    /// The condition it is in, on phones that have memory snapshots.
    now: Option<MemorySnapshot>,
    /// Snapshots that nobody knows of any more.
    pub(crate) to_forget: Arc<Mutex<Vec<SnapshotId>>>,
    pub(crate) trouble: Trouble,
    pub(crate) retries: Retries,
    /// Runs on phones that cost time.
    watch: Option<Stopwatch>,
    stop: Stop,
    /// Whether it went away and did not come back in time.
    pub(crate) is_gone: bool,
}

/// The phone failed and what it is in now is not known.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Broken(pub(crate) DeviceError);

impl Broken {
    /// Whether nothing comes of trying again. On a full disk there may be room a moment later.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.0.repeat() == Repeat::Pointless && !matches!(self.0, DeviceError::DiskFull { .. })
    }
}

/// What came of an event.
pub(crate) struct Stepped {
    pub(crate) at: Duration,
    pub(crate) settle: Duration,
    pub(crate) crash: Option<Crash>,
    /// Parts of the app that had not run before on this phone.
    pub(crate) covered: Vec<Arc<str>>,
}

/// An event that was not sent.
pub(crate) enum NotDone {
    /// It makes no sense here.
    Refused(String),
    /// The phone failed.
    Broken(Broken),
}

impl<'d> Phone<'d> {
    pub(crate) fn new(
        number: usize,
        site: Site,
        device: &'d mut dyn Device,
        settings: Arc<CampaignSettings>,
        stop: Stop,
    ) -> Phone<'d> {
        let secrets = settings.setup.scripts.iter().flat_map(script::Script::secrets);
        Phone {
            number,
            site,
            watch: (!device.abilities().has(Ability::ShareSnapshots)).then(Stopwatch::new),
            device,
            retries: Retries::new(settings.tries, settings.trouble),
            mask: Mask::new(secrets),
            settings,
            standing: None,
            returns: Returns::default(),
            came: None,
            is_as_it_came: false,
            clean: None,
            log: LogPosition::START,
            coverage: Arc::default(),
            seen: None,
            shown: None,
            now: None,
            to_forget: Arc::default(),
            trouble: Trouble::default(),
            stop,
            is_gone: false,
        }
    }

    pub(crate) fn abilities(&self) -> Abilities {
        self.device.abilities()
    }

    pub(crate) fn name(&self) -> String {
        self.device.identity().to_string()
    }

    /// What is on screen, settled. There is always a look after a start and after a step.
    pub(crate) fn seen(&mut self) -> Result<Observation, Broken> {
        match &self.seen {
            Some(seen) => Ok(seen.observation.clone()),
            None => self.look().map(|seen| seen.observation),
        }
    }

    /// The time is for this from now on.
    pub(crate) fn time_for(&mut self, purpose: &Purpose) {
        if let Some(watch) = &mut self.watch {
            watch.begin(purpose);
        }
    }

    /// The time is for an act on the way of a walk, as long as it takes.
    pub(crate) fn in_time_for<T>(&mut self, act: Option<&str>, call: impl FnOnce(&mut Self) -> T) -> T {
        let Phone { watch, settings, .. } = self;
        let before = watch.as_mut().and_then(|watch| watch.act_for(act, &settings.techniques));
        let answer = call(self);
        if let Some(watch) = &mut self.watch {
            watch.back_to(before);
        }
        answer
    }

    /// Nothing is to be done from now on. Says where the time went since the last time.
    pub(crate) fn take_spending(&mut self) -> Spending {
        self.watch.as_mut().map(Stopwatch::end).unwrap_or_default()
    }

    /// Takes the time of a call.
    pub(crate) fn during<T>(&mut self, activity: Activity, call: impl FnOnce(&mut Self) -> T) -> T {
        let entered = self.watch.as_mut().is_some_and(|watch| watch.enter(activity));
        let answer = call(self);
        if let Some(watch) = self.watch.as_mut().filter(|_| entered) {
            watch.leave();
        }
        answer
    }

    /// Writes something down for people.
    pub(crate) fn note(&mut self, line: &str) {
        self.trouble.note(self.mask.text(line));
    }

    pub(crate) fn take_trouble(&mut self) -> Trouble {
        std::mem::take(&mut self.trouble)
    }

    /// Sends an event to what is on screen and waits until it rests.
    ///
    /// Where a phone with memory snapshots fails, it takes up the condition from before the step and does it again, at no cost. For
    /// others the whole experiment has to be begun anew.
    pub(crate) fn step(&mut self, event: &Event) -> Result<Stepped, NotDone> {
        self.during(Activity::Events, |phone| phone.step_once(event))
    }

    fn step_once(&mut self, event: &Event) -> Result<Stepped, NotDone> {
        let before = self.now.clone();
        loop {
            match (self.try_step(event), &before) {
                (Err(NotDone::Broken(_)), Some(before)) if self.retries.may_go_on() => {
                    self.trouble.begun_again += 1;
                    self.take_up(before).map_err(NotDone::Broken)?;
                }
                (stepped, _) => {
                    if stepped.is_ok() {
                        self.retries.succeed();
                    }
                    return stepped;
                }
            }
        }
    }

    fn try_step(&mut self, event: &Event) -> Result<Stepped, NotDone> {
        let before = self.seen().map_err(NotDone::Broken)?;
        if let Some(why) = self.settings.guard.objection(event, &before.layout) {
            self.trouble.blocked += 1;
            self.note(&format!("blocked: {}: {why}", event.wish()));
            return Err(NotDone::Refused(why));
        }
        let at = before.at;
        self.perform(event, &before)?;
        self.seen = None;
        self.after_step(at).map_err(NotDone::Broken)
    }

    fn perform(&mut self, event: &Event, before: &Observation) -> Result<(), NotDone> {
        let app = Arc::clone(&self.settings.app);
        // A box is emptied of as many letters as it has, not of as many as the secret's name has.
        let shown = self.shown.clone().unwrap_or_else(|| Arc::clone(&before.layout));
        loop {
            let began = Instant::now();
            let (error, done) = match perform_on(self.device, &app, event, &before.layout, &shown) {
                Ok(()) => return Ok(()),
                Err(NotPerformed::Device { error, done }) => (error, done),
                Err(refused) => return Err(NotDone::Refused(self.mask.text(&refused.to_string()))),
            };
            let (error, may_go_on) = self.failed(error, began);
            let again = done == 0 && may_go_on;
            match &error {
                DeviceError::Lacks { .. } => return Err(NotDone::Refused(error.to_string())),
                // Some phones refuse once and not again; one that always does has a reason.
                DeviceError::Refused { .. } if done == 0 && !again => {
                    self.retries.succeed();
                    return Err(NotDone::Refused(error.to_string()));
                }
                DeviceError::Refused { .. } if again => {}
                _ if again
                    && error.repeat() == Repeat::Safe
                    && !self.is_exact()
                    && self.wait_for_return(&error, began) => {}
                _ => {
                    self.seen = None;
                    return Err(NotDone::Broken(Broken(error)));
                }
            }
        }
    }

    fn after_step(&mut self, at: Duration) -> Result<Stepped, Broken> {
        if !self.settings.pause.is_zero() {
            let pause = self.settings.pause;
            self.ask_in_step(|device| device.wait(pause))?;
        }
        let settle = self.look()?.took;
        let crash = self.crash_since()?;
        let covered = self.newly_covered()?;
        self.note_condition()?;
        Ok(Stepped { at, settle, crash, covered })
    }

    /// Where the phone has memory snapshots, keeps the condition it is in now.
    fn note_condition(&mut self) -> Result<(), Broken> {
        if self.is_exact() {
            self.now = Some(self.ask_in_step(|device| device.memory_snapshot())?);
        }
        Ok(())
    }

    fn look(&mut self) -> Result<Settled, Broken> {
        let patience = self.settings.patience;
        let failed = self.trouble.failed_calls;
        let seen = self.ask_in_step(|device| settle(device, patience));
        self.trouble.failed_looks += self.trouble.failed_calls - failed;
        let mut seen = seen?;
        let shown = Arc::clone(&seen.observation.layout);
        seen.observation.layout = self.mask.layout(seen.observation.layout);
        self.shown = Some(shown);
        self.seen = Some(seen.clone());
        Ok(seen)
    }

    fn crash_since(&mut self) -> Result<Option<Crash>, Broken> {
        let since = self.log;
        let page = self.ask_in_step(|device| device.read_log(since))?;
        self.log = page.next;
        self.trouble.log_lines_missing += page.missing;
        // Nothing that ends an app is logged below the level of errors.
        if page.lines.iter().all(|line| line.priority < Priority::Error) {
            return Ok(None);
        }
        self.note_lacks(&page);
        Ok(Crash::in_log(&page.logcat(), &self.settings.app).map(|crash| self.mask.crash(crash)))
    }

    fn note_lacks(&mut self, page: &LogPage) {
        for lack in page.lacks() {
            self.trouble.lacks(self.mask.text(lack));
        }
    }

    fn newly_covered(&mut self) -> Result<Vec<Arc<str>>, Broken> {
        if !self.abilities().has(Ability::Coverage) {
            return Ok(Vec::new());
        }
        let coverage = self.ask_in_step(|device| device.coverage())?;
        let before = std::mem::replace(&mut self.coverage, coverage);
        if Arc::ptr_eq(&before, &self.coverage) {
            return Ok(Vec::new());
        }
        Ok(new_in(&self.coverage.reached, &before.reached))
    }

    /// How many parts the app has, where the phone knows.
    pub(crate) fn parts(&self) -> Option<u32> {
        self.coverage.total
    }

    /// A picture of the screen; `None` where the phone cannot. For a judge it is without toasts, where the phone can leave them out:
    /// they stand in no dump, and cover what the dump has.
    pub(crate) fn picture(&mut self, for_judge: bool) -> Result<Option<device::Picture>, Broken> {
        self.during(Activity::Pictures, |phone| phone.take_picture(for_judge))
    }

    fn take_picture(&mut self, for_judge: bool) -> Result<Option<device::Picture>, Broken> {
        if !self.abilities().has(Ability::Screenshot) {
            return Ok(None);
        }
        let now = self.now.clone();
        loop {
            // What a dump does not tell cannot be hidden: with secrets there are no toasts in pictures, or no pictures.
            let hides = self.mask.hides();
            let taken = self.ask_in_step(|device| {
                let of_app = if hides || for_judge { device.screenshot_of_app()? } else { None };
                if of_app.is_some() || hides { Ok(of_app) } else { device.screenshot().map(Some) }
            });
            match (taken, &now) {
                (Err(_), Some(now)) if self.retries.may_go_on() => self.take_up(now)?,
                (picture, _) => {
                    let layout = self.seen()?.layout;
                    return picture.map(|taken| taken.map(|picture| self.mask.picture(picture, &layout)));
                }
            }
        }
    }

    /// The condition it is in, on phones that have memory snapshots.
    pub(crate) fn memory_snapshot(&self) -> Option<MemorySnapshot> {
        self.now.clone()
    }

    pub(crate) fn take_up(&mut self, snapshot: &MemorySnapshot) -> Result<(), Broken> {
        self.is_as_it_came = false;
        loop {
            self.ask(|device| device.take_up(snapshot))?;
            match self.arrived() {
                Err(_) if self.retries.may_go_on() => {}
                arrived => return arrived,
            }
        }
    }

    /// Saves the condition on the phone; `None` where it has no room or does not want to, and then there are other ways back.
    pub(crate) fn snapshot(&mut self) -> Result<Option<SnapshotId>, Broken> {
        self.during(Activity::Saving, |phone| phone.snapshot_by(|device| device.snapshot()))
    }

    /// The same of what the app has stored.
    pub(crate) fn snapshot_data(&mut self) -> Result<Option<SnapshotId>, Broken> {
        let app = Arc::clone(&self.settings.app);
        self.during(Activity::Saving, |phone| phone.snapshot_by(|device| device.snapshot_data(&app)))
    }

    fn snapshot_by(
        &mut self,
        save: impl FnMut(&mut dyn Device) -> Result<SnapshotId, DeviceError>,
    ) -> Result<Option<SnapshotId>, Broken> {
        self.forget_what_nobody_knows();
        match self.ask(save) {
            Err(Broken(DeviceError::DiskFull { .. } | DeviceError::Refused { .. })) => Ok(None),
            snapshot => snapshot.map(Some),
        }
    }

    /// How much room it takes, where the phone says so.
    pub(crate) fn snapshot_bytes(&mut self, snapshot: SnapshotId) -> Option<u64> {
        self.device.snapshot_bytes(snapshot)
    }

    /// Says whether the snapshot was still there.
    pub(crate) fn restore(&mut self, snapshot: SnapshotId) -> Result<bool, Broken> {
        self.during(Activity::GoingBack, |phone| phone.go_back_by(|device| device.restore(snapshot)))
    }

    /// Opens the app with what it had stored. Says whether the snapshot of that was still there.
    pub(crate) fn reopen(&mut self, snapshot: SnapshotId) -> Result<bool, Broken> {
        let app = Arc::clone(&self.settings.app);
        self.during(Activity::GoingBack, |phone| {
            phone.go_back_by(|device| device.restore(snapshot).and_then(|()| device.launch(&app)))
        })
    }

    fn go_back_by(
        &mut self,
        restore: impl FnMut(&mut dyn Device) -> Result<(), DeviceError>,
    ) -> Result<bool, Broken> {
        match self.ask(restore) {
            Err(Broken(DeviceError::NoSuchSnapshot { .. })) => Ok(false),
            restored => restored.and_then(|()| self.arrived()).map(|()| true),
        }
    }

    /// Looks around after a jump: what was logged and covered by then belongs to no step.
    fn arrived(&mut self) -> Result<(), Broken> {
        self.seen = None;
        self.look()?;
        let since = self.log;
        let page = self.ask_in_step(|device| device.read_log(since))?;
        self.log = page.next;
        self.note_lacks(&page);
        if self.abilities().has(Ability::Coverage) {
            self.coverage = self.ask_in_step(|device| device.coverage())?;
        }
        self.note_condition()?;
        self.retries.succeed();
        Ok(())
    }

    /// What such a phone takes for what is asked of it: nothing where it is in memory, else as long as it takes now.
    pub(crate) fn costs(&mut self) -> Costs {
        if let Some(given) = self.settings.costs {
            return given;
        }
        if self.is_exact() {
            return Costs::FREE;
        }
        let time_is_free = self.abilities().has(Ability::AdvanceClock);
        let measured = self.measured().unwrap_or(Costs::DEAR);
        // Whoever takes over begins anew.
        if let Some(Clean::Snapshot(snapshot, _)) = self.clean.take() {
            let _ = self.device.forget(snapshot);
        }
        Costs { time_is_free, ..measured }
    }

    fn measured(&mut self) -> Result<Costs, Broken> {
        let turned = |to| Event::Rotate { to };
        let wait = Event::Wait { ms: 1 };
        // Between the cheapest there is and one that makes the screen anew.
        let events =
            [wait.clone(), turned(Orientation::Landscape), wait.clone(), turned(Orientation::Portrait), wait];
        // The first start has more to do than all others.
        self.start_clean()?;
        let fresh_ms = timed(|| self.start_clean())?.0;
        let (events_ms, ()) = timed(|| {
            events.iter().try_for_each(|event| match self.step(event) {
                Err(NotDone::Broken(broken)) => Err(broken),
                _ => Ok(()),
            })
        })?;
        let mut costs = Costs {
            event_ms: events_ms / events.len() as u64,
            fresh_ms,
            save_ms: None,
            back_ms: None,
            time_is_free: false,
        };
        if self.abilities().has(Ability::Snapshot) {
            let (save_ms, saved) = timed(|| self.snapshot())?;
            if let Some(snapshot) = saved {
                let (back_ms, there) = timed(|| self.restore(snapshot))?;
                let _ = self.device.forget(snapshot);
                (costs.save_ms, costs.back_ms) = (Some(save_ms), there.then_some(back_ms));
            }
        }
        Ok(costs)
    }

    fn forget_what_nobody_knows(&mut self) {
        let forgotten = std::mem::take(&mut *self.to_forget.lock().unwrap_or_else(PoisonError::into_inner));
        for snapshot in forgotten {
            // One that stays takes up room on the phone, no more.
            let _ = self.device.forget(snapshot);
        }
    }

    /// Makes a call that may be made twice, until it succeeds or there is no hope.
    fn ask<T>(
        &mut self,
        mut call: impl FnMut(&mut dyn Device) -> Result<T, DeviceError>,
    ) -> Result<T, Broken> {
        loop {
            let began = Instant::now();
            let error = match call(self.device) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let (error, may_go_on) = self.failed(error, began);
            let broken = Broken(error);
            if broken.is_hopeless() || !may_go_on || !self.wait_for_return(&broken.0, began) {
                return Err(broken);
            }
        }
    }

    /// Makes a call once where its failure costs nothing: a phone with memory snapshots does the whole step again, in the very condition
    /// it was in before, instead of going on a few seconds later.
    fn ask_in_step<T>(
        &mut self,
        mut call: impl FnMut(&mut dyn Device) -> Result<T, DeviceError>,
    ) -> Result<T, Broken> {
        if !self.is_exact() {
            return self.ask(call);
        }
        let began = Instant::now();
        call(self.device).map_err(|error| Broken(self.failed(error, began).0))
    }

    /// Counts a failure and writes it down. Says whether to try again. What comes back of it tells no secrets.
    fn failed(&mut self, error: DeviceError, began: Instant) -> (DeviceError, bool) {
        let error = self.mask.error(error);
        self.trouble.failed_calls += 1;
        self.trouble.note(format!("the phone failed: {error}"));
        (error, self.retries.fail(began.elapsed()))
    }

    fn is_exact(&self) -> bool {
        self.abilities().has(Ability::ShareSnapshots)
    }

    /// Gives a phone that went away during a call the time to come back, unless nobody wants to go on. Says whether it may be
    /// asked again.
    fn wait_for_return(&mut self, error: &DeviceError, began: Instant) -> bool {
        if !error.is_lost() {
            return true;
        }
        // Time passes by the phone's clock; calls that wait for the phone themselves take ours.
        let mut waited = Duration::ZERO;
        while waited.max(began.elapsed()) < self.device.deadlines().reconnect && !self.stop.is_over() {
            waited += RETURN_PAUSE;
            if self.device.wait(RETURN_PAUSE).is_err() || self.device.apps().is_ok() {
                self.trouble.reconnects += 1;
                return true;
            }
        }
        self.is_gone = true;
        false
    }
}

fn timed<T>(call: impl FnOnce() -> Result<T, Broken>) -> Result<(u64, T), Broken> {
    let began = Instant::now();
    let answer = call()?;
    Ok((u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX), answer))
}

/// How long to wait before asking whether a phone is back.
const RETURN_PAUSE: Duration = Duration::from_millis(500);

fn new_in(now: &BTreeSet<Arc<str>>, before: &BTreeSet<Arc<str>>) -> Vec<Arc<str>> {
    now.difference(before).cloned().collect()
}
