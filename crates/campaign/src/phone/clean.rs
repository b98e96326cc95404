//! The app as after installing it, set up as the user wants it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use device::{Ability, Change, DeviceError, MemorySnapshot, SnapshotId};
use finding::Activity;
use gui::{Event, Orientation, SystemEvent};
use script::Order;

use super::{Broken, NotDone, Phone};

/// How long to wait before looking again whether something holds.
const CONDITION_PAUSE: Duration = Duration::from_millis(500);

/// The phone right after a clean start.
pub(super) enum Clean {
    InMemory(MemorySnapshot),
    /// With how long it took to get there without it.
    Snapshot(SnapshotId, Duration),
    /// Going back to a snapshot takes longer than starting anew: an emulator's connections end with each.
    Anew,
}

impl Phone<'_> {
    /// The app as after installing it: no data, permissions as asked for, set up, open.
    pub(crate) fn start_clean(&mut self) -> Result<(), Broken> {
        self.during(Activity::FreshStart, Phone::start_anew)
    }

    fn start_anew(&mut self) -> Result<(), Broken> {
        match &self.clean {
            Some(Clean::InMemory(snapshot)) => {
                let snapshot = snapshot.clone();
                self.take_up(&snapshot)
            }
            &Some(Clean::Snapshot(snapshot, anew)) => {
                let began = Instant::now();
                if !self.restore(snapshot)? {
                    self.clean = None;
                    return self.make_clean();
                }
                if began.elapsed() > anew {
                    self.clean = Some(Clean::Anew);
                    // One that stays takes up room on the phone, no more.
                    let _ = self.device.forget(snapshot);
                }
                Ok(())
            }
            Some(Clean::Anew) | None => self.make_clean(),
        }
    }

    /// Keeps the phone as it came to us, before anything is done to it: each clean start is made from there, so that it is the same on
    /// all phones and after every failure. Later, its clock would tell another time.
    pub(crate) fn keep_as_it_came(&mut self) -> Result<(), Broken> {
        if self.came.is_none() && self.is_exact() {
            self.came = Some(self.ask(|device| device.memory_snapshot())?);
            self.is_as_it_came = true;
        }
        Ok(())
    }

    fn make_clean(&mut self) -> Result<(), Broken> {
        if let (Some(came), false) = (self.came.clone(), self.is_as_it_came) {
            self.ask(|device| device.take_up(&came))?;
        }
        let began = Instant::now();
        loop {
            match (self.try_make_clean(), self.came.clone()) {
                // A set-up that does not fit the app fails although no call does.
                (Err(_), Some(came)) if self.retries.begin_again(began.elapsed()) => {
                    self.trouble.begun_again += 1;
                    self.ask(|device| device.take_up(&came))?;
                }
                (made, _) => return made,
            }
        }
    }

    fn try_make_clean(&mut self) -> Result<(), Broken> {
        let settings = Arc::clone(&self.settings);
        let app = &*settings.app;
        let began = Instant::now();
        self.now = None;
        self.is_as_it_came = false;
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
            self.clean = Some(Clean::InMemory(now.clone()));
        } else if self.clean.is_none() && self.abilities().has(Ability::Snapshot) {
            let anew = began.elapsed();
            self.clean = self.snapshot()?.map(|snapshot| Clean::Snapshot(snapshot, anew));
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
        loop {
            let known = self.seen().map_err(NotDone::Broken)?.layout;
            // A script may speak of a secret by its name, or of what is really there.
            if condition.holds(&known) || self.shown.as_ref().is_some_and(|shown| condition.holds(shown)) {
                return Ok(());
            }
            if waited >= at_most {
                return Err(NotDone::Refused(format!(
                    "{condition} does not hold after {} s",
                    waited.as_secs_f64()
                )));
            }
            waited += CONDITION_PAUSE;
            self.step(&Event::Wait { ms: CONDITION_PAUSE.as_millis() as u64 })?;
        }
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
}
