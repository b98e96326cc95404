//! What becomes of suspicions.

use experiment::{Costs, Techniques};
use finding::{Minimised, Progress, ProofSettings, Prover, ReplayedFrom};

use crate::lab::{Lab, Tried, events, in_order, letters};

fn check(app: &dyn Fn(&Tried<'_>) -> Option<usize>, sightings: &[(&str, &str, bool)], expected: &[&str]) {
    let mut lab = Lab::new(ProofSettings::default(), app);
    for (before, walk, kept) in sightings {
        lab.suspect(before, walk, *kept);
    }
    let told: Vec<String> = lab
        .prove()
        .iter()
        .map(|finding| {
            let confirmed = finding.confirmed;
            format!(
                "{}: {} {:?} {} of {}, seen {}",
                finding.name,
                letters(&finding.acts),
                confirmed.from,
                confirmed.times,
                confirmed.of,
                finding.times_seen
            )
        })
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn a_fault_that_comes_back_is_made_smaller_and_confirmed() {
    check(&in_order("ace"), &[("", "abcde", false)], &["crash-1: ace CleanStart 3 of 3, seen 1"]);
    check(&in_order("ace"), &[("xaby", "czzzzzzze", false)], &["crash-1: ace CleanStart 3 of 3, seen 1"]);
}

#[test]
fn what_only_others_needed_goes_with_them() {
    check(&in_order("az"), &[("", "a(bc)()(((d)))z", false)], &["crash-1: az CleanStart 3 of 3, seen 1"]);
    check(&in_order("(a)"), &[("", "x(y(a)z)", false)], &["crash-1: (a) CleanStart 3 of 3, seen 1"]);
}

#[test]
fn the_same_fault_seen_again_is_counted_and_not_proven_twice() {
    let app = in_order("ab");
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("", "xxaxxbxx", false);
    lab.suspect("", "xab", false);
    let findings = lab.prove();
    assert_eq!((findings.len(), findings[0].times_seen), (1, 2));
    assert_eq!(lab.scripts[0].1, "xab", "the shorter way is the one that is tried");
}

#[test]
fn what_comes_back_only_from_its_snapshot_is_kept_and_says_so() {
    let app = |tried: &Tried<'_>| in_order("c")(tried).filter(|_| tried.from_snapshot);
    check(&app, &[("ab", "c", true)], &["crash-1: abc SnapshotOnly 3 of 3, seen 1"]);
}

#[test]
fn what_never_comes_back_is_no_finding() {
    let mut lab = Lab::new(ProofSettings::default(), &|_| None);
    lab.suspect("ab", "c", true);
    assert_eq!(lab.prove(), []);
    assert_eq!(lab.prover.progress(), Progress { artefacts: 1, ..Progress::default() });
    assert_eq!(lab.prover.artefacts().count(), 1);
}

/// The budget may end at any moment.
#[test]
fn where_replays_take_time_all_findings_become_short_before_one_is_as_short_as_can_be() {
    let needs = |needed: &'static str| in_order(needed);
    let (crash, hang) = (needs("aceg"), needs("ACEG"));
    let app = |tried: &Tried<'_>| crash(tried).or_else(|| hang(tried));
    let costs = Costs { event_ms: 60, fresh_ms: 600, ..Costs::DEAR };
    let mut lab = Lab::new(ProofSettings::default(), &app).costing(costs);
    let long = |letters: [&str; 4]| letters.map(|letter| format!("{}{letter}", "x".repeat(25))).concat();
    lab.suspect("", &long(["a", "c", "e", "g"]), false);
    lab.suspect("", &long(["A", "C", "E", "G"]), false);
    let shown = |lab: &Lab<'_>| {
        lab.prover
            .findings()
            .iter()
            .map(|finding| (finding.acts.len(), finding.minimised.is_some()))
            .collect()
    };
    let mut lengths: Vec<(usize, bool)> = Vec::new();
    while lab.replays.get() < 160 && lab.round() {
        lengths = shown(&lab);
    }
    assert!(
        lengths.len() == 2 && lengths.iter().all(|&(acts, minimised)| minimised && acts <= 60),
        "{lengths:?}"
    );
    let findings = lab.prove();
    let told: Vec<String> = findings.iter().map(|finding| letters(&finding.acts)).collect();
    assert_eq!(told, ["aceg", "ACEG"]);
    assert!(findings.iter().all(|finding| finding.confirmed.times == 3), "{findings:?}");
}

/// What a pocket phone costs.
const RETURNS: Costs =
    Costs { event_ms: 60, save_ms: Some(300), back_ms: Some(400), fresh_ms: 600, time_is_free: true };

#[test]
fn where_returns_cost_less_than_replays_a_long_script_is_tried_from_what_is_kept_on_its_way() {
    let app = in_order("aceg");
    let long = ["a", "c", "e", "g"].map(|letter| format!("{}{letter}", "x".repeat(51))).concat();
    let acts = |costs: Costs| {
        let mut lab = Lab::new(ProofSettings::default(), &app).costing(costs);
        lab.suspect("", &long, false);
        assert_eq!(letters(&lab.prove()[0].acts), "aceg");
        lab.acts
    };
    let (kept, anew) = (acts(RETURNS), acts(Costs { save_ms: None, back_ms: None, ..RETURNS }));
    assert!(kept * 3 < anew * 2, "{kept} acts instead of {anew}");
}

#[test]
fn what_no_return_shows_is_made_smaller_from_clean_starts() {
    let aceg = in_order("aceg");
    let app = |tried: &Tried<'_>| aceg(tried).filter(|_| !tried.from_snapshot);
    let mut lab = Lab::new(ProofSettings::default(), &app).costing(RETURNS);
    lab.suspect(
        "",
        &["a", "c", "e", "g"].map(|letter| format!("{}{letter}", "x".repeat(20))).concat(),
        false,
    );
    assert_eq!(letters(&lab.prove()[0].acts), "aceg");
}

#[test]
fn what_failed_from_one_sighting_is_tried_from_another() {
    let app = in_order("ace");
    check(&app, &[("", "bde", false)], &[]);
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("", "bde", false);
    lab.prove();
    lab.suspect("", "abcde", false);
    assert_eq!(letters(&lab.prove()[0].acts), "ace");
}

#[test]
fn the_next_sighting_waits_while_one_is_tried() {
    let app = in_order("ace");
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("", "bde", false);
    lab.round();
    lab.suspect("", "abcde", false);
    assert_eq!(letters(&lab.prove()[0].acts), "ace");
}

#[test]
fn a_fault_that_comes_and_goes_is_flaky_and_says_how_often() {
    let app = |tried: &Tried<'_>| in_order("ad")(tried).filter(|_| tried.replays % 3 != 1);
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("", "abcd", false);
    let findings = lab.prove();
    assert!(findings[0].is_flaky());
    assert_eq!(letters(&findings[0].acts), "ad");
    assert!(findings[0].shown_in().is_some());
}

#[test]
fn acts_done_on_purpose_stay() {
    let app = in_order("ac");
    let mut prover = Prover::new(ProofSettings::default(), Techniques::default());
    let mut finding = {
        let mut lab = Lab::with(prover, &app);
        lab.suspect("", "abc", false);
        lab.prove().remove(0)
    };
    finding.acts =
        ["a", "x", "b", "c"].map(|letter| experiment::Act::plain(events(letter)[0].clone())).to_vec();
    finding.acts[2].purpose = Some("detour".to_owned());
    prover = Prover::again(&finding, ProofSettings::default(), Techniques::default());
    let again = Lab::with(prover, &app).prove();
    assert_eq!(letters(&again[0].acts), "abc");
    assert_eq!(again[0].acts[1].purpose.as_deref(), Some("detour"));
    assert_eq!(again[0].name, "crash-1");
}

#[test]
fn a_finding_is_replayed_without_making_it_smaller() {
    let app = in_order("a");
    let mut lab = Lab::new(ProofSettings { minimise: false, ..ProofSettings::default() }, &app);
    lab.suspect("", "xxa", false);
    let finding = lab.prove().remove(0);
    assert_eq!((letters(&finding.acts).as_str(), finding.minimised), ("xxa", None));
    let settings = ProofSettings { minimise: false, replays: 1, ..ProofSettings::default() };
    let mut lab = Lab::with(Prover::again(&finding, settings, Techniques::default()), &app);
    let again = lab.prove();
    assert_eq!((again[0].confirmed.times, again[0].confirmed.of), (1, 1));
    assert!(again[0].shown_in().is_some());
    assert_eq!(lab.scripts, [("prove confirm crash".to_owned(), "xxa".to_owned())]);
}

#[test]
fn a_finding_that_does_not_come_back_is_none_any_more() {
    let app = in_order("a");
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("", "xxa", false);
    let finding = lab.prove().remove(0);
    let mut lab =
        Lab::with(Prover::again(&finding, ProofSettings::default(), Techniques::default()), &|_| None);
    assert_eq!(lab.prove(), []);
    assert_eq!(lab.prover.progress().artefacts, 1);
}

#[test]
fn when_the_budget_ends_it_says_that_it_may_not_be_minimal() {
    let settings = ProofSettings { minimising_replays: 5, at_once: 2, ..ProofSettings::default() };
    let app = in_order("adhkmq");
    let mut lab = Lab::new(settings, &app);
    lab.suspect("", "abcdefghijklmnopqrst", false);
    let finding = lab.prove().remove(0);
    let Minimised { from, to, replays, one_minimal } = finding.minimised.unwrap();
    assert_eq!((from, replays, one_minimal), (17, 5, false), "what came after the crash does not count");
    assert_eq!(to, finding.acts.len());
    assert_eq!((finding.confirmed.times, finding.confirmed.of), (3, 3));
}

#[test]
fn whether_a_fault_comes_back_is_found_out_before_another_is_made_smaller() {
    let app = |tried: &Tried<'_>| in_order("adhkmq")(tried).or_else(|| in_order("ABC")(tried));
    let mut lab = Lab::new(ProofSettings { at_once: 1, ..ProofSettings::default() }, &app);
    lab.suspect("", "abcdefghijklmnopqrst", false);
    while lab.prover.progress().minimising == 0 {
        lab.round();
    }
    lab.suspect("", "AxBxC", false);
    let rounds = lab.rounds;
    while lab.prover.findings().iter().any(|finding| !finding.is_confirmed()) {
        lab.round();
    }
    assert!(lab.rounds - rounds <= 4, "one to see that it shows, three to confirm it");
    assert_eq!(lab.prover.progress().minimising, 2, "both are still long");
    let found: Vec<String> = lab.prove().iter().map(|finding| letters(&finding.acts)).collect();
    assert_eq!(found, ["adhkmq", "ABC"]);
}

#[test]
fn the_gravest_is_tried_first() {
    let app = |tried: &Tried<'_>| in_order("a")(tried).or_else(|| in_order("A")(tried));
    let mut lab = Lab::new(ProofSettings { at_once: 1, ..ProofSettings::default() }, &app);
    lab.suspect("", "A", false);
    lab.suspect("", "a", false);
    lab.round();
    assert!(lab.scripts.iter().all(|(_, script)| script == "a"), "{:?}", lab.scripts);
}

#[test]
fn before_anything_was_tried_it_says_so() {
    let app = in_order("a");
    let mut lab = Lab::new(ProofSettings::default(), &app);
    lab.suspect("xy", "a", false);
    let finding = lab.prover.findings().remove(0);
    assert_eq!((finding.confirmed.from, finding.suspicion.shows_after), (ReplayedFrom::Untried, 3));
    assert_eq!(letters(&finding.acts), "xya");
}
