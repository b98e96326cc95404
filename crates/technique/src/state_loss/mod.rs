//! State that does not survive rotation, background, screen off or process death.

mod lost;
mod check;
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

pub use check::Check;
use claim::LossClaim;
use loss::{Loss, SightOf, dialog_identity, losses};
pub use lost::Lost;
use planner::Prober;

const ABOUT: experiment::About = experiment::About {
    id: "state-loss",
    sentence: "State-loss checks: rotation, background/foreground, screen off/on, process death.",
    kinds: &Lost::KINDS,
    share: Some(30),
    acts: &Check::PURPOSES,
};

/// Which checks are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StateLoss {
    /// The checks to make; none switches the technique off.
    #[serde(alias = "detours")]
    pub checks: Vec<Check>,
    /// So many places wait at most to be probed; the oldest go first.
    pub places: usize,
}

impl Default for StateLoss {
    fn default() -> StateLoss {
        StateLoss { checks: Check::ALL.to_vec(), places: 512 }
    }
}

impl Technique for StateLoss {
    fn about(&self) -> &'static experiment::About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        judge(trace, context)
    }

    fn claim(&self, suspicion: &Suspicion, site: Site) -> Arc<dyn Claim> {
        match LossClaim::of(suspicion, site) {
            Some(loss) => loss,
            // A finding of an older version says only what it looks like.
            None => Arc::new(Alone { site, fingerprint: suspicion.fingerprint.clone() }),
        }
    }

    fn planner(&self) -> Option<Box<dyn Planner>> {
        (!self.checks.is_empty()).then(|| Box::new(Prober::new(self.clone())) as Box<dyn Planner>)
    }
}

/// Something that a person expects to be still there after a state-loss check is not.
///
/// **Notices** typed text, ticks, selections, numbers that a person has set, an open dialog, a list's place or the screen
/// itself that are gone after the phone was turned and turned back, the app left and entered again, the screen dark and lit, or
/// the process ended by the system. The check's acts say what they are for, so it is found in any trace.
///
/// **A fault because** none of these is something that a person does to the app. Android makes an app's screens anew now and
/// then and gives it the means to keep what was on them.
///
/// **Example**: "the text typed into #note is gone after turning the phone".
///
/// **Mistaken** where the same happens without the check, or by chance: its claim has both tried side by side.
/// A check that begins on a dark screen is none. Popups, passwords, the keyboard and whatever changes by itself are not expected back, nor a list's place after a turn; of
/// an app whose process was ended, only the screen, dialogs, and what Android keeps for widgets with an id.
fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let mut found = Vec::new();
    for (check, first, last) in checks_in(trace.steps()) {
        let steps = &trace.steps()[first..=last];
        let (before, after) = (&trace.steps()[first].before, &trace.steps()[last].after);
        let set = last_done(&trace.steps()[..first]);
        let crashed = steps.iter().any(|step| step.remarks.crash.is_some());
        if crashed || is_dark(&trace.steps()[..first]) {
            continue;
        }
        for loss in losses(set.map(|at| &trace.steps()[at]), before, after, context) {
            if is_promised(check, &loss) {
                // A value shows only beside what it was before it was set.
                let well_after = set.filter(|_| loss.lost == Lost::Value).unwrap_or(first);
                let suspicion = suspicion(check, &loss, before, steps);
                found.push(Suspicion { well_after, shows_after: last + 1, ..suspicion });
            }
        }
    }
    found
}

/// The checks of a trace with their first and last steps: runs of steps that are for the same one.
fn checks_in(steps: &[Step]) -> Vec<(Check, usize, usize)> {
    let mut runs: Vec<(Check, usize, usize)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(check) = check_of(step) else { continue };
        match runs.last_mut() {
            Some((same, _, last)) if *same == check && *last + 1 == at => *last = at,
            _ => runs.push((check, at, at)),
        }
    }
    runs
}

/// The last step that is part of no check, and of no comparison.
fn last_done(steps: &[Step]) -> Option<usize> {
    steps.iter().rposition(|step| check_of(step).is_none() && !claim::is_for_comparison(step))
}

/// The check that a step is part of.
fn check_of(step: &Step) -> Option<Check> {
    step.remarks.purpose.as_deref().and_then(Check::with_purpose)
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
fn is_promised(check: Check, loss: &Loss) -> bool {
    let has_id = loss.name.starts_with('#');
    match (loss.lost, check) {
        (Lost::Scroll, Check::Rotation | Check::ProcessDeath) | (Lost::Value, Check::ProcessDeath) => false,
        (Lost::Text | Lost::CheckedState | Lost::Selection, Check::ProcessDeath) => has_id,
        _ => true,
    }
}

fn suspicion(check: Check, loss: &Loss, before: &trace::Moment, steps: &[Step]) -> Suspicion {
    let identity = loss.identity(before);
    let about = claim::About::new(check, loss.lost, &identity, steps);
    let sentence = format!("{} {}", loss.told, check.after());
    let expectation = format!("{} {}.", check.doing(), loss.lost.harm());
    Suspicion {
        widget: loss.widget.clone(),
        claim: serde_json::to_value(about).unwrap_or_default(),
        explained_by: explanations(check, loss, &identity, before),
        ..Suspicion::new(ABOUT.id, loss.lost.kind(), &[check.name(), &identity], sentence, expectation)
    }
}

/// What a milder check on the way loses, this one loses too; and the same may be lost in another sight.
fn explanations(check: Check, loss: &Loss, identity: &str, before: &trace::Moment) -> Vec<Fingerprint> {
    let milder = check.contains().iter().map(|&milder| fingerprint(loss.lost, milder, identity));
    let sights = check.contains().iter().chain([&check]).filter_map(|&by| match &loss.sight_of {
        Some(SightOf::Dialog(names)) => Some(fingerprint(Lost::Dialog, by, &dialog_identity(names))),
        Some(SightOf::Screen) => {
            Some(fingerprint(Lost::Screen, by, &format!("{}:", crate::widget::activity_of(before))))
        }
        None => None,
    });
    milder.chain(sights).collect()
}

/// Equal for the same loss in the same check, whatever the data.
fn fingerprint(lost: Lost, check: Check, identity: &str) -> Fingerprint {
    Fingerprint::new(lost.kind(), &[check.name(), identity])
}
