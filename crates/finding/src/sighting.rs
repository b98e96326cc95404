//! A replay that showed the fault.

use std::sync::Arc;

use experiment::{Act, Suspicion};
use gui::{Event, Layout};
use model::ScreenIds;
use trace::{Step, Trace};

/// What is done, from a start.
pub(crate) type Script = Arc<[Act]>;

/// What was done in a replay until it showed the fault, and what was seen on the way.
#[derive(Debug, Clone)]
pub(crate) struct Sighting {
    pub(crate) script: Script,
    pub(crate) suspicion: Suspicion,
    /// The screen before each act, as far as it got, and the last.
    pub(crate) screens: Vec<ScreenIds>,
    /// What the phone showed before each act, as far as somebody looked, and in the end.
    pub(crate) layouts: Vec<Option<Arc<Layout>>>,
}

impl Sighting {
    /// What the trace of the script itself shows, of which a judge says so.
    pub(crate) fn of(suspicion: &Suspicion, trace: &Trace, screens: &[ScreenIds]) -> Sighting {
        let steps = trace.steps();
        let last_on_purpose = steps.iter().rposition(|step| step.remarks.purpose.is_some());
        // What came after the fault is of no account, unless a judge wanted it.
        let len = suspicion.shows_after.max(last_on_purpose.map_or(0, |at| at + 1)).min(steps.len());
        Sighting {
            script: steps[..len].iter().map(done).collect(),
            suspicion: suspicion.clone(),
            screens: screens.iter().copied().take(len + 1).collect(),
            layouts: trace.moments().take(len + 1).map(|moment| moment.layout.clone()).collect(),
        }
    }

    /// The screen before an act, if it got there inside the app.
    pub(crate) fn screen(&self, at: usize) -> Option<ScreenIds> {
        self.screens.get(at).copied().filter(|&screen| screen != ScreenIds::OUTSIDE)
    }

    /// What could be done before an act; text boxes get a plain sample text.
    pub(crate) fn offers(&self, at: usize) -> Vec<Event> {
        let layout = self.layouts.get(at).and_then(Option::as_ref);
        layout.map(|layout| layout.events()).unwrap_or_default()
    }
}

/// What was done in a step. Our own experiments know it of all steps.
pub(crate) fn done(step: &Step) -> Act {
    let event = step.event.clone().unwrap_or(Event::Wait { ms: 0 });
    Act { event, purpose: step.remarks.purpose.clone() }
}
