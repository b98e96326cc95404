//! Which techniques are on, and their numbers.

use std::collections::BTreeMap;

use device::PhoneKind;
use serde::{Deserialize, Serialize};

use crate::{DeviantBehaviour, EndlessLoading, IndependentViews, StateLoss};

/// Which techniques are on, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TechniqueSettings {
    /// Of a hundred events, at most so many for the probes of a technique, by its id. 0 switches its probes off.
    pub shares: BTreeMap<String, u64>,
    /// Which state-loss checks are made.
    #[serde(alias = "neutral-detours")]
    pub state_loss: StateLoss,
    /// How detours are inserted into tests.
    pub independent_views: IndependentViews,
    /// How deviant behaviour is sought.
    pub deviant_behaviour: DeviantBehaviour,
    /// How progress bars are watched.
    #[serde(alias = "endless-wait")]
    pub endless_loading: EndlessLoading,
    /// The kinds of phones of the run, the reference first; whoever puts the run together knows them.
    #[serde(skip)]
    pub kinds: Vec<PhoneKind>,
    /// By whose measure a decision tree compares pictures, too; without one comparisons go by rules alone.
    #[serde(skip)]
    pub looks: Option<vision::Profile>,
    /// So many places wait at most to be probed, for each technique; the oldest go first.
    pub places: usize,
}

impl Default for TechniqueSettings {
    fn default() -> TechniqueSettings {
        TechniqueSettings {
            shares: BTreeMap::new(),
            state_loss: StateLoss::default(),
            independent_views: IndependentViews::default(),
            deviant_behaviour: DeviantBehaviour::default(),
            endless_loading: EndlessLoading::default(),
            kinds: Vec::new(),
            // Whoever replays a finding goes by what it says.
            looks: Some(vision::Profile::default()),
            places: 512,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Check;

    #[test]
    fn what_is_not_said_stays_as_it_is_by_default() {
        let said: TechniqueSettings =
            serde_json::from_str(r#"{"state-loss": {"checks": ["rotation"]}, "places": 7}"#).unwrap();
        let state_loss = StateLoss { checks: vec![Check::Rotation], ..StateLoss::default() };
        assert_eq!(said, TechniqueSettings { state_loss, places: 7, ..TechniqueSettings::default() });
        assert!(serde_json::from_str::<TechniqueSettings>(r#"{"detuors": []}"#).is_err());
        let former = r#"{"neutral-detours": {"detours": ["rotate"]}, "places": 7}"#;
        assert_eq!(
            serde_json::from_str::<TechniqueSettings>(former).unwrap(),
            said,
            "as older versions wrote it"
        );
    }
}
