//! A phone that poses as an emulator, through the real `adb emu`.

use std::fs;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use crate::adb::{Adb, wait_for};
use crate::common::{FormPhone, Outside};
use adbd::{Door, DoorSettings, Emulator};
use android::console::{ConsoleReply, Verdict};

struct Bench {
    adb: Adb,
    door: Door,
    outside: Arc<Mutex<Outside>>,
}

fn bench() -> Option<Bench> {
    let adb = Adb::start()?;
    let (phone, outside) = FormPhone::new(34);
    let emulator = Emulator {
        name: "Form_AVD".to_owned(),
        token_file: adb.home().join(".emulator_console_auth_token"),
        server: Some(SocketAddr::from(([127, 0, 0, 1], adb.port()))),
    };
    let door =
        Door::open(Box::new(phone), DoorSettings { emulator: Some(emulator), ..DoorSettings::default() })
            .unwrap();
    adb.wait_until_ready();
    Some(Bench { adb, door, outside })
}

impl Bench {
    #[track_caller]
    fn emu(&self, command: &str) -> ConsoleReply {
        let serial = self.door.serial();
        let mut args = vec!["-s", &serial, "emu"];
        args.extend(command.split(' '));
        ConsoleReply::parse(&self.adb.run(&args))
    }

    fn text(&self) -> String {
        let xml = self.adb.shell("uiautomator dump /dev/tty").0;
        let layout = gui::Layout::parse(xml.as_bytes()).unwrap().layout;
        layout
            .nodes()
            .find(|node| node.short_id() == "note")
            .map(|node| node.text().to_owned())
            .unwrap_or_default()
    }
}

#[test]
fn it_announces_itself_and_its_console_answers() {
    let Some(bench) = bench() else { return };
    let list = bench.adb.run(&["devices"]);
    assert!(list.contains(&format!("emulator-{}\tdevice", bench.door.address().port() - 1)), "{list}");
    let name = bench.emu("avd name");
    assert_eq!((name.verdict, name.lines), (Verdict::Ok, vec!["Form_AVD".to_owned()]));
    assert_eq!(bench.emu("ping").lines, ["I am alive!"]);
    assert!(matches!(bench.emu("kill").verdict, Verdict::Ko(_)));
    assert!(matches!(bench.emu("nonsense").verdict, Verdict::Ko(_)));
    for command in
        ["gsm call 5551234", "sms send 5551234 hello there", "power capacity 12", "rotate", "network status"]
    {
        assert_eq!(bench.emu(command).verdict, Verdict::Ok, "{command}");
    }
    let changes = format!("{:?}", bench.outside.lock().unwrap().changes);
    assert_eq!(
        changes,
        "[System { event: Call }, System { event: Sms }, System { event: Battery { percent: 12 } }, Rotate { to: Landscape }]"
    );
}

#[test]
fn without_its_password_the_console_says_nothing() {
    let Some(bench) = bench() else { return };
    fs::write(bench.adb.home().join(".emulator_console_auth_token"), "wrong").unwrap();
    let reply = bench.emu("avd name");
    assert!(matches!(reply.verdict, Verdict::Ko(_)), "{reply:?}");
    assert!(!reply.lines.iter().any(|line| line.contains("Form_AVD")));
}

#[test]
fn a_snapshot_brings_back_screen_and_files_and_the_phone_comes_back_online() {
    let Some(bench) = bench() else { return };
    bench.adb.shell("am start -n com.example.form/.FormActivity; input text before; echo one > /sdcard/f");
    assert_eq!(bench.emu("avd snapshot save first").verdict, Verdict::Ok);
    assert_eq!(bench.emu("avd snapshot list").snapshots()[0].name, "first");
    bench.adb.shell("input text AndAfter; echo two > /sdcard/f");
    assert_eq!(bench.text(), "beforeAndAfter");
    assert_eq!(bench.emu("avd snapshot load first").verdict, Verdict::Ok);
    wait_for("the phone to come back", || bench.adb.shell("cat /sdcard/f").0 == "one\n");
    assert_eq!(bench.text(), "before");
    assert!(matches!(bench.emu("avd snapshot load none").verdict, Verdict::Ko(_)));
    assert_eq!(bench.emu("avd snapshot delete first").verdict, Verdict::Ok);
    assert!(bench.emu("avd snapshot list").snapshots().is_empty());
}
