//! A phone that fails in every way at every moment: each error is true, each call ends in time, nothing is sent twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use device::{Deadlines, Device, DeviceError, Input, Point, Repeat, Sent};

use super::fake::{FakePhone, Fate};

/// How many commands ran, how the call ended, and how long it took.
fn tap_with(fates: &'static [Fate], deadlines: Deadlines) -> (usize, Result<(), DeviceError>, Duration) {
    let mut left = fates.iter();
    // Each command passes two gates: whether the phone is there, and what becomes of the service.
    let fake = FakePhone::start(
        "shell_v2",
        |_| None,
        move |command| {
            let is_tap = command.starts_with("input") || command.is_empty();
            let probing = command.starts_with("getprop");
            if probing || !is_tap { Fate::Answered } else { left.next().copied().unwrap_or(Fate::Answered) }
        },
    );
    let mut device = fake.device(deadlines);
    let begun = Instant::now();
    let done = device.act(&Input::Tap { at: Point { x: 1, y: 2 } });
    let took = begun.elapsed();
    let ran = fake.ran().iter().filter(|command| *command == "input tap 1 2").count();
    (ran, done, took)
}

fn short() -> Deadlines {
    let act = Duration::from_millis(400);
    Deadlines { act, observe: act, reconnect: Duration::from_millis(600), ..Deadlines::default() }
}

/// What a call says must be what happened.
fn check_truth(ran: usize, done: &Result<(), DeviceError>, what: &str) {
    match done {
        Ok(()) => assert_eq!(ran, 1, "{what}: it says that it was done"),
        Err(error) => match error.repeat() {
            Repeat::Safe => assert_eq!(ran, 0, "{what}: {error}"),
            _ => assert!(ran <= 1, "{what}: {error}"),
        },
    }
}

#[test]
fn one_fault_at_a_time() {
    use Fate::{Answered, Garbled, Hangs, LostAfter, LostBefore, NotFound, Refused};
    // The first gate is passed once while connecting.
    let check = |fates: &'static [Fate], ran: usize, expected: Option<Sent>| {
        let (seen, done, took) = tap_with(fates, short());
        check_truth(seen, &done, &format!("{fates:?}"));
        assert_eq!(seen, ran, "{fates:?}: {done:?}");
        let sent = match done {
            Ok(()) => None,
            Err(
                DeviceError::Lost { sent, .. }
                | DeviceError::TimedOut { sent, .. }
                | DeviceError::Garbled { sent, .. },
            ) => Some(sent),
            Err(other) => panic!("{fates:?}: {other}"),
        };
        assert_eq!(sent, expected, "{fates:?}");
        assert!(took < Duration::from_millis(400 + 600 + 3000), "{fates:?} took {took:?}");
    };
    check(&[Answered, Answered, Answered], 1, None);
    check(&[Answered, NotFound], 1, None);
    check(&[Answered, NotFound, NotFound, NotFound], 1, None);
    check(&[Answered, Answered, LostBefore], 0, Some(Sent::Maybe));
    check(&[Answered, Answered, Refused], 0, Some(Sent::Maybe));
    check(&[Answered, Answered, LostAfter], 1, Some(Sent::Maybe));
    check(&[Answered, Answered, Hangs], 1, Some(Sent::Maybe));
    check(&[Answered, Answered, Garbled], 1, Some(Sent::Maybe));
}

#[test]
fn many_faults_over_many_seeds() {
    // The time goes into waiting, so the seeds can wait together.
    let faults: u32 = std::thread::scope(|scope| {
        let seeds: Vec<_> = (0..64).map(|seed| scope.spawn(move || faults_met_with(seed))).collect();
        seeds.into_iter().map(|seed| seed.join().unwrap()).sum()
    });
    assert!(faults > 500, "{faults} faults are few");
}

/// Taps while the phone fails at random; how many faults there were.
fn faults_met_with(seed: u64) -> u32 {
    let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let armed = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicU32::new(0));
    let (is_armed, counter) = (Arc::clone(&armed), Arc::clone(&count));
    let fates = move |_: &str| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let fate = match random % 16 {
            0 | 1 => Fate::NotFound,
            2 => Fate::Refused,
            3 => Fate::LostBefore,
            4 => Fate::LostAfter,
            5 => Fate::Hangs,
            6 => Fate::Garbled,
            _ => Fate::Answered,
        };
        if fate == Fate::Answered || !is_armed.load(Ordering::SeqCst) {
            return Fate::Answered;
        }
        counter.fetch_add(1, Ordering::SeqCst);
        fate
    };
    let fake = FakePhone::start("shell_v2", |_| None, fates);
    let (act, reconnect) = (Duration::from_millis(200), Duration::from_millis(300));
    // So many threads on few cores are late themselves.
    let late = Duration::from_secs(3);
    let mut device = fake.device(Deadlines { act, reconnect, ..Deadlines::default() });
    armed.store(true, Ordering::SeqCst);
    for x in 0..20 {
        let begun = Instant::now();
        let done = device.act(&Input::Tap { at: Point { x, y: 0 } });
        let took = begun.elapsed();
        assert!(took < act + reconnect + late, "seed {seed}, tap {x} took {took:?}");
        let command = format!("input tap {x} 0");
        let ran = fake.ran().iter().filter(|known| **known == command).count();
        check_truth(ran, &done, &format!("seed {seed}, tap {x}"));
    }
    armed.store(false, Ordering::SeqCst);
    count.load(Ordering::SeqCst)
}

#[test]
fn a_phone_that_comes_back_is_used_again() {
    let fake = Arc::new(FakePhone::start("shell_v2", |_| None, |_| Fate::Answered));
    let mut device = fake.device(Deadlines { reconnect: Duration::from_secs(20), ..short() });
    fake.plug(false);
    let for_thread = Arc::clone(&fake);
    let plugging = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        for_thread.plug(true);
    });
    device.act(&Input::Tap { at: Point { x: 1, y: 2 } }).unwrap();
    plugging.join().unwrap();
    assert_eq!(fake.ran().iter().filter(|command| command.starts_with("input")).count(), 1);
}

#[test]
fn a_phone_on_the_network_is_connected_to_again() {
    let fake = FakePhone::start_as("10.0.0.7:5555", "shell_v2", |_| None, |_| Fate::Answered);
    let mut device = fake.device(Deadlines { reconnect: Duration::from_secs(2), ..short() });
    let tap = Input::Tap { at: Point { x: 1, y: 2 } };
    fake.give_up();
    device.act(&tap).unwrap();
    // To the server it stays offline, and is not tried again for long: it is let go of.
    fake.plug(false);
    assert!(device.act(&tap).unwrap_err().is_lost());
    fake.plug(true);
    device.act(&tap).unwrap();
}

#[test]
fn a_phone_that_stays_away_is_lost() {
    let fake = FakePhone::start("shell_v2", |_| None, |_| Fate::Answered);
    let mut device = fake.device(short());
    fake.plug(false);
    let error = device.act(&Input::Tap { at: Point { x: 1, y: 2 } }).unwrap_err();
    assert_eq!(error.to_string(), "fake-1 went away while we tried to tap");
    assert!(error.is_lost() && error.repeat() == Repeat::Safe);
}
