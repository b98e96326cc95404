//! `findings.json`: what was found, for programs. `docs/json.md` describes it.

use experiment::Act;
use finding::{Confirmation, Health, Minimised, Verdict};
use serde::Serialize;

use crate::{Run, Shown};

/// The text of `findings.json`.
pub fn findings_json(run: &Run) -> String {
    let document = Document {
        format: "oddity-findings",
        version: 1,
        app: &run.app,
        phones: &run.phones,
        made_by: &run.made_by,
        command: &run.command,
        seed: run.seed,
        verdict: run.verdict,
        health: &run.health,
        findings: run.findings.iter().map(FindingOut::of).collect(),
        unproven: &run.unproven,
    };
    let mut text = serde_json::to_string_pretty(&document).expect("only strings are keys");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    version: u32,
    app: &'a str,
    phones: &'a [String],
    made_by: &'a str,
    command: &'a str,
    seed: u64,
    verdict: Verdict,
    health: &'a Health,
    findings: Vec<FindingOut<'a>>,
    unproven: &'a [crate::Unproven],
}

/// A finding as other programs see it, here and in the messages of a run under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct FindingOut<'a> {
    name: &'a str,
    kind: &'static str,
    sentence: &'a str,
    expectation: &'a str,
    fingerprint: &'a str,
    confirmed: Confirmed,
    steps: Vec<&'a str>,
    acts: &'a [Act],
    replay: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    widget: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    details: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    minimised: Option<Minimised>,
    first_seen_after: u64,
    times_seen: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Confirmed {
    #[serde(flatten)]
    confirmation: Confirmation,
    flaky: bool,
}

impl<'a> FindingOut<'a> {
    pub(crate) fn of(shown: &'a Shown) -> FindingOut<'a> {
        let finding = &shown.finding;
        let suspicion = &finding.suspicion;
        FindingOut {
            name: &finding.name,
            kind: suspicion.kind.name(),
            sentence: &suspicion.sentence,
            expectation: &suspicion.expectation,
            fingerprint: &suspicion.fingerprint,
            confirmed: Confirmed { confirmation: finding.confirmed, flaky: finding.is_flaky() },
            steps: shown.steps.iter().map(|step| step.words.as_str()).collect(),
            acts: &finding.acts,
            replay: &shown.replay,
            widget: suspicion.widget.as_ref().map(ToString::to_string),
            details: &suspicion.details,
            minimised: finding.minimised,
            first_seen_after: finding.first_seen_after,
            times_seen: finding.times_seen,
        }
    }
}
