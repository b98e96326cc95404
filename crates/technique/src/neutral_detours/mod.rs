//! What a way away and back destroys.

mod detour;
mod stake;
mod marks;
mod typed;
mod value;
mod loss;
mod companion;
mod check;
mod planner;
#[cfg(test)]
mod tests;

use experiment::{Kind, Suspicion};
use gui::{Event, SystemEvent};
use trace::{Step, Trace};

use crate::Context;

pub use detour::Detour;
use loss::{Loss, losses};
pub use planner::NeutralDetours;

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
/// **Mistaken** where the same happens without the detour, or by chance: the planner tries both before it raises anything.
/// A detour that begins on a dark screen is none. Popups, passwords, the keyboard and whatever changes by itself are not expected back, nor a list's place after a turn; of
/// an app whose process was ended, only the screen, dialogs, and what Android keeps for widgets with an id.
pub(crate) fn judge(trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
    let mut found = Vec::new();
    for (detour, first, last) in detours_in(trace.steps()) {
        let (before, after) = (&trace.steps()[first].before, &trace.steps()[last].after);
        let set = last_done(&trace.steps()[..first]);
        let crashed = trace.steps()[first..=last].iter().any(|step| step.remarks.crash.is_some());
        if crashed || is_dark(&trace.steps()[..first]) {
            continue;
        }
        for loss in losses(set.map(|at| &trace.steps()[at]), before, after, context) {
            if is_promised(detour, &loss) {
                let identity = loss.identity(before);
                // A value shows only beside what it was before it was set.
                let well_after = set.filter(|_| loss.kind == Kind::ValueLost).unwrap_or(first);
                found.push(suspicion(detour, &loss, &identity, well_after, last));
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

/// The last step that is part of no detour.
fn last_done(steps: &[Step]) -> Option<usize> {
    steps.iter().rposition(|step| detour_of(step).is_none())
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
    match (loss.kind, detour) {
        (Kind::ScrollLost, Detour::Rotate | Detour::ProcessEnd) | (Kind::ValueLost, Detour::ProcessEnd) => {
            false
        }
        (Kind::TextLost | Kind::TickLost | Kind::SelectionLost, Detour::ProcessEnd) => has_id,
        _ => true,
    }
}

fn suspicion(detour: Detour, loss: &Loss, identity: &str, well_after: usize, last: usize) -> Suspicion {
    let harm = match loss.kind {
        Kind::TextLost => "should not erase what a person typed",
        Kind::TickLost => "should not change what a person ticked",
        Kind::SelectionLost => "should not change what a person chose",
        Kind::ValueLost => "should not set back what a person has set",
        Kind::DialogLost => "should not close a dialog that waits for an answer",
        Kind::ScrollLost => "should not move a list to another place",
        _ => "should not lead to another screen",
    };
    Suspicion {
        kind: loss.kind,
        fingerprint: fingerprint(loss.kind, detour, identity),
        sentence: format!("{} {}", loss.told, detour.after()),
        expectation: format!("{} {harm}.", detour.doing()),
        shows_after: last + 1,
        well_after,
        widget: loss.widget.clone(),
        details: Vec::new(),
        environment: None,
    }
}

/// Equal for the same loss in the same detour, whatever the data.
fn fingerprint(kind: Kind, detour: Detour, identity: &str) -> String {
    format!("{kind}:{}:{identity}", detour.name())
}
