//! Whether it was the check.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::Event;
use serde::{Deserialize, Serialize};
use trace::{Role, Step};

use super::{Check, Lost, check_of, last_done, losses};

/// What the wait of a control says it is for.
const CONTROL: &str = "control-wait";
/// What the wait before a later check says it is for.
const LATER: &str = "later-wait";
/// How much later: not a whole number of seconds, so that whatever counts them says something else.
const LATER_MS: u64 = 3_700;
/// How long a check takes where nobody measured it.
const USUAL_MS: u64 = 5_000;
/// The least time that a control waits.
const LEAST_MS: u64 = 1_000;

/// The check, and nothing but the check, loses it: in as much time without it, it stays.
///
/// A number that a person has set is to be lost at another time too. What shows how long something takes follows the phone's
/// clock, and may say by chance what it said before.
#[derive(Debug, Clone)]
pub(super) struct LossClaim {
    fingerprint: Fingerprint,
    site: Site,
    about: About,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    #[serde(alias = "detour")]
    check: Check,
    lost: Lost,
    /// Which one, whatever the check.
    identity: String,
    /// How long the check took by the phone's clock; the control waits as long.
    wait_ms: u64,
}

impl About {
    /// The loss that the steps of a check showed.
    pub(super) fn new(check: Check, lost: Lost, identity: &str, steps: &[Step]) -> About {
        let wait_ms = took_ms(steps).unwrap_or(USUAL_MS).max(LEAST_MS);
        About { check, lost, identity: identity.to_owned(), wait_ms }
    }
}

impl LossClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site) -> Option<Arc<LossClaim>> {
        let about = serde_json::from_value(suspicion.claim.clone()).ok()?;
        Some(Arc::new(LossClaim { fingerprint: suspicion.fingerprint.clone(), site, about }))
    }

    /// The script without the check, in as much time.
    fn control(&self, script: &[Act]) -> Exhibit {
        let mut waits = vec![Act::with_purpose(Event::Wait { ms: self.about.wait_ms }, CONTROL)];
        let control = Exhibit::script(Role::Control, self.site, script).labelled("waiting as long instead");
        control.replacing(
            |_, act| if self.is_treatment(act) { std::mem::take(&mut waits) } else { vec![act.clone()] },
        )
    }

    /// The script with the check at another time.
    fn later(&self, script: &[Act]) -> Exhibit {
        let mut waits = vec![Act::with_purpose(Event::Wait { ms: LATER_MS }, LATER)];
        let label = format!("the same {:.1} s later", LATER_MS as f64 / 1000.0);
        let later = Exhibit::script(Role::Treatment, self.site, script).labelled(label);
        later.replacing(|_, act| {
            let first = if self.is_treatment(act) { std::mem::take(&mut waits) } else { Vec::new() };
            first.into_iter().chain([act.clone()]).collect()
        })
    }

    fn shows_in<'s>(&self, seen: &Seen<'s>) -> Option<&'s Suspicion> {
        seen.suspicions.iter().find(|suspicion| suspicion.fingerprint == self.fingerprint)
    }

    /// Whether what the check lost is still there after the same time without it.
    fn is_kept_in(&self, control: &Seen<'_>) -> bool {
        let steps = control.trace.steps();
        let waited = steps.iter().rposition(|step| step.remarks.purpose.as_deref() == Some(CONTROL));
        let Some(waited) = waited else { return false };
        let (before, after) = (&steps[waited].before, &steps[waited].after);
        let is_same =
            |loss: &super::Loss| loss.lost == self.about.lost && loss.identity(before) == self.about.identity;
        let set = last_done(&steps[..waited]).map(|at| &steps[at]);
        let in_front = after.layout.as_ref().is_some_and(|layout| layout.package() == control.context.app);
        in_front && !losses(set, before, after, &control.context).iter().any(is_same)
    }
}

impl Claim for LossClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let treatment =
            Exhibit::script(Role::Treatment, self.site, script).labelled(self.about.check.label());
        let mut exhibits = vec![treatment, self.control(script)];
        if self.about.lost == Lost::Value {
            exhibits.push(self.later(script));
        }
        exhibits
    }

    fn is_treatment(&self, act: &Act) -> bool {
        act.purpose.as_deref().and_then(Check::with_purpose) == Some(self.about.check)
    }

    fn shows_in_first(&self) -> bool {
        true
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [treatment, control, later @ ..] = seen else { return None };
        let lost = self.shows_in(treatment)?;
        let only_then = self.is_kept_in(control) && later.iter().all(|later| self.shows_in(later).is_some());
        only_then.then(|| lost.clone())
    }
}

/// Whether a step only lets time pass for a comparison.
pub(super) fn is_for_comparison(step: &Step) -> bool {
    matches!(step.remarks.purpose.as_deref(), Some(CONTROL | LATER)) && check_of(step).is_none()
}

/// How long steps took by the phone's clock.
fn took_ms(steps: &[Step]) -> Option<u64> {
    let (first, last) = (&steps.first()?.remarks, &steps.last()?.remarks);
    Some((last.at_ms? + last.settle_ms.unwrap_or(0)).saturating_sub(first.at_ms?))
}
