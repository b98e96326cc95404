//! Which techniques are on, and their numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{EndlessWait, NeutralDetours};

/// Which techniques are on, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Of a hundred events, at most so many for the probes of a technique, by its id. 0 switches its probes off.
    pub shares: BTreeMap<String, u64>,
    /// How ways away and back are gone.
    pub neutral_detours: NeutralDetours,
    /// How progress bars are watched.
    pub endless_wait: EndlessWait,
    /// So many places wait at most to be probed, for each technique; the oldest go first.
    pub places: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            shares: BTreeMap::new(),
            neutral_detours: NeutralDetours::default(),
            endless_wait: EndlessWait::default(),
            places: 512,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detour;

    #[test]
    fn what_is_not_said_stays_as_it_is_by_default() {
        let said: Settings =
            serde_json::from_str(r#"{"neutral-detours": {"detours": ["rotate"]}, "places": 7}"#).unwrap();
        let neutral_detours = NeutralDetours { detours: vec![Detour::Rotate], ..NeutralDetours::default() };
        assert_eq!(said, Settings { neutral_detours, places: 7, ..Settings::default() });
        assert!(serde_json::from_str::<Settings>(r#"{"detuors": []}"#).is_err());
    }
}
