//! Activities, processes, permissions: leaving and coming back.

use device::{Change, Device, KeyCode};
use sim::{Faults, Profile};

use crate::desk::{CONTACTS, PACKAGE};
use crate::person::Person;

fn kill(person: &mut Person) {
    person.change(&Change::KillProcess { package: PACKAGE.to_owned() });
}

fn lifecycle(person: &mut Person) -> Vec<String> {
    let page = person.phone.read_log(device::LogPosition::START).unwrap();
    let told = page.lines.iter().filter(|line| &*line.tag == "Desk" && line.message.contains("Activity"));
    told.map(|line| line.message.replace("Activity", "")).collect()
}

#[test]
fn screens_hear_that_they_come_and_go() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("save");
    person.key(KeyCode::HOME);
    person.tap("Desk");
    let expected = [
        "Main Resumed",
        "Main Paused",
        "Edit Resumed",
        "Edit Paused",
        "Main Resumed",
        "Main Paused",
        "Main Resumed",
    ];
    assert_eq!(lifecycle(&mut person), expected);
}

#[test]
fn a_result_comes_to_the_screen_below() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("name");
    person.write("milk");
    person.tap("save");
    person.see("last", "saved milk");
    person.see("count", "1 items");
}

#[test]
fn the_disk_outlives_the_process_and_memory_does_not() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("save");
    person.see("visits", "3 visits");
    kill(&mut person);
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    person.tap("Desk");
    person.see("visits", "1 visits");
    person.see("count", "1 items");
    person.see("last", "made anew: ProcessDeath");
}

#[test]
fn what_was_typed_is_there_after_the_process_ended() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("name");
    person.write("milk");
    kill(&mut person);
    person.tap("Desk");
    person.see("name", "milk");
    person.key(KeyCode::BACK);
    person.see("last", "made anew: ProcessDeath");
}

#[test]
fn timers_and_work_end_with_the_process() {
    let mut person = Person::new();
    person.tap_at("tick");
    person.tap_at("load");
    kill(&mut person);
    person.wait(10_000);
    person.tap("Desk");
    person.wait(5_000);
    person.see("ticks", "0 ticks");
    person.see("last", "made anew: ProcessDeath");
}

#[test]
fn stopping_forgets_the_screens_and_clearing_the_data_too() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("save");
    person.tap("edit");
    person.phone.stop(PACKAGE).unwrap();
    person.settle();
    person.tap("Desk");
    person.see("count", "1 items");
    person.phone.clear_data(PACKAGE).unwrap();
    person.settle();
    person.tap("Desk");
    person.see("count", "0 items");
}

#[test]
fn leaving_the_first_screen_by_back_ends_it_on_older_phones_only() {
    for (api, expected) in [(34, "chose about"), (28, "")] {
        let mut person = Person::with(&Profile::android(api), Faults::NONE);
        person.key(KeyCode::MENU);
        person.tap("About");
        person.key(KeyCode::BACK);
        assert_eq!(person.front(), "com.android.launcher3/.Launcher");
        person.tap("Desk");
        person.see("last", expected);
        person.see("visits", "2 visits");
    }
}

#[test]
fn recents_return_to_an_app_and_clear_all_ends_it() {
    let mut person = Person::new();
    person.tap("edit");
    person.key(KeyCode::HOME);
    person.key(KeyCode::APP_SWITCH);
    person.tap("Desk");
    assert_eq!(person.front(), "org.example.desk/.EditActivity");
    person.key(KeyCode::APP_SWITCH);
    person.tap("Clear all");
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    person.key(KeyCode::APP_SWITCH);
    assert!(person.sees("No recent items"));
}

#[test]
fn a_permission_is_asked_for_until_it_was_denied_twice() {
    let mut person = Person::new();
    for _ in 0..2 {
        person.tap("ask");
        assert_eq!(person.layout().package(), "com.android.permissioncontroller");
        person.tap("permission_deny_button");
        person.see("last", "permitted: false");
    }
    person.tap("toast");
    person.tap("ask");
    person.see("last", "permitted: false");
}

#[test]
fn a_permission_given_is_not_asked_for_again_and_taking_it_ends_the_process() {
    let mut person = Person::new();
    person.tap("ask");
    person.key(KeyCode::HOME);
    person.tap("Desk");
    person.tap("permission_allow_button");
    person.see("last", "permitted: true");
    person.tap("ask");
    person.see("last", "permitted: true");
    let pid = person.phone.apps().unwrap()[0].pid;
    person.change(&Change::Permission { package: PACKAGE.into(), name: CONTACTS.into(), granted: false });
    person.see("last", "made anew: ProcessDeath");
    assert_ne!(person.phone.apps().unwrap()[0].pid, pid);
    assert!(!person.phone.apps().unwrap()[0].permissions[0].granted);
}

#[test]
fn nobody_is_asked_for_permissions_before_android_6() {
    let mut person = Person::with(&Profile::android(22), Faults::NONE);
    person.tap("ask");
    person.see("last", "permitted: true");
}

#[test]
fn the_share_sheet_can_be_dismissed() {
    let mut person = Person::new();
    person.tap("share");
    assert!(person.sees("some text"));
    person.key(KeyCode::BACK);
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
    person.tap("share");
    person.act(&device::Input::Tap { at: device::Point { x: 500, y: 300 } });
    person.settle();
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
}
