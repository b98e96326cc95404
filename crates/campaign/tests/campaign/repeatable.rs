//! The same seed gives the same journal: for any number of phones, over faults of the phones, and over a kill.

use std::fs;
use std::path::Path;
use std::time::Duration;

use campaign::{Budget, Campaign, CampaignSettings, Conclusion, Journal, Past};
use trace::RunInfo;

use crate::stroll::{Epilogue, Strollers, faulty_phones, phones, stroll};

fn journal_in(folder: &Path) -> Journal {
    Journal::create(folder, &RunInfo::default()).unwrap()
}

fn journal_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("trace.jsonl")).unwrap()
}

#[test]
fn the_number_of_phones_changes_nothing() {
    let journals = [1, 2, 3].map(|number| {
        let folder = tempfile::tempdir().unwrap();
        let ended = stroll(phones(number, "notes"), 1000, Some(journal_in(folder.path())), None);
        assert_eq!(ended.tally.health.events, 1000);
        (journal_of(folder.path()), fs::read(folder.path().join("layouts/0001.pack")).unwrap())
    });
    assert!(journals[0] == journals[1], "two phones");
    assert!(journals[0] == journals[2], "three phones");
}

#[test]
fn phones_that_fail_change_nothing() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let well = stroll(phones(1, "tasks"), 1000, Some(journal_in(folders[0].path())), None);
    let ill = stroll(faulty_phones(2, "tasks", 20), 1000, Some(journal_in(folders[1].path())), None);
    assert!(ill.tally.health.begun_again > 10, "{:?}", ill.tally.health);
    assert_eq!(well.tally.covered, ill.tally.covered);
    assert!(journal_of(folders[0].path()) == journal_of(folders[1].path()));
}

#[test]
fn a_run_that_was_cut_anywhere_goes_on_to_the_same_end() {
    let whole = tempfile::tempdir().unwrap();
    let expected = stroll(phones(1, "diary"), 600, Some(journal_in(whole.path())), None);
    let journal = journal_of(whole.path());
    for share in 1..10 {
        let cut = tempfile::tempdir().unwrap();
        fs::copy(whole.path().join("run.json"), cut.path().join("run.json")).unwrap();
        fs::create_dir(cut.path().join("layouts")).unwrap();
        fs::copy(whole.path().join("layouts/0001.pack"), cut.path().join("layouts/0001.pack")).unwrap();
        fs::write(cut.path().join("trace.jsonl"), &journal.as_bytes()[..journal.len() * share / 10]).unwrap();

        let goes_on = Journal::open(cut.path()).unwrap();
        let past = Past::read(cut.path()).unwrap();
        assert!(!past.is_empty());
        let ended = stroll(phones(2, "diary"), 600, Some(goes_on), Some(past));
        assert_eq!(ended.tally.health.events, expected.tally.health.events);
        assert_eq!(ended.tally.curve, expected.tally.curve);
        assert_eq!(ended.model().len(), expected.model().len());
        assert!(journal_of(cut.path()) == journal, "cut at {share} tenths");
    }
}

/// Strolls for so long, and then an epilogue.
fn stroll_for(time: Duration, settings: CampaignSettings) -> Campaign {
    let settings = CampaignSettings { budget: Budget { events: None, time: Some(time) }, ..settings };
    Campaign::new(settings, vec![Box::new(Strollers::default()), Box::new(Epilogue::default())])
}

#[test]
fn a_run_whose_time_is_over_is_recalled_and_resumed_in_whole() {
    let folder = tempfile::tempdir().unwrap();
    let time = Duration::from_millis(300);
    let told = |ended: &Conclusion| {
        let health = &ended.tally.health;
        (health.experiments, health.events, ended.tally.curve.clone(), ended.verdict)
    };
    let quiet = &mut |_: campaign::Update<'_>| {};

    let (fleet, settings) = phones(1, "notes");
    let campaign = stroll_for(time, settings.clone()).journal(journal_in(folder.path()));
    let ended = campaign.run(&fleet, quiet).unwrap();
    assert!(ended.tally.health.events > 0, "{:?}", ended.tally.health);

    let past = || Past::read(folder.path()).unwrap();
    let budget = Budget { events: None, time: Some(time) };
    let recalled =
        campaign::recall(&CampaignSettings { budget, ..settings.clone() }, past(), Vec::new()).unwrap();
    assert_eq!(told(&recalled), told(&ended));

    let journal = Journal::open(folder.path()).unwrap();
    let resumed =
        stroll_for(time, settings).journal(journal).resuming(past()).run(&phones(1, "notes").0, quiet);
    assert_eq!(told(&resumed.unwrap()), told(&ended));
}
