//! In which ways behaviour deviates.

use experiment::{Kind, Severity};
use serde::{Deserialize, Serialize};

/// What the acts say they are for that the usual script does not have.
pub(super) const HISTORY: &str = effect::INSERTED;
/// What the act says it is for that is compared.
pub const EVENT: &str = "deviant-event";
/// What the acts say they are for that lead from the first page of the app to the one on which the history begins.
pub const WAY: &str = "deviant-way";

/// In which way behaviour deviates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Deviance {
    /// It happens to another item.
    Target,
    /// Nothing happens.
    Nothing,
    /// What it shows is old until the app is started anew.
    Stale,
}

impl Deviance {
    /// The kinds of faults, in the order of the variants.
    pub(super) const KINDS: [Kind; 3] = [
        Kind::new(
            "deviant-target",
            "Acts on something else",
            Severity::Major,
            "The same action on alike screens happens to another item than the one meant, depending on what was done before.",
        ),
        Kind::new(
            "deviant-nothing",
            "Does nothing any more",
            Severity::Major,
            "The same action on alike screens does nothing, depending on what was done before.",
        ),
        Kind::new(
            "deviant-stale",
            "Shows something old",
            Severity::Moderate,
            "The same action on alike screens shows what it showed before, though that has changed since, until the app is started anew.",
        ),
    ];

    pub(super) fn kind(self) -> &'static Kind {
        static KINDS: [Kind; 3] = Deviance::KINDS;
        &KINDS[self as usize]
    }
}

/// Why a person may expect something else.
pub(super) const EXPECTATION: &str = "Where screens are alike, the same action should do what it usually does, whatever was done and undone before.";
