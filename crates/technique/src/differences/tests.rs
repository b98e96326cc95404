//! Small traces, beside each other.

use ::compare::By;
use experiment::{Context, Gallery};
use gui::testing::screen;
use gui::{Event, Selector};
use model::Volatile;
use trace::{Crash, CrashKind, Header, Moment, Remarks, Trace};

use super::Renames;
use super::aligned::{Compared, Measure, Side, compare};
use super::looks::Album;
use super::unlike;

const LIST: &str = "FrameLayout\n  Button #add \"Add\" (clickable)\n  Button #sort \"Sort\" (clickable)\n  TextView #count \"2 notes\"";
const EDIT: &str = "FrameLayout\n  EditText #title\n  EditText #body\n  Button #save \"Save\" (clickable)";

/// The first screen, then each step: the widget that is tapped, its activity and screen; or `!` for a crash.
fn trace(first: &str, steps: &[(&str, &str, &str)]) -> Trace {
    let moment = |activity: &str, layout: &str| Moment {
        activity: Some(format!("com.example/.{activity}")),
        ..Moment::of(screen(layout))
    };
    let mut trace = Trace::new(Header::default(), moment("List", first));
    for (tapped, activity, layout) in steps {
        let target: Selector = tapped.parse().unwrap();
        let crash = (*activity == "!").then(|| Crash {
            kind: CrashKind::Exception,
            summary: "java.lang.IllegalStateException".to_owned(),
            stack: vec!["at com.example.Edit.save".to_owned()],
            process: None,
            own_frame: None,
            identity: Some("edit-save".to_owned()),
            paper_identity: None,
        });
        trace.step(
            Some(Event::Tap { target }),
            moment(activity, layout),
            Remarks { crash, ..Remarks::default() },
        );
    }
    trace
}

fn compared(reference: &Trace, test: &Trace) -> Compared {
    compared_by(By::Content, reference, test)
}

fn compared_by(by: By, reference: &Trace, test: &Trace) -> Compared {
    let (nothing, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: "com.example", volatile: &nothing, gallery: &gallery };
    let measure = Measure { by, texts: true, renames: Renames::default(), kinds: None };
    let album = Album::of(&gallery);
    let side = |trace| Side { trace, context, album: &album };
    compare(side(reference), side(test), &measure, None, &|_| false)
}

/// What is told, with `+` before what only follows.
#[track_caller]
fn check(reference: &Trace, test: &Trace, told: &[&str]) {
    let compared = compared(reference, test);
    let found: Vec<String> = compared
        .differences
        .iter()
        .map(|one| format!("{}{} after {}", if one.first { "" } else { "+ " }, one.told, one.shows_after))
        .collect();
    assert_eq!(found, told);
}

#[test]
fn equal_traces_do_not_differ() {
    let steps = [("#add", "Edit", EDIT), ("#save", "List", LIST)];
    let one = trace(LIST, &steps);
    check(&one, &one, &[]);
    assert_eq!(compared(&one, &one).screens, 3);
}

#[test]
fn what_differs_first_is_told_apart_from_what_follows() {
    let reference = trace(LIST, &[("#add", "Edit", EDIT), ("#save", "List", LIST)]);
    let changed = LIST.replace("2 notes", "3 notes");
    let test = trace(
        LIST,
        &[("#add", "Edit", &EDIT.replace("  EditText #body\n", "")), ("#save", "List", &changed)],
    );
    check(
        &reference,
        &test,
        &["#body is missing after 1", "+ #count says \"3 notes\" instead of \"2 notes\" after 2"],
    );
}

#[test]
fn a_step_that_leads_elsewhere_is_told_once_and_the_rest_waits_for_a_screen_that_both_share() {
    let reference = trace(LIST, &[("#add", "Edit", EDIT), ("#save", "List", LIST), ("#sort", "List", LIST)]);
    let other = "FrameLayout\n  TextView #message \"Sorry\"";
    let test = trace(LIST, &[("#add", "Sorry", other), ("#sort", "List", LIST)]);
    check(&reference, &test, &["tap #add leads to Sorry (\"Sorry\") instead of Edit (\"Save\") after 1"]);
    // The same screen again, so what is wrong there is told.
    let changed = LIST.replace("\"Sort\"", "\"Order\"");
    let again =
        trace(LIST, &[("#add", "Sorry", other), ("#sort", "List", LIST), ("#sort", "List", &changed)]);
    let longer = trace(
        LIST,
        &[("#add", "Edit", EDIT), ("#save", "List", LIST), ("#sort", "List", LIST), ("#sort", "List", LIST)],
    );
    check(
        &longer,
        &again,
        &[
            "tap #add leads to Sorry (\"Sorry\") instead of Edit (\"Save\") after 1",
            "+ #sort says \"Order\" instead of \"Sort\" after 3",
        ],
    );
}

#[test]
fn a_crash_counts_where_the_reference_has_none() {
    let reference = trace(LIST, &[("#add", "Edit", EDIT)]);
    let test = trace(LIST, &[("#add", "!", LIST)]);
    check(&reference, &test, &["the app crashes: java.lang.IllegalStateException after 1"]);
    check(&test, &test, &[]);
    check(&test, &reference, &[]);
}

#[test]
fn a_name_by_place_that_means_another_widget_leads_elsewhere_by_right() {
    let (one, other) = ("Button \"Add\" (clickable)", "Button \"Sort\" (clickable)");
    let page = |first: &str, second: &str| format!("FrameLayout\n  {first}\n  {second}");
    let steps = [("2nd Button", "Edit", EDIT)];
    let reference = trace(&page(one, other), &steps);
    let sorted = trace(&page(other, one), &[("2nd Button", "List", LIST)]);
    check(&reference, &sorted, &[]);
    // It is the same widget, so this is a difference.
    let test = trace(&page(one, other), &[("2nd Button", "List", LIST)]);
    check(&reference, &test, &["tap 2nd Button leads to List (\"Add\") instead of Edit (\"Save\") after 1"]);
}

#[test]
fn a_phone_is_named_for_what_its_reference_has_not() {
    let usual = sim::Profile::default().kind();
    let kind = |words: &str| usual.with_words(words).unwrap();
    let dark = kind("dark");
    for (words, reference, told) in [
        ("density=mdpi", &usual, "density=160"),
        ("api=28,dark", &usual, "api=28,dark=true"),
        ("api=28,dark", &dark, "api=28"),
        // That it is light again would be lost.
        ("api=28", &dark, &*kind("api=28").to_string()),
    ] {
        assert_eq!(unlike(&kind(words), reference), told, "{words}");
    }
}

#[test]
fn another_row_of_a_list_that_is_scrolled_elsewhere_leads_to_another_page() {
    let rows = |one: &str, other: &str| {
        format!(
            "FrameLayout\n  ListView #list (scrollable)\n    TextView #row \"{one}\" (clickable)\n    TextView #row \"{other}\" (clickable)"
        )
    };
    let page = |name: &str| format!("FrameLayout\n  TextView #name \"{name}\"");
    let on = |rows: &str, name: &str| trace(rows, &[("2nd #row", "Person", &page(name))]);
    let told = |test: &Trace| -> Vec<String> {
        let reference = on(&rows("Anna", "Carla"), "Carla");
        let compared = compared_by(By::Place { text: true }, &reference, test);
        compared.differences.into_iter().map(|one| one.told).collect()
    };
    // A smaller phone was swiped less far: its second row is another person.
    assert_eq!(told(&on(&rows("Carla", "Deniz"), "Deniz")), [""; 0]);
    assert_eq!(told(&on(&rows("Anna", "Carla"), "Deniz")), ["#name says \"Deniz\" instead of \"Carla\""]);
}

/// The same steps on an English and a German phone: what is told of words that are not translated.
#[track_caller]
fn check_words(pages: [[&str; 2]; 2], told: &[&str]) {
    let [[list, report], [liste, bericht]] = pages;
    let (there, here) =
        (trace(list, &[("#open", "Report", report)]), trace(liste, &[("#open", "Report", bericht)]));
    let usual = sim::Profile::default().kind();
    let (nothing, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: "com.example", volatile: &nothing, gallery: &gallery };
    let measure = Measure {
        by: By::Place { text: false },
        texts: false,
        renames: Renames::default(),
        kinds: Some([usual.clone(), usual.with_words("locale=de").unwrap()]),
    };
    let album = Album::of(&gallery);
    let side = |trace| Side { trace, context, album: &album };
    let compared = compare(side(&there), side(&here), &measure, Some(&super::Eye::rules()), &|_| false);
    assert_eq!(compared.differences.iter().map(|one| one.told.as_str()).collect::<Vec<_>>(), told);
}

#[test]
fn a_word_that_is_translated_elsewhere_was_forgotten() {
    let list = |open: &str| {
        format!("FrameLayout\n  Button #open \"{open}\" (clickable)\n  TextView #payee \"Anna\"")
    };
    let report =
        |title: &str| format!("FrameLayout\n  TextView #title \"{title}\"\n  TextView #payee \"Anna\"");
    let (english, german) = ([list("Report"), report("Report")], [list("Bericht"), report("Bericht")]);
    let pages = |one: &[String; 2], other: &[String; 2]| {
        check_words([[&one[0], &one[1]], [&other[0], &other[1]]], &[]);
    };
    check_words(
        [[&english[0], &english[1]], [&german[0], &english[1]]],
        &["\"Report\" (#title) is not translated; elsewhere it is \"Bericht\""],
    );
    pages(&english, &german);
    // A word that was typed.
    let typed =
        |page: &String| page.replace("TextView #title \"Report\"", "EditText #title \"Report\" (editable)");
    check_words([[&english[0], &typed(&english[1])], [&german[0], &typed(&english[1])]], &[]);
    // An app that knows no other language.
    pages(&english, &english);
    // Another row is no translation: the reference says that, too.
    let rows = |payees: [&str; 2]| {
        [
            list("Report"),
            report("Report").replace(
                "#payee \"Anna\"",
                &format!("#payee \"{}\"\n  TextView #other \"{}\"", payees[0], payees[1]),
            ),
        ]
    };
    let (one, mut other) = (rows(["Anna", "Ben"]), rows(["Ben", "Anna"]));
    other[0] = one[0].clone();
    pages(&one, &other);
}

#[test]
fn the_first_box_on_a_screen_may_be_the_second_of_the_form() {
    let page = |boxes: &[&str]| {
        let boxes: String =
            boxes.iter().map(|text| format!("\n    EditText #number \"{text}\" (editable)")).collect();
        format!(
            "FrameLayout\n  ScrollView #form (scrollable)\n    TextView \"Numbers\"{boxes}\n  Button #save \"Save\" (clickable)"
        )
    };
    let first = |boxes: [&[&str]; 2], after: [&[&str]; 2]| {
        let [there, here] = [0, 1].map(|at| {
            let (before, after) = (page(boxes[at]), page(after[at]));
            trace(&before, &[("1st #number", "List", &before), ("#save", "List", &after)])
        });
        let differences = compared_by(By::Place { text: true }, &there, &here).differences;
        differences.iter().any(|one| one.first)
    };
    assert!(!first([&["", ""], &[""]], [&["0", ""], &["7"]]));
    // As many on both, or told apart by what they say.
    assert!(first([&["", ""], &["", ""]], [&["0", ""], &["7", ""]]));
    assert!(first([&["a", "b"], &["a"]], [&["0", "b"], &["7"]]));
}
