//! Whole hunts on the simulated apps: the mended ones give no cause for alarm, lost input and endless waits are found.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use bench::Rig;

/// Enough to reach most screens of an app.
const EVENTS: u64 = 5_000;

/// What a hunt finds and proves: kinds and sentences.
fn found(app: &str, seed: u64, events: u64) -> Vec<(String, String)> {
    let (listed, faults) = apps::find(app).unwrap();
    let ended = Rig::new(listed, faults, seed).hunt(&explore::Settings::default(), events);
    let confirmed = ended.findings.into_iter().filter(finding::Finding::is_confirmed);
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
    let gone = |what: &str| {
        format!("the text typed into {what} is gone after the system ended the app in the background")
    };
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
    let ticks = moods.iter().map(|tick| ("tick-lost", tick.as_str()));
    check("diary+read-anew", &ticks.chain([("text-lost", text.as_str())]).collect::<Vec<_>>());
}

#[test]
fn a_refresh_without_end() {
    let sentence = "#refresh_progress shows without end that something is under way";
    check("feeds+endless-refresh", &[("endless-wait", sentence)]);
}
