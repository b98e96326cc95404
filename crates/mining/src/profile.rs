//! By whose rules.

use serde::{Deserialize, Serialize};

use crate::behaviour::PageOf;
use crate::look::Rows;
use crate::rarity::Rarity;

/// By whose rules deviant behaviour is sought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Ours: rows of a list are alike, texts are told by their origin, and rare is at most a tenth.
    #[default]
    Default,
    /// The paper's.
    Odin,
    /// Ours without calibration: what that would have cost goes to manifestation.
    NoCalibration,
    /// Ours, judged by what types of widgets one can act on, by plain mean and deviation.
    Simple,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 4] = [Profile::Default, Profile::Odin, Profile::NoCalibration, Profile::Simple];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Odin => "odin",
            Profile::NoCalibration => "no-calibration",
            Profile::Simple => "simple",
        }
    }

    /// Whether rows of a list count one by one.
    pub fn rows(self) -> Rows {
        if self == Profile::Odin { Rows::Each } else { Rows::ByKind }
    }

    /// What counts of a page that an event opened.
    pub fn pages(self) -> PageOf {
        if self == Profile::Odin { PageOf::Everything } else { PageOf::Frame }
    }

    /// What makes a cluster rare.
    pub fn rarity(self) -> Rarity {
        match self {
            Profile::Default | Profile::NoCalibration => Rarity::default(),
            Profile::Odin => Rarity { at_most: None, ..Rarity::default() },
            Profile::Simple => Rarity { at_most: None, plain: true, ..Rarity::default() },
        }
    }

    /// Whether inputs are calibrated.
    pub fn calibrates(self) -> bool {
        self != Profile::NoCalibration
    }
}
