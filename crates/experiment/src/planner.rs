//! Who proposes experiments.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use device::Abilities;
use model::{Model, Volatile};

use crate::{Act, Keep, Now, Outcome, Plan, Suspicion};

/// Proposes experiments and learns from all of them.
///
/// Its state is a fold over outcomes in the order of their numbers: the same outcomes make the same plans, so that a run can be
/// resumed from its journal, and does not depend on the number of phones.
pub trait Planner: Send {
    /// What came of an experiment, whoever planned it. Returns what deserves to be proven.
    fn learn(&mut self, outcome: &Outcome, known: &Knowledge) -> Vec<Suspicion>;

    /// Adds experiments to the next round.
    fn plan(&mut self, known: &Knowledge, round: &mut Round);

    /// Someone who goes along with the walks of the next round.
    fn companion(&self, _known: &Knowledge) -> Option<Arc<dyn Companion>> {
        None
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
        tag: String,
        /// What is to be done.
        acts: Vec<Act>,
    },
}

/// What is known at the beginning of a round. Cheap to clone; a walk takes it along as it was.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// The package under test.
    pub app: Arc<str>,
    /// The seed of all choices.
    pub seed: u64,
    /// What every phone of the run can do.
    pub abilities: Abilities,
    /// The screens reached.
    pub model: Arc<Model>,
    /// The widgets that change by themselves.
    pub volatile: Arc<Volatile>,
    /// The parts of the app that have run.
    pub covered: Arc<BTreeSet<Arc<str>>>,
}

/// The experiments of one round.
#[derive(Debug)]
pub struct Round {
    first: u64,
    plans: Vec<Plan>,
    /// How many events walks and probes may still perform.
    pub events_left: u64,
    /// Whether there is still time and budget to look for new things, or only to finish what was begun.
    pub exploring: bool,
}

impl Round {
    /// An empty round whose first experiment gets the number `first`.
    pub fn new(first: u64, events_left: u64, exploring: bool) -> Round {
        Round { first, plans: Vec::new(), events_left, exploring }
    }

    /// Adds an experiment and says its number.
    pub fn add(&mut self, plan: Plan) -> u64 {
        self.plans.push(plan);
        self.first + self.plans.len() as u64 - 1
    }

    /// How many experiments it has.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// The experiments with their numbers.
    pub fn into_plans(self) -> impl ExactSizeIterator<Item = (u64, Plan)> {
        self.plans.into_iter().enumerate().map(move |(at, plan)| (self.first + at as u64, plan))
    }
}
