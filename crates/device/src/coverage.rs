//! Which parts of an app have run.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

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
