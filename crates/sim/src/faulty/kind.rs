//! What a phone can do wrong, and in which calls.

use std::fmt;

/// Names each fault once: its variant, its name, its meaning.
macro_rules! faults_of_phones {
    ($($variant:ident $name:literal $doc:literal),+ $(,)?) => {
        /// Something that a phone does wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum PhoneFault { $(#[doc = $doc] $variant),+ }

        impl PhoneFault {
            /// All of them.
            pub const ALL: &'static [PhoneFault] = &[$(PhoneFault::$variant),+];

            /// The name people choose it by.
            pub const fn name(self) -> &'static str {
                match self { $(PhoneFault::$variant => $name),+ }
            }
        }
    };
}

faults_of_phones! {
    GoesAway "goes-away" "The phone goes away before the call reaches it.",
    GoesAwayMidCall "goes-away-mid-call" "The phone goes away during the call, which may have had its effect.",
    DumpHangs "dump-hangs" "Reading the screen never ends.",
    DumpGarbled "dump-garbled" "The dump is no XML.",
    DumpTruncated "dump-truncated" "The dump is cut off.",
    NotIdle "not-idle" "The phone's own tool says \"could not get idle state\".",
    HeldByAnother "held-by-another" "Another program holds UiAutomation.",
    InputRefused "input-refused" "A vendor's switch forbids input.",
    Slow "slow" "The call takes some seconds longer.",
    ClockJumps "clock-jumps" "The clock is set ahead before the call.",
    DiskFull "disk-full" "There is no room left on the phone.",
    WrongForeground "wrong-foreground" "The launcher comes to the front before the call.",
    SystemDialog "system-dialog" "A window of the system covers the app before the call.",
}

/// The kinds of calls that one makes to a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is a method of `Device`, or several of a kind")]
pub enum Call {
    Observe,
    Act,
    Launch,
    Stop,
    ClearData,
    ReadLog,
    Change,
    Screenshot,
    Snapshot,
    Restore,
    Ask,
}

impl Call {
    /// What we were about, for an error's sentence.
    pub const fn doing(self) -> &'static str {
        match self {
            Call::Observe => "read its screen",
            Call::Act => "send an input",
            Call::Launch => "open an app",
            Call::Stop => "end an app",
            Call::ClearData => "clear an app's data",
            Call::ReadLog => "read its log",
            Call::Change => "change a setting",
            Call::Screenshot => "take a picture",
            Call::Snapshot => "save its condition",
            Call::Restore => "return to a snapshot",
            Call::Ask => "answer a question",
        }
    }

    /// Whether making it twice is not the same as making it once. A snapshot too many takes up room.
    pub const fn has_effect(self) -> bool {
        !matches!(self, Call::Observe | Call::ReadLog | Call::Screenshot | Call::Ask)
    }
}

impl PhoneFault {
    /// Whether a call can meet with it.
    pub const fn fits(self, call: Call) -> bool {
        match self {
            PhoneFault::GoesAway | PhoneFault::GoesAwayMidCall | PhoneFault::Slow => true,
            PhoneFault::DumpHangs
            | PhoneFault::DumpGarbled
            | PhoneFault::DumpTruncated
            | PhoneFault::NotIdle
            | PhoneFault::HeldByAnother => matches!(call, Call::Observe),
            PhoneFault::InputRefused => matches!(call, Call::Act),
            PhoneFault::DiskFull => matches!(call, Call::Observe | Call::Screenshot | Call::Snapshot),
            PhoneFault::ClockJumps | PhoneFault::WrongForeground | PhoneFault::SystemDialog => {
                matches!(call, Call::Observe | Call::Act)
            }
        }
    }

    /// Whether the call is made all the same, and succeeds as far as the phone lets it.
    pub const fn lets_pass(self) -> bool {
        matches!(
            self,
            PhoneFault::Slow
                | PhoneFault::ClockJumps
                | PhoneFault::WrongForeground
                | PhoneFault::SystemDialog
        )
    }
}

impl fmt::Display for PhoneFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
