//! Who proposes experiments.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::{Act, Keep, Knowledge, Now, Outcome, Round, Suspicion, Tag, World};

/// Proposes experiments and learns from all of them.
///
/// Its state is a fold over outcomes in the order of their numbers: the same outcomes make the same plans, so that a run can be
/// resumed from its journal, and does not depend on the number of phones. What it has found out it hands back with the
/// campaign's conclusion.
pub trait Planner: Any + Send {
    /// What came of an experiment, whoever planned it. Returns what deserves to be proven.
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion>;

    /// Adds experiments to the next round.
    fn plan(&mut self, world: &World, round: &mut Round);

    /// Someone who goes along with the walks of the next round at a site.
    fn companion(&self, _known: &Knowledge) -> Option<Arc<dyn Companion>> {
        None
    }

    /// Whether it reads the corpus; where nobody does, none is kept.
    fn reads_corpus(&self) -> bool {
        false
    }
}

/// Goes along with every walk of a round and wishes for things on the way. The same wish (by its tag) is granted once per walk.
pub trait Companion: fmt::Debug + Send + Sync {
    /// Sees what an act led to, or where the walk begins.
    fn see(&self, now: &Now<'_>) -> Option<Wish>;
}

/// What a companion wishes for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// To be able to come back here.
    Keep(Keep),
    /// These acts done here and now; then the walk goes on.
    Insert {
        /// For what.
        tag: Tag,
        /// What is to be done.
        acts: Vec<Act>,
    },
}
