//! Phones that fail: every call comes back in time, every error is true, and nothing is sent twice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use adbd::DoorSettings;
use device::adb::{AdbDevice, AdbOptions};
use device::{Abilities, Deadlines, Device, DeviceError, Input, LogPosition, Repeat, Sent, deeds_for};
use sim::{FaultPlan, FaultyPhone, Injected, PhoneFault, SimPhone};
use testkit::Dice;

use crate::through_adb::Bridge;
use crate::walk::{any_event, demo};

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

/// Makes a call, and holds its time and its error to the truth. What came of it, in words.
#[track_caller]
fn check_call<T>(
    phone: &mut FaultyPhone<SimPhone>,
    told: &mut Vec<String>,
    deadline: Duration,
    call: impl FnOnce(&mut FaultyPhone<SimPhone>) -> Result<T, DeviceError>,
) -> Option<T> {
    let (known, began) = (phone.injected().len(), phone.phone_mut().now().unwrap());
    let result = call(phone);
    let took = phone.phone_mut().now().unwrap() - began;
    assert!(took <= deadline, "a call took {took:?}, more than {deadline:?}");
    match (&result, phone.injected().get(known)) {
        (Err(error), Some(met)) => check_true(error, met),
        // Away since an earlier fault: nothing of this call arrived.
        (Err(error), None) => {
            assert!(matches!(error, DeviceError::Lost { sent: Sent::Nothing, .. }), "{error}");
        }
        (Ok(_), met) => assert!(met.is_none_or(|met| met.fault.lets_pass()), "{met:?} was not told"),
    }
    told.push(result.as_ref().err().map_or_else(|| "well".to_owned(), ToString::to_string));
    result.ok()
}

/// Does something chosen by chance, as a tester would.
fn something(phone: &mut FaultyPhone<SimPhone>, package: &str, dice: &mut Dice, told: &mut Vec<String>) {
    let Deadlines { observe, act, launch, screenshot, .. } = phone.deadlines();
    match dice.below(10) {
        0 => drop(check_call(phone, told, act, |phone| phone.read_log(LogPosition::START))),
        1 => drop(check_call(phone, told, screenshot, Device::screenshot)),
        2 => drop(check_call(phone, told, launch, |phone| phone.launch(package))),
        3 => drop(check_call(phone, told, act, Device::apps)),
        _ => {
            let Some(seen) = check_call(phone, told, observe, Device::observe) else { return };
            let event = any_event(dice, &seen.layout, package);
            for deed in deeds_for(&event, &seen.layout).unwrap_or_default() {
                let done = check_call(phone, told, launch, |phone| deed.perform(phone, package));
                if done.is_none() {
                    return;
                }
            }
        }
    }
}

#[test]
fn two_thousand_faults_are_told_in_time_and_truly() {
    let mut faults = 0;
    let mut kinds = BTreeSet::new();
    for seed in 0.. {
        let (phone, package) = demo(seed);
        let mut phone = FaultyPhone::new(phone, FaultPlan::all(seed, 300));
        let mut dice = Dice(seed);
        (0..100).for_each(|_| something(&mut phone, package, &mut dice, &mut Vec::new()));
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
        let (mut dice, mut told) = (Dice(4), Vec::new());
        (0..200).for_each(|_| something(&mut phone, package, &mut dice, &mut told));
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
    let Some(bridge) = Bridge::to(Box::new(failing), DoorSettings::default()) else { return };
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
    // Beyond the call's own time and that for coming back, a little for a busy computer.
    let longest = deadlines.observe + deadlines.reconnect + Duration::from_secs(6);
    for number in 0..15 {
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
    assert!(taps() > 5, "hardly anything arrived");
}

/// A phone that counts the taps that reach it. Has no abilities.
struct Counted {
    phone: SimPhone,
    taps: Arc<AtomicU32>,
}

impl Device for Counted {
    device::hand_on!(phone: identity deadlines now unix_ms wait observe apps launch stop clear_data read_log);

    fn abilities(&self) -> Abilities {
        Abilities::NONE
    }

    fn act(&mut self, input: &Input) -> Result<(), DeviceError> {
        if matches!(input, Input::Tap { .. }) {
            self.taps.fetch_add(1, Ordering::SeqCst);
        }
        self.phone.act(input)
    }
}
