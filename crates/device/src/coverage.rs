//! Which parts of an app have run.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::Observation;

/// The parts of an app that have run since the phone came up or its coverage was last cleared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// What is counted.
    pub unit: CoverageUnit,
    /// Those reached, by name: `notes/list.rs:120`, `com.example.Notes#17`, `com.example/.EditActivity`.
    pub reached: BTreeSet<Arc<str>>,
    /// How many there are in all, where that is known.
    pub total: Option<u32>,
}

/// What is counted as a part of an app.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverageUnit {
    /// Marked places in the source of a simulated app.
    Points,
    /// Probes of `JaCoCo` in an instrumented build.
    Probes,
    /// Activities and kinds of widgets seen: all that can be told of an app as it is.
    #[default]
    Signatures,
}

/// An app that makes up names must not fill our memory.
const MAX_SIGNATURES: usize = 100_000;

impl Coverage {
    /// Counts what an observation shows, for want of anything better: the activity, and each kind of widget on it.
    pub fn see(self: &mut Arc<Coverage>, observation: &Observation) {
        let activity = observation.foreground.activity.as_ref();
        let place = activity.map_or_else(|| observation.layout.package().to_owned(), ToString::to_string);
        if place.is_empty() {
            return;
        }
        let mut signatures: BTreeSet<String> = BTreeSet::from([place.clone()]);
        signatures.extend(observation.layout.nodes().map(|node| match node.short_id() {
            "" => format!("{place} {}", node.short_class()),
            id => format!("{place} {}#{id}", node.short_class()),
        }));
        for signature in signatures {
            if self.reached.len() < MAX_SIGNATURES && !self.reached.contains(&*signature) {
                Arc::make_mut(self).reached.insert(signature.into());
            }
        }
    }
}
