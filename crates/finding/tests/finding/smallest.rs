//! What minimising promises, on apps made up at random.

use std::hash::{DefaultHasher, Hash, Hasher};

use experiment::{Act, Chance};
use finding::ProofSettings;
use proptest::prelude::*;

use crate::lab::{Lab, Tried, events, in_order, letters, what_can_be_done};

/// The smallest script that is found, and what was tried on the way.
fn smallest(
    app: &dyn Fn(&Tried<'_>) -> Option<usize>,
    walk: &str,
    at_once: usize,
) -> (String, Vec<(String, String)>) {
    let settings = ProofSettings { at_once, minimising_replays: 100_000, ..ProofSettings::default() };
    let mut lab = Lab::new(settings, app);
    lab.suspect("", walk, false);
    let finding = lab.prove().remove(0);
    assert!(finding.minimised.unwrap().one_minimal);
    (letters(&finding.acts), lab.scripts)
}

/// An app that crashes after some sequences and not after others, without rhyme or reason, but always after `walk`.
fn unreasonable(seed: u64, walk: &str) -> impl Fn(&Tried<'_>) -> Option<usize> {
    move |tried| {
        let crashes = |done: &str| {
            let mut hasher = DefaultHasher::new();
            (seed, done).hash(&mut hasher);
            done == walk || hasher.finish().is_multiple_of(32)
        };
        (1..=tried.letters.len()).find(|&done| crashes(&tried.letters[..done]))
    }
}

/// Whether a script shows the fault when it is carried out to the letter.
fn shows(app: &dyn Fn(&Tried<'_>) -> Option<usize>, script: &str) -> bool {
    let acts: Vec<Act> = events(script).into_iter().map(Act::plain).collect();
    let done = letters(&what_can_be_done(&acts, false));
    app(&Tried { letters: &done, from_snapshot: false, replays: 0 }).is_some()
}

fn without(script: &str, at: usize) -> String {
    script.char_indices().filter(|&(place, _)| place != at).map(|(_, letter)| letter).collect()
}

proptest! {
    #[test]
    fn what_is_needed_in_order_is_all_that_is_left(walk in "[a-z]{1,60}", picks in prop::collection::vec(0..1000_usize, 1..8)) {
        let mut places: Vec<usize> = picks.iter().map(|pick| pick % walk.len()).collect();
        places.sort_unstable();
        places.dedup();
        let needed: String = places.iter().map(|&at| walk.as_bytes()[at] as char).collect();
        prop_assert_eq!(smallest(&in_order(&needed), &walk, 32).0, needed);
    }

    #[test]
    fn whatever_the_app_does_no_act_can_be_left_out(walk in "[a-c]{0,12}([(][a-c]{0,4}[)][a-c]{1,4}){0,3}x", seed: u64) {
        let app = unreasonable(seed, &walk);
        let (script, _) = smallest(&app, &walk, 32);
        prop_assert!(shows(&app, &script));
        for at in 0..script.len() {
            prop_assert!(!shows(&app, &without(&script, at)), "{script} without act {at}");
        }
    }

    #[test]
    fn the_result_does_not_depend_on_how_many_are_tried_at_once(walk in "[a-z]{1,24}", seed: u64) {
        let app = unreasonable(seed, &walk);
        let one_by_one = smallest(&app, &walk, 1).0;
        prop_assert_eq!(&smallest(&app, &walk, 7).0, &one_by_one);
        prop_assert_eq!(&smallest(&app, &walk, 64).0, &one_by_one);
    }

    #[test]
    fn no_script_is_tried_twice_while_minimising(walk in "[a-z]{1,24}", seed: u64) {
        let (_, mut tried) = smallest(&unreasonable(seed, &walk), &walk, 32);
        tried.retain(|(purpose, _)| purpose.contains("minimise"));
        let all = tried.len();
        tried.sort_unstable();
        tried.dedup();
        prop_assert_eq!(tried.len(), all);
    }

    #[test]
    fn a_flaky_fault_ends_with_a_script_that_shows_it(walk in "[a-z]{2,20}", seed: u64, per_mille in 300..900_u32) {
        let (first, last) = (walk.as_bytes()[0] as char, walk.as_bytes()[walk.len() - 1] as char);
        let needed = format!("{first}{last}");
        let app = |tried: &Tried<'_>| {
            in_order(&needed)(tried).filter(|_| Chance::keyed(seed, "flaky", tried.replays).per_mille(per_mille))
        };
        let mut lab = Lab::new(ProofSettings::default(), &app);
        lab.suspect("", &walk, false);
        for finding in lab.prove() {
            prop_assert!(finding.confirmed.times > 0);
            let acts = letters(&finding.acts);
            prop_assert!(shows(&in_order(&needed), &acts));
        }
    }
}
