//! A phone that fails on demand, always in the same way for the same seed.

mod kind;
mod device;

use std::time::Duration;

use ::device::{Change, Device, DeviceError, Input, KeyCode, Sent};
use gui::SystemEvent;

pub use self::kind::{Call, PhoneFault};
use crate::context::Noise;

/// Which faults a phone shows, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultPlan {
    /// The same seed gives the same faults for the same calls.
    pub seed: u64,
    /// How many of a thousand calls fail.
    pub per_thousand: u32,
    /// Which faults there are. Those that do not fit a call are passed over.
    pub kinds: Vec<PhoneFault>,
}

impl FaultPlan {
    /// All faults.
    pub fn all(seed: u64, per_thousand: u32) -> FaultPlan {
        FaultPlan { seed, per_thousand, kinds: PhoneFault::ALL.to_vec() }
    }
}

/// A fault that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Injected {
    /// The number of the call, from 1.
    pub number: u64,
    /// What the call was.
    pub call: Call,
    /// What went wrong.
    pub fault: PhoneFault,
    /// Whether the call had its effect nevertheless.
    pub arrived: bool,
}

/// A phone between us and another one that fails now and then.
///
/// Waiting never fails: it is ours, not the phone's. While the phone is away, every other call is [`DeviceError::Lost`]; it
/// comes back by itself after a while, with another transport id.
#[derive(Clone)]
pub struct FaultyPhone<D> {
    phone: D,
    plan: FaultPlan,
    noise: Noise,
    calls: u64,
    injected: Vec<Injected>,
    away_until: Option<Duration>,
    transport_id: u64,
}

/// How long a call to a phone that is away takes to fail.
const REFUSED_AFTER: Duration = Duration::from_millis(100);
/// How long uiautomator waits for a moving screen.
const IDLE_WAIT: Duration = Duration::from_secs(10);
/// What Xiaomi's phones want before they take input from adb.
const MIUI_REMEDY: &str = "switch on \"USB debugging (Security settings)\" in the phone's developer options";

impl<D: Device> FaultyPhone<D> {
    /// Puts the plan between us and a phone.
    pub fn new(phone: D, plan: FaultPlan) -> FaultyPhone<D> {
        let noise = Noise(plan.seed);
        FaultyPhone { phone, plan, noise, calls: 0, injected: Vec::new(), away_until: None, transport_id: 1 }
    }

    /// All faults so far. The last one says what a call that just failed met with.
    pub fn injected(&self) -> &[Injected] {
        &self.injected
    }

    /// The number that adb gives to the connection; another one after each return.
    pub fn transport_id(&self) -> u64 {
        self.transport_id
    }

    /// The phone itself.
    pub fn phone(&self) -> &D {
        &self.phone
    }

    /// The phone itself, past all faults.
    pub fn phone_mut(&mut self) -> &mut D {
        &mut self.phone
    }

    /// Makes a call, with whatever fault is due.
    fn call<T>(
        &mut self,
        call: Call,
        make: impl FnOnce(&mut D) -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        self.calls += 1;
        if self.is_away()? {
            self.phone.wait(REFUSED_AFTER)?;
            return Err(self.lost(call, Sent::Nothing));
        }
        match self.next_fault(call) {
            Some(fault) => self.fail(call, fault, make),
            None => make(&mut self.phone),
        }
    }

    fn is_away(&mut self) -> Result<bool, DeviceError> {
        let Some(until) = self.away_until else { return Ok(false) };
        if self.phone.now()? < until {
            return Ok(true);
        }
        self.away_until = None;
        self.transport_id += 1;
        Ok(false)
    }

    /// Whether this call fails, and how. Each call takes the same two numbers, so that faults do not shift each other.
    fn next_fault(&mut self, call: Call) -> Option<PhoneFault> {
        let (strikes, choice) = (self.noise.below(1_000), self.noise.next());
        if strikes >= u64::from(self.plan.per_thousand) {
            return None;
        }
        let fitting: Vec<PhoneFault> =
            self.plan.kinds.iter().copied().filter(|fault| fault.fits(call)).collect();
        let at = choice.checked_rem(fitting.len() as u64)?;
        fitting.get(at as usize).copied()
    }

    fn fail<T>(
        &mut self,
        call: Call,
        fault: PhoneFault,
        make: impl FnOnce(&mut D) -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        let arrived = fault.lets_pass() || fault == PhoneFault::GoesAwayMidCall && self.noise.below(2) == 0;
        self.injected.push(Injected { number: self.calls, call, fault, arrived });
        if fault.lets_pass() {
            self.hinder(fault)?;
            return make(&mut self.phone);
        }
        if arrived {
            // Whatever the phone answered is lost with it.
            drop(make(&mut self.phone));
        }
        Err(self.error(call, fault)?)
    }

    /// What happens to the phone before a call that it answers all the same.
    fn hinder(&mut self, fault: PhoneFault) -> Result<(), DeviceError> {
        match fault {
            PhoneFault::ClockJumps => self.happen(SystemEvent::Time),
            PhoneFault::SystemDialog => self.happen(SystemEvent::Call),
            PhoneFault::WrongForeground => self.phone.act(&Input::key(KeyCode::HOME)),
            _ => {
                let delay = Duration::from_millis(500 + self.noise.below(4_500));
                self.phone.wait(delay)
            }
        }
    }

    fn happen(&mut self, event: SystemEvent) -> Result<(), DeviceError> {
        let change = Change::System { event };
        if self.phone.abilities().has(change.needs()) { self.phone.change(&change) } else { Ok(()) }
    }

    /// The error that a fault ends in, after the time it takes.
    fn error(&mut self, call: Call, fault: PhoneFault) -> Result<DeviceError, DeviceError> {
        let serial = self.phone.identity().serial.clone();
        let doing = call.doing();
        Ok(match fault {
            PhoneFault::GoesAwayMidCall => {
                self.leave()?;
                self.lost(call, if call.has_effect() { Sent::Maybe } else { Sent::Nothing })
            }
            PhoneFault::DumpHangs => {
                let after = self.phone.deadlines().observe;
                self.phone.wait(after)?;
                DeviceError::TimedOut { serial, doing, after, sent: Sent::Nothing }
            }
            PhoneFault::DumpGarbled => {
                let why = "the dump is no XML: `ava.lang.IllegalState\u{fffd}xception`".to_owned();
                DeviceError::Garbled { serial, doing, why, sent: Sent::Nothing }
            }
            PhoneFault::DumpTruncated => {
                let why = "the dump ends in the middle of a widget".to_owned();
                DeviceError::Garbled { serial, doing, why, sent: Sent::Nothing }
            }
            PhoneFault::NotIdle => {
                self.phone.wait(IDLE_WAIT)?;
                DeviceError::NotIdle { serial, why: "could not get idle state".to_owned() }
            }
            PhoneFault::HeldByAnother => DeviceError::HeldByAnother { serial },
            PhoneFault::InputRefused => {
                let why = "Injecting to another application requires INJECT_EVENTS permission".to_owned();
                DeviceError::Refused { serial, doing, why, remedy: MIUI_REMEDY }
            }
            PhoneFault::DiskFull => DeviceError::DiskFull { serial, doing },
            _ => {
                self.leave()?;
                self.lost(call, Sent::Nothing)
            }
        })
    }

    fn leave(&mut self) -> Result<(), DeviceError> {
        let away = Duration::from_millis(500 + self.noise.below(2_500));
        self.away_until = Some(self.phone.now()? + away);
        Ok(())
    }

    fn lost(&self, call: Call, sent: Sent) -> DeviceError {
        DeviceError::Lost { serial: self.phone.identity().serial.clone(), doing: call.doing(), sent }
    }
}
