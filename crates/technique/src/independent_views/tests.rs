//! What is said of a seed and its mutant, told as traces.

mod weaknesses;

use effect::Profile;
use experiment::{Act, Context, Gallery, Seen, Site, Suspicion, Technique};
use gui::{Event, Key};
use model::Volatile;
use trace::{Moment, Remarks, Trace};

use super::claim::{pair_of, suspicion_of};
use super::verdict::detour_in;
use super::{Hints, INSERTED, IndependentViews};
use crate::testing::{APP, trace};

const LIST: &str = "
screen .Main
  FrameLayout
    TextView #title \"All\"
    TextView #count \"1 of 1\"
    Button #search \"Search\" (clickable)
    Button #add \"Add\" (clickable)
    ListView #list
      TextView #row \"Milk\"";

const MORE: &str = "
screen .Main
  FrameLayout
    TextView #title \"All\"
    TextView #count \"2 of 2\"
    Button #search \"Search\" (clickable)
    Button #add \"Add\" (clickable)
    ListView #list
      TextView #row \"Milk\"
      TextView #row \"Eggs\"";

const SEARCH: &str = "
screen .Search
  FrameLayout
    EditText #box (editable)";

/// What is suspected of a mutant, beside its seed from the place of the detour on.
fn suspected(seed: &str, mutant: &str) -> Option<Suspicion> {
    let (seed, mutant) = (trace(seed), trace(mutant));
    let (volatile, gallery) = (Volatile::default(), Gallery::default());
    let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
    let seen = Seen { trace: &mutant, suspicions: &[], context };
    let span = detour_in(mutant.steps()).unwrap();
    let verdict = pair_of(&seen, span, seed.moments().collect(), &Hints::default()).verdict()?;
    Some(suspicion_of(&verdict, &mutant.steps()[span.0..span.1], span.0, Profile::Default))
}

#[track_caller]
fn check(seed: &str, mutant: &str, expected: Option<(&str, &str)>) {
    let found = suspected(seed, mutant);
    let told = found.as_ref().map(|found| (found.kind.name.as_ref(), found.sentence.as_str()));
    assert_eq!(told, expected);
}

fn detour(there: &str) -> String {
    format!("tap #search for {INSERTED}{there}\nlaunch for {INSERTED}")
}

#[test]
fn an_effect_that_is_lost_after_a_detour() {
    let seed = format!("{LIST}\ntap #add{MORE}");
    let way = detour(SEARCH);
    let after = " after a detour (tap #search, open the app)";
    let half = MORE.replace("2 of 2", "1 of 1");
    let told = format!("tap #add: #count says \"1 of 1\" instead of \"2 of 2\"{after}");
    check(&seed, &format!("{LIST}\n{way}{LIST}\ntap #add{half}"), Some(("effect-lost", &told)));
    let told = format!("tap #add does nothing{after}");
    check(&seed, &format!("{LIST}\n{way}{LIST}\ntap #add{LIST}"), Some(("function-dead", &told)));
    check(&seed, &format!("{LIST}\n{way}{LIST}\ntap #add{MORE}"), None);
}

#[test]
fn silent_where_the_detour_has_changed_a_page_on_its_way() {
    let typed = SEARCH.replace("#box", "#box \"milk\"");
    let way =
        format!("tap #search for {INSERTED}{SEARCH}\ntap #box for {INSERTED}{typed}\nlaunch for {INSERTED}");
    check(&format!("{LIST}\ntap #add{MORE}"), &format!("{LIST}\n{way}{LIST}\ntap #add{LIST}"), None);
}

#[test]
fn what_happens_to_another_row_once_their_order_has_changed() {
    let sorted = MORE.replace("Milk", "?").replace("Eggs", "Milk").replace('?', "Eggs");
    let without = |row: &str| MORE.replace(&format!("\n      TextView #row \"{row}\""), "");
    let eggs = "tap text \"Eggs\"";
    let seed = format!("{MORE}\n{eggs}{}", without("Eggs"));
    let way = format!("tap #search for {INSERTED}{SEARCH}\nlaunch for {INSERTED}{sorted}");
    let told =
        format!("{eggs} happens to \"Milk\" instead of \"Eggs\" after a detour (tap #search, open the app)");
    check(&seed, &format!("{MORE}\n{way}\n{eggs}{}", without("Milk")), Some(("effect-on-another", &told)));
    check(&seed, &format!("{MORE}\n{way}\n{eggs}{}", without("Eggs")), None);
    // A button that names no row is about no row.
    let seed = format!("{MORE}\ntap #add{}", without("Eggs"));
    check(&seed, &format!("{MORE}\n{way}\ntap #add{}", without("Milk")), None);
}

#[test]
fn what_was_undone_and_is_not_back() {
    let gone = LIST.replace("\n      TextView #row \"Milk\"", "\n    Button #undo \"Undo\" (clickable)");
    let way = |after: &str| format!("tap #search for {INSERTED}{gone}\ntap #undo for {INSERTED}{after}");
    let told = "\"Milk\" is not there after a detour (tap #search, tap #undo)";
    let empty = LIST.replace("\n      TextView #row \"Milk\"", "");
    check(LIST, &format!("{LIST}\n{}", way(&empty)), Some(("detour-left-traces", told)));
    check(LIST, &format!("{LIST}\n{}", way(LIST)), None);
}

#[test]
fn silent_where_an_undo_is_for_something_earlier() {
    let undo = |rows: &[&str]| {
        let rows: String = rows.iter().map(|row| format!("\n      TextView #row \"{row}\"")).collect();
        let list = LIST.replace("\n      TextView #row \"Milk\"", &rows);
        list.replace("    ListView", "    Button #undo \"Undo\" (clickable)\n    ListView")
    };
    let all = undo(&["Milk", "Eggs", "Tea"]);
    let way = |then: &[&str], after: &[&str]| {
        let steps = [undo(&["Milk", "Eggs"]), undo(then), undo(after)];
        let events = ["tap text \"Tea\"", "tap #search", "tap #undo"];
        events
            .iter()
            .zip(steps)
            .map(|(event, step)| format!("\n{event} for {INSERTED}{step}"))
            .collect::<String>()
    };
    // Tea was deleted, then only milk was looked for, and the undo brought tea back: nobody promised eggs.
    check(&all, &format!("{all}{}", way(&["Milk"], &["Milk", "Tea"])), None);
}

#[test]
fn silent_where_a_detour_adds_something_or_has_typed_it() {
    let seed = format!("{LIST}\ntap #add{MORE}");
    let more = format!("{MORE}\n      TextView #changed \"today\"");
    check(&seed, &format!("{LIST}\n{}{LIST}\ntap #add{more}", detour(SEARCH)), None);
    let form = |name: &str, words: &str| {
        let fields = "\n    TextView \"a\"\n    TextView \"b\"\n    TextView \"c\"\n    TextView \"d\"";
        format!(
            "\nscreen .Form\n  FrameLayout\n    EditText #name \"{name}\" (editable)\n    TextView #words \"{words}\"{fields}"
        )
    };
    let (form, typed) = (form("", "0 words"), form("", "1 word"));
    let way = |first: &str| {
        let back = "tap description \"Navigate up\"";
        format!("{form}\n{first} for {INSERTED}{typed}\n{back} for {INSERTED}{typed}")
    };
    let told = "#words says \"1 word\" instead of \"0 words\" after a detour (tap #words, tap description \"Navigate up\")";
    check(&form, &way("tap #words"), Some(("view-wrong", told)));
    check(&form, &way("clear #name"), None);
}

#[test]
fn silent_where_a_page_was_opened_anew_by_something_else() {
    let form =
        "\nscreen .Form\n  FrameLayout\n    EditText #name (editable)\n    Button #save \"Save\" (clickable)";
    let seed = format!("{form}\ntap #save{MORE}");
    let mutant = |opened: &str| {
        let way = format!("tap #save for {INSERTED}{LIST}\ntap #add for {INSERTED}{form}");
        format!("{LIST}\n{opened}{form}\n{way}\ntap #save{form}")
    };
    check(&seed, &mutant("tap text \"Milk\""), None);
    let told = "tap #save does nothing after a detour (tap #save, tap #add)";
    check(&seed, &mutant("tap #add"), Some(("function-dead", told)));
}

#[test]
fn silent_where_nobody_knows_how_a_page_was_opened_that_was_left() {
    let form =
        "\nscreen .Form\n  FrameLayout\n    EditText #name (editable)\n    Button #save \"Save\" (clickable)";
    let seed = format!("{form}\ntap #save{MORE}");
    let mutant = |first: &str, then: &str| {
        let way = format!("{first} for {INSERTED}{LIST}\n{then} for {INSERTED}{form}");
        format!("{form}\n{way}\ntap #save{form}")
    };
    check(&seed, &mutant("back", "tap #add"), None);
    // Going to a page above it and back does not leave it.
    let told = "tap #save does nothing after a detour (tap #save, press back)";
    check(&seed, &mutant("tap #save", "back"), Some(("function-dead", told)));
}

#[test]
fn an_effect_that_is_taken_back_and_one_that_is_chosen_anew() {
    let page = |day: &str| {
        format!(
            "\nscreen .Main\n  FrameLayout\n    TextView #day \"{day}\"\n    Button #earlier \"Earlier\" (clickable)\n    Button #today \"Today\" (clickable)\n    Button #other \"Other\" (clickable)"
        )
    };
    let mutant = |tapped: &str| {
        let (today, yesterday) = (page("Today"), page("Yesterday"));
        format!("{today}\ntap #earlier for effect{yesterday}\ntap {tapped} for {INSERTED}{today}")
    };
    let told = "#day says \"Today\" instead of \"Yesterday\" after a detour (tap #other)";
    check(&page("Yesterday"), &mutant("#other"), Some(("effect-lost", told)));
    check(&page("Yesterday"), &mutant("#today"), None);
}

#[test]
fn silent_where_another_tab_was_chosen() {
    let page = |chosen: &str| {
        let tab = |name: &str| {
            let mark = if name == chosen { ", selected" } else { "" };
            format!("\n      TextView \"{name}\" (clickable{mark})")
        };
        let tabs: String = ["All", "Unread", "Later"].map(tab).concat();
        format!("\nscreen .Main\n  FrameLayout\n    TextView #title \"News\"\n    LinearLayout{tabs}")
    };
    let (all, unread, later) = (page("All"), page("Unread"), page("Later"));
    let mutant = |last: &str| {
        format!(
            "{all}\ntap text \"Unread\" for effect{unread}\ntap text \"Later\" for {INSERTED}{later}\ntap text \"All\" for {INSERTED}{last}"
        )
    };
    check(&unread, &mutant(&all), None);
}

#[test]
fn silent_where_a_tab_was_chosen_by_its_label() {
    let page = |chosen: &str| {
        let tab = |name: &str| {
            let mark = if name == chosen { ", selected" } else { "" };
            format!(
                "\n      LinearLayout description \"{name}\" (clickable{mark})\n        TextView \"{name}\""
            )
        };
        let tabs: String = ["All", "Unread"].map(tab).concat();
        format!("\nscreen .Main\n  FrameLayout\n    TextView #title \"News\"\n    HorizontalScrollView{tabs}")
    };
    let (all, unread) = (page("All"), page("Unread"));
    let mutant =
        format!("{all}\ntap description \"Unread\" for effect{unread}\ntap text \"All\" for {INSERTED}{all}");
    check(&unread, &mutant, None);
}

#[test]
fn silent_where_what_was_chosen_before_is_chosen_again() {
    let page = |account: &str, left: &str| {
        format!(
            "\nscreen .Main\n  FrameLayout\n    Button #from \"{account}\" (clickable)\n    TextView #left \"{left}\"\n    Button #swap \"Swap\" (clickable)\n    Button #other \"Other\" (clickable)"
        )
    };
    let (savings, cash) = (page("Savings", "5,000"), page("Cash", "1,700"));
    let mutant =
        |tapped: &str| format!("{savings}\ntap #swap for effect{cash}\ntap {tapped} for {INSERTED}{savings}");
    check(&cash, &mutant("#from"), None);
    let told = "#from says \"Savings\" instead of \"Cash\" after a detour (tap #other)";
    check(&cash, &mutant("#other"), Some(("effect-lost", told)));
}

#[test]
fn silent_where_the_keyboard_came() {
    let page = |rows: &str| {
        format!(
            "\nscreen .Main\n  FrameLayout\n    EditText #box (editable)\n    Button #all \"All\" (clickable){rows}"
        )
    };
    let (few, many) = (page(""), page("\n    TextView #row \"Milk\"\n    TextView #last \"Eggs\""));
    let half = page("\n    TextView #row \"Milk\"");
    let seed = format!("{few}\ntap #all{many}");
    let mutant = |tapped: &str| format!("{few}\ntap {tapped} for {INSERTED}{few}\ntap #all{half}");
    check(&seed, &mutant("#box"), None);
    let told = "tap #all: \"Eggs\" is not there after a detour (tap #all)";
    check(&seed, &mutant("#all"), Some(("effect-lost", told)));
}

#[test]
fn silent_where_the_page_was_left_for_one_far_below_it() {
    let lists = "\nscreen .Lists\n  FrameLayout\n    TextView #heading \"Lists\"\n    Button #add \"Add\" (clickable)";
    let form =
        "\nscreen .Form\n  FrameLayout\n    EditText #name (editable)\n    Button #save \"Save\" (clickable)";
    let seed = format!("{form}\ntap #save{MORE}");
    let mutant = |first: &str| {
        let way = format!("tap #save for {INSERTED}{LIST}\nback for {INSERTED}{form}");
        format!("{first}{lists}\ntap #add{form}\n{way}\ntap #save{form}")
    };
    check(&seed, &mutant(&format!("{LIST}\ntap #add")), None);
    let told = "tap #save does nothing after a detour (tap #save, press back)";
    check(&seed, &mutant(""), Some(("function-dead", told)));
}

#[test]
fn seed_and_mutant_are_exhibits_of_one_claim() {
    let seed = format!("{LIST}\ntap #add{MORE}");
    let mutant = format!("{LIST}\n{}{LIST}\ntap #add{LIST}", detour(SEARCH));
    let suspicion = suspected(&seed, &mutant).unwrap();
    let claim = IndependentViews::default().claim(&suspicion, Site::HOME);
    let acts: Vec<Act> = trace(&mutant)
        .steps()
        .iter()
        .map(|step| Act { event: step.event.clone().unwrap(), purpose: step.remarks.purpose.clone() })
        .collect();
    let exhibits = claim.exhibits(&acts);
    let many: Vec<usize> = exhibits.iter().map(|exhibit| exhibit.acts.len()).collect();
    assert_eq!(many, [3, 2, 5, 4], "the mutant, the seed with a wait, the detour twice, and at the end");

    // The same is judged again: shown where the second time is as the first, not where the first left something.
    let played = |twice: &str| {
        let control = format!("{LIST}\nwait 1000 for control-wait{LIST}\ntap #add{MORE}");
        let traces = [trace(&mutant), trace(&control), trace(twice), trace(&control)];
        let (volatile, gallery) = (Volatile::default(), Gallery::default());
        let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
        let seen: Vec<Seen<'_>> =
            traces.iter().map(|trace| Seen { trace, suspicions: &[], context }).collect();
        claim.judge(&seen).map(|again| again.fingerprint)
    };
    let way = detour(SEARCH);
    let clean = format!("{LIST}\n{way}{LIST}\n{way}{LIST}\ntap #add{LIST}");
    assert_eq!(played(&clean), Some(suspicion.fingerprint.clone()));
    let other = detour(&SEARCH.replace("#box", "#box \"milk\""));
    assert_eq!(played(&format!("{LIST}\n{way}{LIST}\n{other}{LIST}\ntap #add{LIST}")), None);
}

#[test]
fn going_back_to_where_the_detour_came_from_is_no_fault() {
    let way = detour(SEARCH);
    let back = |there: &str| {
        let mut trace = trace(&format!("{LIST}\n{way}{LIST}"));
        let seen = crate::testing::trace(there).start().clone();
        trace.step(Some(Event::Key { key: Key::Back }), seen, Remarks::default());
        trace
    };
    let seed = [trace(LIST), trace(MORE)].map(|trace| trace.start().clone());
    let judged = |mutant: &Trace, seed: &[Moment]| {
        let (volatile, gallery) = (Volatile::default(), Gallery::default());
        let context = Context { app: APP, volatile: &volatile, gallery: &gallery };
        let seen = Seen { trace: mutant, suspicions: &[], context };
        let span = detour_in(mutant.steps()).unwrap();
        pair_of(&seen, span, seed.iter().collect(), &Hints::default()).verdict()
    };
    assert_eq!(judged(&back(SEARCH), &seed), None, "the key leads to where one came from");
}
