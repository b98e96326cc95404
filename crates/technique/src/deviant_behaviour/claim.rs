//! Whether it was the history.

use std::collections::BTreeSet;
use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::Event;
use serde::{Deserialize, Serialize};
use trace::{Moment, Role, Step, Trace};

use super::ABOUT;
use super::input::name_of;
use super::kinds::{Deviance, EVENT, EXPECTATION, HISTORY, WAY};
use super::sight::{Eyes, differing};
use super::verdict::{Scene, marked, shifts, shows_as, told_beside};
use crate::independent_views::leaves_pages;

/// What the wait says it is for that stands in the place of the history.
const WAIT: &str = "control-wait";
/// What starting the app anew says it is for.
const ANEW: &str = "start-anew";
/// What is busy for a moment only is done by then.
const LATER_MS: u64 = 15_000;
/// The least that a control waits.
const LEAST_MS: u64 = 1_000;

/// The same event on alike screens does something else, and a part of the history that the usual script does not have is all the
/// difference.
///
/// - It happens to another item than the one meant, which the usual script shows: nothing explains that.
/// - It does nothing, on a screen that shows the same; and so it is a while later, too.
/// - It shows what it showed in the course of the history, on a screen that shows the same, and something else without the history: what
///   was done since is not in it. The history may have changed what is stored without showing it. So the history is done twice, and
///   must find all as it was and make the same difference; and the app is started anew after it: then it must do what is usual. What
///   was stored is the same then, and the app held something old in memory.
#[derive(Debug)]
pub(super) struct DeviantClaim {
    fingerprint: Fingerprint,
    site: Site,
    about: About,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    deviance: Deviance,
    /// How long the history took by the phone's clock; the control waits as long.
    wait_ms: u64,
    /// Names of widgets that say something else each time.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    wavering: BTreeSet<String>,
}

impl DeviantClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site) -> Option<Arc<DeviantClaim>> {
        let about = serde_json::from_value(suspicion.claim.clone()).ok()?;
        Some(Arc::new(DeviantClaim { fingerprint: suspicion.fingerprint.clone(), site, about }))
    }

    /// The script with something else in the place of the history.
    fn instead(&self, script: &[Act], label: &str, instead: &[Act]) -> Exhibit {
        let last = script.iter().rposition(is_history);
        let exhibit = Exhibit::script(Role::Control, self.site, script).labelled(label);
        exhibit.replacing(|at, act| match is_history(act) {
            true if Some(at) == last => instead.to_vec(),
            true => Vec::new(),
            false => vec![act.clone()],
        })
    }

    fn wait(&self) -> Act {
        Act::with_purpose(Event::Wait { ms: self.about.wait_ms }, WAIT)
    }
}

impl Claim for DeviantClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let deviant = Exhibit::script(Role::Treatment, self.site, script).labelled("what is rare");
        let usual = self.instead(script, "what is usual", &[self.wait()]);
        if self.about.deviance == Deviance::Target {
            return vec![deviant, usual];
        }
        let history: Vec<Act> = script.iter().filter(|act| is_history(act)).cloned().collect();
        let long = Act::with_purpose(Event::Wait { ms: LATER_MS }, WAIT);
        let later = self.instead(script, "with it, a while later", &[&history[..], &[long]].concat());
        if self.about.deviance == Deviance::Nothing {
            return vec![deviant, usual, later];
        }
        let way = script.iter().filter(|act| act.purpose.as_deref() == Some(WAY)).cloned();
        let anew: Vec<Act> = std::iter::once(Act::with_purpose(Event::Restart, ANEW)).chain(way).collect();
        let twice = [&history[..], &history[..]].concat();
        let with = [&history[..], &anew[..]].concat();
        let without = [&[self.wait()], &anew[..]].concat();
        vec![
            deviant,
            usual,
            later,
            self.instead(script, "with the history twice", &twice),
            self.instead(script, "with it, then started anew", &with),
            self.instead(script, "without it, then started anew", &without),
        ]
    }

    fn is_treatment(&self, act: &Act) -> bool {
        is_history(act) || act.purpose.as_deref() == Some(EVENT)
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [deviant, usual, others @ ..] = seen else { return None };
        let found = suspected(deviant, usual.trace, &self.about.wavering)?;
        let Seen { context, .. } = deviant;
        let eyes = Eyes { app: context.app, volatile: context.volatile, wavering: &self.about.wavering };
        let (rare, usually) = (scene(deviant, eyes)?, scene(usual, eyes)?);
        let is_rare =
            |other: &Seen<'_>| scene(other, eyes).is_some_and(|scene| scene.leads_where(&rare, eyes));
        let proven = match (self.about.deviance, others) {
            (Deviance::Target, []) => true,
            (Deviance::Nothing, [later]) => {
                scene(later, eyes).is_some_and(|later| differing(later.before, later.after, eyes).is_empty())
            }
            (Deviance::Stale, [later, twice, with, without]) => {
                let (with, without) = (scene(with, eyes)?, scene(without, eyes)?);
                is_rare(later)
                    && is_rare(twice)
                    && finds_all_as_it_was(twice.trace, eyes)
                    && with.is_as(&without, eyes)
                    && with.leads_where(&usually, eyes)
            }
            _ => false,
        };
        (proven && found.fingerprint == self.fingerprint).then_some(found)
    }
}

/// The event that is compared, alone.
fn scene<'t>(seen: &Seen<'t>, eyes: Eyes<'_>) -> Option<Scene<'t>> {
    Scene::last(std::slice::from_ref(marked(seen.trace.steps())?.last()?), eyes.app, eyes.volatile)
}

/// Whether a history that is done twice passes by the same the second time as the first time.
fn finds_all_as_it_was(twice: &Trace, eyes: Eyes<'_>) -> bool {
    let steps = twice.steps();
    let Some(first) = steps.iter().position(is_history_step) else { return false };
    let both: Vec<&Step> = steps[first..].iter().take_while(|step| is_history_step(step)).collect();
    let (once, again) = both.split_at(both.len() / 2);
    once.len() == again.len()
        && once.iter().zip(again).all(|(one, other)| shows_as(&one.after, &other.after, eyes))
}

/// What a rare script shows beside a usual one, at first sight: its steps say which are the part that makes the difference, and which
/// one is compared.
pub(super) fn suspected(deviant: &Seen<'_>, usual: &Trace, wavering: &BTreeSet<String>) -> Option<Suspicion> {
    let (app, volatile) = (deviant.context.app, deviant.context.volatile);
    let eyes = Eyes { app, volatile, wavering };
    let (here, there) = (marked(deviant.trace.steps())?, marked(usual.steps())?);
    let first = here.iter().position(is_history_step)?;
    let end = here.iter().rposition(is_history_step)? + 1;
    let history = &here[first..end];
    let since = here.len() - end;
    if since == 0 || there.len() < since || history.iter().any(shifts) {
        return None;
    }
    let deviates = Scene::last(&here[end..], app, volatile)?;
    let usually = Scene::last(&there[there.len() - since..], app, volatile)?;
    let is_old = |after: &Moment| {
        let shows = |step: &Step| shows_as(&step.after, after, eyes);
        history.iter().any(shows) && leaves_pages(history, app, volatile)
    };
    let deviance = deviates.deviates(&usually, is_old, eyes)?;
    if deviance == Deviance::Stale && deviates.shows_what_was_chosen(&usually, history) {
        return None;
    }
    let wishes: Vec<String> =
        history.iter().filter_map(|step| step.event.as_ref()).map(Event::wish).collect();
    let sentence = format!(
        "after “{}”, {}: it {}; without that it {}",
        wishes.join(", "),
        deviates.event.wish(),
        told_beside(&deviates, &usually),
        told_beside(&usually, &deviates)
    );
    let name = name_of(deviates.event, deviates.before.layout.as_deref());
    let page = deviates.before.activity.as_deref().unwrap_or("-");
    let known = Suspicion::new(ABOUT.id, deviance.kind(), &[page, &name], sentence, EXPECTATION);
    let about =
        About { deviance, wait_ms: took_ms(history).unwrap_or(0).max(LEAST_MS), wavering: wavering.clone() };
    Some(Suspicion {
        shows_after: here.len(),
        well_after: first,
        widget: deviates.event.target().cloned(),
        claim: serde_json::to_value(about).unwrap_or_default(),
        ..known
    })
}

fn is_history(act: &Act) -> bool {
    act.purpose.as_deref() == Some(HISTORY)
}

fn is_history_step(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(HISTORY)
}

/// How long steps took by the phone's clock.
fn took_ms(steps: &[Step]) -> Option<u64> {
    let (first, last) = (&steps.first()?.remarks, &steps.last()?.remarks);
    Some((last.at_ms? + last.settle_ms.unwrap_or(0)).saturating_sub(first.at_ms?))
}
