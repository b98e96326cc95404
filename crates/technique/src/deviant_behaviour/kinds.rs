//! In which ways behaviour deviates.

use experiment::{Kind, Severity};

use crate::independent_views::Broken;

/// What the acts say they are for that the usual script does not have.
pub(super) const HISTORY: &str = effect::INSERTED;
/// What the act says it is for that is compared.
pub const EVENT: &str = "deviant-event";

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
            "The same action on alike screens happens to another item than the one meant, depending on what was done before.",
        ),
        Kind::new(
            "deviant-nothing",
            "Does nothing any more",
            Severity::Major,
            "The same action on alike screens does nothing, depending on what was done before.",
        ),
        Kind::new(
            "deviant-effect",
            "Does something else",
            Severity::Moderate,
            "The same action on alike screens does something else, depending on what was done before.",
        ),
    ];

    /// In which way, by what is broken; `None` where something is there that the event did not bring about.
    pub(super) fn of(broken: Broken) -> Option<Deviance> {
        match broken {
            Broken::Another => Some(Deviance::Target),
            Broken::Function => Some(Deviance::Nothing),
            Broken::Effect | Broken::Setting => Some(Deviance::Effect),
            Broken::View | Broken::Traces => None,
        }
    }

    pub(super) fn kind(self) -> &'static Kind {
        static KINDS: [Kind; 3] = Deviance::KINDS;
        &KINDS[self as usize]
    }
}

/// Why a person may expect something else.
pub(super) const EXPECTATION: &str = "Where screens are alike, the same action should do what it usually does, whatever was done and undone before.";
