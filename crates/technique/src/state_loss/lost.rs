//! What may be lost.

use experiment::{Kind, Severity};
use serde::{Deserialize, Serialize};

/// What a person would miss, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Typed text.
    Text,
    /// The screen itself.
    Screen,
    /// An open dialog.
    Dialog,
    /// Whether something is checked.
    #[serde(alias = "tick")]
    CheckedState,
    /// A selection.
    Selection,
    /// A number that a person has changed.
    Value,
    /// A list's place.
    Scroll,
}

impl Lost {
    /// All kinds of faults that are told of it, in the order of the variants.
    pub(super) const KINDS: [Kind; 7] = [
        Kind::new("text-lost", "Text lost", Severity::Major, "Typed text is gone after a state-loss check."),
        Kind::new(
            "screen-lost",
            "Screen lost",
            Severity::Major,
            "Another screen is shown after a state-loss check.",
        ),
        Kind::new(
            "dialog-lost",
            "Dialog lost",
            Severity::Major,
            "An open dialog is gone after a state-loss check.",
        ),
        Kind::new(
            "checked-state-lost",
            "Checked state lost",
            Severity::Moderate,
            "Something is checked that was not, or the other way round, after a state-loss check.",
        ),
        Kind::new(
            "selection-lost",
            "Selection lost",
            Severity::Moderate,
            "A selection is gone after a state-loss check.",
        ),
        Kind::new(
            "value-lost",
            "Value lost",
            Severity::Moderate,
            "A number that a person has changed is back at what it was after a state-loss check.",
        ),
        Kind::new(
            "scroll-lost",
            "Scroll position lost",
            Severity::Minor,
            "A list is elsewhere after a state-loss check.",
        ),
    ];

    /// The kind of fault that it is told as.
    pub fn kind(self) -> &'static Kind {
        static KINDS: [Kind; 7] = Lost::KINDS;
        &KINDS[self as usize]
    }

    /// What a check should not do.
    pub(super) fn harm(self) -> &'static str {
        match self {
            Lost::Text => "should not erase what a person typed",
            Lost::CheckedState => "should not change what a person ticked",
            Lost::Selection => "should not change what a person chose",
            Lost::Value => "should not set back what a person has set",
            Lost::Dialog => "should not close a dialog that waits for an answer",
            Lost::Scroll => "should not move a list to another place",
            Lost::Screen => "should not lead to another screen",
        }
    }
}
