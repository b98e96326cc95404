//! Pages, dialogs, menus, lists: what touches do.

use device::{Device, Input, KeyCode, Point};
use gui::Flag;

use crate::person::Person;

#[test]
fn the_launcher_opens_the_app_and_home_leaves_it() {
    let mut person = Person::new();
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
    person.key(KeyCode::HOME);
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    person.tap("Desk");
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
}

#[test]
fn a_tap_reaches_the_widget_and_a_disabled_or_empty_place_does_nothing() {
    let mut person = Person::new();
    person.tap("ticked");
    let layout = person.layout();
    let ticked = layout.nodes().find(|node| node.short_id() == "ticked").unwrap();
    assert!(ticked.is(Flag::Checked));
    person.act(&Input::Tap { at: Point { x: 1, y: 1_000 } });
    person.act(&Input::Tap { at: Point { x: -5, y: 99_999 } });
    assert_eq!(person.layout(), layout);
}

#[test]
fn a_dialog_takes_the_input_and_goes_away_by_its_buttons_by_back_and_by_a_touch_beside_it() {
    let mut person = Person::new();
    let dismissals: [fn(&mut Person); 3] = [
        |person| person.tap("Cancel"),
        |person| person.key(KeyCode::BACK),
        |person| {
            person.act(&Input::Tap { at: Point { x: 20, y: 200 } });
            person.settle();
        },
    ];
    for dismiss in dismissals {
        person.tap("confirm");
        person.see("alertTitle", "Clear?");
        assert!(person.text("last").is_none(), "only the dialog is in the dump");
        dismiss(&mut person);
        person.see("last", "cancelled");
        person.tap("toast");
    }
}

#[test]
fn menus_open_over_the_page_and_close_with_a_choice() {
    let mut person = Person::new();
    person.tap("More options");
    assert!(person.sees("Sort") && person.sees("About"));
    person.tap("About");
    person.see("last", "chose about");
    person.key(KeyCode::MENU);
    person.key(KeyCode::BACK);
    person.see("last", "chose about");
    person.hold("context");
    person.tap("Copy");
    person.see("last", "chose copy");
}

#[test]
fn a_dropdown_opens_its_choices() {
    let mut person = Person::new();
    person.tap("choice");
    person.tap("three");
    assert!(person.sees("three") && !person.sees("two"));
}

#[test]
fn long_taps_swipes_and_sliders_have_their_own_meaning() {
    let mut person = Person::new();
    person.hold("target");
    person.see("last", "held");
    person.swipe("target", -300, 0);
    person.see("last", "swiped");
    person.tap("toast");
    person.swipe("target", 300, 0);
    person.see("last", "swiped");
    let before = person.phone.state_hash();
    person.swipe("level", 200, 0);
    assert_ne!(person.phone.state_hash(), before);
}

#[test]
fn a_long_tap_without_meaning_is_a_tap() {
    let mut person = Person::new();
    person.hold("confirm");
    person.see("alertTitle", "Clear?");
}

#[test]
fn a_double_tap_reaches_the_app_twice() {
    let mut person = Person::new();
    let (before, at) = (person.phone.state_hash(), person.at("ticked"));
    person.act(&Input::Tap { at });
    assert_ne!(person.phone.state_hash(), before);
    person.act(&Input::Tap { at });
    assert_eq!(person.phone.state_hash(), before);
    person.act(&Input::DoubleTap { at });
    assert_eq!(person.phone.state_hash(), before);
}

#[test]
fn a_gesture_does_not_reach_a_window_that_opens_under_the_finger() {
    let mut person = Person::new();
    let at = person.at("confirm");
    person.key(KeyCode::MENU);
    person.tap_at("Later");
    person.act(&Input::Hold { at, time: std::time::Duration::from_millis(600) });
    person.settle();
    assert_eq!(person.front(), "org.example.desk/.EditActivity");
    person.key(KeyCode::BACK);
    person.see("last", "");
}

#[test]
fn lists_make_the_rows_in_view_as_they_scroll() {
    let mut person = Person::new();
    person.key(KeyCode::MENU);
    person.tap("Fill");
    person.see("count", "200 items");
    person.tap("list");
    assert!(person.sees("item 0") && !person.sees("item 199"));
    person.swipe("item 9", 0, -600);
    assert!(!person.sees("item 0"));
    for _ in 0..40 {
        let at = Point { x: 500, y: 1500 };
        let to = Point { x: 500, y: 300 };
        person.act(&Input::Swipe { from: at, to, time: std::time::Duration::from_millis(100) });
    }
    assert!(person.sees("item 199"));
}

#[test]
fn a_snackbar_goes_away_by_itself_or_with_its_action() {
    let mut person = Person::new();
    person.tap("snack");
    assert!(person.sees("Deleted"));
    person.wait(4_000);
    assert!(!person.sees("Deleted"));
    person.tap("snack");
    person.tap("Undo");
    person.see("last", "undone");
    assert!(!person.sees("Deleted"));
}

#[test]
fn the_navigation_bar_has_back_home_and_recents() {
    let mut person = Person::new();
    let mut bar = |x| {
        person.act(&Input::Tap { at: Point { x, y: 1_900 } });
        person.settle();
        person.front()
    };
    assert_eq!(bar(900), "com.android.launcher3/com.android.quickstep.RecentsActivity");
    assert_eq!(bar(180), "org.example.desk/.MainActivity");
    assert_eq!(bar(540), "com.android.launcher3/.Launcher");
}

#[test]
fn the_focus_moves_with_keys() {
    let mut person = Person::new();
    let focused = |person: &mut Person| {
        let layout = person.layout();
        layout.nodes().find(|node| node.is(Flag::Focused)).map(|node| node.short_id().to_owned())
    };
    assert_eq!(focused(&mut person), None);
    person.key(KeyCode::TAB);
    person.key(KeyCode::DPAD_DOWN);
    assert_eq!(focused(&mut person).as_deref(), Some("crash"));
    for _ in 0..9 {
        person.key(KeyCode::DPAD_RIGHT);
    }
    assert_eq!(focused(&mut person).as_deref(), Some("confirm"));
    person.key(KeyCode::DPAD_CENTER);
    person.see("alertTitle", "Clear?");
}

#[test]
fn pictures_show_what_the_dump_says_and_more() {
    let mut person = Person::new();
    let size = |picture: &device::Picture| (picture.width_px, picture.height_px, picture.rgba.len());
    let before = person.phone.screenshot().unwrap();
    assert_eq!(size(&before), (1080, 1920, 1080 * 1920 * 4));
    assert_eq!(person.phone.screenshot().unwrap(), before);
    person.tap("toast");
    let layout = person.layout();
    let toast = person.phone.screenshot().unwrap();
    assert_ne!(toast, before, "a toast is seen");
    person.wait(2_000);
    assert_eq!(person.phone.screenshot().unwrap(), before, "and goes away");
    assert_eq!(person.layout(), layout, "but is in no dump");
    person.key(KeyCode::SLEEP);
    let dark = person.phone.screenshot().unwrap();
    assert!(dark.rgba.chunks(4).all(|pixel| pixel == [0, 0, 0, 255]));
}
