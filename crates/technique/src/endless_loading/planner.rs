//! Which bars are watched, and from when on.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use experiment::{
    Act, Companion, Keep, Knowledge, Now, Outcome, Place, Plan, Planner, Purpose, Round, Start, Suspicion,
    Tag, Wish, World,
};
use gui::{Event, Layout, Node};
use trace::Step;

use super::{ABOUT, EndlessLoading, Stays, WATCH, bar_name, bar_named, bars, only_waits, wait_ms};
use crate::place::place_at;
use crate::widget::name_of;

/// The first look comes soon, for what ends quickly.
const FIRST_MS: u64 = 10_000;
/// So often a bar is watched at most where a minute takes a minute.
const MOST_WHEN_DEAR: u32 = 2;

/// Watches progress bars that came up during a walk until they go away, and raises those that twice did not although they
/// should have.
///
/// The same bar is watched many times: it is after something else, such as a cancelled attempt, that one does not end.
#[derive(Debug)]
pub(super) struct Watcher {
    settings: EndlessLoading,
    /// The bars that went away by themselves at least once.
    ending: BTreeSet<String>,
    /// How often each bar has been watched, or will be.
    watched: BTreeMap<String, u32>,
    waiting: VecDeque<Watch>,
    /// Those whose bar stayed, until it is known whether it should have gone.
    stayed: BTreeMap<String, Watch>,
    /// The experiments that watch once more.
    again: BTreeSet<u64>,
    raised: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Watch {
    bar: String,
    place: Arc<Place>,
    parent: u64,
}

impl Watcher {
    /// Nothing watched yet.
    pub(super) fn new(settings: EndlessLoading) -> Watcher {
        Watcher {
            settings,
            ending: BTreeSet::new(),
            watched: BTreeMap::new(),
            waiting: VecDeque::new(),
            stayed: BTreeMap::new(),
            again: BTreeSet::new(),
            raised: BTreeSet::new(),
        }
    }

    fn learn_endings(&mut self, outcome: &Outcome, app: &str) {
        for step in outcome.trace.steps().iter().filter(|step| wait_ms(step).is_some()) {
            self.ending.extend(ended_in(step, app));
        }
    }

    /// Where coming back is dear, bars are watched during the walk.
    fn count_watches(&mut self, outcome: &Outcome) {
        let begins = |step: &&Step| wait_ms(step) == Some(FIRST_MS) && is_watch(step);
        for step in outcome.trace.steps().iter().filter(begins).filter(|_| outcome.cause.purpose.is_walk()) {
            let bar = step.before.layout.as_deref().and_then(|layout| bars(layout).next());
            if let Some(bar) = bar {
                *self.watched.entry(bar_name(&step.before, bar)).or_default() += 1;
            }
        }
    }

    fn take_up_places(&mut self, outcome: &Outcome, app: &str) {
        for kept in outcome.kept.iter().filter(|kept| kept.tag.is_of(ABOUT.id)) {
            let led_here = kept.moment.checked_sub(1).and_then(|at| outcome.trace.steps().get(at));
            let layout = kept.place.layout.as_deref();
            let Some(bar) = led_here.zip(layout).and_then(|(step, layout)| came_up(step, layout, app)) else {
                continue;
            };
            let watch = Watch { bar, place: Arc::clone(&kept.place), parent: outcome.id };
            let times = self.watched.entry(watch.bar.clone()).or_default();
            if *times < self.settings.probes {
                *times += 1;
                self.waiting.push_back(watch);
            }
        }
    }

    fn is_expected_to_end(&self, watch: &Watch) -> bool {
        let only_waits = |layout: &Layout| {
            let watched = |bar: &Node<'_>| watch.bar.ends_with(&format!(":{}", name_of(*bar)));
            bars(layout).find(watched).is_some_and(|bar| only_waits(layout, bar))
        };
        self.ending.contains(&watch.bar) || watch.place.layout.as_deref().is_some_and(only_waits)
    }
}

impl Planner for Watcher {
    fn learn(&mut self, outcome: &Outcome, world: &World) -> Vec<Suspicion> {
        self.learn_endings(outcome, &world.app);
        self.take_up_places(outcome, &world.app);
        self.count_watches(outcome);
        let is_again = self.again.remove(&outcome.id);
        for stays in outcome.suspicions.iter().filter(|suspicion| suspicion.technique == ABOUT.id) {
            let Ok(Stays { bar }) = serde_json::from_value(stays.claim.clone()) else { continue };
            if self.raised.contains(&bar) || !is_watch(&outcome.trace.steps()[stays.well_after]) {
                continue;
            }
            if is_again {
                self.raised.insert(bar);
                return vec![stays.clone()];
            }
            if let Some(place) = place_at(outcome, stays.well_after) {
                self.stayed.insert(bar.clone(), Watch { bar, place, parent: outcome.id });
            }
        }
        Vec::new()
    }

    fn plan(&mut self, _world: &World, round: &mut Round) {
        let (due, stayed) = std::mem::take(&mut self.stayed)
            .into_iter()
            .partition(|(_, watch)| self.is_expected_to_end(watch));
        self.stayed = stayed;
        for watch in BTreeMap::into_values(due) {
            let plan = watch.plan(&self.settings);
            round.spend(ABOUT.id, plan.events());
            self.again.insert(round.add(plan));
        }
        while let Some(plan) = self.waiting.front().map(|watch| watch.plan(&self.settings)) {
            if !round.take(ABOUT.id, plan.events()) {
                break;
            }
            self.waiting.pop_front();
            round.add(plan);
        }
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let on_the_spot = !known.costs.returns_at_will();
        let dear = on_the_spot && !known.costs.time_is_free;
        let most = if dear { self.settings.probes.min(MOST_WHEN_DEAR) } else { self.settings.probes };
        let spent = self.watched.iter().filter(|&(_, &times)| times >= most).map(|(bar, _)| bar.clone());
        let (app, spent) = (Arc::clone(&known.app), spent.collect());
        Some(Arc::new(Lookout { app, spent, on_the_spot: on_the_spot.then(|| acts(&self.settings)) }))
    }
}

impl Watch {
    fn plan(&self, settings: &EndlessLoading) -> Plan {
        let start = Start::At(Arc::clone(&self.place));
        Plan::script(Purpose::technique(ABOUT.id, ""), start, acts(settings)).because_of(self.parent)
    }
}

fn acts(settings: &EndlessLoading) -> Vec<Act> {
    [FIRST_MS, settings.wait_ms].map(|ms| Act::with_purpose(Event::Wait { ms }, WATCH)).to_vec()
}

fn is_watch(step: &Step) -> bool {
    step.remarks.purpose.as_deref() == Some(WATCH)
}

/// The bars that went away in a step, on the same activity.
fn ended_in(step: &Step, app: &str) -> Vec<String> {
    let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout) else { return Vec::new() };
    let same =
        step.before.activity == step.after.activity && before.package() == app && after.package() == app;
    let gone = bars(before).filter(|&bar| same && bar_named(after, &name_of(bar)).is_none());
    gone.map(|bar| bar_name(&step.before, bar)).collect()
}

/// Wishes to come back to where a bar came up, or to watch it on the spot.
#[derive(Debug)]
struct Lookout {
    app: Arc<str>,
    /// The bars that were watched often enough.
    spent: BTreeSet<String>,
    /// What to do on the spot, where coming back is dear.
    on_the_spot: Option<Vec<Act>>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let step = now.step?;
        let layout = &now.seen.layout;
        let bar = came_up(step, layout, &self.app).filter(|bar| !self.spent.contains(bar))?;
        Some(match &self.on_the_spot {
            Some(acts) => Wish::Insert { tag: Tag::of(ABOUT.id, bar), acts: acts.clone() },
            // Each time it comes up counts: after something else it may not end.
            None => Wish::Keep(Keep { tag: Tag::of(ABOUT.id, now.steps), dear: false }),
        })
    }
}

/// The first bar that was not there before on the same activity.
fn came_up(step: &Step, layout: &Layout, app: &str) -> Option<String> {
    let before = step.before.layout.as_ref()?;
    if step.before.activity != step.after.activity || layout.package() != app || before.package() != app {
        return None;
    }
    let new = bars(layout).find(|&bar| bar_named(before, &name_of(bar)).is_none())?;
    Some(bar_name(&step.after, new))
}
