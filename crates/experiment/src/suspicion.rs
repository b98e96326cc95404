//! A judge's word after one look.

use std::fmt;

use gui::Selector;
use serde::{Deserialize, Serialize};

/// A judge's word after one look at a trace. It becomes a finding when it comes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// What kind of fault it would be.
    pub kind: Kind,
    /// Equal for the same fault wherever it shows.
    pub fingerprint: String,
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
}

/// The kinds of faults, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The app ended with an exception that nobody caught.
    Crash,
    /// The app ended with a signal in native code.
    NativeCrash,
    /// The app does not respond.
    Hang,
    /// Something loads without end.
    EndlessWait,
    /// The app cannot be brought back to the front.
    StuckOutside,
    /// Typed text is gone after a neutral detour.
    TextLost,
    /// The screen itself is another one after a neutral detour.
    ScreenLost,
    /// An open dialog is gone after a neutral detour.
    DialogLost,
    /// A tick is gone, or has come, after a neutral detour.
    TickLost,
    /// A selection is gone after a neutral detour.
    SelectionLost,
    /// A number that a person has changed is back at what it was after a neutral detour.
    ValueLost,
    /// A list is elsewhere after a neutral detour.
    ScrollLost,
}

impl Kind {
    /// The name in reports and files: `text-lost`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Crash => "crash",
            Kind::NativeCrash => "native-crash",
            Kind::Hang => "hang",
            Kind::EndlessWait => "endless-wait",
            Kind::StuckOutside => "stuck-outside",
            Kind::TextLost => "text-lost",
            Kind::ScreenLost => "screen-lost",
            Kind::DialogLost => "dialog-lost",
            Kind::TickLost => "tick-lost",
            Kind::SelectionLost => "selection-lost",
            Kind::ValueLost => "value-lost",
            Kind::ScrollLost => "scroll-lost",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
