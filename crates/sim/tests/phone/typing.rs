//! Text boxes and the keyboard.

use device::{Device, Input, KeyCode, Point, Repeat};
use sim::{Faults, Profile, SimPhone, install};

use crate::desk::{Desk, PACKAGE};
use crate::person::Person;

fn editing() -> Person {
    let mut person = Person::new();
    person.tap("edit");
    person
}

#[test]
fn typing_goes_to_the_box_with_the_focus_and_nowhere_else() {
    let mut person = editing();
    person.write("lost");
    person.see("name", "Name");
    person.tap("name");
    assert!(person.keyboard());
    person.write("milk & 🥛");
    person.see("name", "milk & 🥛");
    person.tap("amount");
    person.write("1x2");
    person.see("amount", "12");
    person.see("name", "milk & 🥛");
}

#[test]
fn keys_edit_at_the_cursor() {
    let mut person = editing();
    person.tap("name");
    person.write("abc");
    person.key(KeyCode::DPAD_LEFT);
    person.key(KeyCode::DEL);
    person.see("name", "ac");
    person.key(KeyCode::MOVE_HOME);
    person.write("x");
    person.see("name", "xac");
    person.key(KeyCode::FORWARD_DEL);
    person.see("name", "xc");
    person.key(KeyCode::MOVE_END);
    person.act(&Input::Key { code: KeyCode::DEL, times: 9 });
    person.see("name", "Name");
}

#[test]
fn the_keyboard_covers_the_page_and_goes_away_by_back() {
    let mut person = editing();
    person.tap("note");
    assert!(person.keyboard());
    person.key(KeyCode::BACK);
    assert!(!person.keyboard());
    person.write("still");
    person.see("note", "still");
}

#[test]
fn enter_submits_a_line_and_breaks_an_area() {
    let mut person = editing();
    person.tap("note");
    person.write("a");
    person.key(KeyCode::ENTER);
    person.write("b");
    person.see("note", "a\nb");
    person.tap("name");
    person.write("bread");
    person.key(KeyCode::ENTER);
    person.see("last", "saved bread");
}

#[test]
fn enter_without_a_meaning_puts_the_keyboard_away() {
    let mut person = editing();
    person.tap("amount");
    person.key(KeyCode::ENTER);
    assert!(!person.keyboard());
}

#[test]
fn an_app_can_put_the_cursor_into_a_box() {
    let mut person = editing();
    person.tap("write");
    assert!(person.keyboard());
    person.write("here");
    person.see("note", "here");
}

#[test]
fn keys_on_the_screen_type() {
    let mut person = editing();
    person.tap("name");
    // The first letter of the first row, then the key at the right end of the third.
    let (first, backspace) = (Point { x: 50, y: 1_230 }, Point { x: 1_030, y: 1_570 });
    for at in [first, first, backspace] {
        person.act(&Input::Tap { at });
    }
    person.settle();
    person.see("name", "q");
}

#[test]
fn back_asks_the_app_before_it_leaves_the_screen() {
    let mut person = editing();
    person.tap("note");
    person.write("x");
    person.key(KeyCode::BACK);
    person.key(KeyCode::BACK);
    person.see("note", "Note");
    person.key(KeyCode::BACK);
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
}

#[test]
fn more_keys_than_it_takes_are_refused_whole() {
    let mut phone = SimPhone::new(&Profile::default(), vec![install::<Desk>(Faults::NONE)], 1);
    phone.launch(PACKAGE).unwrap();
    let before = phone.observe().unwrap();
    let refused = phone.act(&Input::Text { text: "a".repeat(10_001) }).unwrap_err();
    assert_eq!(refused.repeat(), Repeat::Pointless, "{refused}");
    let after = phone.observe().unwrap();
    assert_eq!((after.layout, after.at), (before.layout, before.at));
}
