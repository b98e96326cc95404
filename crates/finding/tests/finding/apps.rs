//! Crashes of the simulated apps, found by walking about and made as small as can be.

use experiment::Act;
use finding::{Finding, ProofSettings, ReplayedFrom};

use crate::hunt::Hunt;

fn without(acts: &[Act], at: usize) -> Vec<Act> {
    acts.iter().enumerate().filter(|&(place, _)| place != at).map(|(_, act)| act.clone()).collect()
}

/// Hunts for so many events: the one crash comes back, needs each of its acts, and no more than `most`.
fn check(app: &str, seed: u64, events: u64, most: usize) {
    let mut hunt = Hunt::new(app, ProofSettings::default(), seed);
    let findings: Vec<Finding> = hunt.run(events);
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!(
        (finding.confirmed.from, finding.confirmed.times, finding.confirmed.of),
        (ReplayedFrom::CleanStart, 3, 3)
    );
    assert!(finding.minimised.unwrap().one_minimal && finding.shown_in().is_some());
    assert!(finding.acts.len() <= most, "{:?}", finding.acts);
    assert!(hunt.crashes(&finding.acts));
    for at in 0..finding.acts.len() {
        assert!(!hunt.crashes(&without(&finding.acts, at)), "without act {at}: {:?}", finding.acts);
    }
}

// One more than the true minimum, which `cargo run -p oddity-bench --example minima` searches.
#[test]
fn a_shallow_crash_ends_within_one_act_of_the_minimum() {
    check("tasks+not-a-number", 1, 1_500, 4);
}

#[test]
fn a_deep_crash_ends_within_one_act_of_the_minimum() {
    check("notes+gone-folder", 2, 4_000, 7);
}
