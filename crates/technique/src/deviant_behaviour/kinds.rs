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
}

impl Deviance {
    /// The kinds of faults, in the order of the variants.
    pub(super) const KINDS: [Kind; 2] = [
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
    ];

    /// In which way, by what is broken; `None` where that may well be meant: what else an event does depends on what is stored, and
    /// a part of the history may change that without showing it.
    pub(super) fn of(broken: Broken) -> Option<Deviance> {
        match broken {
            Broken::Another => Some(Deviance::Target),
            Broken::Function => Some(Deviance::Nothing),
            Broken::Effect | Broken::Setting | Broken::View | Broken::Traces => None,
        }
    }

    pub(super) fn kind(self) -> &'static Kind {
        static KINDS: [Kind; 2] = Deviance::KINDS;
        &KINDS[self as usize]
    }
}

/// Why a person may expect something else.
pub(super) const EXPECTATION: &str = "Where screens are alike, the same action should do what it usually does, whatever was done and undone before.";
