//! Which bars are watched, and from when on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use experiment::{
    Act, Companion, Keep, Kind, Knowledge, Now, Outcome, Place, Plan, Planner, Round, Start, Suspicion, Wish,
};
use gui::{Event, Layout};
use trace::Step;

use super::{bar_name, bar_named, bars, only_waits, wait_ms};
use crate::Settings;
use crate::widget::name_of;

/// What a wish's tag begins with; the rest tells one appearance from another.
const TAG: &str = "bar ";
/// What the acts say they are for.
const PURPOSE: &str = "watch-bar";
/// The first look comes soon, for what ends quickly.
const FIRST_MS: u64 = 10_000;

/// Watches progress bars that came up during a walk until they go away, and raises those that twice did not although they
/// should have.
///
/// The same bar is watched many times: it is after something else, such as a cancelled attempt, that one does not end.
#[derive(Debug)]
pub struct EndlessWait {
    settings: Settings,
    /// The bars that went away by themselves at least once.
    ending: BTreeSet<String>,
    /// How often each bar has been watched, or will be.
    watched: BTreeMap<String, u32>,
    waiting: VecDeque<Watch>,
    /// Those whose bar stayed, until it is known whether it should have gone.
    stayed: BTreeMap<String, Watch>,
    /// The experiments that watch once more.
    again: BTreeMap<u64, String>,
    raised: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Watch {
    bar: String,
    place: Arc<Place>,
    parent: u64,
}

impl EndlessWait {
    /// Nothing watched yet.
    pub fn new(settings: Settings) -> EndlessWait {
        EndlessWait {
            settings,
            ending: BTreeSet::new(),
            watched: BTreeMap::new(),
            waiting: VecDeque::new(),
            stayed: BTreeMap::new(),
            again: BTreeMap::new(),
            raised: BTreeSet::new(),
        }
    }

    fn learn_endings(&mut self, outcome: &Outcome, known: &Knowledge) {
        for step in outcome.trace.steps().iter().filter(|step| wait_ms(step).is_some()) {
            self.ending.extend(ended_in(step, &known.app));
        }
    }

    fn take_up_places(&mut self, outcome: &Outcome) {
        for kept in &outcome.kept {
            let Some(bar) = kept.tag.strip_prefix(TAG).and_then(|tag| tag.split_once(' ')) else { continue };
            let watch = Watch { bar: bar.1.to_owned(), place: Arc::clone(&kept.place), parent: outcome.id };
            let times = self.watched.entry(watch.bar.clone()).or_default();
            if *times < self.settings.endless_wait_probes {
                *times += 1;
                self.waiting.push_back(watch);
            }
        }
    }

    fn is_expected_to_end(&self, watch: &Watch) -> bool {
        self.ending.contains(&watch.bar)
            || watch.place.layout.as_ref().is_some_and(|layout| only_waits(layout))
    }
}

impl Planner for EndlessWait {
    fn learn(&mut self, outcome: &Outcome, known: &Knowledge) -> Vec<Suspicion> {
        self.learn_endings(outcome, known);
        self.take_up_places(outcome);
        let stays = outcome.suspicions.iter().find(|suspicion| suspicion.kind == Kind::EndlessWait);
        let is_watch = outcome.cause.purpose.starts_with(PURPOSE);
        let Some(stays) = stays.filter(|stays| is_watch && !self.raised.contains(&stays.fingerprint)) else {
            return Vec::new();
        };
        if self.again.remove(&outcome.id).is_some() {
            self.raised.insert(stays.fingerprint.clone());
            return vec![stays.clone()];
        }
        let bar = stays.fingerprint.trim_start_matches("endless-wait:").to_owned();
        let watch = Watch { bar: bar.clone(), place: Arc::clone(&outcome.start), parent: outcome.id };
        self.stayed.insert(bar, watch);
        Vec::new()
    }

    fn plan(&mut self, _known: &Knowledge, round: &mut Round) {
        let (due, stayed) = std::mem::take(&mut self.stayed)
            .into_iter()
            .partition(|(_, watch)| self.is_expected_to_end(watch));
        self.stayed = stayed;
        for (bar, watch) in due as BTreeMap<String, Watch> {
            let id = round.add(watch.plan(&self.settings));
            self.again.insert(id, bar);
        }
        while round.exploring && round.events_left >= 2 {
            let Some(watch) = self.waiting.pop_front() else { break };
            round.events_left -= 2;
            round.add(watch.plan(&self.settings));
        }
    }

    fn companion(&self, known: &Knowledge) -> Option<Arc<dyn Companion>> {
        let spent: BTreeSet<String> = self
            .watched
            .iter()
            .filter(|&(_, &times)| times >= self.settings.endless_wait_probes)
            .map(|(bar, _)| bar.clone())
            .collect();
        Some(Arc::new(Lookout { app: Arc::clone(&known.app), spent }))
    }
}

impl Watch {
    fn plan(&self, settings: &Settings) -> Plan {
        let acts =
            [FIRST_MS, settings.endless_wait_ms].map(|ms| Act::with_purpose(Event::Wait { ms }, PURPOSE));
        let mut plan = Plan::script(PURPOSE, Start::At(Arc::clone(&self.place)), acts.to_vec());
        plan.cause.parent = Some(self.parent);
        plan
    }
}

/// The bars that went away in a step, on the same activity.
fn ended_in(step: &Step, app: &str) -> Vec<String> {
    let (Some(before), Some(after)) = (&step.before.layout, &step.after.layout) else { return Vec::new() };
    let same =
        step.before.activity == step.after.activity && before.package() == app && after.package() == app;
    let gone = bars(before).filter(|&bar| same && bar_named(after, &name_of(bar)).is_none());
    gone.map(|bar| bar_name(&step.before, bar)).collect()
}

/// Wishes to come back to where a bar came up.
#[derive(Debug)]
struct Lookout {
    app: Arc<str>,
    /// The bars that were watched often enough.
    spent: BTreeSet<String>,
}

impl Companion for Lookout {
    fn see(&self, now: &Now<'_>) -> Option<Wish> {
        let step = now.step?;
        let layout = &now.seen.layout;
        let bar = came_up(step, layout, &self.app)?;
        (!self.spent.contains(&bar))
            .then(|| Wish::Keep(Keep { tag: format!("{TAG}{} {bar}", now.steps), dear: false }))
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

#[cfg(test)]
mod tests {
    use device::Abilities;
    use experiment::{Driver, Keepsake};
    use model::{Model, Volatile};

    use super::*;
    use crate::testing::{APP, outcome, place};
    use crate::{Context, judge};

    const LOADING: &str = "screen .Main\n  FrameLayout\n    ProgressBar #bar\n    Button #other (clickable)
    Button #cancel (clickable)";
    const WAITING: &str = "screen .Main\n  FrameLayout\n    ProgressBar #bar\n    Button #cancel (clickable)";
    const DONE: &str = "screen .Main\n  FrameLayout\n    Button #other (clickable)";

    /// A planner that was told where a bar came up.
    fn told_of(screen: &str) -> (EndlessWait, Knowledge) {
        let known = Knowledge {
            app: APP.into(),
            seed: 1,
            abilities: Abilities::all(),
            model: Arc::new(Model::new()),
            volatile: Arc::default(),
            covered: Arc::default(),
        };
        let mut planner = EndlessWait::new(Settings::default());
        let mut walk = outcome(0, DONE);
        for step in 0..2 {
            let tag = format!("{TAG}{step} com.example/.Main:#bar");
            walk.kept.push(Keepsake { moment: 0, tag, place: place(screen) });
        }
        assert_eq!(planner.learn(&walk, &known), []);
        (planner, known)
    }

    /// Plans a round; the screen stays as it is in each experiment, or is `last` after the first wait. How many there were,
    /// and how many suspicions were raised.
    fn round(
        planner: &mut EndlessWait,
        known: &Knowledge,
        first: u64,
        last: &[Option<&str>],
    ) -> (usize, usize) {
        let mut round = Round::new(first, 1_000, true);
        planner.plan(known, &mut round);
        let (mut plans, mut raised) = (0, 0);
        for ((id, plan), last) in round.into_plans().zip(last) {
            let (Start::At(place), Driver::Script(acts)) = (&plan.start, &plan.driver) else { panic!() };
            let before = if only_waits(place.layout.as_ref().unwrap()) { WAITING } else { LOADING };
            assert_eq!(acts.len(), 2);
            let mut done =
                outcome(id, &format!("{before}\nwait 10000\n{}\nwait 60000", last.unwrap_or(before)));
            done.cause = plan.cause;
            let (volatile, settings) = (Volatile::default(), Settings::default());
            done.suspicions =
                judge(&done.trace, &Context { app: APP, volatile: &volatile, settings: &settings });
            plans += 1;
            raised += planner.learn(&done, known).len();
        }
        (plans, raised)
    }

    #[test]
    fn a_bar_that_ends_elsewhere_is_watched_twice_and_raised() {
        let (mut planner, known) = told_of(LOADING);
        assert_eq!(round(&mut planner, &known, 1, &[None, Some(DONE)]), (2, 0));
        assert_eq!(round(&mut planner, &known, 3, &[None]), (1, 1));
        assert_eq!(round(&mut planner, &known, 4, &[]), (0, 0));
    }

    #[test]
    fn silent_on_a_bar_that_never_ends_anywhere() {
        // It may belong to a chart.
        let (mut planner, known) = told_of(LOADING);
        assert_eq!(round(&mut planner, &known, 1, &[None, None]), (2, 0));
        assert_eq!(round(&mut planner, &known, 3, &[None]), (0, 0));
    }

    #[test]
    fn silent_when_it_ends_the_second_time() {
        let (mut planner, known) = told_of(LOADING);
        round(&mut planner, &known, 1, &[None, Some(DONE)]);
        assert_eq!(round(&mut planner, &known, 3, &[Some(DONE)]), (1, 0));
    }

    #[test]
    fn where_one_can_only_wait_or_cancel_the_wait_must_end() {
        let (mut planner, known) = told_of(WAITING);
        round(&mut planner, &known, 1, &[None, None]);
        assert_eq!(round(&mut planner, &known, 3, &[None]), (1, 1));
    }
}
