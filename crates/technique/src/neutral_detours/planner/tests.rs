//! What is planned after what, with an app that loses its text or does not.

use device::Abilities;
use experiment::{Ended, Keepsake, Kept};
use gui::Event;
use model::{ScreenIds, Volatile};

use super::*;
use crate::testing::{APP, knowledge, outcome, place};
use crate::{Context, judge};

const TYPED: &str = "screen .Main\n  FrameLayout\n    EditText #note \"milk\"";
const EMPTY: &str = "screen .Main\n  FrameLayout\n    EditText #note";

/// A planner that was told of one place, and the experiments that it plans then.
struct Probing {
    planner: NeutralDetours,
    known: Knowledge,
    next: u64,
}

impl Probing {
    fn new() -> Probing {
        let settings = Settings { detours: vec![Detour::Rotate, Detour::Leave], ..Settings::default() };
        let known = knowledge();
        let mut probing = Probing { planner: NeutralDetours::new(settings), known, next: 1 };
        let mut walk = outcome(0, &format!("{TYPED}\n{}", "tap #note\n".repeat(100)));
        let kept = Keepsake { moment: 1, tag: format!("detour {:016x}", 7), place: place(TYPED) };
        walk.kept.push(kept);
        assert_eq!(probing.planner.learn(&walk, &probing.known), []);
        probing
    }

    /// Plans a round, and lets the app lose its text in every experiment that `loses`. Returns the purposes of the
    /// experiments and the sentences of what was raised.
    fn round(&mut self, loses: impl Fn(&str, Option<Role>) -> bool) -> (Vec<String>, Vec<String>) {
        let mut round = Round::new(self.next, 1_000, true);
        self.planner.plan(&self.known, &mut round);
        let (mut purposes, mut raised) = (Vec::new(), Vec::new());
        for (id, plan) in round.into_plans() {
            let Driver::Script(acts) = &plan.driver else { panic!("only scripts are planned") };
            let acts = acts.iter().map(told).collect::<String>();
            let purpose = plan.cause.purpose.clone();
            let after = if loses(&purpose, plan.cause.role) { EMPTY } else { TYPED };
            let mut done = outcome(id, &format!("{TYPED}\n{acts}{after}"));
            done.cause = plan.cause;
            let settings = Settings::default();
            let volatile = Volatile::default();
            done.suspicions =
                judge(&done.trace, &Context { app: APP, volatile: &volatile, settings: &settings });
            raised.extend(self.planner.learn(&done, &self.known).into_iter().map(|raised| raised.sentence));
            purposes.push(purpose);
            self.next = id + 1;
        }
        (purposes, raised)
    }
}

/// An act as the tests' traces write it.
fn told(act: &experiment::Act) -> String {
    let event = match &act.event {
        Event::Key { .. } => "home".to_owned(),
        Event::Launch => "launch".to_owned(),
        Event::Rotate { to } => format!("rotate {to}"),
        Event::Wait { ms } => format!("wait {ms}"),
        other => panic!("{other}"),
    };
    format!("{event} for {}\n", act.purpose.as_deref().unwrap())
}

const PROBES: [&str; 2] = ["neutral-detours leave", "neutral-detours rotate"];
const CHECKS: [&str; 3] = ["neutral-detours check rotate"; 3];
const GONE: &str = "the text typed into #note is gone after turning the phone";

#[test]
fn what_only_the_detour_loses_is_raised_once() {
    let mut probing = Probing::new();
    let turning = |purpose: &str, role| purpose.ends_with("rotate") && role == Some(Role::Treatment);
    assert_eq!(probing.round(turning), (PROBES.map(str::to_owned).to_vec(), vec![]));
    assert_eq!(probing.round(turning), (CHECKS.map(str::to_owned).to_vec(), vec![GONE.to_owned()]));
    assert_eq!(probing.round(turning), (vec![], vec![]));
}

#[test]
fn what_is_lost_without_the_detour_too_is_not_raised() {
    let mut probing = Probing::new();
    let always = |purpose: &str, _| purpose.ends_with("rotate");
    probing.round(always);
    assert_eq!(probing.round(always), (CHECKS.map(str::to_owned).to_vec(), vec![]));
}

#[test]
fn what_the_second_detour_keeps_is_not_raised() {
    let mut probing = Probing::new();
    probing.round(|purpose, _| purpose.ends_with("rotate"));
    assert_eq!(probing.round(|_, _| false), (CHECKS.map(str::to_owned).to_vec(), vec![]));
}

#[test]
fn what_a_milder_detour_loses_is_said_of_that_one_alone() {
    let mut probing = Probing::new();
    let any = |_: &str, role| role == Some(Role::Treatment);
    probing.round(any);
    let gone = "the text typed into #note is gone after leaving the app and coming back".to_owned();
    let checks = ["neutral-detours check leave"; 3].map(str::to_owned).to_vec();
    assert_eq!(probing.round(any), (checks, vec![gone]));
}

#[test]
fn a_control_that_did_not_arrive_proves_nothing() {
    let mut probing = Probing::new();
    let turning = |purpose: &str, role| purpose.ends_with("rotate") && role == Some(Role::Treatment);
    probing.round(turning);
    let mut round = Round::new(probing.next, 1_000, true);
    probing.planner.plan(&probing.known, &mut round);
    for id in probing.next..probing.next + round.len() as u64 {
        let mut lost = outcome(id, TYPED);
        lost.ended = Ended::DidNotArrive { why: "another screen".to_owned() };
        assert_eq!(probing.planner.learn(&lost, &probing.known), []);
    }
}

#[test]
fn where_coming_back_is_dear_the_detours_are_gone_on_the_spot() {
    let probing = Probing::new();
    let layout = place(TYPED).layout.clone().unwrap();
    let seen = device::Observation {
        foreground: device::Foreground::default(),
        motion: device::Motion::Still,
        at: std::time::Duration::ZERO,
        warnings: Vec::new(),
        layout,
    };
    let screens = ScreenIds::of(&seen.layout, APP, &Volatile::default());
    let now = experiment::Now { step: None, steps: 0, seen: &seen, screens, refused: None };
    let wish = |abilities| {
        let known = Knowledge { abilities, ..probing.known.clone() };
        probing.planner.companion(&known).and_then(|companion| companion.see(&now)).unwrap()
    };
    assert!(matches!(wish(Abilities::all()), experiment::Wish::Keep(_)));
    let experiment::Wish::Insert { acts, .. } = wish(Abilities::of(&[Ability::Rotate])) else { panic!() };
    let purposes: Vec<_> = acts.iter().map(|act| act.purpose.as_deref().unwrap()).collect();
    assert_eq!(purposes, ["detour-leave", "detour-leave", "detour-rotate", "detour-rotate"]);
}

/// A value counts beside what it was before, so the tap that sets it belongs to what is tried, and to its controls.
#[test]
fn what_sets_a_value_is_done_before_the_detour_and_before_the_wait() {
    let [three, four] = ["3", "4"].map(|amount| {
        format!("screen .Main\n  FrameLayout\n    TextView #amount \"{amount}\"\n    Button #more")
    });
    let settings = Settings { detours: vec![Detour::Rotate], ..Settings::default() };
    let (mut planner, known) = (NeutralDetours::new(settings), knowledge());
    let mut walk = outcome(0, &format!("{three}\ntap #more\n{four}\n{}", "tap #amount\n".repeat(100)));
    walk.kept.push(Keepsake { moment: 1, tag: format!("detour {:016x}", 7), place: place(&four) });
    planner.learn(&walk, &known);
    let mut plan_round = |first: u64, lost: bool| {
        let mut round = Round::new(first, 1_000, true);
        planner.plan(&known, &mut round);
        let (mut told_acts, mut raised) = (Vec::new(), Vec::new());
        for (id, plan) in round.into_plans() {
            let Driver::Script(acts) = &plan.driver else { panic!("only scripts are planned") };
            let words: Vec<String> = acts.iter().map(|act| act.event.wish().to_string()).collect();
            told_acts.push(words.join(", "));
            let sets = acts[0].purpose.is_none();
            let [start, after] = [if sets { &three } else { &four }, if lost { &three } else { &four }];
            let tap = if sets { format!("tap #more\n{four}\n") } else { String::new() };
            let rest: String = acts.iter().filter(|act| act.purpose.is_some()).map(told).collect();
            let ends = if rest.starts_with("wait") { &four } else { after };
            let mut done = outcome(id, &format!("{start}\n{tap}{rest}{ends}"));
            done.cause = plan.cause;
            let (settings, volatile) = (Settings::default(), Volatile::default());
            done.suspicions =
                judge(&done.trace, &Context { app: APP, volatile: &volatile, settings: &settings });
            raised.extend(planner.learn(&done, &known).into_iter().map(|raised| raised.sentence));
        }
        (told_acts, raised)
    };
    let turn = "turn the phone to landscape, turn the phone to portrait";
    let (tried, _) = plan_round(1, true);
    assert_eq!(tried, [turn.to_owned(), format!("tap #more, {turn}")]);
    let (checked, raised) = plan_round(10, true);
    assert_eq!(
        checked,
        ["tap #more, wait 5 s".to_owned(), "tap #more, wait 5 s".to_owned(), format!("tap #more, {turn}")]
    );
    assert_eq!(raised, ["#amount says \"3\" again instead of \"4\" after turning the phone"]);
}

/// On phones whose snapshots are dear, detours are gone one after the other, and the place before the first is kept.
#[test]
fn a_check_begins_where_the_place_before_the_detours_was_kept() {
    let settings = Settings { detours: vec![Detour::Leave, Detour::Rotate], ..Settings::default() };
    let (mut planner, known) = (NeutralDetours::new(settings), knowledge());
    let away = "home for detour-leave\nlaunch for detour-leave\n";
    let turn = "rotate landscape for detour-rotate\nrotate portrait for detour-rotate\n";
    let mut walk = outcome(3, &format!("{TYPED}\ntap #note\n{away}{turn}{EMPTY}"));
    let (settings, volatile) = (Settings::default(), Volatile::default());
    walk.suspicions = judge(&walk.trace, &Context { app: APP, volatile: &volatile, settings: &settings });
    let parcel = Arc::new(std::sync::OnceLock::new());
    let kept = Arc::new(Place { kept: Some(Kept::Parcel(parcel)), ..Place::clone(&place(TYPED)) });
    walk.kept.push(Keepsake { moment: 1, tag: "before detour".to_owned(), place: Arc::clone(&kept) });
    planner.learn(&walk, &known);
    let mut round = Round::new(10, 1_000, true);
    planner.plan(&known, &mut round);
    let starts: Vec<Start> = round.into_plans().map(|(_, plan)| plan.start).collect();
    assert_eq!(starts.len(), 3);
    assert!(starts.iter().all(|start| matches!(start, Start::At(place) if Arc::ptr_eq(place, &kept))));
}
