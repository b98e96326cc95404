//! Whether it was the detour.

use std::sync::Arc;

use effect::Profile;
use experiment::{Act, Claim, Exhibit, Fingerprint, Seen, Site, Suspicion};
use gui::{Event, Key};
use serde::{Deserialize, Serialize};
use trace::{Moment, Role, Step, Trace};

use super::kinds::{EFFECT, INSERTED};
use super::original::{trace_of, violations};
use super::page::is_same_page;
use super::verdict::{Pair, Rule, Verdict, detour_in, is_effect};
use super::{ABOUT, Hints};

/// What the wait of a control says it is for.
const CONTROL: &str = "control-wait";
/// What leaving the app and opening it again says it is for.
const AWAY: &str = "away-and-back";
/// What the detour says it is for where it is done after all the rest.
const LATE: &str = "detour-at-the-end";
/// What starting the app anew says it is for.
const ANEW: &str = "start-anew";
/// How long a detour takes where nobody measured it, and the least that a control waits.
const LEAST_MS: u64 = 1_000;

/// The detour, and nothing but the detour, changes what is seen: in as much time without it, all is as it should be.
///
/// A detour that leads back to the same screen may still have done something that shows elsewhere: a setting changed on its way. So
/// where something else happens afterwards, the detour is done twice in a row, too: one that changes nothing finds all it passes
/// as it was the first time. And where a detour took back what was done before, it must take nothing back without that.
#[derive(Debug, Clone)]
pub(crate) struct DetourClaim {
    fingerprint: Fingerprint,
    site: Site,
    about: About,
    hints: Hints,
}

/// What is saved of it with a suspicion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    rule: Rule,
    /// How long the detour took by the phone's clock; the control waits as long.
    wait_ms: u64,
    /// By whose rules it is judged.
    #[serde(default)]
    profile: Profile,
}

impl DetourClaim {
    /// What a suspicion says of itself; `None` where it says nothing that makes sense.
    pub(super) fn of(suspicion: &Suspicion, site: Site, hints: &Hints) -> Option<Arc<DetourClaim>> {
        let about = serde_json::from_value(suspicion.claim.clone()).ok()?;
        let (fingerprint, hints) = (suspicion.fingerprint.clone(), hints.clone());
        Some(Arc::new(DetourClaim { fingerprint, site, about, hints }))
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

    /// The script with the detour done after all the rest, as far as it can be.
    fn late(&self, script: &[Act]) -> Exhibit {
        let detour = script.iter().filter(|act| DetourClaim::is_detour(act));
        let detour: Vec<Act> = detour.map(|act| Act::with_purpose(act.event.clone(), LATE)).collect();
        let mut waits = vec![Act::with_purpose(Event::Wait { ms: self.about.wait_ms }, CONTROL)];
        let last = script.len().saturating_sub(1);
        let late = Exhibit::script(Role::Control, self.site, script).labelled("with the detour at the end");
        late.replacing(|at, act| {
            let mut acts =
                if DetourClaim::is_detour(act) { std::mem::take(&mut waits) } else { vec![act.clone()] };
            if at == last {
                acts.extend(detour.iter().cloned());
            }
            acts
        })
    }

    /// Whether it comes to the same where the detour is done at the end, and leads back there, too: what is seen is what the detour does,
    /// and no effect is lost. Where all of the effect is lost, nothing explains that.
    fn does_it_itself(&self, late: &Seen<'_>, mutant: &Seen<'_>) -> bool {
        let is_late = |step: &Step| step.remarks.purpose.as_deref() == Some(LATE);
        let Some((first, end)) = detour_in(mutant.trace.steps()) else { return false };
        let Some(begun) = late.trace.steps().iter().position(is_late) else { return false };
        let (expected, observed) = (moments(late.trace, begun), moments(mutant.trace, end));
        let (Some(&here), Some(&explained)) = (expected.first(), expected.last()) else { return false };
        let (Some(&before), Some(&shown)) = (observed.first(), observed.last()) else { return false };
        let same = |one, other| same(late, &[], &self.hints, one, other);
        late.trace.steps().len() - begun == end - first
            && is_same_page(here, explained, &self.hints)
            && same(explained, shown)
            && !same(before, shown)
    }

    /// The script with or without the detour, and the app started anew behind it.
    fn anew(&self, script: &[Act], with_detour: bool) -> Exhibit {
        let last = script.iter().rposition(DetourClaim::is_detour);
        let restart = Act::with_purpose(Event::Restart, ANEW);
        let wait = Act::with_purpose(Event::Wait { ms: self.about.wait_ms }, CONTROL);
        let label = if with_detour { "with the detour, started anew" } else { "without it, started anew" };
        let anew = Exhibit::script(Role::Control, self.site, script).labelled(label);
        anew.replacing(|at, act| {
            let done = match (DetourClaim::is_detour(act), with_detour) {
                (true, false) if Some(at) != last => return Vec::new(),
                (true, false) => wait.clone(),
                _ => act.clone(),
            };
            std::iter::once(done).chain((Some(at) == last).then(|| restart.clone())).collect()
        })
    }

    /// The script with the app left and opened again in the detour's place.
    fn away_and_back(&self, script: &[Act]) -> Exhibit {
        let away = [Event::Key { key: Key::Home }, Event::Launch].map(|event| Act::with_purpose(event, AWAY));
        let mut away = away.to_vec();
        let instead =
            Exhibit::script(Role::Control, self.site, script).labelled("leaving and coming back instead");
        instead.replacing(|_, act| {
            if DetourClaim::is_detour(act) { std::mem::take(&mut away) } else { vec![act.clone()] }
        })
    }

    /// Whether a widget says the same when the app was left and opened again.
    fn keeps_over(&self, away: &Seen<'_>, seed: &Seen<'_>, widget: &str) -> bool {
        let is_away = |step: &Step| step.remarks.purpose.as_deref() == Some(AWAY);
        let Some(last) = away.trace.steps().iter().rposition(is_away) else { return false };
        let Some(waited) = seed.trace.steps().iter().position(is_wait) else { return false };
        let pair = Pair {
            app: away.context.app,
            volatile: away.context.volatile,
            hints: &self.hints,
            seed: moments(seed.trace, waited + 1),
            mutant: moments(away.trace, last + 1),
            detour: &[],
            events: Vec::new(),
            effect: &[],
            before: &[],
        };
        pair.leaves_alone(widget) == Some(true)
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
        let pair = pair_of(mutant, (first, end), moments(seed.trace, waited + 1), &self.hints);
        Some((pair.verdict()?, first, end))
    }
}

impl DetourClaim {
    /// What all exhibits together show, with the number of steps before the detour, and until its end.
    pub(crate) fn proven(&self, seen: &[Seen<'_>]) -> Option<(Verdict, usize, usize)> {
        let [mutant, seed, others @ ..] = seen else { return None };
        let (verdict, first, end) = self.shown(mutant, seed)?;
        let holds = verdict.rule == self.about.rule
            && match (verdict.rule, others) {
                (Rule::Afterwards, [twice, late]) => match changes_nothing(twice, end - first, &self.hints) {
                    Twice::Nothing => {
                        self.shows_the_same(&verdict, twice, seed) && !self.does_it_itself(late, mutant)
                    }
                    Twice::Dead(event) => is_done_after(&event, mutant, end + verdict.steps),
                    Twice::Something => false,
                },
                (Rule::Changed, [twice]) => self.shows_the_same(&verdict, twice, seed),
                (Rule::TookBack, [without]) => leaves_alone(without, &verdict.widget, &self.hints),
                // What is drawn by lot whenever the screen comes to the front is another each time.
                (Rule::Stale, [with, without, away]) => {
                    self.is_mended_by_restart(with, without, &verdict.widget)
                        && self.keeps_over(away, seed, &verdict.widget)
                }
                (Rule::Undone, [away]) => self.keeps_over(away, seed, &verdict.widget),
                (Rule::Another | Rule::Dead, [late]) => !self.does_it_itself(late, mutant),
                _ => false,
            };
        holds.then_some((verdict, first, end))
    }

    /// What the original's oracle says of the two, where it says this.
    fn original(&self, mutant: &Seen<'_>, seed: &Seen<'_>) -> Option<Suspicion> {
        let (first, end) = detour_in(mutant.trace.steps())?;
        let seed = trace_of(seed.trace, seed.trace.steps().iter().filter(|step| !is_wait(step)));
        let found = violations(&seed, mutant.trace, self.about.profile, mutant.context.volatile);
        let detour = &mutant.trace.steps()[first..end];
        let mut told = found.iter().map(|verdict| suspicion_of(verdict, detour, first, self.about.profile));
        told.find(|told| told.fingerprint == self.fingerprint)
    }

    /// Whether the widget says the same with and without the detour once the app was started anew.
    fn is_mended_by_restart(&self, mutant: &Seen<'_>, seed: &Seen<'_>, widget: &str) -> bool {
        let anew = |seen: &Seen<'_>| {
            let at = seen.trace.steps().iter().position(|step| step.remarks.purpose.as_deref() == Some(ANEW));
            at.map(|at| (at, at + 1))
        };
        let (Some((_, after)), Some((_, then))) = (anew(mutant), anew(seed)) else { return false };
        let steps = mutant.trace.steps();
        let Some((first, end)) = detour_in(steps) else { return false };
        let pair = pair_of(mutant, (first, end), moments(seed.trace, then), &self.hints);
        let pair = Pair { mutant: moments(mutant.trace, after), ..pair };
        let pivot = steps[first].before.activity == steps[after - 1].after.activity;
        pivot && pair.leaves_alone(widget) == Some(true)
    }

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
            Rule::Afterwards => exhibits.extend([self.twice(script), self.late(script)]),
            Rule::Changed => exhibits.push(self.twice(script)),
            Rule::TookBack => exhibits.push(self.without_effect(script)),
            Rule::Stale => {
                let anew = [self.anew(script, true), self.anew(script, false)];
                exhibits.extend(anew.into_iter().chain([self.away_and_back(script)]));
            }
            Rule::Undone => exhibits.push(self.away_and_back(script)),
            Rule::Another | Rule::Dead => exhibits.push(self.late(script)),
            Rule::Contained => {}
        }
        exhibits
    }

    fn is_treatment(&self, act: &Act) -> bool {
        DetourClaim::is_detour(act)
            || self.about.rule == Rule::TookBack && act.purpose.as_deref() == Some(EFFECT)
    }

    /// How a page was come to decides what may be expected of it, and from a saved condition on nobody sees that.
    fn holds_without_clean_start(&self) -> bool {
        false
    }

    fn judge(&self, seen: &[Seen<'_>]) -> Option<Suspicion> {
        let [mutant, seed, ..] = seen else { return None };
        if self.about.rule == Rule::Contained {
            return self.original(mutant, seed);
        }
        let (verdict, first, end) = self.proven(seen)?;
        let told = suspicion_of(&verdict, &mutant.trace.steps()[first..end], first, Profile::Default);
        (told.fingerprint == self.fingerprint).then_some(told)
    }
}

/// A verdict as a suspicion about a trace in which the detour begins after so many steps.
pub(super) fn suspicion_of(verdict: &Verdict, detour: &[Step], first: usize, profile: Profile) -> Suspicion {
    let wishes: Vec<String> = detour.iter().filter_map(|step| step.event.as_ref()).map(Event::wish).collect();
    let sentence = format!("{} after a detour ({})", verdict.told, wishes.join(", "));
    let about = About { rule: verdict.rule, wait_ms: wait_for(detour), profile };
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
    hints: &'a Hints,
) -> Pair<'a> {
    let steps = mutant.trace.steps();
    let begins = steps[..first].iter().position(is_effect).unwrap_or(first);
    let many = steps[begins..first].iter().take_while(|step| is_effect(step)).count();
    Pair {
        app: mutant.context.app,
        volatile: mutant.context.volatile,
        hints,
        seed,
        mutant: moments(mutant.trace, end),
        detour: &steps[first..end],
        events: steps[end..].iter().filter_map(|step| step.event.as_ref()).collect(),
        effect: &steps[begins..begins + many],
        before: &steps[..first],
    }
}

/// The moments from one on.
fn moments(trace: &Trace, from: usize) -> Vec<&Moment> {
    trace.moments().skip(from).collect()
}

/// What a detour that is done twice changes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Twice {
    /// It finds everything the second time as it was the first time.
    Nothing,
    /// This has no effect any more, which is the fault itself where it is what was done after the detour.
    Dead(Option<Event>),
    /// Something else is there the second time.
    Something,
}

/// Whether a detour of so many steps that is done twice finds everything the second time as it was the first time. Where something
/// does not react any more, that is the fault itself.
fn changes_nothing(twice: &Seen<'_>, many: usize, hints: &Hints) -> Twice {
    let Some((first, end)) = detour_in(twice.trace.steps()) else { return Twice::Something };
    let moments = moments(twice.trace, first);
    let steps = &twice.trace.steps()[first..end];
    let same = |one: &Moment, other: &Moment| same(twice, steps, hints, one, other);
    for at in 1..=many {
        let (Some(&once), Some(&again)) =
            (moments.get(at), moments.get(many + at).filter(|_| first + many + at <= end))
        else {
            return Twice::Something;
        };
        if same(once, again) {
            continue;
        }
        let is_dead = same(moments[many + at - 1], again);
        return if is_dead { Twice::Dead(steps[at - 1].event.clone()) } else { Twice::Something };
    }
    Twice::Nothing
}

/// Whether two moments are of one page and say the same.
fn same(seen: &Seen<'_>, detour: &[Step], hints: &Hints, one: &Moment, other: &Moment) -> bool {
    let pair = Pair {
        app: seen.context.app,
        volatile: seen.context.volatile,
        hints,
        seed: vec![one],
        mutant: vec![other],
        detour,
        events: Vec::new(),
        effect: &[],
        before: &[],
    };
    pair.is_back()
}

/// Whether the step that leads to a moment of a mutant does this.
fn is_done_after(event: &Option<Event>, mutant: &Seen<'_>, moment: usize) -> bool {
    let step = moment.checked_sub(1).and_then(|at| mutant.trace.steps().get(at));
    step.is_some_and(|step| step.event == *event)
}

/// Whether the detour by itself does nothing to a widget.
fn leaves_alone(without: &Seen<'_>, widget: &str, hints: &Hints) -> bool {
    let Some((first, end)) = detour_in(without.trace.steps()) else { return false };
    let before = without.trace.moments().nth(first).into_iter().collect();
    pair_of(without, (first, end), before, hints).leaves_alone(widget) == Some(true)
}

fn is_wait(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(CONTROL)
}

/// How long a control waits in the place of these steps.
pub(super) fn wait_for(detour: &[Step]) -> u64 {
    took_ms(detour).unwrap_or(LEAST_MS).max(LEAST_MS)
}

/// How long steps took by the phone's clock.
fn took_ms(steps: &[Step]) -> Option<u64> {
    let (first, last) = (&steps.first()?.remarks, &steps.last()?.remarks);
    Some((last.at_ms? + last.settle_ms.unwrap_or(0)).saturating_sub(first.at_ms?))
}
