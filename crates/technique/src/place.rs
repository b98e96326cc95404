//! Places that nobody kept.

use std::sync::Arc;

use experiment::{Leg, Outcome, Place};

/// The condition at a moment of an experiment; `None` where something happened before that nobody can repeat.
pub(crate) fn place_at(outcome: &Outcome, moment: usize) -> Option<Arc<Place>> {
    if moment == 0 {
        return Some(Arc::clone(&outcome.start));
    }
    if let Some(kept) = outcome.kept.iter().find(|kept| kept.moment == moment) {
        return Some(Arc::clone(&kept.place));
    }
    let steps = outcome.trace.steps().get(..moment)?;
    if steps.iter().any(|step| step.event.is_none()) {
        return None;
    }
    Some(Arc::new(Place {
        site: outcome.site,
        reached_in: (outcome.id, moment),
        lineage: outcome.start.lineage.then(Leg::of(steps, &outcome.screens)),
        screens: *outcome.screens.get(moment)?,
        layout: steps.last()?.after.layout.clone(),
        kept: None,
    }))
}
