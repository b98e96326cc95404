//! Whether it was the history.

use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::{Event, Flag, Node};
use serde::{Deserialize, Serialize};
use trace::{Moment, Step, Trace};

use super::ABOUT;
use super::input::name_of;
use super::kinds::{Deviance, EVENT, EXPECTATION};
use super::sight::{is_apart, sight_of};
use super::verdict::{Scene, marked, told};
use crate::independent_views::{DetourClaim, Rule, Verdict, changed_by_part};

/// The same event on alike screens does something else, and a part of the history that the usual script does not have is all the
/// difference.
///
/// What a part of the history may explain harmlessly is not claimed: a part that changed what some page says, or that finds
/// something else when it is done twice, has changed the app's data or its settings, and the event may well do something else then.
/// Only that it happens to another item than the one meant is claimed all the same. It is proven as the detours of
/// `independent_views` are.
#[derive(Debug)]
pub(super) struct DeviantClaim {
    fingerprint: Fingerprint,
    part: DetourClaim,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    rule: Rule,
    wait_ms: u64,
}

impl DeviantClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site) -> Option<Arc<DeviantClaim>> {
        let About { rule, wait_ms } = serde_json::from_value(suspicion.claim.clone()).ok()?;
        let fingerprint = suspicion.fingerprint.clone();
        let part = DetourClaim::of_part(rule, wait_ms, fingerprint.clone(), site);
        Some(Arc::new(DeviantClaim { fingerprint, part }))
    }
}

impl Claim for DeviantClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let labels = ["what is rare", "what is usual"].into_iter().map(Some).chain(std::iter::repeat(None));
        let exhibits = self.part.exhibits(script).into_iter().zip(labels);
        let labelled = |(exhibit, label): (Exhibit, Option<&str>)| match label {
            Some(label) => exhibit.labelled(label),
            None => exhibit,
        };
        exhibits.map(labelled).collect()
    }

    fn is_treatment(&self, act: &Act) -> bool {
        self.part.is_treatment(act) || act.purpose.as_deref() == Some(EVENT)
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [deviant, usual, ..] = seen else { return None };
        let (verdict, first, end) = self.part.proven(seen)?;
        let wait_ms = self.part.waits_ms();
        let found = suspicion_of(&verdict, (first, end), wait_ms, deviant, usual.trace)?;
        (found.fingerprint == self.fingerprint).then_some(found)
    }
}

/// What a rare script shows beside a usual one, at first sight: its steps say which are the part that makes the difference, and which
/// one is compared.
pub(super) fn suspected(deviant: &Seen<'_>, usual: &Trace) -> Option<Suspicion> {
    let parted = changed_by_part(deviant, usual)?;
    suspicion_of(&parted.verdict, parted.part, parted.wait_ms, deviant, usual)
}

/// A verdict told of the deviant script; `None` where it is not about the event that is compared.
fn suspicion_of(
    verdict: &Verdict,
    (first, end): (usize, usize),
    wait_ms: u64,
    deviant: &Seen<'_>,
    usual: &Trace,
) -> Option<Suspicion> {
    let steps = deviant.trace.steps();
    let shows_after = end + verdict.steps;
    let compared = steps.get(shows_after.checked_sub(1)?)?;
    let is_told = matches!(verdict.rule, Rule::Afterwards | Rule::Another | Rule::Dead);
    if !is_told
        || takes_back(compared)
        || steps[first..end].iter().any(shifts)
        || compared.remarks.purpose.as_deref() != Some(EVENT)
    {
        return None;
    }
    let (app, volatile) = (deviant.context.app, deviant.context.volatile);
    let here = Scene::last(&steps[..shows_after], app, volatile)?;
    let there = Scene::last(marked(usual.steps())?, app, volatile)?;
    let wishes: Vec<String> = steps[first..end].iter().filter_map(wish).collect();
    let history = wishes.join(", ");
    let (deviates, expected) = (told(&here.behaviour), told(&there.behaviour));
    let sentence = if deviates == expected {
        format!("after “{history}”, {}; not so without that", verdict.told)
    } else {
        format!("after “{history}”, {}: it {deviates}; without that it {expected}", here.event.wish())
    };
    let name = name_of(here.event, here.before.layout.as_deref());
    let page = here.before.activity.as_deref().unwrap_or("-");
    let deviance = Deviance::of(verdict.broken)?;
    // Where other data are shown, an action may well do nothing.
    let sight = |scene: &Scene<'_>| sight_of(scene.before, app, volatile);
    if deviance == Deviance::Nothing && sight(&here) != sight(&there) {
        return None;
    }
    if deviance == Deviance::Target
        && there.behaviour.opens().is_none()
        && !is_about_item(here.event, here.before)
    {
        return None;
    }
    let known = Suspicion::new(ABOUT.id, deviance.kind(), &[page, &name], sentence, EXPECTATION);
    let claim = serde_json::to_value(About { rule: verdict.rule, wait_ms }).unwrap_or_default();
    Some(Suspicion { shows_after, well_after: first, widget: here.event.target().cloned(), claim, ..known })
}

/// Whether the event is about one item of a list: it stands in a row, comes from a menu or a dialog, or something is chosen. A tab
/// or a filter is not, and may well show other rows.
pub(super) fn is_about_item(event: &Event, before: &Moment) -> bool {
    let Some(layout) = before.layout.as_deref() else { return false };
    let target = event.target().and_then(|target| target.resolve(layout).ok());
    let is_chosen = |node: Node<'_>| {
        let marked = node.is(Flag::Selected) || node.is(Flag::Checked);
        marked && effect::is_listed(node)
    };
    is_apart(before)
        || target.is_some_and(|found| effect::is_listed(found.node))
        || layout.nodes().any(is_chosen)
}

/// Whether a step may change what there is room for: it scrolls, or brings up the keyboard or closes it.
pub(super) fn shifts(step: &Step) -> bool {
    let types = touched(step).is_some_and(|node| node.is(Flag::Editable));
    types || matches!(step.event, Some(Event::Submit { .. } | Event::Scroll { .. }))
}

/// Whether a step takes back what was done last, whatever that is: it depends on the history by nature.
fn takes_back(step: &Step) -> bool {
    let says = |node: Node<'_>| {
        let said = [node.text(), node.content_desc(), node.short_id()].map(str::to_lowercase);
        said.iter().any(|said| said.contains("undo") || said.contains("snackbar"))
    };
    touched(step).is_some_and(|node| std::iter::once(node).chain(node.descendants()).any(says))
}

fn touched(step: &Step) -> Option<Node<'_>> {
    let target = step.event.as_ref()?.target()?;
    Some(target.resolve(step.before.layout.as_deref()?).ok()?.node)
}

fn wish(step: &Step) -> Option<String> {
    step.event.as_ref().map(Event::wish)
}
