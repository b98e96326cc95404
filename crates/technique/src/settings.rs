//! Which techniques are on, and their numbers.

use serde::{Deserialize, Serialize};

use crate::Detour;

/// Which techniques are on, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The ways away and back to try; none switches the technique off.
    pub detours: Vec<Detour>,
    /// Of all events performed so far, at most this many of a hundred are for detours.
    pub detour_percent: u64,
    /// How often the same loss is checked at another place when a check did not confirm it.
    pub detour_checks: u32,
    /// Whether each new screen is looked at twice, to learn what changes by itself.
    pub look_twice: bool,
    /// Of all events performed so far, at most this many of a hundred are for looking twice.
    pub look_twice_percent: u64,
    /// Whether something that loads is watched until it ends.
    pub endless_wait: bool,
    /// So long, by the phone's clock, something may load. Downloads that take longer usually say how far they are.
    pub endless_wait_ms: u64,
    /// So often the same progress bar is watched.
    pub endless_wait_probes: u32,
    /// So many places wait at most to be probed, for each technique; the oldest go first.
    pub places: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            detours: Detour::ALL.to_vec(),
            detour_percent: 30,
            detour_checks: 3,
            look_twice: true,
            look_twice_percent: 5,
            endless_wait: true,
            endless_wait_ms: 60_000,
            endless_wait_probes: 24,
            places: 512,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_stays_as_it_is_by_default() {
        let said: Settings = serde_json::from_str(r#"{"detours": ["rotate"], "places": 7}"#).unwrap();
        assert_eq!(said, Settings { detours: vec![Detour::Rotate], places: 7, ..Settings::default() });
        assert!(serde_json::from_str::<Settings>(r#"{"detuors": []}"#).is_err());
    }
}
