use super::ByItself::{Changes, Goes};
use super::*;
use crate::testing::screen;

fn learnt(before: &str, after: &str) -> Volatile {
    let mut volatile = Volatile::default();
    let (before, after) = (screen("com.example", before), screen("com.example", after));
    let anything_new = volatile.learn(&before, &after);
    assert_eq!(anything_new, !volatile.is_empty());
    assert!(!volatile.learn(&before, &after), "the same teaches nothing new");
    volatile
}

fn check(before: &str, after: &str, expected: &[(&str, ByItself)]) {
    let names: Vec<(String, ByItself)> =
        expected.iter().map(|&(name, way)| (format!("com.example:id/{name}"), way)).collect();
    let volatile = learnt(before, after);
    assert_eq!(volatile.ways().map(|(name, way)| (name.to_owned(), way)).collect::<Vec<_>>(), names);
}

const PAGE: &str = "
FrameLayout #page
  TextView #title \"Notes\"
  Button #save \"Save\"
";

#[test]
fn a_clock_changes() {
    check(
        &format!("{PAGE}  TextView #clock \"9:59\""),
        &format!("{PAGE}  TextView #clock \"10:00\""),
        &[("clock", Changes)],
    );
}

#[test]
fn a_widget_without_id_is_known_by_what_it_stands_in() {
    check(
        &format!("{PAGE}  LinearLayout #header\n    TextView \"1\""),
        &format!("{PAGE}  LinearLayout #header\n    TextView \"2\""),
        &[("header > android.widget.TextView", Changes)],
    );
}

#[test]
fn of_two_widgets_without_id_only_the_one_that_changed_is_volatile() {
    check(
        &format!("{PAGE}  LinearLayout #header\n    TextView \"Today\"\n    TextView \"9:59\""),
        &format!("{PAGE}  LinearLayout #header\n    TextView \"Today\"\n    TextView \"10:00\""),
        &[("header > android.widget.TextView 2", Changes)],
    );
}

#[test]
fn a_frame_that_holds_nothing_else_goes_with_a_snackbar() {
    let snackbar = format!("{PAGE}  FrameLayout\n    FrameLayout\n      TextView #snackbar_text \"Deleted\"");
    check(&snackbar, PAGE, &[("snackbar_text", Goes)]);
    let volatile = learnt(&snackbar, PAGE);
    let [with, without] = [&snackbar, PAGE]
        .map(|page| crate::ScreenIds::of(&screen("com.example", page), "com.example", &volatile));
    assert_eq!((with.travel, with.widgets), (without.travel, without.widgets));
}

#[test]
fn silent_when_what_goes_has_no_id() {
    // Without one it cannot be told from the next best label on another page.
    check(&format!("{PAGE}  TextView \"Tip\""), PAGE, &[]);
}

#[test]
fn a_tick_that_comes_by_itself_changes() {
    check(
        &format!("{PAGE}  CheckBox #ready -checked"),
        &format!("{PAGE}  CheckBox #ready +checked"),
        &[("ready", Changes)],
    );
}

#[test]
fn an_advert_goes_with_all_that_is_inside() {
    let advert = format!("{PAGE}  FrameLayout #advert\n    TextView \"Buy\"\n    Button #buy \"Now\"");
    check(&advert, PAGE, &[("advert", Goes)]);
    let volatile = learnt(&advert, PAGE);
    let layout = screen("com.example", &advert);
    let inside: Vec<&str> =
        layout.nodes().filter(|&node| volatile.has(node)).map(gui::Node::short_class).collect();
    assert_eq!(inside, ["FrameLayout", "TextView", "Button"]);
}

#[test]
fn silent_when_something_comes() {
    // What was loaded comes by itself, and stays.
    check(PAGE, &format!("{PAGE}  TextView #loaded \"Done\""), &[]);
}

#[test]
fn silent_when_the_app_went_elsewhere_by_itself() {
    check(
        &format!("{PAGE}  TextView #a \"1\"\n  TextView #b \"2\""),
        "FrameLayout #login\n  EditText #name\n  TextView #a \"2\"",
        &[],
    );
}

#[test]
fn silent_when_a_text_box_was_filled_in() {
    check(&format!("{PAGE}  EditText #note"), &format!("{PAGE}  EditText #note \"milk\""), &[]);
}

#[test]
fn silent_when_a_list_goes_while_it_is_loaded_again() {
    check(
        &format!("{PAGE}  RecyclerView #list\n    TextView #row \"Milk\""),
        &format!("{PAGE}  ProgressBar #spinner"),
        &[],
    );
}

const LIST: &str = "
FrameLayout #page
  RecyclerView #list
    LinearLayout #row
      TextView #name \"Ann\"
      TextView #ago \"2 min\"
    LinearLayout #row
      TextView #name \"Ben\"
      TextView #ago \"3 min\"
";

#[test]
fn what_changes_in_rows_that_stayed_is_volatile() {
    check(LIST, &LIST.replace("3 min", "4 min"), &[("ago", Changes)]);
}

#[test]
fn silent_when_a_list_was_brought_up_to_date() {
    let row = "    LinearLayout #row\n      TextView #name \"Cem\"\n      TextView #ago \"now\"\n";
    let more = format!("{}{row}", LIST.replace("3 min", "4 min"));
    check(LIST, &more, &[]);
    check(&more, LIST, &[]);
    // Other rows in the place of these: nothing says that they are the same.
    check(LIST, &LIST.replace("Ben", "Dia").replace("3 min", "1 min"), &[]);
}

#[test]
fn the_order_of_looks_does_not_matter() {
    let looks = [
        (format!("{PAGE}  TextView #tip \"A\""), format!("{PAGE}  TextView #tip \"B\"")),
        (format!("{PAGE}  TextView #tip \"A\""), PAGE.to_owned()),
        (LIST.to_owned(), LIST.replace("3 min", "4 min")),
    ];
    let all = |order: [usize; 3]| {
        let mut volatile = Volatile::default();
        for at in order {
            let (before, after) = &looks[at];
            volatile.learn(&screen("com.example", before), &screen("com.example", after));
        }
        volatile
    };
    let volatile = all([0, 1, 2]);
    assert_eq!(volatile, all([2, 1, 0]));
    assert_eq!(volatile.digest(), all([1, 2, 0]).digest());
    assert_ne!(volatile.digest(), Volatile::default().digest());
    assert_eq!(
        volatile.ways().collect::<Vec<_>>(),
        [("com.example:id/ago", Changes), ("com.example:id/tip", Goes)]
    );
}

#[test]
fn what_was_learnt_survives_its_text() {
    let volatile = learnt(LIST, &LIST.replace("3 min", "4 min"));
    let saved = serde_json::to_string(&volatile).unwrap();
    assert_eq!(saved, r#"{"com.example:id/ago":"changes"}"#);
    assert_eq!(serde_json::from_str::<Volatile>(&saved).unwrap(), volatile);
    let too_long = format!("{{\"{}\":\"goes\"}}", "x".repeat(MAX_NAME + 1));
    assert!(serde_json::from_str::<Volatile>(&too_long).is_err());
}
