//! Kinds of faults.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::names::current_name;

/// A kind of fault, as the technique that looks for it tells it. Known by its name alone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Kind {
    /// The name in reports and files: `text-lost`.
    #[serde(rename = "kind")]
    pub name: Cow<'static, str>,
    /// As a heading: `Text lost`.
    pub title: Cow<'static, str>,
    /// How grave it is.
    pub severity: Severity,
    /// What it means, in a sentence.
    #[serde(skip)]
    pub sentence: &'static str,
}

/// How grave a fault is, the gravest first. It orders findings and decides what `--fail-on crash` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The app ends, or does not respond.
    Critical,
    /// Work is lost, or nothing goes on.
    Major,
    /// Something is not as a person left it.
    Moderate,
    /// An annoyance.
    Minor,
}

/// A kind as files have it. Those of older versions have only the name.
#[derive(Deserialize)]
struct Written {
    kind: String,
    title: Option<String>,
    severity: Option<Severity>,
}

impl Kind {
    /// A kind of a technique.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        severity: Severity,
        sentence: &'static str,
    ) -> Kind {
        Kind { name: Cow::Borrowed(name), title: Cow::Borrowed(title), severity, sentence }
    }
}

impl From<Written> for Kind {
    fn from(written: Written) -> Kind {
        let Written { kind, title, severity } = written;
        let kind = current_name(&kind).to_owned();
        let ends = matches!(kind.as_str(), "crash" | "native-crash" | "anr");
        Kind {
            title: title.unwrap_or_else(|| capitalised(&kind.replace('-', " "))).into(),
            severity: severity.unwrap_or(if ends { Severity::Critical } else { Severity::Major }),
            name: kind.into(),
            sentence: "",
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Kind) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kind {
    fn cmp(&self, other: &Kind) -> Ordering {
        self.name.cmp(&other.name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_an_older_version_is_known_by_its_name() {
        let read = |text: &str| serde_json::from_str::<Kind>(text).unwrap();
        let old = read(r#"{"kind": "text-lost"}"#);
        assert_eq!((old.title.as_ref(), old.severity), ("Text lost", Severity::Major));
        let hang = read(r#"{"kind": "hang"}"#);
        assert_eq!((hang.name.as_ref(), hang.severity), ("anr", Severity::Critical), "by the name of today");
        let new = Kind::new("scroll-lost", "List moved", Severity::Minor, "A list is elsewhere.");
        let again = read(&serde_json::to_string(&new).unwrap());
        assert_eq!((again.title.as_ref(), again.severity), ("List moved", Severity::Minor));
    }
}
