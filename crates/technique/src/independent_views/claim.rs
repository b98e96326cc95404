//! Whether it was the detour.

use std::sync::Arc;

use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::Event;
use serde::{Deserialize, Serialize};
use trace::{Moment, Role, Step, Trace};

use super::ABOUT;
use super::kinds::{EFFECT, INSERTED};
use super::verdict::{Pair, Rule, Verdict, detour_in, is_effect};

/// What the wait of a control says it is for.
const CONTROL: &str = "control-wait";
/// How long a detour takes where nobody measured it, and the least that a control waits.
const LEAST_MS: u64 = 1_000;

/// The detour, and nothing but the detour, changes what is seen: in as much time without it, all is as it should be.
///
/// A detour that leads back to the same screen may still have done something that shows elsewhere: a setting changed on its way. So
/// where something else happens afterwards, the detour is done twice in a row, too: one that changes nothing finds all it passes
/// as it was the first time. And where a detour took back what was done before, it must take nothing back without that.
#[derive(Debug, Clone)]
pub(super) struct DetourClaim {
    fingerprint: Fingerprint,
    site: Site,
    about: About,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    rule: Rule,
    /// How long the detour took by the phone's clock; the control waits as long.
    wait_ms: u64,
}

impl DetourClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site) -> Option<Arc<DetourClaim>> {
        let about = serde_json::from_value(suspicion.claim.clone()).ok()?;
        Some(Arc::new(DetourClaim { fingerprint: suspicion.fingerprint.clone(), site, about }))
    }

    fn is_detour(act: &Act) -> bool {
        act.purpose.as_deref() == Some(INSERTED)
    }

    /// The script without the detour, in as much time: the seed.
    fn seed(&self, script: &[Act]) -> Exhibit {
        let mut waits = vec![Act::with_purpose(Event::Wait { ms: self.about.wait_ms }, CONTROL)];
        let seed = Exhibit::script(Role::Control, self.site, script).labelled("without the detour");
        seed.replacing(|_, act| {
            if DetourClaim::is_detour(act) { std::mem::take(&mut waits) } else { vec![act.clone()] }
        })
    }

    /// The script with the detour done twice.
    fn twice(&self, script: &[Act]) -> Exhibit {
        let detour: Vec<Act> = script.iter().filter(|act| DetourClaim::is_detour(act)).cloned().collect();
        let last = script.iter().rposition(DetourClaim::is_detour);
        let twice = Exhibit::script(Role::Control, self.site, script).labelled("with the detour done twice");
        twice.replacing(|at, act| {
            let again = if Some(at) == last { detour.clone() } else { Vec::new() };
            std::iter::once(act.clone()).chain(again).collect()
        })
    }

    /// The script without what the detour took back.
    fn without_effect(&self, script: &[Act]) -> Exhibit {
        let without = Exhibit::script(Role::Control, self.site, script)
            .labelled("the detour without what was done before it");
        without.replacing(
            |_, act| {
                if act.purpose.as_deref() == Some(EFFECT) { Vec::new() } else { vec![act.clone()] }
            },
        )
    }

    /// What the exhibits show, beside the number of steps before the detour, and behind it until it shows.
    fn shown(&self, mutant: &Seen<'_>, seed: &Seen<'_>) -> Option<(Verdict, usize, usize)> {
        let (first, end) = detour_in(mutant.trace.steps())?;
        let waited = seed.trace.steps().iter().position(is_wait)?;
        let pair = pair_of(mutant, (first, end), moments(seed.trace, waited + 1));
        Some((pair.verdict()?, first, end))
    }
}

impl DetourClaim {
    /// Whether the same is seen after the detour was done twice: what chance decides, or what is switched to and fro, is another
    /// thing each time.
    fn shows_the_same(&self, verdict: &Verdict, twice: &Seen<'_>, seed: &Seen<'_>) -> bool {
        let again = self.shown(twice, seed);
        again.is_some_and(|(again, ..)| (&again.told, &again.widget) == (&verdict.told, &verdict.widget))
    }
}

impl Claim for DetourClaim {
    fn exhibits(&self, script: &[Act]) -> Vec<Exhibit> {
        let mutant = Exhibit::script(Role::Treatment, self.site, script).labelled("with the detour");
        let mut exhibits = vec![mutant, self.seed(script)];
        match self.about.rule {
            Rule::Afterwards | Rule::Changed => exhibits.push(self.twice(script)),
            Rule::TookBack => exhibits.push(self.without_effect(script)),
            Rule::Another | Rule::Undone => {}
        }
        exhibits
    }

    fn is_treatment(&self, act: &Act) -> bool {
        DetourClaim::is_detour(act)
            || self.about.rule == Rule::TookBack && act.purpose.as_deref() == Some(EFFECT)
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [mutant, seed, others @ ..] = seen else { return None };
        let (verdict, first, end) = self.shown(mutant, seed)?;
        let holds = verdict.rule == self.about.rule
            && match (verdict.rule, others) {
                (Rule::Afterwards, [twice]) => match changes_nothing(twice, end - first) {
                    Twice::Nothing => self.shows_the_same(&verdict, twice, seed),
                    Twice::Dead => true,
                    Twice::Something => false,
                },
                (Rule::Changed, [twice]) => self.shows_the_same(&verdict, twice, seed),
                (Rule::TookBack, [without]) => leads_back(without),
                (Rule::Another | Rule::Undone, []) => true,
                _ => false,
            };
        let told = suspicion_of(&verdict, &mutant.trace.steps()[first..end], first);
        (holds && told.fingerprint == self.fingerprint).then_some(told)
    }
}

/// A verdict as a suspicion about a trace in which the detour begins after so many steps.
pub(super) fn suspicion_of(verdict: &Verdict, detour: &[Step], first: usize) -> Suspicion {
    let wishes: Vec<String> = detour.iter().filter_map(|step| step.event.as_ref()).map(Event::wish).collect();
    let sentence = format!("{} after a detour ({})", verdict.told, wishes.join(", "));
    let about = About { rule: verdict.rule, wait_ms: took_ms(detour).unwrap_or(LEAST_MS).max(LEAST_MS) };
    let known = Suspicion::new(
        ABOUT.id,
        verdict.broken.kind(),
        &[&verdict.page, &verdict.widget],
        sentence,
        verdict.broken.expectation(),
    );
    Suspicion {
        widget: verdict.selector.clone(),
        shows_after: first + detour.len() + verdict.steps,
        well_after: first,
        claim: serde_json::to_value(about).unwrap_or_default(),
        ..known
    }
}

/// A mutant's trace beside the moments of its seed from the detour's place on.
pub(super) fn pair_of<'a>(
    mutant: &Seen<'a>,
    (first, end): (usize, usize),
    seed: Vec<&'a Moment>,
) -> Pair<'a> {
    let steps = mutant.trace.steps();
    let mut effect = steps[..first].iter().filter(|step| is_effect(step));
    let begins = effect.next();
    let ends = effect.next_back().or(begins);
    Pair {
        app: mutant.context.app,
        volatile: mutant.context.volatile,
        seed,
        mutant: moments(mutant.trace, end),
        detour: &steps[first..end],
        events: steps[end..].iter().filter_map(|step| step.event.as_ref()).collect(),
        effect: begins.zip(ends).map(|(first, last)| (&first.before, &last.after)),
    }
}

/// The moments from one on.
fn moments(trace: &Trace, from: usize) -> Vec<&Moment> {
    trace.moments().skip(from).collect()
}

/// What a detour that is done twice changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Twice {
    /// It finds everything the second time as it was the first time.
    Nothing,
    /// Something does not react any more, which is the fault itself.
    Dead,
    /// Something else is there the second time.
    Something,
}

/// Whether a detour of so many steps that is done twice finds everything the second time as it was the first time. Where something
/// does not react any more, that is the fault itself.
fn changes_nothing(twice: &Seen<'_>, many: usize) -> Twice {
    let Some((first, end)) = detour_in(twice.trace.steps()) else { return Twice::Something };
    let moments = moments(twice.trace, first);
    let steps = &twice.trace.steps()[first..end];
    let same = |one: &Moment, other: &Moment| {
        let pair = Pair {
            app: twice.context.app,
            volatile: twice.context.volatile,
            seed: vec![one],
            mutant: vec![other],
            detour: steps,
            events: Vec::new(),
            effect: None,
        };
        pair.is_back()
    };
    for at in 1..=many {
        let (Some(&once), Some(&again)) =
            (moments.get(at), moments.get(many + at).filter(|_| first + many + at <= end))
        else {
            return Twice::Something;
        };
        if same(once, again) {
            continue;
        }
        return if same(moments[many + at - 1], again) { Twice::Dead } else { Twice::Something };
    }
    Twice::Nothing
}

/// Whether the detour leads back to the same screen.
fn leads_back(without: &Seen<'_>) -> bool {
    let Some((first, end)) = detour_in(without.trace.steps()) else { return false };
    let before = without.trace.moments().nth(first).into_iter().collect();
    pair_of(without, (first, end), before).is_back()
}

fn is_wait(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(CONTROL)
}

/// How long steps took by the phone's clock.
fn took_ms(steps: &[Step]) -> Option<u64> {
    let (first, last) = (&steps.first()?.remarks, &steps.last()?.remarks);
    Some((last.at_ms? + last.settle_ms.unwrap_or(0)).saturating_sub(first.at_ms?))
}
