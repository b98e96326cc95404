//! The numbers of the technique.

use serde::{Deserialize, Serialize};

/// How deviant behaviour is sought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeviantBehaviour {
    /// By whose rules: ours, the paper's, or a variant to compare with.
    pub profile: mining::Profile,
    /// The most events of an input.
    pub input_length: usize,
    /// On so many inputs that reach a state each event is tried.
    pub inputs_per_state: usize,
    /// So many inputs are kept of one look; the others are only walked through.
    pub inputs_per_look: usize,
}

impl Default for DeviantBehaviour {
    fn default() -> DeviantBehaviour {
        DeviantBehaviour {
            profile: mining::Profile::Default,
            input_length: 60,
            inputs_per_state: 40,
            inputs_per_look: 160,
        }
    }
}
