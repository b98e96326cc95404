//! Phones that fail: every error is true, and comes in time.

use std::time::Duration;

use device::{Change, Device, DeviceError, Input, KeyCode, LogPosition, Repeat};
use gui::Orientation;
use sim::{Call, FaultPlan, Faults, FaultyPhone, PhoneFault, Profile, SimPhone, install};
use testkit::Dice;

use crate::desk::{Desk, PACKAGE};

fn faulty(plan: FaultPlan) -> FaultyPhone<SimPhone> {
    let mut phone = SimPhone::new(&Profile::default(), vec![install::<Desk>(Faults::NONE)], 1);
    phone.launch(PACKAGE).unwrap();
    FaultyPhone::new(phone, plan)
}

/// A phone on which every observation or input meets with one fault.
fn always(fault: PhoneFault) -> FaultyPhone<SimPhone> {
    faulty(FaultPlan { seed: 4, per_thousand: 1_000, kinds: vec![fault] })
}

/// Makes some call; how long it may take.
fn any_call(phone: &mut FaultyPhone<SimPhone>, dice: &mut Dice) -> (Duration, Result<(), DeviceError>) {
    let deadlines = phone.deadlines();
    match dice.below(8) {
        0 | 1 => (deadlines.observe, phone.observe().map(drop)),
        2 | 3 => {
            let at = device::Point { x: dice.below(1080) as i32, y: dice.below(1920) as i32 };
            (deadlines.act, phone.act(&Input::Tap { at }))
        }
        4 => (deadlines.act, phone.read_log(LogPosition::START).map(drop)),
        5 => (deadlines.launch, phone.launch(PACKAGE)),
        6 => (deadlines.act, phone.change(&Change::Rotate { to: Orientation::Landscape })),
        _ => (deadlines.snapshot, phone.snapshot().map(drop)),
    }
}

fn seen_on(phone: &mut SimPhone) -> impl PartialEq + use<> {
    let seen = phone.observe().unwrap();
    (phone.state_hash(), seen.layout, seen.foreground, seen.motion)
}

#[test]
fn two_thousand_faults_are_told_truly_and_in_time() {
    let mut shown = 0;
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..100 {
        let (mut phone, mut dice) = (faulty(FaultPlan::all(seed, 300)), Dice(seed));
        for _ in 0..100 {
            let (mut twin, known) = (phone.phone().clone(), phone.injected().len());
            let (deadline, result) = any_call(&mut phone, &mut dice);
            let took = phone.phone_mut().now().unwrap() - twin.now().unwrap();
            assert!(took <= deadline, "{took:?} for {result:?}");
            let injected = phone.injected().get(known).cloned();
            // A phone that was left alone differs from its twin by nothing after the same time.
            twin.wait(took).unwrap();
            let untouched = seen_on(&mut twin) == seen_on(phone.phone_mut());
            match (&result, &injected) {
                (Err(error), Some(injected)) => {
                    let effect = injected.arrived && injected.call.has_effect();
                    assert!(!effect || error.repeat() == Repeat::LookFirst, "{injected:?}: {error}");
                    assert!(injected.arrived || untouched, "{injected:?}");
                }
                (Err(error), None) => assert!(untouched && error.repeat() == Repeat::Safe, "away: {error}"),
                (Ok(()), Some(injected)) => assert!(injected.arrived, "{injected:?}"),
                (Ok(()), None) => {}
            }
            if result.is_err() {
                phone.wait(Duration::from_secs(5)).unwrap();
            }
            met.extend(injected.map(|injected| injected.fault));
        }
        shown += phone.injected().len();
    }
    assert!(shown >= 2_000, "{shown}");
    assert_eq!(met.len(), PhoneFault::ALL.len(), "{met:?}");
}

#[test]
fn the_same_seed_fails_the_same_way() {
    let faults = |seed| {
        let (mut phone, mut dice) = (faulty(FaultPlan::all(seed, 400)), Dice(1));
        (0..200).for_each(|_| drop(any_call(&mut phone, &mut dice)));
        phone.injected().to_vec()
    };
    assert_eq!(faults(5), faults(5));
    assert_ne!(faults(5), faults(6));
}

#[test]
fn a_phone_that_went_away_comes_back_as_another_connection() {
    let mut phone = always(PhoneFault::GoesAway);
    assert_eq!(phone.transport_id(), 1);
    let error = phone.observe().unwrap_err();
    assert!(error.is_lost() && error.repeat() == Repeat::Safe);
    assert!(phone.read_log(LogPosition::START).unwrap_err().is_lost());
    assert_eq!(phone.injected().len(), 1, "it is still away");
    phone.wait(Duration::from_secs(30)).unwrap();
    assert!(phone.observe().unwrap_err().is_lost());
    assert_eq!((phone.transport_id(), phone.injected().len()), (2, 2));
}

#[test]
fn an_input_lost_on_the_way_may_have_arrived() {
    let (mut arrived, mut lost) = (0, 0);
    let mut phone = always(PhoneFault::GoesAwayMidCall);
    for _ in 0..40 {
        let before = phone.phone().state_hash();
        let error = phone.act(&Input::key(KeyCode::POWER)).unwrap_err();
        assert_eq!(error.repeat(), Repeat::LookFirst);
        let changed = phone.phone().state_hash() != before;
        let injected = phone.injected().last().unwrap();
        assert!(injected.call == Call::Act && (injected.arrived || !changed));
        if injected.arrived {
            arrived += 1;
        } else {
            lost += 1;
        }
        phone.wait(Duration::from_secs(30)).unwrap();
    }
    assert!(arrived > 5 && lost > 5, "{arrived} arrived, {lost} did not");
}

#[test]
fn each_fault_has_its_error() {
    let told = |fault: PhoneFault| {
        let mut phone = always(fault);
        let result = phone.observe().map(drop).and_then(|()| phone.act(&Input::key(KeyCode::BACK)));
        result.err().map(|error| error.to_string())
    };
    for (fault, expected) in [
        (PhoneFault::DumpHangs, "sim did not read its screen within 30.0 s"),
        (PhoneFault::NotIdle, "sim cannot read its screen: could not get idle state"),
        (PhoneFault::DumpTruncated, "answered our wish to read its screen with something else"),
        (PhoneFault::HeldByAnother, "holds UiAutomation"),
        (PhoneFault::InputRefused, "sim refuses to send an input"),
        (PhoneFault::DiskFull, "sim has no room left to read its screen"),
    ] {
        let told = told(fault).unwrap();
        assert!(told.contains(expected), "{fault}: {told}");
    }
    for fault in
        [PhoneFault::Slow, PhoneFault::ClockJumps, PhoneFault::WrongForeground, PhoneFault::SystemDialog]
    {
        assert_eq!(told(fault), None, "{fault}");
    }
}

#[test]
fn the_wrong_app_in_front_can_be_seen() {
    let mut phone = always(PhoneFault::WrongForeground);
    let front =
        |phone: &mut FaultyPhone<SimPhone>| phone.observe().unwrap().foreground.activity.unwrap().package;
    assert_eq!(front(&mut phone), "com.android.launcher3");
    let mut phone = always(PhoneFault::SystemDialog);
    assert_eq!(front(&mut phone), "com.android.dialer");
}
