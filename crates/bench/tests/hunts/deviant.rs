//! Deviant behaviour: what the judge tells of pairs of scripts, and what is compared on phones that keep nothing.

use bench::{Reach, Rig, deviant_reach_of, mining_for};
use campaign::Update;
use mining::Profile;
use sim::Faults;
use technique::Miner;

#[test]
fn what_a_history_changes_is_told_by_its_kind() {
    for (app, fault, kind) in [
        ("notes", "wrong-row", "deviant-target"),
        ("diary", "wrong-day", "deviant-target"),
        ("diary", "dead-save", "deviant-nothing"),
        ("notes", "dead-backup", "deviant-nothing"),
        ("budget", "stale-report", "deviant-stale"),
        ("tasks", "old-statistics", "deviant-stale"),
    ] {
        let (listed, _) = apps::find(app).unwrap();
        let fault = listed.manifest.faults.iter().find(|known| known.name == fault).unwrap();
        match deviant_reach_of(app, *fault) {
            Reach::InReach { kind: told, sentence } => assert_eq!(told, kind, "{sentence}"),
            other => panic!("{app}+{}: {other:?}", fault.name),
        }
    }
}

#[test]
fn where_going_back_is_dear_what_was_done_anyway_is_compared() {
    let (listed, _) = apps::find("notes").unwrap();
    let rig = Rig::new(listed, Faults::NONE, 1);
    let hunt = rig.hunting_with(&explore::ExploreSettings::default(), &mining_for(Profile::Default), 3_000);
    let ended = hunt.run(&rig.plain_fleet(), &mut |_: Update<'_>| {}).unwrap();
    let mined = ended.planner::<Miner>().map(Miner::mined).unwrap();
    assert!(mined.pairs > 100, "{mined:?}");
    assert_eq!(mined.events[2], 0, "nothing is tried that was not done anyway");
    assert!(ended.findings.iter().all(|found| found.suspicion.technique != bench::DEVIANT), "it is mended");
}
