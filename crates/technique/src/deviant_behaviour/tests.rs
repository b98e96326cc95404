//! What is said of a rare script and a usual one, told as traces.

use experiment::{Act, Claim, Context, Gallery, Seen, Site, Suspicion, Technique};
use gui::Event;
use model::Volatile;
use trace::Trace;

use super::DeviantBehaviour;
use super::kinds::{EVENT, HISTORY};
use super::sight::{Eyes, differing};
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
    DeviantBehaviour::default().suspect(&usual, &Seen { trace: &deviant, suspicions: &[], context })
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

const HOME: &str = "
screen .Home
  FrameLayout
    Button #list (clickable)";

/// Opens the list after it was looked at once, and without; the first look shows `before`.
fn after_a_look(before: &str, deviant: &str, usual: &str) -> (String, String) {
    let history = format!("\ntap #list for {HISTORY}{before}\nhome for {HISTORY}{HOME}");
    let event = format!("\ntap #list for {EVENT}");
    (format!("{HOME}{history}{event}{deviant}"), format!("{HOME}{event}{usual}"))
}

#[test]
fn what_shows_what_it_showed_before_is_told() {
    let old = LIST.replace("\"All\"", "\"Few\"");
    let (deviant, usual) = after_a_look(&old, &old, LIST);
    let told = "after “tap #list, press home”, tap #list: it leads to .List, where it says \"Few\"; without that it leads to .List, where \
                it says \"All\"";
    check(&deviant, &usual, Some(("deviant-stale", told)));
}

#[test]
fn silent_when_it_shows_something_new() {
    // Whom one called last is among those who were called lately.
    let [old, new] = ["Few", "Many"].map(|word| LIST.replace("All", word));
    let (deviant, usual) = after_a_look(&old, &new, LIST);
    check(&deviant, &usual, None);
}

#[test]
fn silent_when_another_tab_is_chosen() {
    let tab = |chosen: &str, said: &str| {
        let tabs: String = ["Unread", "Bookmarks"]
            .iter()
            .map(|tab| {
                let selected = if *tab == chosen { ", selected" } else { "" };
                format!("\n    LinearLayout (clickable{selected})\n      TextView #tab \"{tab}\"")
            })
            .collect();
        format!("{}{tabs}", LIST.replace("All", said))
    };
    let (deviant, usual) =
        after_a_look(&tab("Bookmarks", "None"), &tab("Bookmarks", "None"), &tab("Unread", "Ten"));
    check(&deviant, &usual, None);
    let (deviant, usual) =
        after_a_look(&tab("Unread", "None"), &tab("Unread", "None"), &tab("Unread", "Ten"));
    assert!(looked_at(&deviant, &usual).is_some(), "the same tab shows something old");
}

#[test]
fn what_is_typed_does_not_waver() {
    let page = |title: &str, tip: &str| {
        trace(&format!(
            "\nscreen .Edit\n  FrameLayout\n    EditText #title \"{title}\" (editable)\n    TextView #tip \"{tip}\""
        ))
    };
    let (volatile, wavering) = (Volatile::default(), ["#title", "#tip"].map(str::to_owned).into());
    let eyes = Eyes { app: APP, volatile: &volatile, wavering: &wavering };
    let differ = |one: &Trace, other: &Trace| differing(one.start(), other.start(), eyes);
    let milk = page("milk", "Hold a row");
    assert!(differ(&milk, &page("milk", "Swipe a row")).is_empty());
    assert_eq!(differ(&milk, &page("", "Hold a row")), ["#title".to_owned()].into());
}

#[test]
fn silent_when_what_is_shown_was_chosen_in_the_history() {
    let home = "
screen .Home
  FrameLayout
    Button #list (clickable)
    ListView #feeds
      TextView #feed \"Few\" (clickable)";
    let told = |touched: &str| {
        let few = LIST.replace("All", "Few");
        let history = format!("\ntap {touched} for {HISTORY}{few}\nhome for {HISTORY}{home}");
        let event = format!("\ntap #list for {EVENT}");
        looked_at(&format!("{home}{history}{event}{few}"), &format!("{home}{event}{LIST}"))
    };
    assert_eq!(told("#feed"), None);
    assert_eq!(told("#list").unwrap().kind.name, "deviant-stale");
}

#[test]
fn silent_when_the_page_behind_a_menu_shows_other_data() {
    let menu = "
screen .List
  FrameLayout [10,10][90,90]
    Button #clear \"Clear\" (clickable)";
    let page = |said: &str| format!("{}\n    Button #more (clickable)", LIST.replace("All", said));
    let (few, all, none) = (page("Few"), page("All"), page("None"));
    let history = format!("\ntap #add for {HISTORY}{all}\ntap #add for {HISTORY}");
    let event = format!("\ntap #more{menu}\ntap #clear for {EVENT}");
    check(&format!("{all}{history}{few}{event}{few}"), &format!("{all}{event}{none}"), None);
    let told = "after “tap #add, tap #add”, tap #clear: it does nothing; without that it changes heading to \"None\"";
    check(
        &format!("{all}{history}{all}{event}{menu}"),
        &format!("{all}{event}{none}"),
        Some(("deviant-nothing", told)),
    );
}

#[test]
fn silent_when_the_history_changed_what_a_page_says() {
    let old = LIST.replace("\"All\"", "\"Few\"");
    let (deviant, usual) = after_a_look(&old, &old, LIST);
    let changed = format!("{}\ntap #sort for {HISTORY}{}\n", ticked(false), ticked(true));
    let looked = format!("launch for {HISTORY}{changed}home for {HISTORY}{HOME}\n");
    check(&deviant.replacen("tap #list", &format!("{looked}tap #list"), 1), &usual, None);
}

/// What the exhibits of a script say together, each with what it shows after the event: the rare one, the usual one, a while later, with
/// the history twice, and with it and without it started anew.
fn proven(shows: [&str; 6]) -> Option<Suspicion> {
    let named = |word: &str| LIST.replace("All", word);
    let script = |word: &str| after_a_look(&named(shows[0]), &named(word), &named(word));
    let [.., with, without] = shows.map(|word| trace(&script(word).1));
    let twice = script(shows[3]).0;
    let (here, history) = (twice.find("\ntap #list").unwrap(), twice.rfind("\ntap #list").unwrap());
    let twice = trace(&format!("{}{}{}", &twice[..history], &twice[here..history], &twice[history..]));
    let rare = trace(&script(shows[0]).0);
    let traces = [rare, trace(&script(shows[1]).1), trace(&script(shows[2]).0), twice, with, without];
    let (volatile, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
    let seen = traces.each_ref().map(|trace| Seen { trace, suspicions: &[], context });
    let known = DeviantBehaviour::default().suspect(&traces[1], &seen[0])?;
    DeviantBehaviour::default().claim(&known, Site::HOME).judge(&seen)
}

#[test]
fn what_differs_until_the_app_is_started_anew_is_proven() {
    assert_eq!(proven(["Few", "All", "Few", "Few", "All", "All"]).unwrap().kind.name, "deviant-stale");
}

#[test]
fn silent_when_it_differs_after_a_new_start_too() {
    // The history stored something.
    assert_eq!(proven(["Few", "All", "Few", "Few", "Few", "All"]), None);
}

#[test]
fn silent_when_twice_makes_another_difference() {
    // It counts.
    assert_eq!(proven(["Few", "All", "Few", "Fewer", "All", "All"]), None);
}

#[test]
fn silent_when_it_is_over_after_a_while() {
    // It was busy.
    assert_eq!(proven(["Few", "All", "All", "Few", "All", "All"]), None);
}

#[test]
fn silent_when_a_new_start_shows_a_third_thing() {
    assert_eq!(proven(["Few", "All", "Few", "Few", "None", "None"]), None);
}

const CONTACT: &str = "
screen .Contact
  FrameLayout
    TextView #lately \"never called\"
    Button #call \"Call\" (clickable)";
const CALLING: &str = "
screen .Calling
  FrameLayout
    Button #hang_up (clickable)";

#[test]
fn a_dead_button_is_told_though_a_text_beside_it_says_something_else() {
    let again = CONTACT.replace("never called", "called just now");
    let history = format!("\nlaunch for {HISTORY}{CALLING}\ntap #hang_up for {HISTORY}{again}");
    let deviant = format!("{CONTACT}{history}\ntap #call for {EVENT}{again}");
    let usual = format!("{CONTACT}\ntap #call for {EVENT}{CALLING}");
    assert_eq!(looked_at(&deviant, &usual).unwrap().kind.name, "deviant-nothing");
    // What is ticked may well decide what a button does.
    let ticked = |text: &str| {
        ["\"never called\"", "\"called just now\""].iter().fold(text.to_owned(), |text, words| {
            text.replace(
                &format!("TextView #lately {words}"),
                &format!("CheckBox #lately {words} (checkable)"),
            )
        })
    };
    assert_eq!(looked_at(&ticked(&deviant), &ticked(&usual)), None);
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
fn another_item_that_opens_is_told_and_one_that_was_changed_is_not() {
    let opened = |title: &str| format!("\nscreen .Item\n  FrameLayout\n    TextView #title \"{title}\"");
    let (deviant, usual) = after_setting(&opened("bread"), &opened("milk"));
    assert_eq!(looked_at(&deviant, &usual).unwrap().kind.name, "deviant-target");
    let (deviant, usual) = after_setting(&opened("Fresh bread, 2 kg"), &opened("milk"));
    assert_eq!(looked_at(&deviant, &usual).unwrap().kind.name, "deviant-target");
    let (deviant, usual) = after_setting(&opened("Breadth"), &opened("milk"));
    check(&deviant, &usual, None);
    let (deviant, usual) = after_setting(&opened("Thursday"), &opened("milk"));
    check(&deviant, &usual, None);
}

#[test]
fn silent_when_what_stands_beside_a_list_shows_other_rows() {
    let page = |rows: &[&str]| {
        list(rows).replace("FrameLayout", "FrameLayout\n    Button #week \"tea\" (clickable)")
    };
    let all = page(&["milk", "bread", "tea"]);
    let history = format!("\nlaunch for {HISTORY}{}\nlaunch for {HISTORY}{all}", ticked(true));
    let event = format!("\ntap #week for {EVENT}");
    let (usual, rare) = (page(&["milk", "bread"]), page(&["bread", "tea"]));
    check(&format!("{all}{history}{event}{rare}"), &format!("{all}{event}{usual}"), None);
}

#[test]
fn silent_about_what_is_switched_back_and_forth() {
    let says = |said: &str| {
        format!(
            "\nscreen .Drink\n  FrameLayout\n    TextView #said \"{said}\"\n    Button #tea \"tea\" (clickable)"
        )
    };
    let (none, tea) = (says("none"), says("tea"));
    let event = format!("\ntap #tea for {EVENT}");
    let deviant = format!("{none}\nlaunch for {HISTORY}{none}\ntap #tea for {HISTORY}{tea}{event}{none}");
    check(&deviant, &format!("{none}{event}{tea}"), None);
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
