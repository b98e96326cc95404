//! What is planned after what, and what is raised of it.

use device::{Abilities, Ability};
use experiment::{Costs, Driver, Keepsake, Now, Tag, Wish};
use model::ScreenIds;
use trace::Role;

use super::*;
use crate::testing::{APP, judged, knowledge, observation, outcome, place};

const TYPED: &str = "screen .Main\n  FrameLayout\n    EditText #note \"milk\"";
const EMPTY: &str = "screen .Main\n  FrameLayout\n    EditText #note";

fn checks(checks: &[Check]) -> StateLoss {
    StateLoss { checks: checks.to_vec(), ..StateLoss::default() }
}

/// A planner that was told of a place, after a walk that a text tells.
fn told_of(settings: StateLoss, walk: &str, moment: usize, screen: &str) -> (Prober, World) {
    let (mut planner, world) = (Prober::new(settings), knowledge().into());
    let mut walk = outcome(0, walk);
    let tag = Tag::of(ABOUT.id, format_args!("{:016x}", 7));
    walk.kept.push(Keepsake { moment, tag, place: place(screen) });
    assert_eq!(planner.learn(&walk, &world), []);
    (planner, world)
}

/// What a round plans, in words.
fn planned(planner: &mut Prober, world: &World) -> Vec<(String, Vec<String>)> {
    let mut round = Round::new(1, 1_000, true);
    planner.plan(world, &mut round);
    let told = round.into_plans().map(|(_, plan)| {
        let Driver::Script(acts) = &plan.driver else { panic!("only scripts are planned") };
        assert_eq!(plan.cause.role, Some(Role::Treatment));
        (plan.cause.purpose.to_string(), acts.iter().map(|act| act.event.wish()).collect())
    });
    told.collect()
}

#[test]
fn every_place_is_tried_once_with_the_mildest_detour_first() {
    let settings = checks(&[Check::Rotation, Check::Background]);
    let (mut planner, world) = told_of(settings, TYPED, 0, TYPED);
    let purposes: Vec<String> =
        planned(&mut planner, &world).into_iter().map(|(purpose, _)| purpose).collect();
    assert_eq!(purposes, ["state-loss background", "state-loss rotation"]);
    assert_eq!(planned(&mut planner, &world), []);
}

#[test]
fn what_is_lost_is_raised_with_what_would_explain_it() {
    let (mut planner, world) = told_of(checks(&[Check::Rotation]), TYPED, 0, TYPED);
    let purpose = Check::Rotation.purpose();
    let mut lost = outcome(
        1,
        &format!("{TYPED}\nrotate landscape for {purpose}\nrotate portrait for {purpose}\n{EMPTY}"),
    );
    lost.suspicions = judged(&StateLoss::default(), &lost.trace);
    let raised = planner.learn(&lost, &world);
    let [raised] = raised.as_slice() else { panic!("{raised:?}") };
    assert_eq!(raised.sentence, "the text typed into #note is gone after turning the phone");
    let by: Vec<&str> = raised.explained_by.iter().map(|by| by.as_str()).collect();
    let of = |check: &str| format!("text-lost:{check}:com.example/.Main:#note");
    assert_eq!(by, [of("screen-off"), of("background")]);
}

#[test]
fn where_coming_back_is_dear_the_checks_are_made_on_the_spot() {
    let (planner, _) = told_of(checks(&[Check::Rotation, Check::Background]), TYPED, 0, TYPED);
    let seen = observation(place(TYPED).layout.clone().unwrap());
    let screens = ScreenIds::of(&seen.layout, APP, &model::Volatile::default());
    let now = Now { step: None, steps: 0, seen: &seen, screens, refused: None };
    let wish = |abilities, costs| {
        let known = Knowledge { abilities, costs, ..knowledge() };
        planner.companion(&known).and_then(|companion| companion.see(&now)).unwrap()
    };
    assert!(matches!(wish(Abilities::all(), Costs::FREE), Wish::Keep(_)));
    let able = Abilities::of(&[Ability::Rotate]);
    let Wish::Insert { acts, .. } = wish(able, Costs::DEAR) else { panic!() };
    let purposes: Vec<_> = acts.iter().map(|act| act.purpose.as_deref().unwrap()).collect();
    assert_eq!(purposes, ["check-background", "check-background", "check-rotation", "check-rotation"]);
}

/// Process death is the dearest check.
#[test]
fn the_process_dies_once_over_the_same_and_never_where_the_app_opens() {
    let (mut planner, world) = told_of(checks(&[Check::ProcessDeath]), TYPED, 0, TYPED);
    let page = "screen .Main\n  FrameLayout\n    Button #more";
    let deaths = |planner: &Prober, screen: &str| {
        let seen = observation(place(screen).layout.clone().unwrap());
        let screens = ScreenIds::of(&seen.layout, APP, &model::Volatile::default());
        let now = Now { step: None, steps: 0, seen: &seen, screens, refused: None };
        let known = Knowledge { abilities: Abilities::all(), costs: Costs::DEAR, ..knowledge() };
        planner
            .companion(&known)
            .and_then(|companion| companion.see(&now))
            .is_some_and(|wish| matches!(wish, Wish::Insert { acts, .. } if !acts.is_empty()))
    };
    assert!(deaths(&planner, page));
    planner.learn(&outcome(1, page), &world);
    assert!(!deaths(&planner, page), "the app opened there");
}

/// A value counts beside what it was before, so the tap that sets it belongs to what is tried.
#[test]
fn what_sets_a_value_is_done_before_the_check() {
    let [three, four] = ["3", "4"].map(|amount| {
        format!("screen .Main\n  FrameLayout\n    TextView #amount \"{amount}\"\n    Button #more")
    });
    let walk = format!("{three}\ntap #more\n{four}");
    let (mut planner, world) = told_of(checks(&[Check::Rotation]), &walk, 1, &four);
    let plans = planned(&mut planner, &world);
    let turned = ["turn the phone to landscape", "turn the phone to portrait"];
    // There is more to lose than the value alone, so that comes first.
    assert_eq!(plans[0].1, turned);
    assert_eq!(plans[1].1, ["tap #more", turned[0], turned[1]]);
}
