//! What it takes to believe that it was the check.

use experiment::{Context, Gallery, Technique as _};
use model::Volatile;
use trace::Trace;

use super::*;
use crate::StateLoss;
use crate::testing::{APP, judged, trace};

const TYPED: &str = "screen .Main\n  FrameLayout\n    EditText #note \"milk\"\n";
const EMPTY: &str = "screen .Main\n  FrameLayout\n    EditText #note\n";
const TURN: &str = "rotate landscape for check-rotation\nrotate portrait for check-rotation\n";

/// The first thing that a trace shows to be lost, and its claim.
fn claimed(treatment: &str) -> (Suspicion, Arc<dyn Claim>) {
    let technique = StateLoss::default();
    let lost = judged(&technique, &trace(treatment)).remove(0);
    let claim = technique.claim(&lost, Site::HOME);
    (lost, claim)
}

/// Whether exhibits that went so show what the first of them does.
fn is_shown(texts: &[&str]) -> bool {
    let (_, claim) = claimed(texts[0]);
    let traces: Vec<Trace> = texts.iter().map(|text| trace(text)).collect();
    let suspicions: Vec<_> = traces.iter().map(|trace| judged(&StateLoss::default(), trace)).collect();
    let (volatile, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
    let seen: Vec<Seen<'_>> = traces
        .iter()
        .zip(&suspicions)
        .map(|(trace, suspicions)| Seen { trace, suspicions, context })
        .collect();
    claim.judge(&seen).is_some()
}

fn told(acts: &[Act]) -> Vec<String> {
    acts.iter().map(|act| act.event.wish()).collect()
}

#[test]
fn the_control_waits_in_the_place_of_the_check() {
    let (_, claim) = claimed(&format!("{TYPED}{TURN}{EMPTY}"));
    let tap = Act::plain(Event::Launch);
    let script: Vec<Act> =
        [tap].into_iter().chain(Check::Rotation.acts(&gui::testing::screen("View"))).collect();
    let exhibits = claim.exhibits(&script);
    let [treatment, control] = exhibits.as_slice() else { panic!("{exhibits:?}") };
    assert_eq!(told(&treatment.acts), told(&script));
    assert_eq!((control.acts.len(), control.of.as_slice()), (2, [0, 1].as_slice()));
    assert_eq!(control.acts[1].event, Event::Wait { ms: USUAL_MS });
    assert_eq!((treatment.role, control.role), (Role::Treatment, Role::Control));
}

#[test]
fn what_stays_without_the_detour_was_lost_by_it() {
    let lost = format!("{TYPED}{TURN}{EMPTY}");
    assert!(is_shown(&[&lost, &format!("{TYPED}wait 5000 for control-wait\n{TYPED}")]));
}

#[test]
fn silent_where_it_goes_without_the_detour_too() {
    let lost = format!("{TYPED}{TURN}{EMPTY}");
    assert!(!is_shown(&[&lost, &format!("{TYPED}wait 5000 for control-wait\n{EMPTY}")]));
    assert!(!is_shown(&[&lost, TYPED]), "a control that did not get there says nothing");
    let elsewhere = "screen FrameLayout @com.android.launcher3\n";
    assert!(!is_shown(&[&lost, &format!("{TYPED}wait 5000 for control-wait\n{elsewhere}")]));
}

fn seconds(shown: &str) -> String {
    format!(
        "screen .Main\n  FrameLayout\n    TextView #duration \"Duration: {shown} sec\"\n    Button #more\n"
    )
}

/// A number that a person has set goes back whenever the phone is turned; a duration goes on with the phone's clock.
#[test]
fn a_value_is_to_be_lost_at_another_time_too() {
    let [zero, one, four] = ["0", "1", "4"].map(seconds);
    let lost = format!("{zero}tap #more\n{one}{TURN}{zero}");
    let control = format!("{zero}tap #more\n{one}wait 5000 for control-wait\n{one}");
    let later = |then: &str| format!("{zero}tap #more\n{one}wait 3700 for later-wait\n{one}{TURN}{then}");
    assert!(is_shown(&[&lost, &control, &later(&zero)]));
    assert!(!is_shown(&[&lost, &control, &later(&four)]), "it follows the clock");
    assert!(!is_shown(&[
        &lost,
        &format!("{zero}tap #more\n{one}wait 5000 for control-wait\n{zero}"),
        &later(&zero)
    ]));
}
