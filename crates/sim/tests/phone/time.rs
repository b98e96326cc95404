//! Timers, work and hangs on a clock that costs nothing.

use device::{Device, Motion};

use crate::person::Person;

#[test]
fn time_passes_only_when_told_to() {
    let mut person = Person::new();
    let before = person.phone.now().unwrap();
    person.look();
    assert_eq!(person.phone.now().unwrap(), before);
    person.wait(10);
    assert_eq!(person.phone.now().unwrap().as_millis(), before.as_millis() + 10);
}

#[test]
fn a_timer_fires_once_and_on_time() {
    let mut person = Person::new();
    person.tap("timer");
    person.wait(300);
    person.see("ticks", "0 ticks");
    person.wait(5_000);
    person.see("ticks", "1 ticks");
}

#[test]
fn what_repeats_does_so_only_in_front() {
    let mut person = Person::new();
    person.tap("tick");
    person.wait(3_500);
    person.see("ticks", "3 ticks");
    person.key(device::KeyCode::HOME);
    person.wait(10_000);
    person.tap("Desk");
    person.see("ticks", "3 ticks");
    person.wait(1_000);
    person.see("ticks", "4 ticks");
}

#[test]
fn the_screen_moves_while_it_slides_and_shortly_before_something_happens() {
    let mut person = Person::new();
    let mut moves = |after_ms: u64| {
        person.wait(after_ms);
        person.look().motion
    };
    assert_eq!(moves(0), Motion::Still);
    person.tap_at("timer");
    let mut moves = |after_ms: u64| {
        person.wait(after_ms);
        person.look().motion
    };
    assert_eq!(moves(100), Motion::Still);
    assert_eq!(moves(600), Motion::Moving);
    assert_eq!(moves(400), Motion::Still);
    person.tap_at("edit");
    assert_eq!(person.look().motion, Motion::Moving);
    person.wait(250);
    assert_eq!(person.look().motion, Motion::Still);
}

#[test]
fn a_wheel_moves_while_there_is_work_behind_it_and_ticking_never_does() {
    let mut person = Person::new();
    person.tap_at("tick");
    person.wait(700);
    assert_eq!(person.look().motion, Motion::Still);
    person.tap_at("load");
    person.wait(100);
    assert_eq!(person.look().motion, Motion::Moving);
    person.wait(3_000);
    assert!(person.text("last").unwrap().starts_with("loaded"));
    assert_eq!(person.look().motion, Motion::Still);
}

#[test]
fn work_finds_the_topmost_screen_when_its_own_is_gone() {
    let mut person = Person::new();
    person.tap_at("load");
    person.tap_at("edit");
    person.wait(4_000);
    person.tap("Navigate up");
    assert!(person.text("last").unwrap().starts_with("loaded"));
}

#[test]
fn a_short_pause_only_delays_the_next_tap() {
    let mut person = Person::new();
    person.tap_at("pause");
    assert_eq!(person.look().motion, Motion::Moving);
    person.see("last", "");
    let before = person.phone.now().unwrap();
    person.tap_at("ticked");
    let waited = person.phone.now().unwrap() - before;
    assert_eq!(waited.as_millis(), 3_000);
    person.see("last", "hung");
}

#[test]
fn a_busy_app_hears_late_that_it_was_left() {
    let mut person = Person::new();
    let paused = |person: &mut Person| person.log().contains("MainActivity Paused");
    person.tap_at("hang");
    person.key(device::KeyCode::HOME);
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    assert!(!paused(&mut person));
    person.wait(60_000);
    assert!(paused(&mut person));
    person.tap("Desk");
    person.see("last", "hung");
    person.see("visits", "2 visits");
}
