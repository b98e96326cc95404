//! The simulated phone behind the real adb, and our client in front of it.

use std::time::Duration;

use adbd::{Door, DoorSettings};
use device::adb::{Adb, AdbDevice, AdbOptions, AdbSettings, Deadline, every_command};
use device::{Ability, Change, Device, LogPosition};
use gui::Orientation;
use testkit::AdbServer;

use crate::walk::{demo, look, play, step};

/// A phone, its door, and a server that is connected to it.
pub(crate) struct Bridge {
    pub(crate) server: AdbServer,
    pub(crate) door: Door,
}

impl Bridge {
    /// `None` where there is no adb.
    pub(crate) fn to(phone: Box<dyn Device>, settings: DoorSettings) -> Option<Bridge> {
        let server = AdbServer::start()?;
        let door = Door::open(phone, settings).unwrap();
        server.connect(&door.address().to_string());
        Some(Bridge { server, door })
    }

    pub(crate) fn serial(&self) -> String {
        self.door.address().to_string()
    }

    pub(crate) fn adb(&self) -> Adb {
        Adb::new(AdbSettings::from_variables(|name| match name {
            "ANDROID_ADB_SERVER_PORT" => Some(self.server.port().to_string()),
            "PATH" => self.server.path().to_str().map(str::to_owned),
            _ => None,
        }))
    }

    pub(crate) fn device(&self, options: AdbOptions) -> AdbDevice {
        AdbDevice::connect(&self.adb(), Some(&self.serial()), options).unwrap()
    }
}

#[test]
fn the_same_events_give_the_same_layouts_directly_and_through_adb() {
    let (mut direct, package) = demo(7);
    let first = look(&mut direct).observation.layout;
    let played = play(&mut direct, package, 22, 300);

    let (phone, _) = demo(7);
    let Some(bridge) = Bridge::to(Box::new(phone), DoorSettings::default()) else { return };
    let mut device = bridge.device(AdbOptions::default());
    let mut layout = look(&mut device).observation.layout;
    assert_eq!(*layout, *first, "before the first event");
    for (number, (event, expected)) in (1..).zip(&played) {
        layout = step(&mut device, package, event, &layout).observation.layout;
        assert_eq!(layout.to_xml(), expected.to_xml(), "after event {number}: {event}");
        assert_eq!(layout.digest(), expected.digest());
    }
}

#[test]
fn every_command_that_we_send_is_served() {
    let (phone, _) = demo(0);
    let Some(bridge) = Bridge::to(Box::new(phone), DoorSettings::default()) else { return };
    let adb = bridge.adb();
    let transport = adb.phone(&bridge.serial());
    for command in every_command() {
        // What follows the log has no end of its own.
        let follows = command.starts_with("logcat") && !command.contains(" -t ");
        let command = if follows { command + " -d" } else { command };
        let said = transport.shell(&command, Deadline::after(Duration::from_secs(30))).unwrap();
        let text = said.text();
        for unknown in ["not found", "Unknown command", "unknown command", "Error: Unknown", "inaccessible"] {
            assert!(!text.contains(unknown), "`{command}` says: {text}");
        }
        assert_ne!(said.status, 127, "`{command}`");
    }
}

#[test]
fn what_a_phone_can_do_it_can_do_through_adb() {
    let (phone, package) = demo(0);
    let Some(bridge) = Bridge::to(Box::new(phone), DoorSettings::default()) else { return };
    let mut device = bridge.device(AdbOptions::default());
    let picture = device.screenshot().unwrap();
    assert_eq!((picture.width_px, picture.height_px), device.identity().screen_px);
    assert!(device.apps().unwrap().iter().any(|app| app.package == package && app.pid.is_some()));
    device.change(&Change::Rotate { to: Orientation::Landscape }).unwrap();
    let turned = look(&mut device).observation.layout;
    let root = turned.nodes().next().unwrap().bounds();
    assert!(root.width() > root.height(), "{root}");
    for change in [
        Change::Rotate { to: Orientation::Portrait },
        Change::DarkMode { on: true },
        Change::FontScale { percent: 130 },
        Change::KillProcess { package: package.to_owned() },
    ] {
        assert!(device.abilities().has(change.needs()), "{change:?}");
        device.change(&change).unwrap();
    }
    device.launch(package).unwrap();
    assert_eq!(look(&mut device).observation.layout.package(), package);
    assert!(device.read_log(LogPosition::START).unwrap().lines.len() > 3);
    assert!(!device.abilities().has(Ability::TypeAnything), "there is no keyboard app on it");
}

#[test]
fn a_crash_of_the_adb_server_costs_no_more_than_a_moment() {
    let (phone, _) = demo(0);
    let Some(mut bridge) = Bridge::to(Box::new(phone), DoorSettings::default()) else { return };
    let mut device = bridge.device(AdbOptions::default());
    let before = look(&mut device).observation.layout;
    bridge.server.crash();
    assert_eq!(*look(&mut device).observation.layout, *before);
}

#[test]
fn an_emulator_saves_and_returns_through_its_console() {
    let (phone, package) = demo(0);
    let Some(server) = AdbServer::start() else { return };
    let token_file = server.home().join(".emulator_console_auth_token");
    let emulator = adbd::Emulator {
        name: "sim_notes".to_owned(),
        token_file,
        server: Some(([127, 0, 0, 1], server.port()).into()),
    };
    let settings = DoorSettings { emulator: Some(emulator), ..DoorSettings::default() };
    let door = Door::open(Box::new(phone), settings).unwrap();
    let serial = door.serial();
    let waited = server.run(&["-s", &serial, "wait-for-device"]);
    assert!(waited.status.success());
    let port = server.port().to_string();
    let home = server.home().to_str().unwrap().to_owned();
    let adb = Adb::new(AdbSettings::from_variables(|name| match name {
        "ANDROID_ADB_SERVER_PORT" => Some(port.clone()),
        "HOME" => Some(home.clone()),
        _ => None,
    }));
    let mut device = AdbDevice::connect(&adb, Some(&serial), AdbOptions::default()).unwrap();
    assert!(device.abilities().has(Ability::Snapshot));
    let before = look(&mut device).observation.layout;
    let saved = device.snapshot().unwrap();
    play(&mut device, package, 3, 5);
    device.restore(saved).unwrap();
    assert_eq!(*look(&mut device).observation.layout, *before);
    device.forget(saved).unwrap();
    let listed = server.run(&["-s", &serial, "emu", "avd", "snapshot", "list"]);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("no snapshot"), "{listed:?}");
}
