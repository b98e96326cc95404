//! In which ways behaviour deviates.

use experiment::{Kind, Severity};

/// What the acts say they are for that the usual script does not have.
pub(super) const HISTORY: &str = "deviant-history";
/// What the act says it is for that is compared.
pub(super) const EVENT: &str = "deviant-event";

/// In which way behaviour deviates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deviance {
    Target,
    Nothing,
    Effect,
}

impl Deviance {
    /// The kinds of faults, in the order of the variants.
    pub(super) const KINDS: [Kind; 3] = [
        Kind::new(
            "deviant-target",
            "Acts on something else",
            Severity::Major,
            "On the same screen the same action concerns something else than what was tapped, chosen or typed, depending on what was done before.",
        ),
        Kind::new(
            "deviant-nothing",
            "Does nothing any more",
            Severity::Major,
            "On the same screen the same action does nothing, depending on what was done before.",
        ),
        Kind::new(
            "deviant-effect",
            "Does something else",
            Severity::Moderate,
            "On the same screen the same action does something else, depending on what was done before.",
        ),
    ];

    pub(super) fn kind(self) -> &'static Kind {
        static KINDS: [Kind; 3] = Deviance::KINDS;
        &KINDS[self as usize]
    }
}

/// Why a person may expect something else.
pub(super) const EXPECTATION: &str =
    "Where a screen shows the same, the same action should do the same, as it does almost always.";
