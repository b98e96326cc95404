//! Lost effects, found by detours.

use bench::{Blame, Rig, TECHNIQUE, blame_claim, fuzzing};
use finding::Finding;

const EVENTS: u64 = 8_000;

fn findings(app: &str) -> Vec<(Finding, Blame)> {
    let (listed, faults) = apps::find(app).unwrap();
    let rig = Rig::new(listed, faults, 0);
    let (settings, techniques) = (fuzzing(), technique::all(&fuzzing()));
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
    let found = findings("diary+read-anew");
    assert!(!found.is_empty());
    for (finding, blame) in found {
        assert_eq!(blame, Blame::Of(vec!["read-anew"]), "{}", finding.suspicion.sentence);
        assert_eq!((finding.confirmed.times, finding.exhibits.len()), (3, 3), "mutant, seed, detour twice");
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
