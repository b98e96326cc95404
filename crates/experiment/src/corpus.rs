//! What was recorded so far, for techniques that compare.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use gui::{Digest, Layout};
use model::ScreenIds;
use trace::Trace;

use crate::{Cause, Knowledge, Lineage, Outcome, Site};

/// More steps than any technique looks through; the oldest traces go first.
const MAX_STEPS: usize = 200_000;

/// The traces of a run, by the numbers of their experiments. Equal layouts are kept once.
#[derive(Debug, Default)]
pub struct Corpus {
    recorded: BTreeMap<u64, Arc<Recorded>>,
    layouts: HashMap<Digest, Arc<Layout>>,
    steps: usize,
    /// The screens of each trace, by what was known to be volatile when somebody last asked.
    screens: Mutex<HashMap<u64, Named>>,
}

/// What was known to be volatile, and the names that the screens of a trace have under it.
type Named = (Digest, Arc<[ScreenIds]>);

/// A trace with where it comes from.
#[derive(Debug)]
pub struct Recorded {
    /// The experiment's number.
    pub id: u64,
    /// Where it ran.
    pub site: Site,
    /// Why.
    pub cause: Cause,
    /// All that was done from a fresh start until it began: travelled walks are straightened by it.
    pub lineage: Arc<Lineage>,
    /// What happened.
    pub trace: Trace,
}

impl Corpus {
    /// Keeps what came of an experiment.
    pub fn add(&mut self, outcome: &Outcome) {
        let mut trace = Trace::clone(&outcome.trace);
        trace.map_layouts(|layout| {
            Arc::clone(self.layouts.entry(layout.digest()).or_insert_with(|| Arc::clone(layout)))
        });
        self.steps += trace.steps().len();
        let recorded = Recorded {
            id: outcome.id,
            site: outcome.site,
            cause: outcome.cause.clone(),
            lineage: Arc::clone(&outcome.start.lineage),
            trace,
        };
        self.recorded.insert(outcome.id, Arc::new(recorded));
        self.shrink(MAX_STEPS);
    }

    /// What came of an experiment, where it is kept.
    pub fn trace(&self, id: u64) -> Option<&Arc<Recorded>> {
        self.recorded.get(&id)
    }

    /// All that is kept, in the order of the experiments' numbers.
    pub fn traces(&self) -> impl ExactSizeIterator<Item = &Arc<Recorded>> {
        self.recorded.values()
    }

    /// The screens of all moments of a trace, under what is known to be volatile by now.
    pub fn screens(&self, recorded: &Recorded, known: &Knowledge) -> Arc<[ScreenIds]> {
        let volatile = known.volatile.digest();
        let mut remembered = self.screens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, screens)) = remembered.get(&recorded.id).filter(|(under, _)| *under == volatile) {
            return Arc::clone(screens);
        }
        let of = |layout: &Arc<Layout>| ScreenIds::of(layout, &known.app, &known.volatile);
        let moments = recorded.trace.moments();
        let screens: Arc<[ScreenIds]> =
            moments.map(|moment| moment.layout.as_ref().map_or(ScreenIds::OUTSIDE, of)).collect();
        remembered.insert(recorded.id, (volatile, Arc::clone(&screens)));
        screens
    }

    fn shrink(&mut self, most: usize) {
        while self.steps > most {
            let Some((id, oldest)) = self.recorded.pop_first() else { return };
            self.steps -= oldest.trace.steps().len();
            self.screens.get_mut().unwrap_or_else(PoisonError::into_inner).remove(&id);
            drop(oldest);
            self.layouts.retain(|_, layout| Arc::strong_count(layout) > 1);
        }
    }
}

impl Clone for Corpus {
    fn clone(&self) -> Corpus {
        Corpus {
            recorded: self.recorded.clone(),
            layouts: self.layouts.clone(),
            steps: self.steps,
            screens: Mutex::default(),
        }
    }
}
