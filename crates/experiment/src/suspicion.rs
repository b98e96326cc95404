//! A judge's word after one look.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use gui::Selector;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Kind;
use crate::names::{current_fingerprint, current_name};

/// A judge's word after one look. It becomes a finding when it comes back.
///
/// It says what it takes to see it again: its technique makes a [`Claim`](crate::Claim) of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// What kind of fault it would be.
    #[serde(flatten)]
    pub kind: Kind,
    /// The technique whose judge says so, by its id; empty in files of older versions, where the kind tells.
    #[serde(default, skip_serializing_if = "String::is_empty", deserialize_with = "technique_of_today")]
    pub technique: String,
    /// Equal for the same fault wherever it shows.
    pub fingerprint: Fingerprint,
    /// What a person sees: `the text typed into #note is gone after turning the phone`.
    pub sentence: String,
    /// Why a person may expect something else.
    pub expectation: String,
    /// After how many steps of the trace it shows.
    pub shows_after: usize,
    /// After how many steps of the trace all was still well: the screen to compare with.
    pub well_after: usize,
    /// The widget that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widget: Option<Selector>,
    /// What else is known: a stack, say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Why it is the phone's fault rather than the app's, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
    /// What its technique has to know to see it again, in its own words; nothing where the trace alone shows it.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub claim: serde_json::Value,
    /// Faults of which it would only be another sight: where one of these is confirmed, this is not told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained_by: Vec<Fingerprint>,
}

impl Suspicion {
    /// A suspicion of a technique, by its id, that one trace shows; where in it, and what else is known, is yet to be said.
    pub fn new(
        technique: &str,
        kind: &Kind,
        identity: &[&str],
        sentence: impl Into<String>,
        expectation: impl Into<String>,
    ) -> Suspicion {
        Suspicion {
            kind: kind.clone(),
            technique: technique.to_owned(),
            fingerprint: Fingerprint::new(kind, identity),
            sentence: sentence.into(),
            expectation: expectation.into(),
            shows_after: 0,
            well_after: 0,
            widget: None,
            details: Vec::new(),
            environment: None,
            claim: serde_json::Value::Null,
            explained_by: Vec::new(),
        }
    }
}

fn technique_of_today<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| current_name(&name).to_owned())
}

/// Equal for the same fault wherever it shows, in this run and in others: `crash:3f2a`, `text-lost:rotation:.Edit:#note`.
///
/// Nobody takes it apart again. One of an older version is read as it would be made today.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Fingerprint(Arc<str>);

impl Fingerprint {
    /// Of a kind, with what tells it from others of the kind.
    pub fn new(kind: &Kind, parts: &[&str]) -> Fingerprint {
        let parts = std::iter::once(kind.name.as_ref()).chain(parts.iter().copied());
        Fingerprint(parts.collect::<Vec<_>>().join(":").into())
    }

    /// As files have it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Fingerprint {
    fn from(text: &str) -> Fingerprint {
        Fingerprint(current_fingerprint(text).into())
    }
}

impl From<String> for Fingerprint {
    fn from(text: String) -> Fingerprint {
        Fingerprint::from(text.as_str())
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.as_str().to_owned()
    }
}

impl Borrow<str> for Fingerprint {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
