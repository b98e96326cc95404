//! Known weaknesses of the original that are mended in the method itself, by their numbers.

use std::sync::Arc;

use effect::{Alignment, INSERTED, Oracle, PageType, Touched, page_state};
use gui::testing::screen;
use gui::{Event, Layout};
use model::Volatile;
use trace::{Header, Moment, Remarks, Trace};

fn form(field: &str) -> Layout {
    screen(&format!("FrameLayout\n  EditText #{field} (editable)\n  Button #save \"Save\" (clickable)"))
}

#[test]
fn weakness_3_forms_with_other_fields_are_other_pages() {
    let (name, amount) = (form("name"), form("amount"));
    let screen = (1080, 2400);
    let theirs = |layout: &Layout| PageType::by_first_fork(layout, ".Edit", screen);
    let ours = |layout: &Layout| PageType::by_ids(layout, ".Edit");
    assert_eq!(theirs(&name), theirs(&amount), "the original takes them for one");
    assert_ne!(ours(&name), ours(&amount));
    assert_eq!(ours(&name), ours(&form("name")));
}

#[test]
fn weakness_10_directions_are_told_apart_and_rows_of_a_list_are_alike() {
    let layout = screen(
        "FrameLayout\n  ListView #list (scrollable)\n    TextView #row \"Milk\" (clickable)\n    TextView #row \"Eggs\" (clickable)",
    );
    let kin = |event: &str| {
        let event: Event = event.parse().unwrap();
        Touched::by(&event, &layout).kin(&event)
    };
    assert_ne!(kin("scroll #list down"), kin("scroll #list up"));
    assert_eq!(kin("tap text \"Milk\""), kin("tap text \"Eggs\""));
    assert_ne!(kin("tap text \"Milk\""), kin("long-tap text \"Milk\""));
}

#[test]
fn weakness_16_what_an_app_holds_makes_no_new_states() {
    let list = |rows: &[&str]| {
        let rows: String = rows
            .iter()
            .map(|row| format!("\n    TextView #row \"{row}\" description \"Open {row}\""))
            .collect();
        screen(&format!("FrameLayout\n  ListView #list{rows}"))
    };
    let state = |rows: &[&str]| page_state(&list(rows), ".Main");
    assert_eq!(state(&["#a1b2c3"]), state(&["#ffffff", "#000000"]));
    assert_ne!(state(&["#a1b2c3"]), state(&[]));
}

#[test]
fn weakness_17_braces_in_texts_do_no_harm() {
    let page = |text: &str| {
        let layout =
            screen(&format!("FrameLayout\n  TextView #a \"{text}\"\n  Button #add \"Add\" (clickable)"));
        Moment { layout: Some(Arc::new(layout)), activity: Some(".Main".to_owned()), ..Moment::default() }
    };
    let header = || Header { app: "com.example".to_owned(), ..Header::default() };
    let tap = || Some("tap #add".parse::<Event>().unwrap());
    let mut seed = Trace::new(header(), page("{"));
    seed.step(tap(), page("}{"), Remarks::default());
    let mut mutant = Trace::new(header(), page("{"));
    mutant.step(tap(), page("{"), Remarks { purpose: Some(INSERTED.to_owned()), ..Remarks::default() });
    mutant.step(tap(), page("{"), Remarks::default());
    let alignment = Alignment::of(&seed, &mutant).unwrap();
    let nothing = Volatile::default();
    let ruling = Oracle::new(&seed, &nothing).judge(&mutant, alignment);
    let missing: Vec<_> = ruling.violations().flat_map(|pair| &pair.unmatched_seed).collect();
    assert_eq!(missing.len(), 1, "the text alone: {missing:?}");
    assert_eq!(missing[0].to_text.as_deref(), Some("}{"));
}
