//! What is broken.

use experiment::{Kind, Severity};

/// What the acts of a detour say they are for.
pub(super) const INSERTED: &str = effect::INSERTED;
/// What the act says it is for whose effect a detour may not take back.
pub(super) const EFFECT: &str = "effect";

/// What is broken after a detour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Broken {
    Effect,
    Another,
    Setting,
    Function,
    View,
    Traces,
}

impl Broken {
    /// The kinds of faults, in the order of the variants.
    pub(super) const KINDS: [Kind; 6] = [
        Kind::new(
            "effect-lost",
            "Effect lost",
            Severity::Major,
            "What was done has no effect, or less of it, after something independent was done in between.",
        ),
        Kind::new(
            "effect-on-another",
            "Effect on another item",
            Severity::Major,
            "What was done to one item happens to another one after something independent was done in between.",
        ),
        Kind::new(
            "setting-lost",
            "Setting lost",
            Severity::Major,
            "A setting is not kept, or does nothing, after something independent was done in between.",
        ),
        Kind::new(
            "function-dead",
            "Function dead",
            Severity::Major,
            "A control does nothing any more after something independent was done in between.",
        ),
        Kind::new(
            "view-wrong",
            "View wrong",
            Severity::Moderate,
            "A screen shows something else than it does without a detour that changes nothing.",
        ),
        Kind::new(
            "detour-left-traces",
            "Detour left traces",
            Severity::Moderate,
            "Something that was undone, cancelled or switched back has left something behind.",
        ),
    ];

    /// The kind of fault.
    pub(super) fn kind(self) -> &'static Kind {
        const KINDS: &[Kind; 6] = &Broken::KINDS;
        &KINDS[self as usize]
    }

    /// Why a person may expect something else.
    pub(super) fn expectation(self) -> &'static str {
        match self {
            Broken::Effect | Broken::Setting | Broken::Function => {
                "Doing something that has nothing to do with it and leads back should take nothing away."
            }
            Broken::Another => {
                "What is done to one item should happen to that item, in whatever order they stand."
            }
            Broken::View => "After a way that leads back, a screen should show what it shows without it.",
            Broken::Traces => "What was taken back should be as if it had not been done.",
        }
    }
}
