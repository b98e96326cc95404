//! Crashes and hangs: what the log and the screen say.

use android::anr::{AnrKind, anrs};
use android::crash::{Origin, java_crashes};
use android::event::{ProcessEvent, process_events};
use android::tombstone::native_crashes;

use crate::desk::PACKAGE;
use crate::person::Person;

#[test]
fn a_java_crash_is_logged_as_android_does() {
    let mut person = Person::new();
    person.tap("crash");
    let crashes = person.read_log(java_crashes);
    let [crash] = &crashes[..] else { panic!("{crashes:?}") };
    assert_eq!(crash.origin, Origin::App);
    assert!(crash.is_of(PACKAGE));
    let thrown = &crash.stack.throwables[0];
    assert_eq!(thrown.type_name, "java.lang.IndexOutOfBoundsException");
    let frame = &thrown.frames[0];
    assert_eq!((&*frame.class, &*frame.method), ("org.example.desk.MainActivity", "onCrash"));
    assert!(thrown.frames.iter().any(|frame| frame.method == "performClick"));
    let events = person.read_log(process_events);
    let crashed = events
        .iter()
        .filter(|event| matches!(event, ProcessEvent::Crashed { file, .. } if file == "desk.rs"));
    assert_eq!(crashed.count(), 1);
    assert!(events.iter().any(|event| matches!(event, ProcessEvent::Started { .. })));
    assert!(events.iter().any(|event| matches!(event, ProcessEvent::Died { .. })));
}

#[test]
fn a_native_crash_leaves_a_tombstone() {
    let mut person = Person::new();
    person.tap("native");
    let crashes = person.read_log(native_crashes);
    let [crash] = &crashes[..] else { panic!("{crashes:?}") };
    assert_eq!(crash.process, PACKAGE);
    assert_eq!(crash.signal.as_deref(), Some("SIGSEGV"));
    assert_eq!(crash.frames[0].function.as_deref(), Some("decode_image"));
    assert!(person.read_log(java_crashes).is_empty());
}

#[test]
fn the_screen_says_that_the_app_has_stopped_and_then_that_it_keeps_stopping() {
    let mut person = Person::new();
    person.tap("crash");
    person.see("alertTitle", "Desk has stopped");
    person.tap("Close app");
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    person.tap("Desk");
    person.tap("crash");
    person.see("alertTitle", "Desk keeps stopping");
    person.tap("App info");
    assert!(person.sees("Force stop"));
}

#[test]
fn a_crash_closes_the_topmost_screen_and_the_one_below_comes_back_in_a_new_process() {
    let mut person = Person::new();
    person.tap("edit");
    person.tap("save");
    person.tap("break");
    person.see("alertTitle", "Desk has stopped");
    assert_eq!(person.read_log(java_crashes)[0].stack.throwables[0].frames[0].method, "onDraw");
    person.tap("Close app");
    person.tap("Desk");
    person.see("count", "1 items");
    person.wait(60_001);
    person.tap("list");
    // The row is deleted between the finger's coming down and the app's being asked for the next one.
    person.tap("remove");
    person.tap("Navigate up");
    person.see("count", "0 items");
}

#[test]
fn a_hang_is_noticed_when_a_touch_waits_for_five_seconds() {
    let mut person = Person::new();
    person.tap_at("hang");
    person.wait(10_000);
    assert!(person.read_log(anrs).is_empty(), "nobody has touched it");
    person.tap_at("ticked");
    person.see("alertTitle", "Desk isn't responding");
    let anrs = person.read_log(anrs);
    let [anr] = &anrs[..] else { panic!("{anrs:?}") };
    assert_eq!((&*anr.process, anr.kind), (PACKAGE, AnrKind::Input));
    assert_eq!(anr.activity.as_ref().unwrap().to_string(), "org.example.desk/.MainActivity");
    let events = person.read_log(process_events);
    assert!(events.iter().any(|event| matches!(event, ProcessEvent::NotResponding { .. })));
    person.tap("Wait");
    assert!(!person.is_ticked());
    person.wait(60_000);
    person.see("last", "hung");
    assert!(person.is_ticked(), "the touch that waited arrives");
}

#[test]
fn an_app_that_hangs_can_be_closed() {
    let mut person = Person::new();
    person.tap_at("hang");
    person.tap_at("ticked");
    person.tap("Close app");
    assert_eq!(person.front(), "com.android.launcher3/.Launcher");
    person.tap("Desk");
    person.see("last", "");
    person.wait(60_000);
    assert!(!person.is_ticked(), "what waited for the old process is gone with it");
}
