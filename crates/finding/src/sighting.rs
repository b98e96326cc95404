//! A replay that showed the fault.

use std::sync::Arc;

use experiment::{Act, Outcome, Suspicion};
use gui::Event;
use model::ScreenIds;
use trace::Step;

/// What is done, from a start.
pub(crate) type Script = Arc<[Act]>;

/// A script that showed the fault, and what was seen on the way.
#[derive(Debug, Clone)]
pub(crate) struct Sighting {
    pub(crate) script: Script,
    pub(crate) suspicion: Suspicion,
    /// The screen before each act, as far as it got, and the last.
    pub(crate) screens: Vec<ScreenIds>,
    /// For each act that types: a plain text that such a box is likely to take.
    pub(crate) samples: Vec<Option<String>>,
}

impl Sighting {
    /// What an outcome shows of a fault, if it does.
    pub(crate) fn of(outcome: &Outcome, fingerprint: &str, script: Script) -> Option<Sighting> {
        let suspicion = outcome.suspicions.iter().find(|suspicion| suspicion.fingerprint == fingerprint)?;
        Some(Sighting {
            script,
            suspicion: suspicion.clone(),
            screens: outcome.screens.clone(),
            samples: outcome.trace.steps().iter().map(sample).collect(),
        })
    }

    /// The screen before an act, if it got there inside the app.
    pub(crate) fn screen(&self, at: usize) -> Option<ScreenIds> {
        self.screens.get(at).copied().filter(|&screen| screen != ScreenIds::OUTSIDE)
    }
}

/// What the layout itself would type into the box that was typed into.
fn sample(step: &Step) -> Option<String> {
    let Some(Event::Edit { target, .. }) = &step.event else { return None };
    step.before.layout.as_ref()?.events().into_iter().find_map(|event| match event {
        Event::Edit { target: offered, text } if offered == *target => Some(text),
        _ => None,
    })
}
