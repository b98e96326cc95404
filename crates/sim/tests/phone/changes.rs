//! Turning the phone, and what else happens to it.

use std::time::Duration;

use device::{Change, Device, DeviceError, Input, KeyCode, Point};
use gui::{Orientation, SystemEvent};
use sim::{Faults, Profile};

use crate::desk::FORGETFUL;
use crate::person::Person;

const DESK: &str = "org.example.desk/.MainActivity";
/// Where a notification comes down: over the app's title.
const NOTIFICATION: Point = Point { x: 540, y: 200 };

#[test]
fn turning_the_phone_makes_the_screen_anew() {
    let mut person = Person::new();
    person.change(&Change::Rotate { to: Orientation::Landscape });
    person.see("last", "made anew: Configuration");
    let layout = person.layout();
    let root = layout.roots().next().unwrap();
    assert_eq!((root.bounds().width(), root.bounds().height()), (1920, 1080));
    assert_eq!(layout.windows()[0].info.rotation, 1);
    person.tap("edit");
    person.change(&Change::Rotate { to: Orientation::Portrait });
    person.tap("Navigate up");
    person.see("last", "made anew: Configuration");
    person.see("visits", "5 visits");
}

#[test]
fn the_launcher_and_dialogs_of_the_system_turn_too() {
    let mut person = Person::new();
    let width = |person: &mut Person| person.layout().roots().next().unwrap().bounds().width();
    person.key(KeyCode::APP_SWITCH);
    person.change(&Change::Rotate { to: Orientation::Landscape });
    assert_eq!(width(&mut person), 1920);
    person.key(KeyCode::HOME);
    assert_eq!(width(&mut person), 1920);
    person.change(&Change::Rotate { to: Orientation::Portrait });
    assert_eq!(width(&mut person), 1080);
}

#[test]
fn a_good_app_keeps_what_was_typed_and_a_forgetful_one_does_not() {
    for (faults, expected) in [(Faults::NONE, "milk"), (Faults::NONE.with(FORGETFUL), "Name")] {
        let mut person = Person::with(&Profile::default(), faults);
        person.tap("edit");
        person.tap("name");
        person.write("milk");
        person.change(&Change::Rotate { to: Orientation::Landscape });
        person.see("name", expected);
        assert!(!person.keyboard());
    }
}

#[test]
fn menus_go_away_when_the_phone_is_turned_and_dialogs_of_the_app_stay() {
    let mut person = Person::new();
    person.tap("More options");
    person.change(&Change::Rotate { to: Orientation::Landscape });
    assert!(!person.sees("Sort"));
    person.tap("confirm");
    person.change(&Change::Rotate { to: Orientation::Portrait });
    person.see("alertTitle", "Clear?");
}

#[test]
fn language_looks_letters_and_size_reach_the_app() {
    let mut person = Person::new();
    person.change(&Change::Locale { tag: "de-DE".to_owned() });
    person.see("config", "de-DE online");
    person.change(&Change::DarkMode { on: true });
    let before = person.place("last");
    person.change(&Change::FontScale { percent: 200 });
    assert!(person.place("last").height() > before.height());
    person.change(&Change::WindowSize { px: Some((1080, 960)) });
    assert_eq!(person.layout().roots().next().unwrap().bounds().height(), 960);
    person.change(&Change::WindowSize { px: None });
    assert_eq!(person.layout().roots().next().unwrap().bounds().height(), 1920);
    person.see("visits", "6 visits");
}

#[test]
fn the_same_setting_once_more_changes_nothing() {
    let mut person = Person::new();
    for change in [
        Change::Rotate { to: Orientation::Portrait },
        Change::Locale { tag: "en-US".to_owned() },
        Change::DarkMode { on: false },
        Change::FontScale { percent: 100 },
        Change::WindowSize { px: None },
    ] {
        person.change(&change);
        person.see("last", "");
    }
}

#[test]
fn apps_hear_of_network_time_and_their_broadcasts() {
    let mut person = Person::new();
    person.happens(SystemEvent::Network { on: false });
    person.see("last", "the network went away");
    person.see("config", "en-US offline");
    person.happens(SystemEvent::Time);
    person.see("last", "the clock was set");
    person.happens(SystemEvent::Sms);
    person.see("last", "a text message arrived");
    person.happens(SystemEvent::Broadcast { action: "org.example.OTHER".to_owned() });
    person.see("last", "a text message arrived");
    person.happens(SystemEvent::Broadcast { action: "org.example.REFRESH".to_owned() });
    person.see("last", "the broadcast org.example.REFRESH was sent");
}

#[test]
fn a_notification_opens_its_message_or_is_put_away() {
    let check = |input: &Input, front: &str| {
        let mut person = Person::new();
        person.happens(SystemEvent::Sms);
        person.act(input);
        person.settle();
        assert_eq!(person.front(), front);
        if front != DESK {
            person.key(KeyCode::BACK);
        }
        person.act(&Input::Tap { at: NOTIFICATION });
        assert_eq!(person.front(), DESK, "nothing is left that could take a touch");
    };
    let swipe = |x, y| {
        let to = Point { x: NOTIFICATION.x + x, y: NOTIFICATION.y + y };
        Input::Swipe { from: NOTIFICATION, to, time: Duration::from_millis(200) }
    };
    let message = "com.android.messaging/.ui.conversation.ConversationActivity";
    check(&Input::Tap { at: NOTIFICATION }, message);
    check(&swipe(400, 0), DESK);
    check(&swipe(0, -150), DESK);
}

#[test]
fn a_notification_goes_away_by_itself_and_is_in_no_dump() {
    let mut person = Person::new();
    let before = person.phone.screenshot().unwrap();
    person.change(&Change::System { event: SystemEvent::Sms });
    assert!(!person.sees("+1 555 0100"));
    assert_ne!(person.phone.screenshot().unwrap(), before);
    person.wait(5_000);
    person.act(&Input::Tap { at: NOTIFICATION });
    assert_eq!(person.front(), DESK);
}

#[test]
fn a_low_battery_is_told_once() {
    let mut person = Person::new();
    person.happens(SystemEvent::Battery { percent: 40 });
    person.see("last", "the battery went to 40 %");
    person.happens(SystemEvent::Battery { percent: 12 });
    person.see("message", "12% remaining");
    person.tap("Got it");
    person.happens(SystemEvent::Battery { percent: 11 });
    person.see("last", "the battery went to 11 %");
}

#[test]
fn a_call_covers_the_app_until_it_is_over() {
    let mut person = Person::new();
    person.happens(SystemEvent::Call);
    assert_eq!(person.front(), "com.android.dialer/com.android.incallui.InCallActivity");
    person.tap("Decline");
    person.see("last", "the phone rang");
    person.happens(SystemEvent::Call);
    person.tap("Answer");
    person.wait(60_000);
    person.tap("End call");
    person.happens(SystemEvent::Call);
    person.wait(31_000);
    person.see("visits", "4 visits");
}

#[test]
fn a_dark_screen_takes_no_touches() {
    let mut person = Person::new();
    let at = person.at("ticked");
    let before = person.phone.state_hash();
    person.key(KeyCode::POWER);
    person.act(&Input::Tap { at });
    person.key(KeyCode::BACK);
    person.key(KeyCode::WAKEUP);
    person.see("visits", "2 visits");
    assert_ne!(person.phone.state_hash(), before, "only the visits");
    assert_eq!(person.front(), "org.example.desk/.MainActivity");
}

#[test]
fn an_intent_opens_the_app() {
    let mut person = Person::new();
    person.key(KeyCode::HOME);
    person.happens(SystemEvent::Intent { action: "org.example.REFRESH".to_owned() });
    person.see("last", "the intent org.example.REFRESH was sent");
}

#[test]
fn the_clock_can_be_advanced() {
    let mut person = Person::new();
    person.tap_at("timer");
    person.change(&Change::AdvanceClock { by: Duration::from_secs(3600) });
    person.see("ticks", "1 ticks");
}

#[test]
fn names_of_apps_that_are_not_there_are_errors() {
    let mut person = Person::new();
    let package = "org.example.none";
    let missing = |result: Result<(), DeviceError>| matches!(result, Err(DeviceError::NoSuchApp { .. }));
    assert!(missing(person.phone.launch(package)));
    assert!(missing(person.phone.stop(package)));
    assert!(missing(person.phone.clear_data(package)));
    assert!(missing(person.phone.change(&Change::KillProcess { package: package.to_owned() })));
}
