//! Which bars are raised, with an app that gets done or does not.

use experiment::{Costs, Driver, Keepsake};

use super::*;
use crate::testing::{judged, knowledge, observation, outcome, place};

const LOADING: &str = "screen .Main\n  FrameLayout\n    ProgressBar #bar\n    Button #other (clickable)\n    Button #cancel (clickable)";
const WAITING: &str = "screen .Main\n  FrameLayout\n    ProgressBar #bar\n    Button #cancel (clickable)";
const DONE: &str = "screen .Main\n  FrameLayout\n    Button #other (clickable)";

/// A planner that was told where a bar came up.
fn told_of(screen: &str) -> (Watcher, World) {
    let world = knowledge().into();
    let mut planner = Watcher::new(EndlessLoading::default());
    let mut walk = outcome(0, &format!("{DONE}\ntap #other\n{screen}"));
    for step in 0..2 {
        walk.kept.push(Keepsake { moment: 1, tag: Tag::of(ABOUT.id, step), place: place(screen) });
    }
    assert_eq!(planner.learn(&walk, &world), []);
    (planner, world)
}

/// A trace in which a bar was watched.
fn watched(before: &str, last: &str) -> String {
    format!("{before}\nwait 10000 for {WATCH}\n{last}\nwait 60000 for {WATCH}")
}

/// Plans a round; the screen stays as it is in each experiment, or is `last` after the first wait. How many there were,
/// and how many suspicions were raised.
fn round(planner: &mut Watcher, known: &World, first: u64, last: &[Option<&str>]) -> (usize, usize) {
    let mut round = Round::new(first, 1_000, true);
    planner.plan(known, &mut round);
    let (mut plans, mut raised) = (0, 0);
    for ((id, plan), last) in round.into_plans().zip(last) {
        let (Start::At(place), Driver::Script(acts)) = (&plan.start, &plan.driver) else { panic!() };
        let buttons = place.layout.as_ref().unwrap().len() - 2;
        let before = [WAITING, LOADING][buttons - 1];
        assert_eq!(acts.len(), 2);
        let last = last.unwrap_or(before);
        let mut done = outcome(id, &watched(before, last));
        done.cause = plan.cause;
        done.suspicions = judged(&EndlessLoading::default(), &done.trace);
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

#[test]
fn where_coming_back_is_dear_a_bar_is_watched_on_the_spot_and_not_often() {
    let known = Knowledge { costs: Costs::DEAR, ..knowledge() };
    let world = known.clone().into();
    let mut planner = Watcher::new(EndlessLoading::default());
    let came_up = outcome(0, &format!("{DONE}\ntap #other\n{WAITING}"));
    let step = &came_up.trace.steps()[0];
    let seen = observation(Arc::clone(step.after.layout.as_ref().unwrap()));
    let now = Now { step: Some(step), steps: 1, seen: &seen, screens: came_up.screens[1], refused: None };
    let mut inserted = 0;
    while let Some(Wish::Insert { acts, .. }) = planner.companion(&known).and_then(|along| along.see(&now)) {
        assert_eq!(acts.len(), 2);
        planner.learn(&outcome(inserted, &watched(WAITING, WAITING)), &world);
        inserted += 1;
    }
    assert_eq!(inserted, u64::from(MOST_WHEN_DEAR));
}
