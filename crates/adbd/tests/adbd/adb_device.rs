//! Our own client of adb, through the real adb, on a phone of ours.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::adb::{Adb, wait_for};
use crate::common::{BUTTON, FormPhone, Outside, PACKAGE};
use adbd::{Door, DoorSettings, Emulator};
use device::adb::{AdbDevice, AdbOptions, AdbSettings};
use device::{Ability, Change, Device, DeviceError, Input, KeyCode, LogPosition, Point, Sent};
use gui::{Orientation, SystemEvent};

struct Bench {
    phone: AdbDevice,
    adb: Adb,
    _door: Door,
    outside: Arc<Mutex<Outside>>,
}

fn bench(api: u32) -> Option<Bench> {
    let adb = Adb::start()?;
    let (phone, outside) = FormPhone::new(api);
    let token_file = adb.home().join(".emulator_console_auth_token");
    let server = Some(SocketAddr::from(([127, 0, 0, 1], adb.port())));
    let emulator = Emulator { name: "Form".to_owned(), token_file: token_file.clone(), server };
    let door =
        Door::open(Box::new(phone), DoorSettings { emulator: Some(emulator), ..DoorSettings::default() })
            .unwrap();
    adb.wait_until_ready();
    let settings =
        AdbSettings { port: adb.port(), console_token: Some(token_file), ..AdbSettings::default() };
    let client = device::adb::Adb::new(settings);
    let phone = AdbDevice::connect(&client, None, AdbOptions::default()).unwrap();
    Some(Bench { phone, adb, _door: door, outside })
}

#[test]
fn every_command_of_our_client_is_known_to_the_phone() {
    let Some(bench) = bench(34) else { return };
    bench.adb.shell("echo x > /sdcard/coverage.ec");
    for command in device::adb::every_command() {
        // A log that is followed has no end.
        let once = if command.starts_with("logcat") && !command.contains(" -t ") { " -d" } else { "" };
        let (out, err, status) = bench.adb.shell(&format!("{command}{once}"));
        let said = format!("{out}{err}");
        for refusal in
            ["not found\n", "Unknown command", "Can't find service", "unrecognized", "syntax error", "Usage"]
        {
            assert!(!said.contains(refusal), "{command}: {said}");
        }
        assert_ne!(status, 127, "{command}: {said}");
    }
}

#[test]
fn the_phone_is_seen_and_touched_as_it_is() {
    for api in [34, 29, 23] {
        let Some(mut bench) = bench(api) else { return };
        let phone = &mut bench.phone;
        assert_eq!((phone.identity().api, phone.identity().screen_px), (api, (1080, 1920)));
        assert_eq!(phone.apps().unwrap().iter().map(|app| &app.package).collect::<Vec<_>>(), [PACKAGE]);
        phone.launch(PACKAGE).unwrap();
        phone.act(&Input::Text { text: "100% it's \"$HOME\" %s & more".to_owned() }).unwrap();
        phone.act(&Input::key(KeyCode::DEL)).unwrap();
        let (x, y) = BUTTON.center();
        phone.act(&Input::Tap { at: Point { x, y } }).unwrap();
        let seen = phone.observe().unwrap();
        let texts: Vec<&str> = seen.layout.nodes().map(|node| node.text()).collect();
        assert_eq!(
            texts,
            ["", "100% it's \"$HOME\" %s & mor", "Save", "Crash", "100% it's \"$HOME\" %s & mor"],
            "API {api}"
        );
        assert_eq!(seen.foreground.activity.unwrap().class, "com.example.form.FormActivity");
        assert_eq!(seen.foreground.keyboard, Some(true));
        let picture = phone.screenshot().unwrap();
        assert_eq!((picture.width_px, picture.height_px, picture.rgba[0]), (108, 192, 200));
        let mut position = LogPosition::START;
        let mut messages = Vec::new();
        wait_for("the log", || {
            let page = phone.read_log(position).unwrap();
            position = page.next;
            messages.extend(page.lines.iter().map(|line| line.message.to_string()));
            messages.iter().any(|message| message.starts_with("saved 100%"))
        });
        phone.stop(PACKAGE).unwrap();
        phone.clear_data(PACKAGE).unwrap();
        assert!(matches!(phone.clear_data("no.such.app"), Err(DeviceError::NoSuchApp { .. })));
        assert!(matches!(phone.launch("no.such.app"), Err(DeviceError::NoSuchApp { .. })));
    }
}

#[test]
fn changes_arrive() {
    let Some(mut bench) = bench(34) else { return };
    let granted = Change::Permission {
        package: PACKAGE.to_owned(),
        name: "android.permission.CAMERA".to_owned(),
        granted: true,
    };
    for change in [
        Change::Rotate { to: Orientation::Landscape },
        Change::DarkMode { on: true },
        Change::FontScale { percent: 130 },
        Change::WindowSize { px: Some((700, 900)) },
        granted,
        Change::System { event: SystemEvent::Network { on: false } },
        Change::System { event: SystemEvent::Battery { percent: 7 } },
        Change::System { event: SystemEvent::Call },
        Change::System { event: SystemEvent::Sms },
        Change::System { event: SystemEvent::Broadcast { action: "com.example.PING".to_owned() } },
    ] {
        bench.outside.lock().unwrap().changes.clear();
        bench.phone.change(&change).unwrap();
        assert_eq!(bench.outside.lock().unwrap().changes, [change]);
    }
}

#[test]
fn snapshots_go_through_the_emulators_console() {
    let Some(mut bench) = bench(34) else { return };
    let phone = &mut bench.phone;
    assert!(phone.abilities().has(Ability::Snapshot));
    phone.launch(PACKAGE).unwrap();
    phone.act(&Input::Text { text: "before".to_owned() }).unwrap();
    let before = phone.observe().unwrap().layout;
    let saved = phone.snapshot().unwrap();
    phone.act(&Input::Text { text: "AndAfter".to_owned() }).unwrap();
    assert_ne!(phone.observe().unwrap().layout, before);
    phone.restore(saved).unwrap();
    assert_eq!(phone.observe().unwrap().layout, before);
    phone.forget(saved).unwrap();
}

#[test]
fn a_phone_that_comes_back_is_used_again_and_told_nothing_twice() {
    let Some(mut bench) = bench(34) else { return };
    bench.phone.launch(PACKAGE).unwrap();
    let lost = || DeviceError::Lost { serial: "form".to_owned(), doing: "look", sent: Sent::Nothing };
    bench.outside.lock().unwrap().faults = vec![lost()];
    let seen = bench.phone.observe().unwrap();
    assert_eq!(seen.layout.len(), 5);
    bench.outside.lock().unwrap().faults = vec![lost()];
    let told = bench.phone.act(&Input::Text { text: "once".to_owned() });
    assert!(bench.outside.lock().unwrap().inputs.len() <= 1, "{told:?}");
    wait_for("the phone", || bench.phone.observe().is_ok());
    bench.phone.wait(Duration::from_millis(10)).unwrap();
}
