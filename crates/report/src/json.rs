//! `findings.json`: what was found, for programs. `docs/json.md` describes it.

use experiment::{Act, Severity};
use finding::{Confirmation, Exhibited, Health, Minimised, Verdict};
use serde::Serialize;
use trace::Role;

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
        findings: run.findings.iter().map(|shown| FindingOut::of(shown, &run.kinds, &run.builds)).collect(),
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
    kind: &'a str,
    severity: Severity,
    technique: &'a str,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exhibits: Vec<ExhibitOut<'a>>,
}

/// What was carried out to show a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ExhibitOut<'a> {
    role: Role,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    build: Option<&'a str>,
    acts: &'a [Act],
    of: &'a [usize],
    experiment: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Confirmed {
    #[serde(flatten)]
    confirmation: Confirmation,
    flaky: bool,
}

impl<'a> FindingOut<'a> {
    /// With the names of the kinds of phones and of the builds, where there are several.
    pub(crate) fn of(shown: &'a Shown, kinds: &'a [String], builds: &'a [String]) -> FindingOut<'a> {
        let finding = &shown.finding;
        let suspicion = &finding.suspicion;
        FindingOut {
            name: &finding.name,
            kind: &suspicion.kind.name,
            severity: suspicion.kind.severity,
            technique: &suspicion.technique,
            sentence: &suspicion.sentence,
            expectation: &suspicion.expectation,
            fingerprint: suspicion.fingerprint.as_str(),
            confirmed: Confirmed { confirmation: finding.confirmed, flaky: finding.is_flaky() },
            steps: shown.steps.iter().map(|step| step.words.as_str()).collect(),
            acts: &finding.acts,
            replay: &shown.replay,
            widget: suspicion.widget.as_ref().map(ToString::to_string),
            details: &suspicion.details,
            minimised: finding.minimised,
            first_seen_after: finding.first_seen_after,
            times_seen: finding.times_seen,
            exhibits: finding.exhibits.iter().map(|exhibit| ExhibitOut::of(exhibit, kinds, builds)).collect(),
        }
    }
}

impl<'a> ExhibitOut<'a> {
    fn of(exhibit: &'a Exhibited, kinds: &'a [String], builds: &'a [String]) -> ExhibitOut<'a> {
        ExhibitOut {
            role: exhibit.role,
            label: &exhibit.label,
            phone: kinds.get(usize::from(exhibit.site.kind.0)).map(String::as_str),
            build: builds.get(usize::from(exhibit.site.build.0)).map(String::as_str),
            acts: &exhibit.acts,
            of: &exhibit.of,
            experiment: exhibit.experiment,
        }
    }
}
