//! `findings.json` and `junit.xml`, as other programs read them.

use experiment::{BuildId, KindId, Site};
use finding::{Confirmation, ReplayedFrom, Verdict};
use report::{Run, findings_json, junit_xml};
use serde_json::{Value, json};

use crate::sample::Sample;

#[test]
fn findings_for_programs() {
    let run = Sample::new(10).run;
    let read: Value = serde_json::from_str(&findings_json(&run)).unwrap();
    assert_eq!(
        (&read["format"], &read["version"], &read["verdict"]),
        (&json!("oddity-findings"), &json!(1), &json!("findings"))
    );
    assert_eq!((&read["seed"], &read["health"]["events"]), (&json!(5), &json!(10)));
    assert_eq!(read["unproven"][0]["kind"], "dialog-lost");
    let expected = json!({
        "name": "text-lost-1",
        "kind": "text-lost",
        "severity": "major",
        "technique": "state-loss",
        "sentence": "the text typed into #body is gone after turning the phone",
        "expectation": "turning a phone should not erase what a person typed",
        "fingerprint": "text-lost:1f3a",
        "confirmed": { "way": "clean-start", "times": 3, "of": 3, "flaky": false },
        "steps": [
            "tap #add",
            "type \"milk\" into #body",
            "turn the phone to landscape",
            "turn the phone to portrait",
        ],
        "acts": [
            { "kind": "tap", "target": "#add" },
            { "kind": "edit", "target": "#body", "text": "milk" },
            { "kind": "rotate", "to": "landscape" },
            { "kind": "rotate", "to": "portrait" },
        ],
        "replay": "oddity replay notes-5/text-lost-1",
        "widget": "#body",
        "minimised": { "from": 17, "to": 4, "replays": 23, "one_minimal": true },
        "first_seen_after": 90,
        "times_seen": 4,
        "exhibits": [
            {
                "role": "treatment",
                "label": "turning the phone",
                "acts": [
                    { "kind": "tap", "target": "#add" },
                    { "kind": "edit", "target": "#body", "text": "milk" },
                    { "kind": "rotate", "to": "landscape" },
                    { "kind": "rotate", "to": "portrait" },
                ],
                "of": [0, 1, 2, 3],
                "experiment": 40,
            },
            {
                "role": "control",
                "label": "waiting as long instead",
                "acts": [
                    { "kind": "tap", "target": "#add" },
                    { "kind": "edit", "target": "#body", "text": "milk" },
                    { "kind": "wait", "ms": 2000 },
                ],
                "of": [0, 1, 2],
                "experiment": 41,
            },
        ],
    });
    assert_eq!(read["findings"][0], expected);
    let (flaky, alone) = (&read["findings"][1]["confirmed"]["flaky"], &read["findings"][1]["exhibits"]);
    assert_eq!((flaky, alone.as_array().unwrap().len()), (&json!(true), 1));
}

#[test]
fn exhibits_say_where_they_ran_where_there_are_several_places() {
    let mut run = Sample::new(1).run;
    run.kinds = vec!["API 30".to_owned(), "API 34".to_owned()];
    run.builds = vec!["1.0".to_owned(), "1.1".to_owned()];
    run.findings[0].finding.exhibits[1].site = Site::on(KindId(1)).with(BuildId(1));
    let read: Value = serde_json::from_str(&findings_json(&run)).unwrap();
    let exhibits = &read["findings"][0]["exhibits"];
    for (at, phone, build) in [(0, "API 30", "1.0"), (1, "API 34", "1.1")] {
        assert_eq!((&exhibits[at]["phone"], &exhibits[at]["build"]), (&json!(phone), &json!(build)));
    }
}

#[test]
fn a_run_survives_its_own_file() {
    let run = Sample::new(10).run;
    assert_eq!(serde_json::from_str::<Run>(&serde_json::to_string(&run).unwrap()).unwrap(), run);
}

/// The suite's counts (tests, failures, errors, skipped), and per case its name and outcome.
fn suite(run: &Run) -> ([String; 4], Vec<(String, String)>) {
    let file = junit_xml(run);
    let read = roxmltree::Document::parse(&file).unwrap();
    let root = read.root_element();
    let counts =
        ["tests", "failures", "errors", "skipped"].map(|name| root.attribute(name).unwrap().to_owned());
    let cases = read.descendants().filter(|node| node.has_tag_name("testcase")).map(|case| {
        let outcome = case.first_element_child().map_or("passed", |node| node.tag_name().name());
        (case.attribute("name").unwrap().to_owned(), outcome.to_owned())
    });
    (counts, cases.collect())
}

#[track_caller]
fn check(run: &Run, counts: [&str; 4], cases: &[(&str, &str)]) {
    let (counted, told) = suite(run);
    assert_eq!(counted, counts);
    let told: Vec<(&str, &str)> =
        told.iter().map(|(name, outcome)| (name.as_str(), outcome.as_str())).collect();
    assert_eq!(told, cases);
}

#[test]
fn nothing_is_green_that_was_not_tested() {
    let mut run = Sample::new(1).run;
    let names = ["text-lost-1: text-lost", "crash-1: crash"];
    check(&run, ["2", "1", "0", "1"], &[(names[0], "failure"), (names[1], "skipped")]);
    run.findings[1].finding.confirmed = Confirmation { from: ReplayedFrom::CleanStart, times: 3, of: 3 };
    check(&run, ["2", "2", "0", "0"], &[(names[0], "failure"), (names[1], "failure")]);
    run.findings[1].finding.confirmed = Confirmation { from: ReplayedFrom::Untried, times: 0, of: 0 };
    check(&run, ["2", "1", "0", "1"], &[(names[0], "failure"), (names[1], "skipped")]);
    run.enough = false;
    run.findings.clear();
    run.verdict = Verdict::Inconclusive;
    check(&run, ["1", "0", "1", "0"], &[("the run", "error")]);
    run.enough = true;
    run.verdict = Verdict::Clean;
    check(&run, ["1", "0", "0", "0"], &[("the run", "passed")]);
}

#[test]
fn a_flaky_finding_fails_nothing_and_says_how_often_it_came_back() {
    let mut run = Sample::new(1).run;
    run.findings.remove(0);
    let flaky = ("crash-1: crash", "skipped");
    check(&run, ["2", "0", "0", "1"], &[flaky, ("the run", "passed")]);
    let message =
        r#"<skipped message="flaky, reproduced 2 of 3 times: the app ends with IllegalStateException"#;
    assert!(junit_xml(&run).contains(message));
    run.enough = false;
    check(&run, ["2", "0", "1", "1"], &[flaky, ("the run", "error")]);
    assert!(junit_xml(&run).contains("Too little was tested"));
}

#[test]
fn a_whole_junit_file() {
    let mut run = Sample::new(1).run;
    run.findings.remove(1);
    run.findings[0].finding.suspicion.details = vec!["at a.B<init>".to_owned()];
    let expected = r##"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="oddity" tests="1" failures="1" errors="0" skipped="0" time="4.200">
  <testsuite name="org.oddity.notes" tests="1" failures="1" errors="0" skipped="0" time="4.200">
    <testcase classname="org.oddity.notes" name="text-lost-1: text-lost">
      <failure type="text-lost" message="the text typed into #body is gone after turning the phone">
turning a phone should not erase what a person typed
reproduced 3 of 3 times from a clean start
1. tap #add
2. type &quot;milk&quot; into #body
3. turn the phone to landscape
4. turn the phone to portrait
reproduce it: oddity replay notes-5&#x2f;text-lost-1
at a.B&lt;init&gt;
</failure>
    </testcase>
  </testsuite>
</testsuites>"##;
    assert_eq!(junit_xml(&run), expected);
}
