//! What a way away and back destroys.

mod lost;
mod detour;
mod stake;
mod marks;
mod typed;
mod value;
mod loss;
mod claim;
mod companion;
mod planner;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use experiment::{Alone, Claim, Context, Fingerprint, Planner, Site, Suspicion, Technique};
use gui::{Event, SystemEvent};
use serde::{Deserialize, Serialize};
use trace::{Step, Trace};

use claim::StateLoss;
pub use detour::Detour;
use loss::{Loss, SightOf, dialog_identity, losses};
pub use lost::Lost;
use planner::Prober;

const ABOUT: experiment::About = experiment::About {
    id: "neutral-detours",
    sentence: "Turns the phone, leaves the app, switches the screen off or ends the process, and looks what is lost.",
    kinds: &Lost::KINDS,
    share: Some(30),
    acts: &Detour::PURPOSES,
};

/// Which detours are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct NeutralDetours {
    /// The ways away and back to try; none switches the technique off.
    pub detours: Vec<Detour>,
    /// So many places wait at most to be probed; the oldest go first.
    pub places: usize,
}

impl Default for NeutralDetours {
    fn default() -> NeutralDetours {
        NeutralDetours { detours: Detour::ALL.to_vec(), places: 512 }
    }
}

impl Technique for NeutralDetours {
    fn about(&self) -> &'static experiment::About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace, context)
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match StateLoss::of(suspicion, site) {
            Some(loss) => loss,
            // A finding of an older version says only what it looks like.
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        (!self.detours.is_empty()).then(|| Box::new(Prober::new(self.clone())) as Box<dyn Planner>)
    }
}

/// Something that a person expects to be still there after a neutral detour is not.
///
/// **Notices** typed text, ticks, selections, numbers that a person has set, an open dialog, a list's place or the screen
/// itself that are gone after the phone was turned and turned back, the app left and entered again, the screen dark and lit, or
/// the process ended by the system. The detour's acts say what they are for, so it is found in any trace.
///
/// **A fault because** none of these is something that a person does to the app. Android makes an app's screens anew now and
/// then and gives it the means to keep what was on them.
///
/// **Example**: "the text typed into #note is gone after turning the phone".
///
/// **Mistaken** where the same happens without the detour, or by chance: its claim has both tried side by side.
/// A detour that begins on a dark screen is none. Popups, passwords, the keyboard and whatever changes by itself are not expected back, nor a list's place after a turn; of
/// an app whose process was ended, only the screen, dialogs, and what Android keeps for widgets with an id.
fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let mut found = Vec::new();
    for (detour, first, last) in detours_in(trace.steps()) {
        let steps = &trace.steps()[first..=last];
        let (before, after) = (&trace.steps()[first].before, &trace.steps()[last].after);
        let set = last_done(&trace.steps()[..first]);
        let crashed = steps.iter().any(|step| step.remarks.crash.is_some());
        if crashed || is_dark(&trace.steps()[..first]) {
            continue;
        }
        for loss in losses(set.map(|at| &trace.steps()[at]), before, after, context) {
            if is_promised(detour, &loss) {
                // A value shows only beside what it was before it was set.
                let well_after = set.filter(|_| loss.lost == Lost::Value).unwrap_or(first);
                let suspicion = suspicion(detour, &loss, before, steps);
                found.push(Suspicion { well_after, shows_after: last + 1, ..suspicion });
            }
        }
    }
    found
}

/// The detours of a trace with their first and last steps: runs of steps that are for the same one.
fn detours_in(steps: &[Step]) -> Vec<(Detour, usize, usize)> {
    let mut runs: Vec<(Detour, usize, usize)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(detour) = detour_of(step) else { continue };
        match runs.last_mut() {
            Some((same, _, last)) if *same == detour && *last + 1 == at => *last = at,
            _ => runs.push((detour, at, at)),
        }
    }
    runs
}

/// The last step that is part of no detour, and of no comparison.
fn last_done(steps: &[Step]) -> Option<usize> {
    steps.iter().rposition(|step| detour_of(step).is_none() && !claim::is_for_comparison(step))
}

/// The detour that a step is part of.
fn detour_of(step: &Step) -> Option<Detour> {
    step.remarks.purpose.as_deref().and_then(Detour::with_purpose)
}

/// Whether the screen is dark after these steps. What it would show then need not be what it shows when it is lit.
fn is_dark(steps: &[Step]) -> bool {
    let lit = steps.iter().rev().find_map(|step| match step.event {
        Some(Event::System { event: SystemEvent::Screen { on } }) => Some(on),
        _ => None,
    });
    lit == Some(false)
}

/// Whether a good app has it back. The other way up a list may have room for all its rows, and then has no place to go back
/// to. After the end of a process, views without an id are not restored, a list waits for data that is loaded anew, and a label
/// says what an app has kept in memory only.
fn is_promised(detour: Detour, loss: &Loss) -> bool {
    let has_id = loss.name.starts_with('#');
    match (loss.lost, detour) {
        (Lost::Scroll, Detour::Rotate | Detour::ProcessEnd) | (Lost::Value, Detour::ProcessEnd) => false,
        (Lost::Text | Lost::Tick | Lost::Selection, Detour::ProcessEnd) => has_id,
        _ => true,
    }
}

fn suspicion(detour: Detour, loss: &Loss, before: &trace::Moment, steps: &[Step]) -> Suspicion {
    let identity = loss.identity(before);
    let about = claim::About::new(detour, loss.lost, &identity, steps);
    let sentence = format!("{} {}", loss.told, detour.after());
    let expectation = format!("{} {}.", detour.doing(), loss.lost.harm());
    Suspicion {
        widget: loss.widget.clone(),
        claim: serde_json::to_value(about).unwrap_or_default(),
        explained_by: explanations(detour, loss, &identity, before),
        ..Suspicion::new(ABOUT.id, loss.lost.kind(), &[detour.name(), &identity], sentence, expectation)
    }
}

/// What a milder detour on the way loses, this one loses too; and the same may be lost in another sight.
fn explanations(detour: Detour, loss: &Loss, identity: &str, before: &trace::Moment) -> Vec<Fingerprint> {
    let milder = detour.contains().iter().map(|&milder| fingerprint(loss.lost, milder, identity));
    let sights = detour.contains().iter().chain([&detour]).filter_map(|&by| match &loss.sight_of {
        Some(SightOf::Dialog(names)) => Some(fingerprint(Lost::Dialog, by, &dialog_identity(names))),
        Some(SightOf::Screen) => {
            Some(fingerprint(Lost::Screen, by, &format!("{}:", crate::widget::activity_of(before))))
        }
        None => None,
    });
    milder.chain(sights).collect()
}

/// Equal for the same loss in the same detour, whatever the data.
fn fingerprint(lost: Lost, detour: Detour, identity: &str) -> Fingerprint {
    Fingerprint::new(lost.kind(), &[detour.name(), identity])
}
