//! An emulator: its snapshots, calls and messages.

use std::time::Duration;

use device::adb::{Adb, AdbDevice, AdbOptions, AdbSettings};
use device::{Ability, Change, Deadlines, Device, DeviceError, LogPosition, SnapshotId};
use gui::SystemEvent;

use super::console::{Told, start_console};
use super::fake::{FakePhone, Fate, MINUTE, Printed};

struct Emulator {
    fake: FakePhone,
    told: Told,
    device: AdbDevice,
    _token: tempfile::TempDir,
}

fn answers(command: &str) -> Option<Printed> {
    let said = (command == "pm path android").then_some("package:/system/framework/framework-res.apk\n");
    said.map(|said| (said.as_bytes().to_vec(), Vec::new(), 0))
}

fn emulator(answer: impl Fn(&str) -> &'static str + Send + Sync + 'static) -> Emulator {
    let (port, told) = start_console(answer);
    let serial = format!("emulator-{port}");
    let fake = FakePhone::start_as(&serial, "shell_v2", answers, |_| Fate::Answered);
    let token = tempfile::tempdir().unwrap();
    let file = token.path().join("token");
    std::fs::write(&file, "s3cret").unwrap();
    let adb = Adb::new(AdbSettings { port: fake.port, console_token: Some(file), ..AdbSettings::default() });
    let short = Duration::from_secs(5);
    let deadlines = Deadlines { act: short, snapshot: short, reconnect: short, ..Deadlines::default() };
    let options = AdbOptions { deadlines, ..AdbOptions::default() };
    let device = AdbDevice::connect(&adb, None, options).unwrap();
    Emulator { fake, told, device, _token: token }
}

fn commands(told: &Told) -> Vec<String> {
    let ours = format!("oddity-{}-", std::process::id());
    let told = told.lock().unwrap();
    told.iter().filter(|command| *command != "avd name").map(|command| command.replace(&ours, "")).collect()
}

#[test]
fn saves_returns_and_leaves_nothing_behind() {
    let Emulator { mut device, told, _token, .. } = emulator(|_| "OK\r\n");
    assert!(device.abilities().has(Ability::Snapshot));
    let first = device.snapshot().unwrap();
    let second = device.snapshot().unwrap();
    device.restore(first).unwrap();
    device.forget(first).unwrap();
    let error = device.restore(first).unwrap_err();
    assert!(matches!(error, DeviceError::NoSuchSnapshot { .. }), "{error}");
    assert!(device.forget(SnapshotId(99)).is_err());
    assert_ne!(first, second);
    drop(device);
    assert_eq!(
        commands(&told),
        [
            "avd snapshot save 0",
            "avd snapshot save 1",
            "avd snapshot load 0",
            "avd snapshot delete 0",
            "avd snapshot delete 1"
        ]
    );
}

#[test]
fn a_snapshot_that_cannot_be_saved_is_an_error() {
    let Emulator { mut device, _token, .. } = emulator(|command| match command {
        _ if command.starts_with("avd snapshot save") => {
            "KO: Snapshot save is disabled because \"-read-only\" was specified\r\n"
        }
        _ => "OK\r\n",
    });
    let error = device.snapshot().unwrap_err();
    assert!(error.to_string().contains("-read-only"), "{error}");
}

#[test]
fn the_number_of_snapshots_is_bounded() {
    let Emulator { mut device, _token, .. } = emulator(|_| "OK\r\n");
    let refused = (0..100).find_map(|_| device.snapshot().err()).unwrap();
    assert_eq!(refused.remedy(), Some("throw some away first"));
}

#[test]
fn after_a_return_the_log_goes_on_with_new_lines() {
    let Emulator { fake, mut device, _token, .. } = emulator(|_| "OK\r\n");
    fake.log(MINUTE + 1000, "before");
    let page = device.read_log(LogPosition::START).unwrap();
    assert_eq!(page.lines.len(), 1);
    let saved = device.snapshot().unwrap();
    device.restore(saved).unwrap();
    // Nothing new, and nothing again.
    let page = device.read_log(page.next).unwrap();
    assert_eq!((page.lines.len(), page.missing), (0, 0));
    fake.log(MINUTE + 2000, "after");
    let page = device.read_log(page.next).unwrap();
    assert_eq!((page.lines.len(), &*page.lines[0].message), (1, "after"));
    // What is logged at once, before the stream is up again, is new as well.
    device.restore(saved).unwrap();
    for message in ["one", "two"] {
        fake.log(MINUTE + 2000, message);
    }
    let page = device.read_log(page.next).unwrap();
    let messages: Vec<&str> = page.lines.iter().map(|line| &*line.message).collect();
    assert_eq!((messages, page.missing), (vec!["one", "two"], 0));
}

#[test]
fn rings_and_receives_messages() {
    let Emulator { mut device, told, _token, .. } = emulator(|_| "OK\r\n");
    device.change(&Change::System { event: SystemEvent::Call }).unwrap();
    device.change(&Change::System { event: SystemEvent::Sms }).unwrap();
    assert_eq!(commands(&told), ["gsm call 5550100", "sms send 5550100 Are you there?"]);
}

#[test]
fn a_console_that_lets_nobody_in_gives_no_abilities() {
    let (port, _) = start_console(|_| "OK\r\n");
    let fake = FakePhone::start_as(&format!("emulator-{port}"), "shell_v2", |_| None, |_| Fate::Answered);
    let mut device = fake.device(Deadlines::default());
    assert!(!device.abilities().has(Ability::Snapshot));
    let error = device.change(&Change::System { event: SystemEvent::Call }).unwrap_err();
    assert!(matches!(error, DeviceError::Lacks { ability: Ability::Telephony, .. }), "{error}");
}
