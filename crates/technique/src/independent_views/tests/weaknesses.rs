//! The original's weaknesses, one by one, by the numbers of docs/fuzzing.md, and what mending each does.

use gui::testing::screen;

use super::*;
use crate::independent_views::planner::fitted;

fn fingerprint(seed: &str, mutant: &str) -> experiment::Fingerprint {
    suspected(seed, mutant).unwrap().fingerprint
}

fn told_of(seed: &str, mutant: &str, volatile: &Volatile) -> Option<String> {
    let (seed, mutant) = (trace(seed), trace(mutant));
    let context = Context { app: APP, volatile, gallery: &Gallery::default() };
    let seen = Seen { trace: &mutant, suspicions: &[], context };
    let span = detour_in(mutant.steps()).unwrap();
    let verdict = pair_of(&seen, span, seed.moments().collect(), &Hints::default()).verdict()?;
    Some(verdict.told)
}

/// The test adds something, and the detour looks for something; with the widget `extra` on each page, before and after.
fn with(extra: &str, then: &str) -> (String, String) {
    let put = |page: &str, widget: &str| format!("{page}\n    {widget}");
    let (list, more) = (put(LIST, extra), put(MORE, extra));
    let changed = put(MORE, then);
    let seed = format!("{list}\ntap #add{more}");
    (seed, format!("{list}\n{}{list}\ntap #add{changed}", detour(SEARCH)))
}

#[test]
fn weakness_1_a_clock_is_no_effect_and_a_text_is_one() {
    let clock = |time: &str| format!("TextView #clock \"{time}\"");
    let mut volatile = Volatile::default();
    let moment = |time: &str| screen(&format!("FrameLayout\n  {}\n  TextView \"Milk\"", clock(time)));
    volatile.learn(&moment("9:41"), &moment("9:42"));
    let put = |page: &str, time: &str| format!("{page}\n    {}", clock(time));
    let (list, later) = (put(LIST, "9:41"), put(MORE, "9:42"));
    let seed = format!("{list}\ntap #add{later}");
    let mutant = format!("{list}\n{}{list}\ntap #add{}", detour(SEARCH), put(MORE, "9:41"));
    assert_eq!(told_of(&seed, &mutant, &volatile), None);
    let told = told_of(&seed, &mutant, &Volatile::default());
    assert!(told.is_some(), "unless it is known to change by itself");
}

#[test]
fn weaknesses_2_and_6_one_fault_is_one_finding_whatever_the_data() {
    let lost = |one: &str, two: &str| {
        let (list, more) = (LIST.replace("1 of 1", one), MORE.replace("2 of 2", two));
        let half = more.replace(two, one);
        let mutant = format!("{list}\n{}{list}\ntap #add{half}", detour(SEARCH));
        fingerprint(&format!("{list}\ntap #add{more}"), &mutant)
    };
    assert_eq!(lost("1 of 1", "2 of 2"), lost("7 at 9:41", "8 at 9:42"));
}

#[test]
fn weakness_5_a_detour_that_leads_elsewhere_is_no_lost_effect() {
    let seed = format!("{LIST}\ntap #add{MORE}");
    let way = format!("tap #search for {INSERTED}{SEARCH}");
    check(&seed, &format!("{LIST}\n{way}\ntap #add{SEARCH}"), None);
}

#[test]
fn weakness_7_what_is_only_roughly_alike_is_not_touched() {
    let touched = |layout: &gui::Layout, id: &str| {
        let node = layout.nodes().find(|node| node.short_id() == id).unwrap();
        (Event::Tap { target: gui::Selector::of(node) }, effect::Touched::of(node))
    };
    let (saves, deletes) = (
        screen("FrameLayout\n  Button #save \"Save\" (clickable)"),
        screen("FrameLayout\n  Button #delete \"Delete\" (clickable)"),
    );
    let (event, on) = touched(&saves, "save");
    assert!(fitted(&event, &on, &deletes, &mut Vec::new()).is_none());
    assert_eq!(fitted(&event, &on, &saves, &mut Vec::new()), Some(event));
}

#[test]
fn weakness_8_a_message_that_goes_by_itself_is_no_effect() {
    let message = "TextView #snackbar_text \"Saved\"";
    let mut volatile = Volatile::default();
    let page = |rest: &str| screen(&format!("FrameLayout\n  TextView \"Milk\"{rest}"));
    volatile.learn(&page(&format!("\n  {message}")), &page(""));
    let plain = |page: &str| page.to_owned();
    let seed = format!("{LIST}\ntap #add{}\n    {message}", plain(MORE));
    let mutant = format!("{LIST}\n{}{LIST}\ntap #add{MORE}", detour(SEARCH));
    assert_eq!(told_of(&seed, &mutant, &volatile), None);
    assert!(told_of(&seed, &mutant, &Volatile::default()).is_some());
}

#[test]
fn weakness_9_marks_long_texts_and_order_are_seen() {
    let told = |then: &str, now: &str| {
        let (seed, mutant) = with("TextView #rest \"-\"", "TextView #rest \"-\"");
        let put = |text: &str, widget: &str| {
            let at = text.rfind("TextView #rest \"-\"").unwrap();
            format!("{}{widget}{}", &text[..at], &text[at + "TextView #rest \"-\"".len()..])
        };
        told_of(&put(&seed, then), &put(&mutant, now), &Volatile::default())
    };
    let long = "x".repeat(60);
    let pairs = [
        ("CheckBox #done (checkable, checked)".to_owned(), "CheckBox #done (checkable)".to_owned()),
        ("Button #save (clickable)".to_owned(), "Button #save (clickable, disabled)".to_owned()),
        (format!("TextView #rest \"{long}a\""), format!("TextView #rest \"{long}b\"")),
    ];
    for (then, now) in &pairs {
        assert!(told(then, now).is_some(), "{then} and {now}");
        assert_eq!(told(then, then), None, "{then}");
    }
    let turned = MORE.replace("Milk", "?").replace("Eggs", "Milk").replace('?', "Eggs");
    let mutant = format!("{LIST}\n{}{LIST}\ntap #add{turned}", detour(SEARCH));
    assert!(suspected(&format!("{LIST}\ntap #add{MORE}"), &mutant).is_some(), "order");
}

#[test]
fn weakness_10_rows_that_say_the_same_are_counted() {
    let twice = MORE.replace("Eggs", "Milk").replace("2 of 2", "1 of 1");
    let mutant = format!("{LIST}\n{}{LIST}\ntap #add{LIST}", detour(SEARCH));
    check(
        &format!("{LIST}\ntap #add{twice}"),
        &mutant,
        Some(("function-dead", "tap #add does nothing after a detour (tap #search, open the app)")),
    );
}
