//! Small traces: what a check loses, and what looks like it and is none.

use model::Volatile;

use super::*;
use crate::testing::{APP, judged, judged_with, trace};

/// Makes a check that leads from one screen to another. A single line is in a scroll view's place, below a bar.
fn check(before: &str, purpose: &str, after: &str, expected: &[&str]) {
    let trace = around(before, purpose, after);
    let found = judged(&StateLoss::default(), &trace);
    let told: Vec<&str> = found.iter().map(|suspicion| suspicion.sentence.as_str()).collect();
    assert_eq!(told, expected, "{before}\n{purpose}\n{after}");
}

fn around(before: &str, purpose: &str, after: &str) -> Trace {
    trace(&format!("{before}\nrotate landscape for {purpose}\nrotate portrait for {purpose}\n{after}"))
}

fn page(widgets: &str) -> String {
    let lines: String = widgets.lines().map(|line| format!("    {line}\n")).collect();
    format!("screen .Main\n  FrameLayout\n{lines}")
}

#[test]
fn typed_text_gone_after_turning() {
    check(
        &page(r#"EditText #note "milk""#),
        "check-rotation",
        &page("EditText #note"),
        &["the text typed into #note is gone after turning the phone"],
    );
    let found = judged(
        &StateLoss::default(),
        &around(&page(r#"EditText #note "milk""#), "check-rotation", &page("EditText #note")),
    );
    assert_eq!(found[0].fingerprint.as_str(), "text-lost:rotation:com.example/.Main:#note");
    assert_eq!(found[0].expectation, "Turning the phone should not erase what a person typed.");
    assert_eq!((found[0].well_after, found[0].shows_after), (0, 2));
}

#[test]
fn silent_when_it_was_cleared_by_a_tap() {
    // The person pressed Clear, so an empty field is what they asked for.
    let note = page(r#"EditText #note "milk""#);
    let text = format!("{note}\ntap #note\n{}", page("EditText #note"));
    assert_eq!(judged(&StateLoss::default(), &trace(&text)), []);
}

#[test]
fn silent_when_the_phone_was_turned_in_the_dark() {
    let [typed, empty] = [r#"EditText #note "milk""#, "EditText #note"].map(page);
    let in_state = |state| {
        let dark = format!("{typed}\n{state}\n{typed}\n");
        let away = "off for check-screen-off\non for check-screen-off\n";
        judged(&StateLoss::default(), &trace(&format!("{dark}{away}{empty}"))).len()
    };
    assert_eq!((in_state("off"), in_state("on")), (0, 1));
}

#[test]
fn silent_when_an_app_only_tidies_what_was_typed() {
    let [typed, tidied] = ["12", "12.00"].map(|text| page(&format!("EditText #amount \"{text}\"")));
    check(&typed, "check-background", &tidied, &[]);
}

#[test]
fn silent_on_passwords_and_hints() {
    check(
        &page("EditText #pin \"••\" (password)\nEditText #name \"Name\" hint \"Name\""),
        "check-background",
        &page("EditText #pin (password)\nEditText #name hint \"Name\""),
        &[],
    );
}

#[test]
fn a_text_box_that_is_gone_with_its_text() {
    let before = "ScrollView #form (scrollable)
  LinearLayout
    EditText #name \"Ann\"
    EditText #number \"1\"
    EditText #number \"2\"
    Button #add";
    let gone = before.replace("    EditText #number \"2\"\n", "");
    let scrolled = before.replace("    EditText #number \"2\"\n    Button #add", "");
    let lost = ["the text typed into 2nd #number in #form is gone after turning the phone"];
    check(&page(before), "check-rotation", &page(&gone), &lost);
    // What is scrolled out of view is not lost.
    check(&page(before), "check-rotation", &page(&scrolled), &[]);
}

#[test]
fn ticks_selections_and_choices() {
    let before = "CheckBox #urgent (checkable, checked)
LinearLayout \"Today\" (selected)
LinearLayout \"All\"
Spinner #repeat \"Monthly\"";
    let after = "CheckBox #urgent (checkable)
LinearLayout \"Today\"
LinearLayout \"All\" (selected)
Spinner #repeat \"Never\"";
    check(
        &page(before),
        "check-background",
        &page(after),
        &[
            "the tick on #urgent is gone after leaving the app and coming back",
            "#repeat no longer says \"Monthly\" after leaving the app and coming back",
            "text \"Today\" is no longer selected after leaving the app and coming back",
        ],
    );
}

#[test]
fn choosing_another_of_a_group_is_one_loss() {
    check(
        &page("RadioButton #a (checkable, checked)\nRadioButton #b (checkable)"),
        "check-screen-off",
        &page("RadioButton #a (checkable)\nRadioButton #b (checkable, checked)"),
        &["the tick on #a is gone after the screen went off and on"],
    );
}

#[test]
fn ticks_in_a_list_are_compared_only_where_its_rows_are_the_same() {
    let list = |rows: &[(&str, &str)]| {
        let row = |(text, flags): &(&str, &str)| format!("\n  CheckBox \"{text}\" ({flags})");
        page(&format!("ListView #list{}", rows.iter().map(row).collect::<String>()))
    };
    let before = list(&[("milk", "checkable, checked"), ("eggs", "checkable")]);
    let unticked = list(&[("milk", "checkable"), ("eggs", "checkable")]);
    let told = r#"the tick on text "milk" is gone after turning the phone"#;
    check(&before, "check-rotation", &unticked, &[told]);
    check(&before, "check-rotation", &list(&[("milk", "checkable"), ("bread", "checkable")]), &[]);
    let twins = list(&[("milk", "checkable"), ("milk", "checkable"), ("eggs", "checkable, checked")]);
    let other =
        list(&[("milk", "checkable, checked"), ("milk", "checkable"), ("eggs", "checkable, checked")]);
    check(&twins, "check-process-death", &other, &[]);
}

#[test]
fn counted_tabs_are_compared_only_where_they_say_the_same() {
    let tabs = |rows: &[(&str, &str)]| {
        let row = |(text, flags): &(&str, &str)| format!("View{flags}\n  TextView \"{text}\"");
        page(&rows.iter().map(row).collect::<Vec<_>>().join("\n"))
    };
    let before = tabs(&[("Home", " (selected)"), ("Books", "")]);
    let told = "1st View is no longer selected after turning the phone";
    check(&before, "check-rotation", &tabs(&[("Home", ""), ("Books", " (selected)")]), &[told]);
    check(&before, "check-rotation", &tabs(&[("News", ""), ("Home", " (selected)"), ("Books", "")]), &[]);
}

#[test]
fn counted_widgets_are_not_compared_where_some_may_be_out_of_view() {
    let form = |kinds: [&str; 2]| {
        let kinds = kinds.map(|kind| format!("    Spinner #kind \"{kind}\"\n")).concat();
        page(&format!("ScrollView #form (scrollable)\n  LinearLayout\n{kinds}"))
    };
    check(&form(["Home", "Work"]), "check-background", &form(["Work", "Mobile"]), &[]);
}

#[test]
fn a_dialog_gone_and_a_menu_gone() {
    let dialog =
        "screen .Main\n  FrameLayout #parentPanel [10,10][90,90]\n    TextView #alertTitle \"Delete?\"";
    let told = "the dialog \"Delete?\" is gone after turning the phone";
    check(dialog, "check-rotation", &page("EditText #note"), &[told]);
    check(dialog, "check-rotation", "screen .List\n  FrameLayout\n    ListView #list", &[told]);
    let menu = "screen .Main\n  FrameLayout [10,10][90,90]\n    TextView \"Sort\"";
    check(menu, "check-rotation", &page("EditText #note"), &[]);
}

#[test]
fn another_screen_instead() {
    let other = page("ListView #list").replace(".Main", ".Start");
    let told = "Start is shown instead of Main after leaving the app and coming back";
    check(&page("EditText #note \"milk\""), "check-background", &other, &[told]);
}

#[test]
fn silent_when_the_app_asks_for_a_password_first() {
    let lock = page("EditText #pin (password)").replace(".Main", ".Lock");
    check(&page("EditText #note \"milk\""), "check-background", &lock, &[]);
}

#[test]
fn silent_when_something_has_been_loaded_since() {
    check(
        &page("ProgressBar #bar\nEditText #note \"milk\""),
        "check-background",
        &page("EditText #note"),
        &[],
    );
}

#[test]
fn silent_outside_the_app_and_when_the_phone_is_held_otherwise() {
    let note = page("EditText #note \"milk\"");
    check(&note, "check-background", "screen FrameLayout @com.android.launcher3", &[]);
    let mut turned = around(&note, "check-rotation", &page("EditText #note"));
    let mut layout = gui::LayoutBuilder::new();
    layout.window(gui::WindowInfo { rotation: 1, ..gui::WindowInfo::default() });
    layout.open(&gui::Widget { package: APP, ..gui::Widget::default() }).unwrap();
    let event = gui::Event::Rotate { to: gui::Orientation::Landscape };
    let remarks = trace::Remarks { purpose: Some("check-rotation".to_owned()), ..trace::Remarks::default() };
    turned.step(Some(event), trace::Moment::of(layout.finish()), remarks);
    assert_eq!(judged(&StateLoss::default(), &turned), []);
}

#[test]
fn a_list_that_jumped() {
    let list = |rows: [&str; 3]| {
        page(&format!(
            "ListView #list (scrollable)\n{}",
            rows.map(|row| format!("  TextView \"{row}\"\n")).concat()
        ))
    };
    let below = list(["g", "h", "i"]);
    let told = "#list shows other rows than before after leaving the app and coming back";
    check(&below, "check-background", &list(["a", "b", "c"]), &[told]);
    check(&below, "check-background", &list(["f", "g", "h"]), &[]);
    // The other way up there may be room for all of it, and lists load their rows anew when a process begins.
    check(&below, "check-rotation", &list(["a", "b", "c"]), &[]);
    check(&below, "check-process-death", &list(["a", "b", "c"]), &[]);
}

#[test]
fn of_an_ended_process_only_what_android_keeps_is_expected() {
    let told = "the text typed into #note is gone after process death in the background";
    check(&page("EditText #note \"milk\""), "check-process-death", &page("EditText #note"), &[told]);
    check(&page("EditText \"milk\""), "check-process-death", &page("EditText"), &[]);
}

#[test]
fn what_changes_by_itself_is_not_expected_to_stay() {
    let [slow, fast] = ["3 km/h", "9 km/h"].map(|speed| page(&format!("Spinner #speed \"{speed}\"")));
    let trace = around(&slow, "check-background", &fast);
    let mut volatile = Volatile::default();
    let (before, after) = (trace.start().layout.as_ref().unwrap(), trace.last().layout.as_ref().unwrap());
    assert_eq!(judged_with(&StateLoss::default(), &trace, &volatile).len(), 1);
    volatile.learn(before, after);
    assert_eq!(judged_with(&StateLoss::default(), &trace, &volatile), []);
}

/// Taps something, turns the phone, and says what was lost.
fn counted(before: &str, set: &str, after: &str) -> Vec<String> {
    let [before, set, after] = [before, set, after].map(page);
    let turn = "rotate landscape for check-rotation\nrotate portrait for check-rotation";
    let found =
        judged(&StateLoss::default(), &trace(&format!("{before}\ntap #more\n{set}\n{turn}\n{after}")));
    assert!(found.iter().all(|loss| loss.kind != *Lost::Value.kind() || loss.well_after == 0));
    found.into_iter().map(|suspicion| suspicion.sentence).collect()
}

#[test]
fn a_number_that_was_counted_up_and_is_back() {
    let [three, four, five] =
        ["3", "4", "5"].map(|amount| format!("Button #more \"+\"\nTextView #amount \"{amount} pieces\""));
    let told = r#"#amount says "3 pieces" again instead of "4 pieces" after turning the phone"#;
    assert_eq!(counted(&three, &four, &three), [told]);
    assert_eq!(counted(&three, &four, &four), [""; 0], "kept");
    assert_eq!(counted(&three, &four, &five), [""; 0], "news");
    assert_eq!(counted(&three, &three, &four), [""; 0], "nobody has set it");
}

#[test]
fn silent_on_numbers_that_follow_from_what_was_lost_and_on_what_is_no_number() {
    let sum = |sum, tick| format!("Button #more\nTextView #sum \"{sum}\"\nCheckBox #gift (checkable{tick})");
    let told = "the tick on #gift is gone after turning the phone";
    assert_eq!(counted(&sum("5", ""), &sum("7", ", checked"), &sum("5", "")), [told]);
    let state = |state| format!("Button #more\nTextView #state \"{state}\"");
    assert_eq!(counted(&state("Paused"), &state("Playing"), &state("Paused")), [""; 0]);
    let button = |text| format!("Button #more \"{text}\" (clickable)");
    assert_eq!(counted(&button("Page 1"), &button("Page 2"), &button("Page 1")), [""; 0]);
}

#[test]
fn a_number_may_be_gone_with_its_process() {
    let [three, four] =
        ["3", "4"].map(|amount| page(&format!("TextView #amount \"{amount}\"\nButton #more")));
    let away = |check| {
        let away = format!("home for {check}\nlaunch for {check}");
        judged(&StateLoss::default(), &trace(&format!("{three}\ntap #more\n{four}\n{away}\n{three}"))).len()
    };
    assert_eq!((away("check-background"), away("check-process-death")), (1, 0));
}

#[test]
fn silent_on_numbers_that_follow_from_what_was_typed() {
    let counted =
        |words, text| page(&format!("TextView #words \"{words} words\"\nEditText #body \"{text}\""));
    let [long, short] = [counted(2, "milk eggs"), counted(0, " ")];
    let turn = "rotate landscape for check-rotation\nrotate portrait for check-rotation";
    assert_eq!(
        judged(&StateLoss::default(), &trace(&format!("{long}\nclear #body\n{short}\n{turn}\n{long}"))),
        []
    );
}

/// The fingerprint of what a check loses, and of what would explain it.
fn known_by(before: &str, after: &str) -> (String, Vec<String>) {
    let lost = judged(&StateLoss::default(), &around(before, "check-screen-off", after)).remove(0);
    (lost.fingerprint.to_string(), lost.explained_by.iter().map(ToString::to_string).collect())
}

#[test]
fn a_dialog_is_the_same_on_every_screen_that_opens_it() {
    let dialog = |host: &str| {
        format!(
            "screen .{host}\n  FrameLayout #parentPanel [10,10][90,90]\n    EditText #name\n    Button #save"
        )
    };
    let page = |host: &str| format!("screen .{host}\n  FrameLayout\n    ListView #list");
    let [main, other] = ["Main", "Other"].map(|host| known_by(&dialog(host), &page(host)).0);
    assert_eq!(main, other);
    let without_names =
        |host: &str| format!("screen .{host}\n  FrameLayout [10,10][90,90]\n    Button \"OK\"");
    let [main, other] = ["Main", "Other"].map(|host| known_by(&without_names(host), &page(host)).0);
    assert_ne!(main, other, "nothing tells that they are the same");
}

#[test]
fn a_dialog_that_looks_like_a_screen_is_told_once() {
    let widgets = "EditText #name\n    Button #save\n    Button #cancel\n    TextView #hint \"Name\"";
    let after = "screen .Main\n  FrameLayout\n    ListView #list";
    let (dialog, _) = known_by(&format!("screen .Main\n  FrameLayout [10,10][90,90]\n    {widgets}"), after);
    let (screen, explained_by) = known_by(&format!("screen .Main\n  FrameLayout\n    {widgets}"), after);
    assert!(dialog.starts_with("dialog-lost") && screen.starts_with("screen-lost"), "{dialog}, {screen}");
    assert_eq!(explained_by, [dialog]);
}

#[test]
fn a_dialog_that_goes_with_its_screen_is_explained_by_that() {
    let dialog = "screen .Edit\n  FrameLayout #parentPanel [10,10][90,90]\n    Button #save";
    let (_, explained_by) = known_by(dialog, "screen .Main\n  FrameLayout\n    ListView #list");
    assert_eq!(explained_by, ["screen-lost:screen-off:com.example/.Edit:"]);
}
