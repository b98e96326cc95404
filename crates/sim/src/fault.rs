//! Mistakes in an app that can be switched on one by one.

use std::fmt;

/// A mistake that an app makes when it is switched on. Apps name theirs with [`faults!`](crate::faults).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fault {
    /// Its place in the manifest's list.
    pub number: u8,
    /// What people switch it on by: `lost-draft`.
    pub name: &'static str,
    /// What kind of mistake it is.
    pub kind: FaultKind,
    /// What a person would see, in one line.
    pub about: &'static str,
}

/// The kinds of mistakes of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// A crash that a few taps reach.
    ShallowCrash,
    /// A crash that needs a long way.
    DeepCrash,
    /// Something done has no effect after something unrelated.
    LostEffect,
    /// Something is done to another item than the one meant.
    WrongItem,
    /// A value shown is old or wrong.
    StaleValue,
    /// A setting does nothing, or is forgotten.
    DeadSetting,
    /// Input is lost when the phone is turned, left, or the process dies.
    LostInput,
    /// A button does nothing.
    DeadControl,
    /// A view is doubled, gone, or has a wrong title.
    WrongView,
    /// Wrong only for rare data.
    RareData,
    /// Only the looks are wrong.
    LookOnly,
    /// Something is there on some phones only.
    DeviceStructure,
    /// The app hangs.
    Hang,
}

impl fmt::Display for FaultKind {
    /// In small letters with hyphens: `lost-input`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::ShallowCrash => "shallow-crash",
            FaultKind::DeepCrash => "deep-crash",
            FaultKind::LostEffect => "lost-effect",
            FaultKind::WrongItem => "wrong-item",
            FaultKind::StaleValue => "stale-value",
            FaultKind::DeadSetting => "dead-setting",
            FaultKind::LostInput => "lost-input",
            FaultKind::DeadControl => "dead-control",
            FaultKind::WrongView => "wrong-view",
            FaultKind::RareData => "rare-data",
            FaultKind::LookOnly => "look-only",
            FaultKind::DeviceStructure => "device-structure",
            FaultKind::Hang => "hang",
        })
    }
}

/// The faults of one app that are switched on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Faults(u64);

/// The last bit is no fault: an app has at most 63.
const RENAMED: u64 = 1 << 63;

impl Faults {
    /// The mended app.
    pub const NONE: Faults = Faults(0);

    /// All of `list`.
    pub fn all(list: &[Fault]) -> Faults {
        list.iter().fold(Faults::NONE, |faults, &fault| faults.with(fault))
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, fault: Fault) -> Faults {
        Faults(self.0 | 1 << fault.number)
    }

    /// The same mistakes in a build that looks and does the same, with other resource ids and another order of siblings.
    #[must_use]
    pub const fn renamed(self) -> Faults {
        Faults(self.0 | RENAMED)
    }

    /// Whether it is such a build.
    pub const fn are_renamed(self) -> bool {
        self.0 & RENAMED != 0
    }

    /// Whether it is switched on.
    pub const fn has(self, fault: Fault) -> bool {
        self.0 & 1 << fault.number != 0
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Names an app's faults: a constant for each, and `FAULTS`, the list of all.
///
/// ```
/// sim::faults! {
///     LOST_DRAFT "lost-draft" LostInput "what was typed is gone after turning the phone";
///     OLD_COUNT "old-count" StaleValue "the number of notes is not updated after a deletion";
/// }
/// assert_eq!(FAULTS[1].name, "old-count");
/// assert_eq!(LOST_DRAFT.number, 0);
/// ```
#[macro_export]
macro_rules! faults {
    ($($constant:ident $name:literal $kind:ident $about:literal;)+) => {
        $crate::faults!(@number 0u8; $($constant $name $kind $about;)+);

        /// All faults of this app.
        pub const FAULTS: &[$crate::Fault] = &[$($constant),+];
    };
    (@number $number:expr; $constant:ident $name:literal $kind:ident $about:literal; $($rest:tt)*) => {
        #[doc = $about]
        pub const $constant: $crate::Fault =
            $crate::Fault { number: $number, name: $name, kind: $crate::FaultKind::$kind, about: $about };
        $crate::faults!(@number $number + 1; $($rest)*);
    };
    (@number $number:expr;) => {};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_build_has_no_more_faults() {
        let about = "";
        let last = Fault { number: 62, name: "last", kind: FaultKind::Hang, about };
        assert!(!Faults::NONE.renamed().has(last) && Faults::NONE.renamed().are_renamed());
        assert!(Faults::NONE.with(last).renamed().has(last) && !Faults::NONE.with(last).are_renamed());
    }
}
