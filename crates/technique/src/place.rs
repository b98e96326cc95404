//! Places that nobody kept.

use std::sync::Arc;

use experiment::{Outcome, Place};
use gui::Event;

/// The condition at a moment of an experiment; `None` where something happened before that nobody can repeat.
pub(crate) fn place_at(outcome: &Outcome, moment: usize) -> Option<Arc<Place>> {
    if moment == 0 {
        return Some(Arc::clone(&outcome.start));
    }
    if let Some(kept) = outcome.kept.iter().find(|kept| kept.moment == moment) {
        return Some(Arc::clone(&kept.place));
    }
    let steps = outcome.trace.steps().get(..moment)?;
    let events = steps.iter().map(|step| step.event.clone()).collect::<Option<Vec<Event>>>()?;
    Some(Arc::new(Place {
        reached_in: (outcome.id, moment),
        lineage: outcome.start.lineage.then(events),
        screens: *outcome.screens.get(moment)?,
        layout: steps.last()?.after.layout.clone(),
        kept: None,
    }))
}
