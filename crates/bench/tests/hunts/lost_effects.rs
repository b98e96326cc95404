//! Lost effects, found by detours.

use bench::{Blame, Rig, TECHNIQUE, blame_claim, fuzzing};
use effect::Profile;
use finding::Finding;

const EVENTS: u64 = 8_000;

fn findings(app: &str) -> Vec<(Finding, Blame)> {
    let (listed, faults) = apps::find(app).unwrap();
    let rig = Rig::new(listed, faults, 0);
    let (settings, techniques) = (fuzzing(Profile::Default), technique::all(&fuzzing(Profile::Default)));
    let ended = rig.hunt_with(&settings, EVENTS);
    let ours = ended.findings.iter().filter(|finding| finding.suspicion.technique == TECHNIQUE);
    ours.map(|finding| {
        let volatile = &ended.world.of(finding.site).volatile;
        (finding.clone(), blame_claim(&rig, finding, &techniques, volatile))
    })
    .collect()
}

#[test]
fn what_is_lost_after_a_detour_is_found_and_its_fault_is_to_blame() {
    for (app, fault) in [("contacts+line-busy", "line-busy"), ("tasks+first-undo", "first-undo")] {
        let found = findings(app);
        assert!(!found.is_empty(), "{app}");
        for (finding, blame) in found {
            assert_eq!(blame, Blame::Of(vec![fault]), "{}", finding.suspicion.sentence);
            assert_eq!(finding.confirmed.times, 3, "{}", finding.suspicion.sentence);
            assert!(finding.exhibits.len() >= 2, "mutant and seed");
        }
    }
}

#[test]
fn a_mended_app_is_silent_in_spite_of_all_detours() {
    for app in ["diary", "contacts"] {
        let told: Vec<String> =
            findings(app).into_iter().map(|(finding, _)| finding.suspicion.sentence).collect();
        assert!(told.is_empty(), "{app}: {told:?}");
    }
}

#[test]
fn faults_in_reach_of_the_judge_are_so_by_a_seed_and_a_detour() {
    let mut reached = Vec::new();
    for app in apps::all() {
        let silent = app.manifest.faults.iter().filter(|fault| bench::is_silent(fault));
        let in_reach = silent.filter(|fault| bench::reach_of(app.manifest.name, **fault).is_in_reach());
        reached.extend(in_reach.map(|fault| format!("{}+{}", app.manifest.name, fault.name)));
    }
    reached.sort();
    let expected = [
        "budget+stale-report",
        "budget+undo-one",
        "contacts+line-busy",
        "contacts+sort-ignored",
        "diary+dead-save",
        "diary+twice-lately",
        "diary+wrong-day",
        "feeds+marked-again",
        "feeds+refresh-renames",
        "notes+dead-backup",
        "notes+restored-homeless",
        "notes+stale-count",
        "notes+vanished-add",
        "notes+wrong-row",
        "tasks+dead-quick-add",
        "tasks+first-undo",
        "tasks+old-statistics",
        "tasks+one-comes-back",
        "tasks+twice-repeated",
    ];
    assert_eq!(reached, expected);
}
