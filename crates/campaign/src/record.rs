//! What a run says of itself besides its traces: the record that reports are made from, whatever version planned it.

use std::collections::{BTreeMap, HashSet};

use experiment::Suspicion;
use finding::{Finding, Progress};
use serde::{Deserialize, Serialize};

/// A round begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoundNote {
    /// Its first experiment.
    pub(crate) first: u64,
    /// How many it has.
    pub(crate) experiments: usize,
    /// How many of these are for proving.
    pub(crate) proving: usize,
}

/// Something looks wrong for the first time.
#[derive(Debug, Serialize)]
pub(crate) struct SuspicionNote<'s> {
    /// The experiment that showed it.
    pub(crate) experiment: u64,
    #[serde(flatten)]
    pub(crate) suspicion: &'s Suspicion,
}

/// How a run ended, as far as it got to say so. The last one counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Ending {
    /// Whether a person stopped it.
    pub(crate) interrupted: bool,
    /// The last words of the last phone, where it was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<String>,
    /// How far proving had come.
    pub(crate) proving: Progress,
    /// The findings, the gravest first.
    pub(crate) findings: Vec<Finding>,
    /// What never came back, and why it could not even be tried where that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) not_reproducible: Vec<(Suspicion, Option<String>)>,
}

/// The record of a run, as far as it was written.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The first experiments of its rounds.
    pub(crate) rounds: HashSet<u64>,
    /// The findings by name, as they were last told.
    pub(crate) findings: BTreeMap<String, Finding>,
    /// How it ended, where it got to say so and did not go on.
    pub(crate) ending: Option<Ending>,
}

/// Whether there is nothing new about a finding but how often it was seen.
pub(crate) fn is_told_by(finding: &Finding, told: &Finding) -> bool {
    (&finding.confirmed, &finding.acts, &finding.exhibits, &finding.minimised)
        == (&told.confirmed, &told.acts, &told.exhibits, &told.minimised)
}
