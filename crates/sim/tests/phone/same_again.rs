//! The same seed gives the same phone; a snapshot brings it back.

use std::time::Duration;

use device::{Change, Device, LogPosition};
use gui::{Layout, Orientation};
use sim::{Faults, Profile, SimPhone, install};
use testkit::Dice;

use crate::desk::{Desk, PACKAGE};
use crate::walk::random_event;

fn new_phone() -> SimPhone {
    let mut phone = SimPhone::new(&Profile::default(), vec![install::<Desk>(Faults::NONE)], 11);
    phone.launch(PACKAGE).unwrap();
    phone
}

/// All that can be told of a phone.
fn told(phone: &mut SimPhone) -> impl PartialEq + std::fmt::Debug + use<> {
    let seen = phone.observe().unwrap();
    // Places in the log never go back; its lines do.
    let log = phone.read_log(LogPosition::START).unwrap().lines;
    let covered = phone.coverage().unwrap();
    (seen.layout, seen.foreground, seen.motion, seen.at, log, covered, phone.state_hash())
}

#[test]
fn a_thousand_random_events_go_the_same_way_twice() {
    let (mut once, mut again) = (new_phone(), new_phone());
    let (mut dice, mut same_dice) = (Dice(3), Dice(3));
    let mut screens = std::collections::BTreeSet::new();
    for event in 0..1_000 {
        random_event(&mut once, &mut dice);
        random_event(&mut again, &mut same_dice);
        let (seen, same) = (once.observe().unwrap(), again.observe().unwrap());
        assert_eq!(seen.layout, same.layout, "after event {event}");
        assert_eq!((seen.foreground.clone(), seen.motion, seen.at), (same.foreground, same.motion, same.at));
        screens.insert(seen.foreground.activity.unwrap().to_string());
    }
    assert_eq!(told(&mut once), told(&mut again));
    assert!(screens.len() >= 5, "{screens:?}");
}

#[test]
fn every_screen_reads_as_it_prints() {
    let (mut phone, mut dice) = (new_phone(), Dice(5));
    for _ in 0..300 {
        random_event(&mut phone, &mut dice);
        let layout = phone.observe().unwrap().layout;
        let parsed = Layout::parse(layout.to_xml().as_bytes()).unwrap();
        assert_eq!(parsed.layout, *layout);
        assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
    }
}

#[test]
fn a_snapshot_brings_back_all_but_coverage() {
    let (mut phone, mut dice) = (new_phone(), Dice(9));
    for _ in 0..200 {
        random_event(&mut phone, &mut dice);
    }
    let saved = phone.snapshot().unwrap();
    let before = told(&mut phone);
    let mut twin = phone.clone();
    let there = Dice(dice.0);
    for _ in 0..200 {
        random_event(&mut phone, &mut dice);
    }
    assert_ne!(told(&mut phone), before);
    assert_eq!(told(&mut twin), before, "a clone goes its own way");
    let covered = phone.coverage().unwrap();
    phone.restore(saved).unwrap();
    assert_eq!(phone.coverage().unwrap(), covered, "what has been covered stays covered");

    let (mut on, mut twins) = (Dice(there.0), Dice(there.0));
    for _ in 0..200 {
        random_event(&mut phone, &mut on);
        random_event(&mut twin, &mut twins);
    }
    assert_eq!(told(&mut phone), told(&mut twin));
    phone.forget(saved).unwrap();
    assert!(phone.restore(saved).is_err());
}

#[test]
fn going_back_to_what_an_app_had_stored_is_as_if_it_had_been_ended_then() {
    let (mut phone, mut dice) = (new_phone(), Dice(9));
    for _ in 0..200 {
        random_event(&mut phone, &mut dice);
    }
    let package = phone.apps().unwrap()[0].package.clone();
    let stored = phone.snapshot_data(&package).unwrap();
    let mut twin = phone.clone();
    for _ in 0..200 {
        random_event(&mut phone, &mut dice);
    }
    twin.stop(&package).unwrap();
    phone.restore(stored).unwrap();
    assert_eq!(told(&mut phone), told(&mut twin));
}

#[test]
fn coverage_counts_the_marked_places() {
    let mut phone = new_phone();
    let covered = phone.coverage().unwrap();
    assert_eq!(covered.reached.len(), 1);
    assert!(covered.reached.iter().all(|name| name.contains("desk.rs:")), "{covered:?}");
    assert_eq!(covered.total, Some(3));
}

#[test]
fn the_hash_tells_states_apart_whatever_the_clock_says() {
    let mut phone = new_phone();
    let before = phone.state_hash();
    phone.wait(Duration::from_secs(9)).unwrap();
    assert_eq!(phone.state_hash(), before);
    phone.change(&Change::Rotate { to: Orientation::Landscape }).unwrap();
    assert_ne!(phone.state_hash(), before);
}
