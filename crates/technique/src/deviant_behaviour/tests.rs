//! What is said of a rare script and a usual one, told as traces.

use experiment::{Act, Claim, Context, Gallery, Seen, Site, Suspicion, Technique};
use gui::Event;
use model::Volatile;

use super::DeviantBehaviour;
use super::claim::suspected;
use super::kinds::{EVENT, HISTORY};
use crate::testing::{APP, trace};

const EDIT: &str = "
screen .Edit
  FrameLayout
    EditText #title \"milk\"
    Button #save (clickable)";
const LIST: &str = "
screen .List
  FrameLayout
    TextView #heading \"All\"
    Button #add (clickable)";
const ASKED: &str = "
screen .Edit
  FrameLayout [10,10][90,90]
    Button #leave \"Leave\" (clickable)
    Button #stay \"Stay\" (clickable)";

fn looked_at(deviant: &str, usual: &str) -> Option<Suspicion> {
    let (deviant, usual) = (trace(deviant), trace(usual));
    let (volatile, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
    suspected(&Seen { trace: &deviant, suspicions: &[], context }, &usual)
}

#[track_caller]
fn check(deviant: &str, usual: &str, expected: Option<(&str, &str)>) {
    let found = looked_at(deviant, usual);
    let told = found.as_ref().map(|found| (found.kind.name.as_ref(), found.sentence.as_str()));
    assert_eq!(told, expected);
}

fn stayed(after: &str) -> String {
    format!(
        "{EDIT}\nlaunch for {HISTORY}{ASKED}\ntap #stay for {HISTORY}{EDIT}\ntap #save for {EVENT}{after}"
    )
}

#[test]
fn what_does_nothing_after_a_detour_that_changes_nothing_is_told() {
    let usual = format!("{EDIT}\ntap #save for {EVENT}{LIST}");
    let told = "after “open the app, tap #stay”, tap #save: it does nothing; without that it leads to .List";
    check(&stayed(EDIT), &usual, Some(("deviant-nothing", told)));
}

#[test]
fn silent_when_both_do_the_same() {
    check(&stayed(LIST), &format!("{EDIT}\ntap #save for {EVENT}{LIST}"), None);
}

#[test]
fn silent_when_the_screens_before_show_other_data() {
    // An empty title cannot be saved: that is what the app is meant to do.
    let empty = EDIT.replace("\"milk\"", "");
    check(&stayed(EDIT), &format!("{empty}\ntap #save for {EVENT}{LIST}"), None);
}

#[test]
fn silent_when_the_history_brings_up_the_keyboard() {
    // What there is room for is another then.
    let edit = EDIT.replace("\"milk\"", "\"milk\" (editable)");
    let usual = format!("{edit}\ntap #save for {EVENT}{LIST}");
    check(&format!("{edit}\ntap #title for {HISTORY}{edit}\ntap #save for {EVENT}{edit}"), &usual, None);
}

#[test]
fn silent_about_undo() {
    // It takes back what was done last, whatever that is.
    let usual = format!("{EDIT}\ntap #save for {EVENT}{LIST}").replace("#save", "#undo");
    check(&stayed(EDIT).replace("#save", "#undo"), &usual, None);
}

#[test]
fn silent_when_something_else_happens() {
    // What is stored may have changed without showing it.
    let other = LIST.replace("\"All\"", "\"Few\"");
    check(&stayed(&other), &format!("{EDIT}\ntap #save for {EVENT}{LIST}"), None);
}

fn list(rows: &[&str]) -> String {
    let row = |text: &&str| format!("\n      TextView #row \"{text}\" (clickable)");
    format!("\nscreen .List\n  FrameLayout\n    ListView #list{}", rows.iter().map(row).collect::<String>())
}

fn ticked(on: bool) -> String {
    let on = if on { "checkable, checked, clickable" } else { "checkable, clickable" };
    format!("\nscreen .Settings\n  FrameLayout\n    CheckBox #sort ({on})")
}

/// Taps a row after a setting was changed and with it as it was.
fn after_setting(deviant: &str, usual: &str) -> (String, String) {
    let before = list(&["milk", "bread", "tea"]);
    let history = format!(
        "\nlaunch for {HISTORY}{}\ntap #sort for {HISTORY}{}\nlaunch for {HISTORY}",
        ticked(false),
        ticked(true)
    );
    let event = format!("\ntap text \"milk\" for {EVENT}");
    (format!("{before}{history}{before}{event}{deviant}"), format!("{before}{event}{usual}"))
}

#[test]
fn another_row_that_goes_is_told_though_a_setting_was_changed() {
    let (deviant, usual) = after_setting(&list(&["milk", "tea"]), &list(&["bread", "tea"]));
    let found = looked_at(&deviant, &usual).unwrap();
    assert_eq!(found.kind.name, "deviant-target", "{}", found.sentence);
    assert!(found.sentence.ends_with("it removes \"bread\"; without that it removes \"milk\""));
}

#[test]
fn silent_when_a_setting_makes_an_action_do_something_else() {
    // "Ask before deleting" is there to be ticked.
    let (deviant, usual) = after_setting(ASKED, &list(&["bread", "tea"]));
    check(&deviant, &usual, None);
}

#[test]
fn the_usual_script_is_the_rare_one_without_its_history() {
    let known = looked_at(&stayed(EDIT), &format!("{EDIT}\ntap #save for {EVENT}{LIST}")).unwrap();
    let claim = DeviantBehaviour::default().claim(&known, Site::HOME);
    let act = |words: &str, purpose: Option<&str>| {
        let event: Event = words.parse().unwrap();
        Act { event, purpose: purpose.map(str::to_owned) }
    };
    let script = [act("tap #add", None), act("press back", Some(HISTORY)), act("tap #save", Some(EVENT))];
    let exhibits = Claim::exhibits(&*claim, &script);
    let wishes = |at: usize| exhibits[at].acts.iter().map(|act| act.event.wish()).collect::<Vec<_>>();
    assert_eq!(wishes(0), ["tap #add", "press back", "tap #save"]);
    assert_eq!(exhibits[1].of, [0, 1, 2]);
    assert!(wishes(1)[1].starts_with("wait"), "in as much time");
    assert!(
        claim.is_treatment(&script[1]) && claim.is_treatment(&script[2]) && !claim.is_treatment(&script[0])
    );
}
