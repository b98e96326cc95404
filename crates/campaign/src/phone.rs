//! One phone of a campaign, with what its worker knows of it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use device::adb::parse::logcat::Priority;
use device::{
    Abilities, Ability, Change, Coverage, Device, DeviceError, LogPosition, NotPerformed, Observation,
    Parcel, Repeat, Settled, SnapshotId, perform, settle,
};
use gui::{Event, Orientation, SystemEvent};
use script::Order;
use trace::Crash;

use crate::mask::Mask;

use crate::settings::Settings;

/// A phone and its last look.
pub(crate) struct Phone<'d> {
    pub(crate) number: usize,
    device: &'d mut dyn Device,
    settings: Arc<Settings>,
    mask: Mask,
    /// How many experiments it has begun; tells whether it still stands where one ended.
    pub(crate) experiments: u64,
    /// The phone right after a clean start.
    clean: Option<Clean>,
    log: LogPosition,
    coverage: Arc<Coverage>,
    seen: Option<Settled>,
    /// The condition it is in, on phones that have parcels.
    now: Option<Parcel>,
    /// Snapshots that nobody knows of any more.
    pub(crate) to_forget: Arc<Mutex<Vec<SnapshotId>>>,
    pub(crate) trouble: Trouble,
}

enum Clean {
    Parcel(Parcel),
    Snapshot(SnapshotId),
}

/// What went wrong with the phone itself, since last asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trouble {
    pub(crate) failed_calls: u64,
    pub(crate) failed_looks: u64,
    pub(crate) log_lines_missing: u64,
    pub(crate) reconnects: u64,
    pub(crate) begun_again: u64,
    pub(crate) blocked: u64,
    /// The same for people, line by line.
    pub(crate) log: Vec<String>,
}

/// More lines than anybody reads of one experiment.
const MAX_LOG_LINES: usize = 1_000;

impl Trouble {
    fn note(&mut self, line: String) {
        if self.log.len() < MAX_LOG_LINES {
            self.log.push(line);
        }
    }

    fn failed(&mut self, error: &DeviceError) {
        self.failed_calls += 1;
        self.note(format!("the phone failed: {error}"));
    }
}

/// The phone failed and what it is in now is not known.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Broken(pub(crate) DeviceError);

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
    pub(crate) fn new(number: usize, device: &'d mut dyn Device, settings: Arc<Settings>) -> Phone<'d> {
        let secrets = settings.setup.scripts.iter().flat_map(script::Script::secrets);
        Phone {
            number,
            device,
            mask: Mask::new(secrets),
            settings,
            experiments: 0,
            clean: None,
            log: LogPosition::START,
            coverage: Arc::default(),
            seen: None,
            now: None,
            to_forget: Arc::default(),
            trouble: Trouble::default(),
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

    pub(crate) fn take_trouble(&mut self) -> Trouble {
        std::mem::take(&mut self.trouble)
    }

    /// The app as after installing it: no data, permissions as asked for, set up, open.
    pub(crate) fn start_clean(&mut self) -> Result<(), Broken> {
        match &self.clean {
            Some(Clean::Parcel(parcel)) => {
                let parcel = parcel.clone();
                self.take_up(&parcel)
            }
            &Some(Clean::Snapshot(snapshot)) => self.restore(snapshot),
            None => self.make_clean(),
        }
    }

    fn make_clean(&mut self) -> Result<(), Broken> {
        // As it came to us: where it fails on the way, it begins from there again.
        let unpacked =
            self.abilities().has(Ability::ShareSnapshots).then(|| self.ask(|device| device.pack()));
        let unpacked = unpacked.transpose()?;
        let mut tries = 0;
        loop {
            match (self.try_make_clean(), &unpacked) {
                (Err(_), Some(unpacked)) if tries < self.settings.tries => {
                    tries += 1;
                    self.trouble.begun_again += 1;
                    self.ask(|device| device.unpack(unpacked))?;
                }
                (made, _) => return made,
            }
        }
    }

    fn try_make_clean(&mut self) -> Result<(), Broken> {
        let settings = Arc::clone(&self.settings);
        let app = &*settings.app;
        self.now = None;
        self.change_if_able(&Change::System { event: SystemEvent::Screen { on: true } })?;
        self.change_if_able(&Change::Rotate { to: Orientation::Portrait })?;
        self.change_if_able(&Change::System { event: SystemEvent::Network { on: true } })?;
        self.ask_in_step(|device| device.clear_data(app))?;
        for name in &settings.setup.grants {
            let change = Change::Permission { package: app.to_owned(), name: name.clone(), granted: true };
            self.change_if_able(&change)?;
        }
        self.ask_in_step(|device| device.launch(app))?;
        self.arrived()?;
        for line in settings.setup.scripts.iter().flat_map(|script| &script.lines) {
            self.obey(&line.order).map_err(|not| match not {
                NotDone::Broken(broken) => broken,
                NotDone::Refused(why) => self.cannot_set_up(&line.place.to_string(), &line.order, &why),
            })?;
        }
        if let Some(now) = &self.now {
            self.clean = Some(Clean::Parcel(now.clone()));
        } else if self.abilities().has(Ability::Snapshot) {
            self.clean = Some(Clean::Snapshot(self.ask(|device| device.snapshot())?));
        }
        Ok(())
    }

    /// Carries out one order of a set-up script.
    fn obey(&mut self, order: &Order) -> Result<(), NotDone> {
        let (condition, at_most) = match order {
            Order::WaitFor { condition, at_most } => (condition, *at_most),
            Order::Expect(condition) => (condition, Duration::ZERO),
            Order::Do(_) | Order::TypeSecret { .. } | Order::HideKeyboard => {
                let keyboard = self.seen().map_err(NotDone::Broken)?.foreground.keyboard;
                return order.event(keyboard).map_or(Ok(()), |event| self.step(&event).map(drop));
            }
        };
        let mut waited = Duration::ZERO;
        while !condition.holds(&self.seen().map_err(NotDone::Broken)?.layout) {
            if waited >= at_most {
                return Err(NotDone::Refused(format!(
                    "{condition} does not hold after {} s",
                    waited.as_secs_f64()
                )));
            }
            waited += CONDITION_PAUSE;
            self.step(&Event::Wait { ms: CONDITION_PAUSE.as_millis() as u64 })?;
        }
        Ok(())
    }

    fn cannot_set_up(&self, place: &str, order: &Order, why: &str) -> Broken {
        Broken(DeviceError::Refused {
            serial: self.device.identity().serial.clone(),
            doing: "set up the app",
            why: format!("{place}: cannot {order}: {}", self.mask.text(why)),
            remedy: "correct the set-up script, or the app's condition that it expects",
        })
    }

    fn change_if_able(&mut self, change: &Change) -> Result<(), Broken> {
        if self.abilities().has(change.needs()) {
            self.ask_in_step(|device| device.change(change))?;
        }
        Ok(())
    }

    /// Sends an event to what is on screen and waits until it rests.
    ///
    /// Where a phone with parcels fails, it takes up the condition from before the step and does it again, at no cost. For
    /// others the whole experiment has to be begun anew.
    pub(crate) fn step(&mut self, event: &Event) -> Result<Stepped, NotDone> {
        let before = self.now.clone();
        let mut tries = 0;
        loop {
            match (self.try_step(event), &before) {
                (Err(NotDone::Broken(_)), Some(before)) if tries < self.settings.tries => {
                    tries += 1;
                    self.trouble.begun_again += 1;
                    self.take_up(before).map_err(NotDone::Broken)?;
                }
                (stepped, _) => return stepped,
            }
        }
    }

    fn try_step(&mut self, event: &Event) -> Result<Stepped, NotDone> {
        let before = self.seen().map_err(NotDone::Broken)?;
        if let Some(why) = self.settings.guard.objection(event, &before.layout) {
            self.trouble.blocked += 1;
            self.trouble.note(format!("blocked: {}: {}", event.wish(), self.mask.text(&why)));
            return Err(NotDone::Refused(why));
        }
        let at = before.at;
        self.perform(event, &before)?;
        self.seen = None;
        self.after_step(at).map_err(NotDone::Broken)
    }

    fn perform(&mut self, event: &Event, before: &Observation) -> Result<(), NotDone> {
        let app = Arc::clone(&self.settings.app);
        let mut tries = 0;
        loop {
            let (error, done) = match perform(self.device, &app, event, &before.layout) {
                Ok(()) => return Ok(()),
                Err(NotPerformed::Device { error, done }) => (error, done),
                Err(refused) => return Err(NotDone::Refused(refused.to_string())),
            };
            self.trouble.failed(&error);
            tries += 1;
            let again = done == 0 && tries < self.settings.tries;
            match &error {
                DeviceError::Lacks { .. } => return Err(NotDone::Refused(error.to_string())),
                // Some phones refuse once and not again; one that always does has a reason.
                DeviceError::Refused { .. } if done == 0 && !again => {
                    return Err(NotDone::Refused(error.to_string()));
                }
                DeviceError::Refused { .. } if again => {}
                _ if again && error.repeat() == Repeat::Safe && !self.is_exact() => {
                    self.wait_for_return(&error);
                }
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

    /// Where the phone has parcels, keeps the condition it is in now.
    fn note_condition(&mut self) -> Result<(), Broken> {
        if self.is_exact() {
            self.now = Some(self.ask_in_step(|device| device.pack())?);
        }
        Ok(())
    }

    fn look(&mut self) -> Result<Settled, Broken> {
        let patience = self.settings.patience;
        let failed = self.trouble.failed_calls;
        let seen = self.ask_in_step(|device| settle(device, patience));
        self.trouble.failed_looks += self.trouble.failed_calls - failed;
        let mut seen = seen?;
        seen.observation.layout = self.mask.layout(seen.observation.layout);
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
        Ok(Crash::in_log(&page.logcat(), &self.settings.app))
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

    /// A picture of the screen; `None` where the phone cannot.
    pub(crate) fn picture(&mut self) -> Result<Option<device::Picture>, Broken> {
        if !self.abilities().has(Ability::Screenshot) {
            return Ok(None);
        }
        let now = self.now.clone();
        let mut tries = 0;
        loop {
            match (self.ask_in_step(|device| device.screenshot()), &now) {
                (Err(_), Some(now)) if tries < self.settings.tries => {
                    tries += 1;
                    self.take_up(now)?;
                }
                (picture, _) => {
                    let layout = self.seen()?.layout;
                    return picture.map(|picture| Some(self.mask.picture(picture, &layout)));
                }
            }
        }
    }

    /// The condition it is in, on phones that have parcels.
    pub(crate) fn parcel(&self) -> Option<Parcel> {
        self.now.clone()
    }

    pub(crate) fn take_up(&mut self, parcel: &Parcel) -> Result<(), Broken> {
        let mut tries = 0;
        loop {
            self.ask(|device| device.unpack(parcel))?;
            match self.arrived() {
                Err(_) if tries < self.settings.tries => tries += 1,
                arrived => return arrived,
            }
        }
    }

    pub(crate) fn snapshot(&mut self) -> Result<SnapshotId, Broken> {
        self.forget_what_nobody_knows();
        self.ask(|device| device.snapshot())
    }

    pub(crate) fn restore(&mut self, snapshot: SnapshotId) -> Result<(), Broken> {
        self.ask(|device| device.restore(snapshot))?;
        self.arrived()
    }

    /// Looks around after a jump: what was logged and covered by then belongs to no step.
    fn arrived(&mut self) -> Result<(), Broken> {
        self.seen = None;
        self.look()?;
        let since = self.log;
        self.log = self.ask_in_step(|device| device.read_log(since))?.next;
        if self.abilities().has(Ability::Coverage) {
            self.coverage = self.ask_in_step(|device| device.coverage())?;
        }
        self.note_condition()
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
        let mut tries = 0;
        loop {
            let error = match call(self.device) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            tries += 1;
            self.trouble.failed(&error);
            let is_full = matches!(error, DeviceError::DiskFull { .. });
            let hopeless = error.repeat() == Repeat::Pointless && !is_full;
            if hopeless || tries >= self.settings.tries {
                return Err(Broken(error));
            }
            self.wait_for_return(&error);
        }
    }

    /// Makes a call once where its failure costs nothing: a phone with parcels does the whole step again, in the very condition
    /// it was in before, instead of going on a few seconds later.
    fn ask_in_step<T>(
        &mut self,
        mut call: impl FnMut(&mut dyn Device) -> Result<T, DeviceError>,
    ) -> Result<T, Broken> {
        if !self.is_exact() {
            return self.ask(call);
        }
        call(self.device).map_err(|error| {
            self.trouble.failed(&error);
            Broken(error)
        })
    }

    fn is_exact(&self) -> bool {
        self.abilities().has(Ability::ShareSnapshots)
    }

    /// Gives a phone that went away the time to come back.
    fn wait_for_return(&mut self, error: &DeviceError) {
        if !error.is_lost() {
            return;
        }
        let mut waited = Duration::ZERO;
        while waited < self.device.deadlines().reconnect {
            waited += RETURN_PAUSE;
            if self.device.wait(RETURN_PAUSE).is_err() || self.device.apps().is_ok() {
                break;
            }
        }
        self.trouble.reconnects += 1;
    }
}

/// How long to wait before looking again whether something holds.
const CONDITION_PAUSE: Duration = Duration::from_millis(500);

/// How long to wait before asking whether a phone is back.
const RETURN_PAUSE: Duration = Duration::from_millis(500);

fn new_in(now: &BTreeSet<Arc<str>>, before: &BTreeSet<Arc<str>>) -> Vec<Arc<str>> {
    now.difference(before).cloned().collect()
}
