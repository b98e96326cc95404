//! What a phone may be able to do or not.

use std::fmt;

use serde::{Serialize, Serializer};

/// Names each ability once: its variant, its name, its meaning.
macro_rules! abilities {
    ($($variant:ident $name:literal $doc:literal),+ $(,)?) => {
        /// Something that not every phone can do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Ability { $(#[doc = $doc] $variant),+ }

        impl Ability {
            /// All of them.
            pub const ALL: &'static [Ability] = &[$(Ability::$variant),+];

            /// The name people see.
            pub const fn name(self) -> &'static str {
                match self { $(Ability::$variant => $name),+ }
            }
        }
    };
}

abilities! {
    Screenshot "screenshots" "Pictures of the screen.",
    Snapshot "snapshots" "Saves its whole condition and returns to it.",
    StoredData "snapshots of stored data" "Saves what an app has stored and goes back to it.",
    ShareSnapshots "snapshots for other phones" "Hands out its condition as a memory snapshot that any phone like it takes up.",
    Coverage "coverage" "Tells which parts of the app have run.",
    Rotate "rotation" "Can be turned.",
    KillProcess "killing a process" "Ends an app's process as the system does when memory runs out.",
    Locale "locale" "Changes its language.",
    DarkMode "dark mode" "Changes between light and dark.",
    FontScale "font scale" "Changes the size of letters.",
    WindowSize "window size" "Gives the app only a part of the screen.",
    Network "network on/off" "Connects and disconnects.",
    AdvanceClock "advancing the clock" "Lets time pass without waiting.",
    SetTime "setting the time" "Changes the clock or the time zone as a person would.",
    ScreenOnOff "screen on/off" "Darkens and lights its screen.",
    TypeAnything "typing beyond ASCII" "Types any character.",
    Permissions "permissions" "Gives and takes runtime permissions.",
    Pinch "pinching" "Has two fingers.",
    Telephony "calls and messages" "Can be called and sent messages.",
    Battery "battery level" "Changes the battery's charge.",
    Broadcasts "broadcasts" "Sends broadcasts and intents to apps.",
    KnowsIdle "knowing when it is idle" "Says itself whether its screen has settled.",
}

/// A set of abilities.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u32);

impl Abilities {
    /// None at all.
    pub const NONE: Abilities = Abilities(0);

    /// These.
    pub fn of(abilities: &[Ability]) -> Abilities {
        abilities.iter().fold(Abilities::NONE, |set, &ability| set.with(ability))
    }

    /// Every one.
    pub fn all() -> Abilities {
        Abilities::of(Ability::ALL)
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, ability: Ability) -> Abilities {
        Abilities(self.0 | 1 << ability as u32)
    }

    /// The set with one less.
    #[must_use]
    pub const fn without(self, ability: Ability) -> Abilities {
        Abilities(self.0 & !(1 << ability as u32))
    }

    /// Whether it is in the set.
    pub const fn has(self, ability: Ability) -> bool {
        self.0 & 1 << ability as u32 != 0
    }

    /// Those in both sets.
    #[must_use]
    pub const fn common(self, other: Abilities) -> Abilities {
        Abilities(self.0 & other.0)
    }

    /// Whether all of `needs` are in the set.
    pub const fn include(self, needs: Abilities) -> bool {
        self.0 & needs.0 == needs.0
    }

    /// Those in the set.
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.iter().copied().filter(move |&ability| self.has(ability))
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Abilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Abilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Ability::name))
    }
}
