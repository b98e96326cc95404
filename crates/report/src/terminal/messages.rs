//! What a run says to programs: one JSON object a line. `docs/json.md` describes them.

use finding::{Health, Verdict};
use serde::Serialize;

use super::LiveState;
use crate::health::{Check, Weight};
use crate::json::FindingOut;
use crate::{Run, Shown};

/// The run has begun.
pub fn message_started(state: &LiveState) -> String {
    let Health { events_asked, time_asked_ms, .. } = state.health;
    let phones = state.phones.iter().map(|phone| phone.name.as_str()).collect();
    line(&Message::Started {
        version: 1,
        app: &state.app,
        seed: state.seed,
        phones,
        events_asked,
        time_asked_ms,
    })
}

/// How far it is.
pub fn message_progress(state: &LiveState) -> String {
    let problems = Check::so_far(&state.health).into_iter().filter(|check| check.weight == Weight::Problem);
    line(&Message::Progress {
        time_ms: state.health.time_ms,
        events: state.health.events,
        events_per_second: state.events_per_second,
        covered: state.covered,
        screens: state.screens,
        findings: state.findings.len(),
        sightings: state.sightings,
        proving: state.proving,
        stuck: state.stuck,
        travels: state.travels,
        stability_percent: state.stability_percent(),
        phones_lost: state.phones.iter().filter(|phone| phone.lost).count(),
        problems: problems.map(|check| check.words).collect(),
    })
}

/// Something was found and proven.
pub fn message_finding(shown: &Shown) -> String {
    line(&Message::Finding { finding: FindingOut::of(shown, &[], &[]) })
}

/// The run is over.
pub fn message_finished(run: &Run) -> String {
    line(&Message::Finished {
        verdict: run.verdict,
        health: &run.health,
        findings: run.findings.len(),
        cut_short: run.cut_short.as_deref(),
    })
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Message<'a> {
    Started {
        version: u32,
        app: &'a str,
        seed: u64,
        phones: Vec<&'a str>,
        events_asked: Option<u64>,
        time_asked_ms: Option<u64>,
    },
    Progress {
        time_ms: u64,
        events: u64,
        events_per_second: f64,
        covered: Option<u64>,
        screens: u64,
        findings: usize,
        sightings: u64,
        proving: u64,
        stuck: u64,
        travels: u64,
        stability_percent: Option<u64>,
        phones_lost: usize,
        problems: Vec<String>,
    },
    Finding {
        #[serde(flatten)]
        finding: FindingOut<'a>,
    },
    Finished {
        verdict: Verdict,
        health: &'a Health,
        findings: usize,
        cut_short: Option<&'a str>,
    },
}

fn line(message: &Message<'_>) -> String {
    let json = serde_json::to_string(message).expect("only strings are keys");
    gui::plain_json(&json).into_owned()
}
