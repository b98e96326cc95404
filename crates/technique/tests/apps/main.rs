//! Whole hunts on the simulated apps: the mended ones give no cause for alarm, lost input and endless waits are found.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod running;

use bench::Rig;
use finding::Finding;
use sim::Faults;

/// Enough to reach most screens of an app.
const EVENTS: u64 = 5_000;

/// What a hunt finds and proves: kinds and sentences.
fn found(app: &str, seed: u64, events: u64) -> Vec<(String, String)> {
    let (listed, faults) = apps::find(app).unwrap();
    proven(Rig::new(listed, faults, seed).hunt(&explore::ExploreSettings::default(), events).findings)
}

fn proven(findings: Vec<Finding>) -> Vec<(String, String)> {
    let confirmed = findings.into_iter().filter(Finding::is_confirmed);
    confirmed.map(|finding| (finding.suspicion.kind.to_string(), finding.suspicion.sentence)).collect()
}

/// Hunts with one seed after the other until one finds the fault. Nothing else is found on the way.
fn check(app: &str, expected: &[(&str, &str)]) {
    let is_expected = |found: &(String, String)| expected.contains(&(&found.0, &found.1));
    for seed in 0..5 {
        let found = found(app, seed, EVENTS);
        assert!(found.iter().all(is_expected), "{app}, seed {seed}: {found:#?}");
        if !found.is_empty() {
            return;
        }
    }
    panic!("{app}: nothing was found");
}

#[test]
fn mended_apps_give_no_cause_for_alarm() {
    for app in apps::all() {
        let name = app.manifest.name;
        assert_eq!(found(name, 1, EVENTS), [], "{name}");
    }
}

#[test]
fn text_lost_by_turning_the_phone() {
    check("notes+lost-draft", &[("text-lost", "the text typed into #body is gone after turning the phone")]);
    let number = "the text typed into 2nd #number in #form is gone after turning the phone";
    check("contacts+lost-numbers", &[("text-lost", number)]);
    check(
        "feeds+lost-address",
        &[("text-lost", "the text typed into #address is gone after turning the phone")],
    );
}

#[test]
fn text_lost_with_the_process() {
    let gone =
        |what: &str| format!("the text typed into {what} is gone after process death in the background");
    let [title, notes, amount] = ["#title", "#notes", "#amount"].map(gone);
    check("tasks+draft-dies", &[("text-lost", &title), ("text-lost", &notes)]);
    check("budget+lost-amount", &[("text-lost", &amount)]);
}

#[test]
fn what_was_written_lost_by_looking_away() {
    let gone = |what: &str| format!("{what} is gone after the screen went off and on");
    let text = gone("the text typed into #text");
    let moods =
        ["Awful", "Sad", "Fair", "Good", "Great"].map(|mood| gone(&format!("the tick on text \"{mood}\"")));
    let ticks = moods.iter().map(|tick| ("checked-state-lost", tick.as_str()));
    check("diary+read-anew", &ticks.chain([("text-lost", text.as_str())]).collect::<Vec<_>>());
}

#[test]
fn a_refresh_without_end() {
    let sentence = "#refresh_progress shows without end that something is under way";
    check("feeds+endless-refresh", &[("endless-loading", sentence)]);
}

/// Hunts an app of our own with several seeds: each finds this and nothing else, and finds it once. Some hunt sees what is not to
/// be told, too: something that looks wrong and is not, or another sight of the same.
fn check_running(faults: Faults, expected: &[(&str, &str)], seen: Seen) {
    let mut times_seen = 0;
    for seed in 0..5 {
        let ended =
            Rig::new(running::listed(), faults, seed).hunt(&explore::ExploreSettings::default(), 2_000);
        times_seen += match seen {
            Seen::NotReproducible(told) => {
                ended.artefacts.iter().filter(|(suspicion, _)| suspicion.sentence == told).count()
            }
            Seen::Explained => ended.tally.proving.explained,
        };
        let expected: Vec<(String, String)> =
            expected.iter().map(|&(kind, told)| (kind.to_owned(), told.to_owned())).collect();
        assert_eq!(proven(ended.findings), expected, "seed {seed}");
    }
    assert!(times_seen > 0, "no hunt came to where it may be mistaken");
}

/// What a hunt comes across and does not tell.
#[derive(Clone, Copy)]
enum Seen {
    NotReproducible(&'static str),
    Explained,
}

/// The phone's clock brings it back, and at another time it does not.
const BY_CHANCE: Seen = Seen::NotReproducible(
    "#duration says \"Duration: 1 sec\" again instead of \"Duration: 0 sec\" after turning the phone",
);

#[test]
fn silent_on_a_duration_that_says_by_chance_what_it_said_before() {
    check_running(Faults::NONE, &[], BY_CHANCE);
}

#[test]
fn a_count_that_goes_back_is_told_once_beside_a_duration() {
    let told = "#laps says \"0 laps\" again instead of \"1 laps\" after turning the phone";
    check_running(Faults::NONE.with(running::LAPS_AT_ZERO), &[("value-lost", told)], BY_CHANCE);
}

/// Phones without snapshots make all checks one after the other where they stand: those between the tap that counted and the
/// rotation that forgets it are no part of the claim.
#[test]
fn a_count_that_goes_back_is_found_where_checks_follow_each_other() {
    let faults = Faults::NONE.with(running::LAPS_AT_ZERO);
    let times = (0..5).filter(|&seed| {
        let rig = Rig::new(running::listed(), faults, seed);
        let hunt = rig.hunting(&explore::ExploreSettings::default(), 2_000);
        let ended = hunt.run(&rig.plain_fleet(), &mut |_: campaign::Update<'_>| {}).unwrap();
        proven(ended.findings).iter().any(|(kind, _)| kind == "value-lost")
    });
    let times = times.count();
    assert!(times >= 4, "found {times} times of 5");
}

#[test]
fn a_dialog_is_told_once_whatever_opens_it_and_however_large_it_is() {
    let told = "the dialog \"Remark\" is gone after turning the phone";
    check_running(Faults::NONE.with(running::DIALOG_GONE), &[("dialog-lost", told)], Seen::Explained);
}
