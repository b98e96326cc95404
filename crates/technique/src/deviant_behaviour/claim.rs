//! Whether it was the history.

use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::Event;
use mining::{Profile, Rules};
use serde::{Deserialize, Serialize};
use trace::{Role, Step};

use super::ABOUT;
use super::input::name_of;
use super::kinds::{EVENT, EXPECTATION, HISTORY};
use super::verdict::{Scene, chooses, deviance_of, marked, told};

/// The same event on a screen that shows the same does something else, and the part of the history that the usual script does not
/// have is all the difference.
#[derive(Debug, Clone)]
pub(super) struct DeviantClaim {
    fingerprint: Fingerprint,
    site: Site,
    about: About,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    pub(super) profile: Profile,
    /// What does not count.
    pub(super) rules: Rules,
    /// What is left of the usual behaviour, and of the deviant one.
    pub(super) usual: u64,
    pub(super) deviant: u64,
}

impl DeviantClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site) -> Option<Arc<DeviantClaim>> {
        let about = serde_json::from_value(suspicion.claim.clone()).ok()?;
        Some(Arc::new(DeviantClaim { fingerprint: suspicion.fingerprint.clone(), site, about }))
    }
}

impl Claim for DeviantClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let deviant = Exhibit::script(Role::Treatment, self.site, script).labelled("what is rare");
        let usual = Exhibit::script(Role::Control, self.site, script).labelled("what is usual");
        let usual = usual.replacing(|_, act| {
            if act.purpose.as_deref() == Some(HISTORY) { Vec::new() } else { vec![act.clone()] }
        });
        vec![deviant, usual]
    }

    fn is_treatment(&self, act: &Act) -> bool {
        matches!(act.purpose.as_deref(), Some(HISTORY | EVENT))
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [deviant, usual] = seen else { return None };
        let found = compared(deviant, usual, &self.about)?;
        (found.fingerprint == self.fingerprint).then_some(found)
    }
}

/// What two traces show, told of the deviant one.
pub(super) fn compared(deviant: &Seen<'_>, usual: &Seen<'_>, about: &About) -> Option<Suspicion> {
    let pages = about.profile.pages();
    let (rare, common) = (marked(deviant.trace.steps())?, marked(usual.trace.steps())?);
    let here = Scene::last(rare, deviant.context.app, deviant.context.volatile, pages)?;
    let there = Scene::last(common, usual.context.app, usual.context.volatile, pages)?;
    let (event, before, deviates, expected) = (here.event, here.before, here.behaviour, there.behaviour);
    let left = |behaviour: &mining::Behaviour| behaviour.fingerprint(about.rules);
    if there.event != event
        || here.sight != there.sight
        || left(&deviates) != about.deviant
        || left(&expected) != about.usual
    {
        return None;
    }
    let steps = deviant.trace.steps();
    let history: Vec<&Step> = steps.iter().filter(|step| is_history(step)).collect();
    let chose = history.iter().any(|step| chooses(step));
    let deviance = deviance_of(&expected, &deviates, chose)?;
    let wishes: Vec<String> =
        history.iter().filter_map(|step| step.event.as_ref()).map(Event::wish).collect();
    let sentence = format!(
        "after “{}”, {}: it {}; without that, on the same screen, it {}",
        wishes.join(", "),
        event.wish(),
        told(&deviates),
        told(&expected)
    );
    let name = name_of(event, before.layout.as_deref());
    let page = before.activity.as_deref().unwrap_or("-");
    let known = Suspicion::new(ABOUT.id, deviance.kind(), &[page, &name], sentence, EXPECTATION);
    let shows_after = steps.iter().rposition(|step| step.remarks.purpose.as_deref() == Some(EVENT))? + 1;
    Some(Suspicion {
        shows_after,
        well_after: 0,
        widget: event.target().cloned(),
        claim: serde_json::to_value(about).unwrap_or_default(),
        ..known
    })
}

fn is_history(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(HISTORY)
}
