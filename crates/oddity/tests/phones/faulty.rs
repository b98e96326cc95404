//! Phones that fail: every call comes back in time, every error is true, and nothing is sent twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use adbd::Settings;
use device::adb::{AdbDevice, AdbOptions};
use device::{
    Abilities, Deadlines, Device, DeviceError, Identity, Input, InstalledApp, LogPage, LogPosition,
    NotPerformed, Observation, Repeat, Sent, perform,
};
use sim::{FaultPlan, FaultyPhone, Injected, PhoneFault, SimPhone};

use crate::through_adb::Bridge;
use crate::walk::{Chance, demo};

/// What a call may take beyond its own deadline on the phone's clock: none of it is waiting for an answer.
const GRACE: Duration = Duration::from_secs(6);

/// Whether an error says what really happened.
#[track_caller]
fn check_true(error: &DeviceError, injected: &Injected) {
    let fits = match injected.fault {
        PhoneFault::GoesAway | PhoneFault::GoesAwayMidCall => matches!(error, DeviceError::Lost { .. }),
        PhoneFault::DumpHangs => matches!(error, DeviceError::TimedOut { .. }),
        PhoneFault::DumpGarbled | PhoneFault::DumpTruncated => matches!(error, DeviceError::Garbled { .. }),
        PhoneFault::NotIdle => matches!(error, DeviceError::NotIdle { .. }),
        PhoneFault::HeldByAnother => matches!(error, DeviceError::HeldByAnother { .. }),
        PhoneFault::InputRefused => matches!(error, DeviceError::Refused { .. }),
        PhoneFault::DiskFull => matches!(error, DeviceError::DiskFull { .. }),
        // The call goes through: an error would be made up.
        PhoneFault::Slow
        | PhoneFault::ClockJumps
        | PhoneFault::WrongForeground
        | PhoneFault::SystemDialog => false,
    };
    assert!(fits, "{injected:?} was told as: {error}");
    if injected.arrived && injected.call.has_effect() {
        assert_eq!(error.repeat(), Repeat::LookFirst, "{injected:?} had its effect, yet: {error}");
    }
}

/// Makes one call chosen by chance; what came of it.
fn any_call(
    phone: &mut FaultyPhone<SimPhone>,
    package: &str,
    chance: &mut Chance,
) -> Result<(), DeviceError> {
    match chance.below(12) {
        0 => phone.read_log(LogPosition::START).map(drop),
        1 => phone.screenshot().map(drop),
        2 => phone.launch(package),
        3 => phone.apps().map(drop),
        4 | 5 => phone.act(&Input::Tap { at: (540, 900).into() }),
        _ => {
            let layout = phone.observe()?.layout;
            let event = chance.event(&layout, package);
            match perform(phone, package, &event, &layout) {
                Err(NotPerformed::Device { error, .. }) => Err(error),
                _ => Ok(()),
            }
        }
    }
}

#[test]
fn two_thousand_faults_are_told_in_time_and_truly() {
    let mut faults = 0;
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0.. {
        let (phone, package) = demo(seed);
        let mut phone = FaultyPhone::new(phone, FaultPlan::all(seed, 300));
        let limit = phone.deadlines().observe + GRACE;
        let mut chance = Chance(seed);
        for _ in 0..100 {
            let (known, began) = (phone.injected().len(), phone.phone_mut().now().unwrap());
            let result = any_call(&mut phone, package, &mut chance);
            let took = phone.phone_mut().now().unwrap() - began;
            // A call that observes first may meet with two faults.
            assert!(took <= limit * 4, "seed {seed}: a call took {took:?}");
            let met = &phone.injected()[known..];
            match (&result, met.last()) {
                (Err(error), Some(last)) if !last.fault.lets_pass() => check_true(error, last),
                (Err(error), _) => {
                    // Away since an earlier fault: nothing of this call arrived.
                    assert!(matches!(error, DeviceError::Lost { sent: Sent::Nothing, .. }), "{error}");
                }
                (Ok(()), met) => {
                    assert!(met.is_none_or(|last| last.fault.lets_pass()), "{met:?} was not told");
                }
            }
        }
        faults += phone.injected().len();
        kinds.extend(phone.injected().iter().map(|injected| injected.fault));
        if faults >= 2000 {
            break;
        }
    }
    assert_eq!(kinds.len(), PhoneFault::ALL.len(), "only {kinds:?} were met");
}

#[test]
fn the_same_plan_fails_in_the_same_way() {
    let run = || {
        let (phone, package) = demo(1);
        let mut phone = FaultyPhone::new(phone, FaultPlan::all(9, 200));
        let mut chance = Chance(4);
        let told: Vec<String> =
            (0..200).map(|_| format!("{:?}", any_call(&mut phone, package, &mut chance))).collect();
        (told, phone.injected().to_vec())
    };
    assert_eq!(run(), run());
}

#[test]
fn through_adb_a_failing_phone_never_gets_an_input_twice() {
    let (phone, package) = demo(2);
    let taps = Arc::new(AtomicU32::new(0));
    let counted = Counted { phone, taps: Arc::clone(&taps) };
    let taps = || taps.load(Ordering::SeqCst);
    let failing = FaultyPhone::new(counted, FaultPlan::all(5, 120));
    let Some(bridge) = Bridge::to(Box::new(failing), Settings::default()) else { return };
    let deadlines = Deadlines {
        observe: Duration::from_secs(3),
        act: Duration::from_secs(2),
        launch: Duration::from_secs(3),
        reconnect: Duration::from_secs(3),
        ..Deadlines::default()
    };
    let options = AdbOptions { deadlines, ..AdbOptions::default() };
    let Some(mut device) =
        (0..20).find_map(|_| AdbDevice::connect(&bridge.adb(), Some(&bridge.serial()), options.clone()).ok())
    else {
        panic!("the phone never let us in");
    };
    let longest = deadlines.observe + deadlines.reconnect + GRACE;
    for number in 0..25 {
        let (before, began) = (taps(), Instant::now());
        let result = device.act(&Input::Tap { at: (540, 900).into() });
        assert!(began.elapsed() < longest, "call {number} took {:?}", began.elapsed());
        let arrived = taps() - before;
        assert!(arrived <= 1, "call {number}: one tap became {arrived}");
        match result {
            Ok(()) => assert_eq!(arrived, 1, "call {number} was told to have gone well"),
            Err(error) if error.repeat() == Repeat::Safe => assert_eq!(arrived, 0, "call {number}: {error}"),
            Err(_) => {}
        }
        let began = Instant::now();
        let seen = device.observe();
        assert!(began.elapsed() < longest, "look {number} took {:?}", began.elapsed());
        if let Ok(seen) = seen {
            assert!(!seen.layout.is_empty());
        }
        let _ = device.launch(package);
    }
    assert!(taps() > 8, "hardly anything arrived");
}

/// A phone that counts the taps that reach it. Has no abilities.
struct Counted {
    phone: SimPhone,
    taps: Arc<AtomicU32>,
}

impl Device for Counted {
    fn identity(&self) -> &Identity {
        self.phone.identity()
    }

    fn abilities(&self) -> Abilities {
        Abilities::NONE
    }

    fn deadlines(&self) -> Deadlines {
        self.phone.deadlines()
    }

    fn now(&mut self) -> Result<Duration, DeviceError> {
        self.phone.now()
    }

    fn unix_ms(&mut self) -> Result<u64, DeviceError> {
        self.phone.unix_ms()
    }

    fn wait(&mut self, time: Duration) -> Result<(), DeviceError> {
        self.phone.wait(time)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.phone.observe()
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        if matches!(input, Input::Tap { .. }) {
            self.taps.fetch_add(1, Ordering::SeqCst);
        }
        self.phone.act(input)
    }

    fn apps(&mut self) -> Result<Vec<InstalledApp>, DeviceError> {
        self.phone.apps()
    }

    fn launch(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.launch(package)
    }

    fn stop(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.stop(package)
    }

    fn clear_data(&mut self, package: &str) -> Result<(), DeviceError> {
        self.phone.clear_data(package)
    }

    fn read_log(&mut self, since: LogPosition) -> Result<LogPage, DeviceError> {
        self.phone.read_log(since)
    }
}
