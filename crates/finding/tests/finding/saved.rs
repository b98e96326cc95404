//! Findings in files.

use std::fs;

use experiment::{Act, Exhibit, Kind, Severity, Site, Suspicion};
use finding::{Confirmation, Exhibited, Finding, Minimised, ReplayedFrom, SavedFinding};
use gui::Event;
use trace::Role;

fn sample() -> SavedFinding {
    const TEXT_LOST: Kind = Kind::new("text-lost", "Text lost", Severity::Major, "Typed text is gone.");
    let sentence = "the text typed into #note is gone after turning the phone";
    let expectation = "turning a phone should not erase what a person typed";
    let suspicion = Suspicion {
        shows_after: 2,
        well_after: 1,
        widget: Some("#note".parse().unwrap()),
        claim: serde_json::json!({"check": "rotation"}),
        ..Suspicion::new("state-loss", &TEXT_LOST, &["rotation", "#note"], sentence, expectation)
    };
    let edit = Event::Edit { target: "#note".parse().unwrap(), text: "milk".to_owned() };
    let turn = Event::Rotate { to: gui::Orientation::Landscape };
    let acts = vec![Act::plain(edit), Act::with_purpose(turn, "check-rotation")];
    let finding = Finding {
        name: "text-lost-1".to_owned(),
        suspicion,
        site: Site::HOME,
        exhibits: vec![Exhibited::new(&Exhibit::script(Role::Treatment, Site::HOME, &acts), 31)],
        acts,
        confirmed: Confirmation { from: ReplayedFrom::CleanStart, times: 3, of: 3 },
        minimised: Some(Minimised { from: 9, to: 2, replays: 14, one_minimal: true }),
        first_seen_in: 7,
        first_seen_after: 130,
        times_seen: 2,
    };
    SavedFinding {
        app: "com.example.notes".to_owned(),
        package: "com.example.notes".to_owned(),
        app_version: Some("1.2".to_owned()),
        phone: Some("Pixel 7, Android 14".to_owned()),
        flags: vec!["--grant".to_owned(), "CAMERA".to_owned()],
        setup: None,
        seed: u64::MAX,
        finding,
        replay: "oddity replay text-lost-1.json".to_owned(),
    }
}

#[test]
fn a_finding_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample().write(folder.path()).unwrap();
    assert_eq!(SavedFinding::read(&path).unwrap(), sample());
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["text-lost-1.json"]);
    let value: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let steps: Vec<String> = sample().finding.acts.iter().map(|act| act.event.wish()).collect();
    assert_eq!(value["steps"], serde_json::json!(steps));
}

#[test]
fn writing_again_replaces() {
    let folder = tempfile::tempdir().unwrap();
    sample().write(folder.path()).unwrap();
    let later = SavedFinding { seed: 2, ..sample() };
    let path = later.write(folder.path()).unwrap();
    assert_eq!(SavedFinding::read(&path).unwrap(), later);
}

/// What is said of a finding whose text has something replaced.
fn refusal(from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = sample().write(folder.path()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&path, text.replace(from, to)).unwrap();
    let error = SavedFinding::read(&path).unwrap_err().to_string();
    error.replace(&path.display().to_string(), "FILE")
}

#[test]
fn what_is_no_finding_or_a_later_one_is_refused() {
    assert_eq!(
        refusal(r#""version": 2"#, r#""version": 3"#),
        "FILE is oddity-finding version 3; this oddity reads up to 2; use a newer oddity"
    );
    assert_eq!(refusal("oddity-finding", "oddity-run"), "FILE is no finding: it is oddity-run");
    assert_eq!(refusal("text-lost-1\"", "../run\""), "FILE is no finding: its name is \"../run\"");
    assert!(refusal(r#""acts": ["#, r#""acts": [7, "#).starts_with("FILE is no finding: "));
    assert!(refusal("{", "").starts_with("FILE is no finding: "));
}

#[test]
fn a_name_that_leads_elsewhere_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut saved = sample();
    saved.finding.name = "../crash-1".to_owned();
    assert!(saved.write(folder.path()).is_err());
}

/// As version 1 wrote it: a kind is a name, and one experiment shows it.
#[test]
fn a_finding_of_an_older_version_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hang-1.json");
    fs::write(
        &path,
        r##"{"format": "oddity-finding", "version": 1, "app": "sim:notes", "package": "a.b", "seed": 3, "name": "hang-1",
        "kind": "hang", "fingerprint": "hang:1", "sentence": "it hangs", "expectation": "", "shows_after": 1, "well_after": 0,
        "acts": [{"kind": "launch"}], "confirmed": {"way": "clean-start", "times": 2, "of": 3}, "first_seen_in": 4,
        "first_seen_after": 40, "times_seen": 1, "shown_in": 9, "replay": "oddity replay x", "steps": ["open the app"]}"##,
    )
    .unwrap();
    let finding = SavedFinding::read(&path).unwrap().finding;
    assert_eq!((finding.suspicion.kind.severity, finding.shown_in()), (Severity::Critical, Some(9)));
    assert!(finding.is_flaky());
    let (kind, fingerprint) = (&finding.suspicion.kind, finding.suspicion.fingerprint.as_str());
    assert_eq!((kind.name.as_ref(), fingerprint), ("anr", "anr:1"), "by the names of today");
}
