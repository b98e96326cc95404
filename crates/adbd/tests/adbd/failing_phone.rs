//! Phones that fail, as the real adb sees them; and doors that do not let everybody in.

use std::fs;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::adb::{Adb, wait_for};
use crate::common::{FormPhone, Outside, PACKAGE};
use adbd::{Clock, Door, DoorError, DoorSettings};
use android::input::InputRefusal;
use android::monkey::{MonkeyEnd, MonkeyRun};
use device::{DeviceError, Sent};

struct Bench {
    adb: Adb,
    _door: Door,
    outside: Arc<Mutex<Outside>>,
}

fn bench(settings: DoorSettings) -> Option<Bench> {
    let adb = Adb::start()?;
    let (phone, outside) = FormPhone::new(34);
    let door = Door::open(Box::new(phone), settings).unwrap();
    adb.connect(&door.address().to_string());
    Some(Bench { adb, _door: door, outside })
}

impl Bench {
    /// Fails the next call, and tells what a shell command then says.
    fn shell_with(&self, fault: DeviceError, script: &str) -> (String, String, i32) {
        self.outside.lock().unwrap().faults = vec![fault];
        self.adb.shell(script)
    }
}

fn serial() -> String {
    "form".to_owned()
}

#[test]
fn a_lost_phone_closes_the_connection_and_comes_back_on_the_same_port() {
    let Some(bench) = bench(DoorSettings::default()) else { return };
    let lost = || DeviceError::Lost { serial: serial(), doing: "look", sent: Sent::Nothing };
    let (out, _, _) = bench.shell_with(lost(), "echo before; uiautomator dump; echo after");
    assert!(!out.contains("after"), "{out}");
    wait_for("the phone to come back", || bench.adb.shell("echo back").0 == "back\n");
}

#[test]
fn failures_are_told_in_androids_words() {
    let Some(bench) = bench(DoorSettings::default()) else { return };
    let not_idle = DeviceError::NotIdle { serial: serial(), why: "it moves".to_owned() };
    assert_eq!(
        bench.shell_with(not_idle, "uiautomator dump"),
        (String::new(), "ERROR: could not get idle state.\n".to_owned(), 0)
    );
    let (_, said, status) =
        bench.shell_with(DeviceError::HeldByAnother { serial: serial() }, "uiautomator dump");
    assert!(said.contains("UiAutomationService") && said.ends_with("Killed\n") && status == 137, "{said}");
    let refused =
        DeviceError::Refused { serial: serial(), doing: "tap", why: "switch off".to_owned(), remedy: "" };
    let (_, said, _) = bench.shell_with(refused, "input tap 1 1");
    assert_eq!(InputRefusal::parse(&said), Some(InputRefusal::NotAllowed));
    let garbled =
        DeviceError::Garbled { serial: serial(), doing: "look", why: "cut".to_owned(), sent: Sent::Nothing };
    let (out, _, _) = bench.shell_with(garbled, "uiautomator dump > /dev/null; cat /sdcard/window_dump.xml");
    assert!(matches!(gui::Layout::parse(out.as_bytes()), Err(gui::DumpError::Truncated { .. })), "{out}");
    let full = DeviceError::DiskFull { serial: serial(), doing: "look" };
    let (_, said, _) = bench.shell_with(full, "uiautomator dump");
    assert!(said.contains("No space left on device"), "{said}");
    bench.outside.lock().unwrap().restless = true;
    assert_eq!(bench.adb.shell("uiautomator dump").1, "ERROR: could not get idle state.\n");
}

#[test]
fn a_phone_that_hangs_leaves_its_client_waiting_and_others_go_on() {
    let Some(bench) = bench(DoorSettings::default()) else { return };
    bench.outside.lock().unwrap().faults = vec![DeviceError::TimedOut {
        serial: serial(),
        doing: "look",
        after: Duration::from_secs(30),
        sent: Sent::Nothing,
    }];
    let mut hanging =
        bench.adb.command(&["shell", "uiautomator dump"]).stdout(Stdio::null()).spawn().unwrap();
    wait_for("the fault to strike", || bench.outside.lock().unwrap().faults.is_empty());
    assert_eq!(bench.adb.shell("echo others").0, "others\n");
    assert!(hanging.try_wait().unwrap().is_none(), "it should still hang");
    hanging.kill().unwrap();
    hanging.wait().unwrap();
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let Some(bench) = bench(DoorSettings { disk_bytes: 100_000, ..DoorSettings::default() }) else { return };
    let here = bench.adb.home().join("big");
    fs::write(&here, vec![1; 200_000]).unwrap();
    let said = bench.adb.run(&["push", here.to_str().unwrap(), "/sdcard/big"]);
    assert!(said.contains("couldn't write to file: No space left on device"), "{said}");
    fs::write(&here, vec![1; 60_000]).unwrap();
    assert!(bench.adb.run(&["push", here.to_str().unwrap(), "/sdcard/big"]).contains("1 file pushed"));
    let (_, said, status) =
        bench.adb.shell("cat /sdcard/big > /sdcard/second; echo $? > /dev/null; ls /sdcard/none");
    assert!(said.contains("write: No space left on device") && status == 1, "{said}");
}

#[test]
fn saving_and_returning_is_there_only_where_it_is_allowed() {
    let Some(closed) = bench(DoorSettings::default()) else { return };
    assert_eq!(closed.adb.shell("oddity list").2, 127);
    let Some(open) = bench(DoorSettings { travel: true, ..DoorSettings::default() }) else { return };
    let (out, err, status) =
        open.adb.shell("echo a > /sdcard/f; oddity save here; rm /sdcard/f; oddity return here && cat /sdcard/f; oddity drop here; oddity return here");
    assert_eq!((out.as_str(), status), ("a\n", 1));
    assert!(err.contains("there is no snapshot here"), "{err}");
}

#[test]
fn monkey_repeats_itself_finds_the_crash_and_is_read_back() {
    let Some(bench) = bench(DoorSettings::default()) else { return };
    let run = |args: &str| {
        let (out, err, status) =
            bench.adb.shell(&format!("pm clear {PACKAGE} > /dev/null; monkey -p {PACKAGE} {args} 2>&1"));
        (out, err, status)
    };
    let (finished, _, status) = run("-s 5 -v --pct-touch 0 --pct-motion 0 --pct-anyevent 100 200");
    let read = MonkeyRun::parse(&finished);
    assert_eq!(
        (read.seed, read.injected, &read.end, status),
        (Some(5), Some(200), &MonkeyEnd::Finished, 0),
        "{finished}"
    );
    assert_eq!(read.packages, [PACKAGE]);
    let (crashed, _, status) = run("-s 7 -v --pct-touch 100 5000");
    let read = MonkeyRun::parse(&crashed);
    assert_eq!(read.crashes.len(), 1, "{crashed}");
    assert_eq!(read.crashes[0].process.as_deref(), Some(PACKAGE));
    let MonkeyEnd::Aborted { at_event: Some(at) } = read.end else { panic!("{:?}", read.end) };
    assert_eq!(status, i32::from(at as u8));
    let (ignored, _, _) = run("-s 7 -v --pct-touch 100 --ignore-crashes 1000");
    assert_eq!(MonkeyRun::parse(&ignored).end, MonkeyEnd::Finished);
    let again = run("-s 7 -v --pct-touch 100 5000").0;
    let events = |text: &str| {
        text.lines().filter(|line| line.starts_with(":Sending")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(events(&crashed), events(&again));
    assert_eq!(MonkeyRun::parse(&bench.adb.shell("monkey -p none 10").0).end, MonkeyEnd::NothingToRun);
}

#[test]
fn the_real_clock_goes_on_by_itself() {
    let Some(bench) = bench(DoorSettings { clock: Clock::Real, ..DoorSettings::default() }) else { return };
    let time = || bench.adb.shell("date +%s%N").0.trim().parse::<u64>().unwrap();
    let first = time();
    wait_for("time to pass", || time() > first + 200_000_000);
}

#[test]
fn only_known_computers_come_in() {
    let Some(adb) = Adb::start() else { return };
    let (phone, _) = FormPhone::new(34);
    let outside = "0.0.0.0:0".parse().unwrap();
    let unguarded = Door::open(Box::new(phone), DoorSettings { listen: outside, ..DoorSettings::default() });
    assert!(matches!(unguarded, Err(DoorError::Unguarded(_))));

    let file = adb.home().join(".android/adbkey.pub");
    wait_for("adb to make its key", || fs::read_to_string(&file).is_ok_and(|key| key.contains(' ')));
    let own = fs::read_to_string(file).unwrap();
    let keys = adb.home().join("authorized");
    let open = |text: &str| {
        fs::write(&keys, text).unwrap();
        let settings =
            DoorSettings { listen: outside, authorized_keys: Some(keys.clone()), ..DoorSettings::default() };
        Door::open(Box::new(FormPhone::new(34).0), settings)
    };
    assert!(matches!(open("nonsense"), Err(DoorError::Keys { .. })));
    let door = open(&own).unwrap();
    let address = format!("127.0.0.1:{}", door.address().port());
    adb.connect(&address);
    assert_eq!(adb.shell("echo in").0, "in\n");
    adb.run(&["disconnect", &address]);

    let Some(stranger) = Adb::start() else { return };
    stranger.run(&["connect", &address]);
    wait_for("the stranger to be refused", || stranger.run(&["devices"]).contains("unauthorized"));
    assert_ne!(stranger.shell("echo in").0, "in\n");
    drop(door);
}
