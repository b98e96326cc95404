//! What is different, and how grave that is.

use experiment::{Kind, Severity};
use serde::{Deserialize, Serialize};

/// What is different.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// The app ends here and not there.
    Crash,
    /// The same steps lead to another screen.
    Elsewhere,
    /// A widget is missing.
    Missing,
    /// A widget does not react, is ticked or greyed out, or the other way round.
    State,
    /// A widget says something else.
    Text,
    /// There is a widget that was not there.
    Added,
    /// A widget looks different.
    Look,
}

/// All sorts, in the order of the variants.
pub(super) const SORTS: [Sort; 7] =
    [Sort::Crash, Sort::Elsewhere, Sort::Missing, Sort::State, Sort::Text, Sort::Added, Sort::Look];

/// Differences between two versions of an app, in the order of [`SORTS`].
pub(super) const OF_VERSIONS: [Kind; 7] = [
    Kind::new(
        "version-crash",
        "New crash",
        Severity::Critical,
        "The new version ends where the old one goes on.",
    ),
    Kind::new(
        "version-elsewhere",
        "Leads elsewhere since",
        Severity::Major,
        "The same steps lead to another screen in the new version.",
    ),
    Kind::new(
        "version-missing",
        "Widget gone since",
        Severity::Major,
        "The new version does not have a widget that the old one has.",
    ),
    Kind::new(
        "version-state",
        "State differs since",
        Severity::Moderate,
        "A widget is ticked, chosen, greyed out or dead in the new version and not in the old one, or the other way round.",
    ),
    Kind::new(
        "version-text",
        "Text differs since",
        Severity::Moderate,
        "A widget says something else in the new version.",
    ),
    Kind::new(
        "version-added",
        "Widget new since",
        Severity::Minor,
        "The new version has a widget that the old one has not.",
    ),
    Kind::new(
        "version-look",
        "Looks different since",
        Severity::Minor,
        "A widget looks different in the new version.",
    ),
];

/// Differences between phones, in the order of [`SORTS`].
pub(super) const OF_DEVICES: [Kind; 7] = [
    Kind::new(
        "device-crash",
        "Crash on some phones",
        Severity::Critical,
        "The app ends on some phones and not on others.",
    ),
    Kind::new(
        "device-elsewhere",
        "Leads elsewhere on some phones",
        Severity::Major,
        "The same steps lead to another screen on some phones.",
    ),
    Kind::new(
        "device-missing",
        "Widget missing on some phones",
        Severity::Major,
        "A widget is missing on some phones, and no list that shows less explains it.",
    ),
    Kind::new(
        "device-state",
        "State differs on some phones",
        Severity::Moderate,
        "A widget is ticked, chosen, greyed out or dead on some phones and not on others.",
    ),
    Kind::new(
        "device-text",
        "Text differs on some phones",
        Severity::Moderate,
        "A widget says something else on some phones of the same language.",
    ),
    Kind::new(
        "device-added",
        "Widget on some phones only",
        Severity::Moderate,
        "A widget is there on some phones only, and no list that shows more explains it.",
    ),
    Kind::new(
        "device-look",
        "Looks different on some phones",
        Severity::Minor,
        "A widget looks different on some phones.",
    ),
];

impl Sort {
    /// Its place in the tables of kinds.
    pub(super) fn place(self) -> usize {
        SORTS.iter().position(|&sort| sort == self).unwrap_or_default()
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Crash => "crash",
            Sort::Elsewhere => "elsewhere",
            Sort::Missing => "missing",
            Sort::State => "state",
            Sort::Text => "text",
            Sort::Added => "added",
            Sort::Look => "look",
        }
    }
}
