//! What widgets are called, and that each is found again.

use proptest::prelude::*;

use super::*;
use crate::layout::{Layout, NodeId};
use crate::testing::screen;
use crate::{Flag, Flags, LayoutBuilder, Widget};

/// Each line of the screen ends in `--` and the selector that its widget is given.
fn check(text: &str) {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let (widgets, expected): (Vec<&str>, Vec<&str>) =
        lines.map(|line| line.split_once(" -- ").unwrap()).unzip();
    let layout = screen(&widgets.join("\n"));
    let selectors = layout.selectors();
    let observed: Vec<String> = layout.nodes().map(|node| selectors.of(node.id()).to_string()).collect();
    assert_eq!(observed, expected);
    finds_every_widget(&layout);
}

fn finds_every_widget(layout: &Layout) {
    let selectors = layout.selectors();
    for node in layout.nodes() {
        let selector = selectors.of(node.id());
        assert_eq!(Selector::of(node), selector, "alone or among all, a widget has one name");
        let found = selector.resolve(layout).unwrap_or_else(|e| panic!("{e}\n{layout:?}"));
        assert_eq!(found.node.id(), node.id(), "{selector}");
        assert_ne!(found.confidence, Confidence::Likely, "{selector}");
        assert_eq!(selector.to_string().parse(), Ok(selector));
    }
}

#[test]
fn ids_before_texts_before_places() {
    check(
        r##"
            LinearLayout -- LinearLayout
              Button #save "Save" -- #save
              Button "Cancel" -- text "Cancel"
              ImageButton description "Add note" -- description "Add note"
              FrameLayout #bar -- #bar
                Button -- 1st Button in #bar
                Button -- 2nd Button in #bar
                View -- View
            "##,
    );
}

#[test]
fn equals_are_told_apart_by_a_second_trait() {
    check(
        r##"
            FrameLayout -- FrameLayout
              TextView #title "Milk" -- #title "Milk"
              TextView #subtitle "Milk" -- #subtitle
              TextView #title "Eggs" -- text "Eggs"
              TextView "Save" -- TextView "Save"
              Button "Save" -- Button "Save"
              Button #com.other:id/ok -- #com.other:id/ok
              Button #com.example:id/ok -- #com.example:id/ok
            "##,
    );
}

#[test]
fn rows_are_told_by_their_text_where_it_tells_them_apart() {
    check(
        r##"
            ListView #list -- #list
              LinearLayout -- row with "milk" of #list
                TextView #label "milk" -- text "milk"
                CheckBox #check -- #check in row with "milk" of #list
              LinearLayout -- row with "eggs" of #list
                TextView #label "eggs" -- text "eggs"
                CheckBox #check -- #check in row with "eggs" of #list
              LinearLayout -- row 3 of #list
                TextView #label "tea" -- 1st #label in row 3 of #list
                TextView #label "tea" -- 2nd #label in row 3 of #list
              LinearLayout -- row 4 of #list
                TextView #label "tea" -- #label in row 4 of #list
                ImageView -- ImageView in row 4 of #list
            "##,
    );
}

#[test]
fn lists_need_no_id_for_their_rows_to_be_told() {
    check(
        r##"
            FrameLayout -- FrameLayout
              RecyclerView -- 1st RecyclerView
                View -- row 1 of 1st RecyclerView
                View -- row 2 of 1st RecyclerView
              RecyclerView -- 2nd RecyclerView
                View -- row with "Last week" of 2nd RecyclerView
                  TextView "Last week" -- text "Last week"
                  RecyclerView #days -- #days
                    View "4" (clickable) -- text "4"
                    View "5" -- row 2 of #days
            "##,
    );
}

#[test]
fn buttons_without_a_name_are_told_by_what_they_hold() {
    check(
        r##"
            FrameLayout -- FrameLayout
              View (clickable) -- button around "house"
                View -- View in button around "house"
                  ImageView description "house" -- description "house"
                  TextView "Home" -- 1st TextView in button around "house"
                TextView "Home" -- 2nd TextView in button around "house"
              View #more -- #more
                View (clickable) -- button around "Open" in #more
                  TextView "Open" -- text "Open" in #more
              View (clickable) -- 5th View
                TextView "Open" -- 4th TextView
            "##,
    );
}

#[test]
fn rows_are_found_again_where_they_moved_to() {
    let row = |label: &str| format!("  LinearLayout\n    TextView \"{label}\"\n    CheckBox #check\n");
    let before = screen(&format!("ListView #list\n{}{}", row("milk"), row("eggs")));
    let after = screen(&format!("ListView #list\n{}{}{}", row("tea"), row("eggs"), row("milk")));
    let check = Selector::of(before.node(NodeId(3)));
    assert_eq!(check.to_string(), r##"#check in row with "milk" of #list"##);
    assert_eq!(check.resolve(&after).unwrap().node.id(), NodeId(9));
}

#[test]
fn what_was_typed_or_may_change_identifies_nothing() {
    check(
        r##"
            LinearLayout -- LinearLayout
              EditText "milk" hint "Title" -- hint "Title"
              EditText "two litres" -- 2nd EditText
              Switch "ON" -- Switch
              TextView "12:45" -- 1st TextView
              Spinner #day -- #day
                TextView #text1 "Monday" -- #text1
              TextView "Buy" -- text "Buy"
            "##,
    );
}

#[test]
fn a_place_nobody_counts_to_is_a_path() {
    let mut text = String::from("FrameLayout #pad\n");
    text.extend(["  View\n"; 25]);
    let layout = screen(&text);
    let selectors = layout.selectors();
    assert_eq!(selectors.of(NodeId(20)).to_string(), "20th View in #pad");
    assert_eq!(selectors.of(NodeId(21)).to_string(), "path 20 View in #pad");
    finds_every_widget(&layout);
}

#[test]
fn endless_names_are_not_repeated() {
    let long = "x".repeat(100_000);
    let mut builder = LayoutBuilder::new();
    for _ in 0..2 {
        let widget = Widget { class: &long, resource_id: &long, text: &long, ..Widget::default() };
        builder.leaf(&widget).unwrap();
    }
    let layout = builder.finish();
    assert_eq!(Selector::of(layout.node(NodeId(1))).to_string(), "path 1");
    finds_every_widget(&layout);
}

#[test]
fn the_largest_screen_is_no_trouble() {
    let mut builder = LayoutBuilder::new();
    for depth in 0..50_000 {
        let class = ["a.ListView", "a.View", ""][depth % 3];
        builder.open(&Widget { class, text: ["tea", "7"][depth % 2], ..Widget::default() }).unwrap();
        if depth % 400 != 399 && depth % 5 != 0 {
            builder.close();
        } else if depth % 400 == 399 {
            builder.window(crate::WindowInfo::default());
        }
    }
    let layout = builder.finish();
    let selectors = layout.selectors();
    let longest = layout.nodes().map(|node| selectors.of(node.id()).to_string().len()).max();
    assert!(longest < Some(4000), "{longest:?}");
}

/// Screens whose widgets have much in common, so that telling them apart is hard.
fn any_layout() -> impl Strategy<Value = Layout> {
    let pick = |values: &'static [&'static str]| prop::sample::select(values);
    let widget = (
        pick(&[
            "a.Button",
            "a.TextView",
            "b.TextView",
            "a.ListView",
            "a.EditText",
            "",
            "row",
            "a b",
            "a.",
            "c$2",
        ]),
        pick(&["", "", "save", "p:id/save", "q:id/save", "q:id/list", "x/", "my tag"]),
        pick(&["", "", "milk", "Milk ", "7", "\"\\\n\u{202e}"]),
        pick(&["", "", "", "milk", "add"]),
        pick(&["", "", "", "note"]),
        0..1u32 << Flag::ALL.len(),
        0..4usize,
    );
    prop::collection::vec(widget, 0..60).prop_map(|widgets| {
        let mut builder = LayoutBuilder::new();
        for (class, resource_id, text, content_desc, hint, flags, closed) in widgets {
            let flags = Flags::from_bits(flags);
            builder
                .open(&Widget { class, resource_id, text, content_desc, hint, flags, ..Widget::default() })
                .unwrap();
            (0..closed).for_each(|_| builder.close());
        }
        builder.finish()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_widget_is_found_by_its_own_selector(layout in any_layout()) {
        finds_every_widget(&layout);
    }

    #[test]
    fn selectors_of_another_screen_never_panic(here in any_layout(), there in any_layout()) {
        let selectors = here.selectors();
        for node in here.nodes() {
            if let Err(e) = selectors.of(node.id()).resolve(&there) {
                prop_assert!(!e.to_string().is_empty());
            }
        }
    }
}
