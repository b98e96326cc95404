//! What is around an app: permissions, other apps, services, content, time, and what is kept from it.

use std::collections::BTreeSet;
use std::time::Duration;

use device::{Change, Device, DeviceError, Input, KeyCode, LogPosition, Point};
use gui::SystemEvent;

use crate::common::{
    TestPhone, act, activity, launch, look, package, phone, phone_in_network, phone_of_kind, plain_phone,
    texts,
};

/// The app that asks for all of it. What came of a wish stands on its first screen.
pub(crate) const VISITOR: &str = "visitor";

/// Carries out a wish of the app's and then other events, and compares what the app tells.
#[track_caller]
pub(crate) fn check(phone: &mut TestPhone, wish: &str, then: &[&str], expected: &str) {
    wish_for(phone, wish);
    for event in then {
        act(phone, event);
    }
    assert_eq!(told(phone), expected, "{wish}");
}

/// Taps a wish, which may have to be scrolled to.
#[track_caller]
fn wish_for(phone: &mut TestPhone, wish: &str) {
    let is_there = |phone: &mut TestPhone| texts(&look(phone)).iter().any(|text| text == wish);
    // So slowly that no row is passed unseen.
    let (low, high, time) = (Point { x: 200, y: 640 }, Point { x: 200, y: 440 }, Duration::from_secs(1));
    for (from, to) in [(low, high), (high, low)] {
        for _ in 0..16 {
            if is_there(phone) {
                act(phone, &format!("tap \"{wish}\""));
                return;
            }
            phone.act(&Input::Swipe { from, to, time }).unwrap();
        }
    }
    panic!("there is no wish {wish}");
}

fn told(phone: &mut TestPhone) -> String {
    let seen = look(phone);
    let result = seen.layout.nodes().find(|node| node.resource_id().ends_with("/result"));
    result.map(|node| node.text().to_owned()).unwrap_or_default()
}

#[test]
fn a_person_is_asked_for_permissions_twice_at_most() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    wish_for(&mut phone, "May I use the camera?");
    let question = look(&mut phone);
    assert_eq!(activity(&question), "PermissionScreen");
    assert_eq!(question.layout.package(), "com.android.permissioncontroller");
    assert_eq!(texts(&question)[0], "Allow Visitor to take pictures and record video?");
    let dialog = question.layout.nodes().next().unwrap().bounds();
    let below = phone.screenshot().unwrap().height_px as i32 - dialog.bottom;
    assert!(below > 0 && (dialog.top - below).abs() <= 1, "a dialog stands in the middle: {dialog:?}");
    act(&mut phone, "tap #permission_allow_one_time_button");
    assert_eq!(told(&mut phone), "CAMERA given");
    check(&mut phone, "May I use the camera?", &[], "CAMERA given");
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    launch(&mut phone);
    wish_for(&mut phone, "May I use the camera?");
    act(&mut phone, "tap #permission_deny_button");
    assert_eq!(told(&mut phone), "CAMERA refused, explain");
    check(&mut phone, "May I use the camera?", &["tap #permission_deny_button"], "CAMERA refused");
    check(&mut phone, "May I use the camera?", &[], "CAMERA refused");

    let both = "READ_CONTACTS given\nWRITE_CONTACTS given";
    check(&mut phone, "May I see people?", &["tap #permission_allow_button"], both);
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    launch(&mut phone);
    check(&mut phone, "May I see people?", &[], both);
    check(&mut phone, "May I use the camera?", &[], "CAMERA refused");
    let given = Change::Permission { package, name: "android.permission.CAMERA".to_owned(), granted: true };
    phone.change(&given).unwrap();
    check(&mut phone, "May I use the camera?", &[], "CAMERA given");
}

/// Where an app's things lie, by Android's names.
const PLACES: &str = "/data/user/0/dev.oddity.samples.visitor/files\n\
                      /data/user/0/dev.oddity.samples.visitor/files\n\
                      /storage/emulated/0\n\
                      /storage/emulated/0/Documents\n\
                      true [letter.docx, shopping.txt] true";

/// Folders are listed in whatever order the computer has them.
#[track_caller]
fn check_places(phone: &mut TestPhone) {
    wish_for(phone, "Places");
    let told = told(phone).replace("[shopping.txt, letter.docx]", "[letter.docx, shopping.txt]");
    assert_eq!(told, PLACES);
}

#[test]
fn places_have_the_names_that_android_gives_them() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    check_places(&mut phone);
    check(&mut phone, "Make", &[], "Google Pixel 7, UTC");
    // What it has stored lies where it lay.
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package }).unwrap();
    launch(&mut phone);
    check_places(&mut phone);
}

#[test]
fn they_have_them_without_criu() {
    let Some(mut phone) = plain_phone(VISITOR) else { return };
    launch(&mut phone);
    check_places(&mut phone);
    // All that is stored goes while another JVM waits, and comes anew.
    let package = package(&mut phone);
    phone.clear_data(&package).unwrap();
    launch(&mut phone);
    check_places(&mut phone);
}

#[test]
fn a_phone_is_in_the_zone_that_it_was_made_for() {
    let Some(mut phone) = phone_of_kind("zone=Asia/Kolkata", VISITOR) else { return };
    launch(&mut phone);
    check(&mut phone, "Make", &[], "Google Pixel 7, Asia/Kolkata");
}

#[test]
fn other_apps_answer_as_a_person_chooses() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    let camera = Change::Permission {
        package: package(&mut phone),
        name: "android.permission.CAMERA".to_owned(),
        granted: true,
    };
    wish_for(&mut phone, "Picture");
    assert!(
        told(&mut phone).starts_with("refused: java.lang.SecurityException"),
        "the permission is declared"
    );
    phone.change(&camera).unwrap();
    check(&mut phone, "Small picture", &["tap #shutter_button"], "160 x 120");
    check(&mut phone, "Small picture", &["press back"], "cancelled");
    check(&mut phone, "Picture", &["tap #shutter_button"], "large, 160 x 120");
    check(&mut phone, "Text file", &["tap \"shopping.txt\""], "shopping.txt: 18 bytes");
    check(&mut phone, "Text file", &["tap #cancel_button"], "cancelled");
    wish_for(&mut phone, "Text file");
    let package = package(&mut phone);
    phone.change(&Change::KillProcess { package }).unwrap();
    launch(&mut phone);
    act(&mut phone, "tap \"shopping.txt\"");
    assert_eq!(
        told(&mut phone),
        "shopping.txt: 18 bytes",
        "the answer is for who asked before the process ended"
    );
    check(&mut phone, "Any content", &["tap \"IMG_20240102.jpg\""], "IMG_20240102.jpg: 9602 bytes");
    check(&mut phone, "New file", &["tap #save_button"], "wrote letter.txt");
    check(&mut phone, "Person", &["tap \"Alan Turing\""], "chose Alan Turing");
    wish_for(&mut phone, "Share");
    assert!(texts(&look(&mut phone)).contains(&"a greeting".to_owned()));
    act(&mut phone, "tap \"Mail\"");
    assert_eq!(activity(&look(&mut phone)), "VisitorActivity");
    for another in ["Web page", "Settings", "Sound"] {
        check(&mut phone, another, &[], "cancelled");
    }
    check(&mut phone, "Hum", &[], "mode 1");
    let refused = "refused: java.lang.SecurityException: Not allowed to change Do Not Disturb state";
    check(&mut phone, "Be silent", &[], refused);
    wish_for(&mut phone, "Home");
    assert_ne!(activity(&look(&mut phone)), "VisitorActivity");
}

#[test]
fn chance_is_the_same_on_the_same_phone_and_another_in_each_process() {
    let Some(mut phone) = phone(VISITOR) else { return };
    let package = package(&mut phone);
    let drawn = |phone: &mut TestPhone| {
        launch(phone);
        wish_for(phone, "A name nobody has");
        told(phone)
    };
    let first = drawn(&mut phone);
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    assert_ne!(drawn(&mut phone), first, "fragments that were saved have such names");
    phone.clear_data(&package).unwrap();
    assert_eq!(drawn(&mut phone), first);
}

#[test]
fn services_alarms_jobs_and_notifications_are_carried_out() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    check(&mut phone, "Bind", &[], "bound, counted 1");
    check(&mut phone, "Start", &[], "started, counted 2");
    // The connection knows this binder already.
    check(&mut phone, "Bind", &[], "started, counted 2");
    check(&mut phone, "Stop", &[], "started, counted 2");
    check(&mut phone, "Let go", &[], "the service has ended");
    check(&mut phone, "Let go", &[], "refused: java.lang.IllegalArgumentException: Service not registered");
    for (wish, rings) in [("Alarm in a minute", "alarm"), ("Job in a minute", "job 7")] {
        check(&mut phone, wish, &[], "set");
        phone.wait(Duration::from_secs(30)).unwrap();
        assert_eq!(told(&mut phone), "set", "not yet");
        phone.wait(Duration::from_secs(31)).unwrap();
        assert_eq!(told(&mut phone), rings);
    }

    let package = package(&mut phone);
    check(&mut phone, "Notify", &[], "notified");
    let down = |phone: &mut TestPhone| {
        phone.act(&Input::Key { code: KeyCode(83), times: 1 }).unwrap();
        texts(&look(phone))
    };
    assert_eq!(down(&mut phone), ["Notifications", "No notifications", "Close"]);
    act(&mut phone, "press back");
    let name = "android.permission.POST_NOTIFICATIONS".to_owned();
    phone.change(&Change::Permission { package, name, granted: true }).unwrap();
    assert_eq!(down(&mut phone)[1], "No notifications", "what was not shown does not come later");
    act(&mut phone, "press back");
    check(&mut phone, "Notify", &[], "notified");
    assert_eq!(down(&mut phone)[1], "Somebody is at the door\nTap to open");
    assert_eq!(activity(&act(&mut phone, "tap #notification")), "DoorActivity");
    let colours: BTreeSet<[u8; 4]> =
        phone.screenshot().unwrap().rgba.chunks_exact(4).map(|px| [px[0], px[1], px[2], px[3]]).collect();
    assert!(colours.len() > 2, "a window that is drawn in software shows letters: {colours:?}");
    assert_eq!(activity(&look(&mut phone)), "DoorActivity");
    assert_eq!(down(&mut phone)[1], "No notifications");
}

/// What the app has told its log since then.
pub(crate) fn logged(phone: &mut TestPhone, since: LogPosition) -> Vec<String> {
    let lines = phone.read_log(since).unwrap().lines;
    lines.iter().filter(|line| &*line.tag == "Visitor").map(|line| line.message.to_string()).collect()
}

pub(crate) fn log_position(phone: &mut TestPhone) -> LogPosition {
    phone.read_log(LogPosition::START).unwrap().next
}

pub(crate) fn wait(phone: &mut TestPhone, seconds: u64) {
    phone.wait(Duration::from_secs(seconds)).unwrap();
}

#[test]
fn what_java_does_later_it_does_by_the_phones_clock() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    let since = log_position(&mut phone);
    check(&mut phone, "By Java in a minute", &[], "set");
    wait(&mut phone, 30);
    assert_eq!(logged(&mut phone, since), [""; 0], "not yet");
    wait(&mut phone, 31);
    assert_eq!(logged(&mut phone, since), ["timer", "executor", "sleeper"]);

    check(&mut phone, "Wait for a sleeper", &[], "slept");
    let since = log_position(&mut phone);
    wish_for(&mut phone, "Wait for a sleeper too long");
    let log = phone.read_log(since).unwrap();
    assert!(log.lines.iter().any(|line| line.message.starts_with("ANR in")), "{:?}", log.lines);
}

#[test]
fn what_the_system_does_later_it_does_in_the_next_process() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    let name = "android.permission.POST_NOTIFICATIONS".to_owned();
    phone.change(&Change::Permission { package: package.clone(), name, granted: true }).unwrap();
    check(&mut phone, "Notify", &[], "notified");
    for wish in ["Alarm in a minute", "Service in a minute", "Job in a minute"] {
        check(&mut phone, wish, &[], "set");
    }
    check(&mut phone, "Is there an alarm?", &[], "true");
    let kill = Change::KillProcess { package: package.clone() };
    phone.change(&kill).unwrap();
    let since = log_position(&mut phone);
    wait(&mut phone, 20);
    assert_eq!(phone.apps().unwrap()[0].pid, None, "nothing is due yet");
    wait(&mut phone, 45);
    assert!(phone.apps().unwrap()[0].pid.is_some(), "the system has started a process");
    assert_eq!(logged(&mut phone, since), ["alarm", "started, counted 1", "job 7"]);
    assert_eq!(activity(&look(&mut phone)), "Launcher", "of which nothing is to be seen");
    let back = launch(&mut phone);
    assert_eq!(activity(&back), "VisitorActivity");
    assert_eq!(told(&mut phone), "true", "with what it had saved before");
    check(&mut phone, "Jobs", &[], "0");
    phone.act(&Input::Key { code: KeyCode(83), times: 1 }).unwrap();
    assert_eq!(texts(&look(&mut phone))[1], "Somebody is at the door\nTap to open");
    assert_eq!(activity(&act(&mut phone, "tap #notification")), "DoorActivity");
    act(&mut phone, "press back");

    // One that opens a screen opens it over what was there; one that repeats rings once for all times that it was missed.
    check(&mut phone, "Door in a minute", &[], "set");
    phone.change(&kill).unwrap();
    wait(&mut phone, 61);
    assert_eq!(activity(&look(&mut phone)), "DoorActivity");
    assert_eq!(activity(&act(&mut phone, "press back")), "VisitorActivity");
    check(&mut phone, "Alarm every minute", &[], "set");
    let since = log_position(&mut phone);
    wait(&mut phone, 61);
    phone.change(&kill).unwrap();
    wait(&mut phone, 60);
    phone.change(&kill).unwrap();
    launch(&mut phone);
    wait(&mut phone, 60);
    let rang = logged(&mut phone, since);
    assert_eq!(rang.iter().filter(|line| *line == "alarm").count(), 3, "{rang:?}");
}

#[test]
fn alarms_outlive_a_crash_and_end_when_the_app_is_stopped() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    let package = package(&mut phone);
    check(&mut phone, "Alarm in a minute", &[], "set");
    let since = log_position(&mut phone);
    wish_for(&mut phone, "A screen that is not declared");
    assert_eq!(phone.apps().unwrap()[0].pid, None, "it has crashed");
    wait(&mut phone, 61);
    assert_eq!(logged(&mut phone, since), ["alarm"]);

    launch(&mut phone);
    check(&mut phone, "Alarm in a minute", &[], "set");
    check(&mut phone, "Job in a minute", &[], "set");
    phone.stop(&package).unwrap();
    let since = log_position(&mut phone);
    wait(&mut phone, 120);
    assert_eq!(phone.apps().unwrap()[0].pid, None);
    launch(&mut phone);
    check(&mut phone, "Is there an alarm?", &[], "false");
    check(&mut phone, "Jobs", &[], "0");
    check(&mut phone, "Alarm in a minute", &[], "set");
    phone.clear_data(&package).unwrap();
    wait(&mut phone, 120);
    launch(&mut phone);
    wait(&mut phone, 1);
    assert_eq!(logged(&mut phone, since), [""; 0]);
}

fn happen(phone: &mut TestPhone, event: SystemEvent) {
    phone.change(&Change::System { event }).unwrap();
    look(phone);
}

#[test]
fn apps_hear_what_happens_to_the_phone() {
    let Some(mut phone) = phone(VISITOR) else { return };
    let news = || SystemEvent::Broadcast { action: "dev.oddity.samples.visitor.NEWS".to_owned() };
    let package = package(&mut phone);
    happen(&mut phone, news());
    assert_eq!(phone.apps().unwrap()[0].pid, None, "an app that was never opened hears nothing");
    launch(&mut phone);
    check(&mut phone, "Battery", &[], "100 of 100, 100 %, charging");
    let mut since = log_position(&mut phone);
    check(&mut phone, "Listen", &[], "code: BATTERY_CHANGED 100");
    for (event, heard) in [
        (SystemEvent::Battery { percent: 10 }, &["code: BATTERY_CHANGED 10", "code: BATTERY_LOW"][..]),
        (SystemEvent::Battery { percent: 17 }, &["code: BATTERY_CHANGED 17"]),
        (SystemEvent::Battery { percent: 15 }, &["code: BATTERY_CHANGED 15"]),
        (SystemEvent::Screen { on: false }, &["code: SCREEN_OFF", "trimmed to 20"]),
        (SystemEvent::Screen { on: true }, &[]),
        (news(), &["manifest: NEWS"]),
    ] {
        since = log_position(&mut phone);
        happen(&mut phone, event.clone());
        assert_eq!(logged(&mut phone, since), heard, "{event:?}");
    }
    check(&mut phone, "Battery", &[], "15 of 100, 15 %");
    phone.change(&Change::Locale { tag: "fr-FR".to_owned() }).unwrap();
    assert_eq!(logged(&mut phone, since).last().unwrap(), "code: LOCALE_CHANGED");

    // An alarm by the calendar rings when the calendar says so, and an app without a process is started for what it listens for.
    check(&mut phone, "Alarm in a minute", &[], "set");
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    since = log_position(&mut phone);
    let before = phone.unix_ms().unwrap();
    happen(&mut phone, SystemEvent::Time);
    assert_eq!(phone.unix_ms().unwrap() - before, 86_400_000);
    assert_eq!(logged(&mut phone, since), ["manifest: TIME_SET", "alarm"]);
    phone.change(&Change::KillProcess { package: package.clone() }).unwrap();
    let door = |action: &str| SystemEvent::Intent { action: format!("dev.oddity.samples.visitor.{action}") };
    let nobody = phone.change(&Change::System { event: door("WINDOW") }).unwrap_err();
    assert!(matches!(nobody, DeviceError::Refused { .. }), "{nobody}");
    happen(&mut phone, door("DOOR"));
    assert_eq!(activity(&look(&mut phone)), "DoorActivity");
    assert_eq!(activity(&act(&mut phone, "press back")), "VisitorActivity", "below it is what was there");
    check(&mut phone, "Battery", &[], "15 of 100, 15 %");
    assert!(matches!(
        phone.change(&Change::System { event: SystemEvent::Call }),
        Err(DeviceError::Lacks { .. })
    ));

    phone.stop(&package).unwrap();
    happen(&mut phone, news());
    assert_eq!(phone.apps().unwrap()[0].pid, None, "nor does one that was stopped");
    phone.clear_data(&package).unwrap();
    launch(&mut phone);
    check(&mut phone, "Battery", &[], "100 of 100, 100 %, charging");
}

#[test]
fn content_honours_columns_conditions_and_permissions() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    wish_for(&mut phone, "People");
    assert!(told(&mut phone).starts_with("refused: java.lang.SecurityException: Permission Denial"));
    wish_for(&mut phone, "Messages");
    assert!(told(&mut phone).starts_with("refused: java.lang.SecurityException: Permission Denial"));
    check(&mut phone, "Pictures", &[], "none");
    check(&mut phone, "Own picture", &[], "own.png Pictures");
    check(&mut phone, "Pictures", &[], "own.png");
    let package = package(&mut phone);
    let read = ["READ_CONTACTS", "READ_CALENDAR", "READ_MEDIA_IMAGES", "READ_SMS", "READ_CALL_LOG"];
    for name in read.into_iter().chain(["WRITE_CONTACTS"]) {
        let name = format!("android.permission.{name}");
        phone.change(&Change::Permission { package: package.clone(), name, granted: true }).unwrap();
    }
    check(&mut phone, "People", &[], "Alan Turing +1 555 0102");
    check(&mut phone, "New person", &[], "Katherine Johnson; Grace Hopper; Alan Turing; Ada Lovelace");
    check(&mut phone, "Appointments", &[], "Choir; Dentist");
    check(
        &mut phone,
        "Pictures",
        &[],
        "own.png; Screenshot_20240110.png; IMG_20240103.jpg; IMG_20240102.jpg; IMG_20240101.jpg",
    );
    for nothing in ["Messages", "Calls", "Old people"] {
        check(&mut phone, nothing, &[], "none");
    }
    check(&mut phone, "Card", &[], "mounted, true");

    // The framework's own code goes by the phone's calendar.
    check(&mut phone, "Day", &[], "true, 5 minutes ago");
    wish_for(&mut phone, "Day to choose");
    let shown = texts(&look(&mut phone));
    assert_eq!(shown[..2], ["2024", "Mon, Jan 15"]);
}

#[test]
fn an_app_is_kept_from_the_computer_and_goes_on() {
    let Some(mut phone) = phone(VISITOR) else { return };
    launch(&mut phone);
    check(&mut phone, "Escape", &[], "refused 17 of 17");
    check(&mut phone, "Card", &[], "mounted, true");
    let unknown = "refused: java.net.UnknownHostException: Unable to resolve host \"localhost\": No address associated with hostname";
    check(&mut phone, "Who is localhost?", &[], unknown);
}

#[test]
fn an_app_reaches_the_network_where_it_may_and_nothing_else() {
    let Some(mut phone) = phone_in_network(VISITOR) else { return };
    launch(&mut phone);
    check(&mut phone, "Who is localhost?", &[], "127.0.0.1");
    // Servers and names, if there are any: no files, no programs, no door of its own.
    let told = told_after(&mut phone, "Escape");
    let got = told.split_once(", got ").map(|(_, got)| got);
    assert!(got.is_none_or(|got| got.split(' ').all(|at| ["9", "10", "12", "13"].contains(&at))), "{told}");
    happen(&mut phone, SystemEvent::Network { on: false });
    assert!(told_after(&mut phone, "Who is localhost?").contains("UnknownHostException"));
}

pub(crate) fn told_after(phone: &mut TestPhone, wish: &str) -> String {
    wish_for(phone, wish);
    told(phone)
}

/// Carries out a wish that ends the app, and compares who is blamed for it: what the phone lacks, or nothing of that.
#[track_caller]
fn check_end(phone: &mut TestPhone, wish: &str, lacks: &[&str]) {
    launch(phone);
    let since = log_position(phone);
    wish_for(phone, wish);
    let log = phone.read_log(since).unwrap();
    assert_eq!(log.lacks().into_iter().collect::<Vec<_>>(), lacks, "{wish}");
    let is_blamed = log.lines.iter().any(|line| &*line.tag == "AndroidRuntime");
    assert_eq!(is_blamed, lacks.is_empty(), "{wish}");
}

#[test]
fn an_app_that_ends_for_what_the_phone_lacks_is_not_to_blame() {
    let Some(mut phone) = phone(VISITOR) else { return };
    check_end(&mut phone, "Native code at any price", &["native code: libvisitor.so"]);
    let nobody = "another app: No Activity found to handle Intent { act=dev.oddity.samples.NOBODY }";
    check_end(&mut phone, "An app that nobody has", &[nobody]);
    check_end(&mut phone, "A screen that is not declared", &[]);
    launch(&mut phone);
    check(&mut phone, "Which Java", &[], "Dalvik");
    let since = log_position(&mut phone);
    check(&mut phone, "Native code", &[], "does without");
    let log = phone.read_log(since).unwrap();
    assert_eq!(log.lacks().len(), 1, "what it does now, it does not do on a phone");
}
