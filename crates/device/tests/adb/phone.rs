//! `AdbDevice` against a phone that answers as real ones do.

use std::time::Duration;

use device::adb::{AdbDevice, AdbOptions, CoverageFiles, every_command};
use device::{
    Ability, Change, CoverageUnit, Deadlines, Device, DeviceError, Input, KeyCode, Motion, Point, Repeat,
};
use gui::{Orientation, SystemEvent};

use super::fake::{FakePhone, Fate, Printed};

const FEATURES: &str = "cmd,shell_v2,stat_v2";

fn quick() -> Deadlines {
    let short = Duration::from_secs(5);
    Deadlines {
        observe: short,
        act: short,
        launch: short,
        screenshot: short,
        snapshot: short,
        reconnect: short,
    }
}

fn says(text: &str) -> Option<Printed> {
    Some((text.as_bytes().to_vec(), Vec::new(), 0))
}

fn complains(text: &str, status: u8) -> Option<Printed> {
    Some((Vec::new(), text.as_bytes().to_vec(), status))
}

/// A phone that answers so and otherwise as phones do.
fn phone(answers: impl Fn(&str) -> Option<Printed> + Send + Sync + 'static) -> FakePhone {
    FakePhone::start(FEATURES, answers, |_| Fate::Answered)
}

const XML: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"hi\" resource-id=\"com.example:id/title\" class=\"android.widget.TextView\" package=\"com.example\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,0][10,10]\" /></hierarchy>";

fn with_screen(command: &str) -> Option<Printed> {
    match command {
        _ if command.starts_with("uiautomator dump") => {
            says("UI hierchary dumped to: /data/local/tmp/oddity-window.xml\n")
        }
        _ if command.starts_with("cat /data/local/tmp/") => says(XML),
        _ => None,
    }
}

#[test]
fn says_who_it_is() {
    let fake = phone(|_| None);
    let device = fake.device(quick());
    let identity = device.identity();
    assert_eq!((identity.serial.as_str(), identity.api, identity.screen_px), ("fake-1", 34, (1080, 1920)));
    let abilities = device.abilities();
    assert!(abilities.has(Ability::DarkMode) && abilities.has(Ability::Locale));
    assert!(!abilities.has(Ability::Snapshot), "it is no emulator");
    assert!(!abilities.has(Ability::TypeAnything) && !abilities.has(Ability::Pinch));
}

#[test]
fn sees_the_screen_in_one_round_trip() {
    let fake = phone(with_screen);
    let mut device = fake.device(quick());
    let before = fake.ran().len();
    let seen = device.observe().unwrap();
    assert_eq!(fake.ran().len(), before + 1);
    assert_eq!((seen.layout.len(), seen.motion), (1, Motion::Still));
    assert_eq!(seen.foreground.activity.unwrap().to_string(), "com.example/.Main");
    assert_eq!((seen.foreground.keyboard, seen.at), (Some(false), Duration::from_millis(100_500)));
    let coverage = device.coverage().unwrap();
    let reached: Vec<&str> = coverage.reached.iter().map(|name| &**name).collect();
    assert_eq!(reached, ["com.example/.Main", "com.example/.Main TextView#title"]);
}

#[test]
fn looks_again_while_a_window_is_changing() {
    let tries = std::sync::atomic::AtomicU32::new(0);
    let fake = phone(move |command| {
        if command.starts_with("uiautomator") && tries.fetch_add(1, std::sync::atomic::Ordering::SeqCst) < 2 {
            return complains("ERROR: null root node returned by UiTestAutomationBridge.\n", 0);
        }
        with_screen(command)
    });
    assert_eq!(fake.device(quick()).observe().unwrap().layout.len(), 1);
}

#[test]
fn says_why_it_cannot_see_the_screen() {
    let check = |answer: fn(&str) -> Option<Printed>, expected: &str| {
        let fake = phone(move |command| {
            if command.starts_with("cat /data") {
                return complains("cat: x: No such file or directory\n", 1);
            }
            answer(command)
        });
        let deadlines = Deadlines { observe: Duration::from_millis(900), ..quick() };
        let error = fake.device(deadlines).observe().unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.repeat(), Repeat::Safe);
    };
    check(
        |command| {
            command
                .starts_with("uiautomator")
                .then(|| complains("ERROR: could not get idle state.\n", 0))
                .flatten()
        },
        "fake-1 cannot read its screen: idle-state (could not get idle state: something on screen keeps moving)",
    );
    check(
        |command| command.starts_with("uiautomator").then(|| complains("Killed\n", 137)).flatten(),
        "fake-1 cannot read its screen: another program (Appium, uiautomator2, a screen reader) holds UiAutomation",
    );
    check(
        |command| {
            command
                .starts_with("uiautomator")
                .then(|| complains("/system/bin/sh: uiautomator: inaccessible\n", 127))
                .flatten()
        },
        "fake-1 answered our wish to read its screen with something else: /system/bin/sh: uiautomator: inaccessible",
    );
}

#[test]
fn sends_inputs_as_android_takes_them() {
    let fake = phone(|_| None);
    let mut device = fake.device(quick());
    let before = fake.ran().len();
    let at = Point { x: 5, y: 7 };
    let second = Duration::from_secs(1);
    for input in [
        Input::Tap { at },
        Input::DoubleTap { at },
        Input::Hold { at, time: second },
        Input::Swipe { from: at, to: Point { x: 9, y: 9 }, time: second },
        Input::key(KeyCode::BACK),
        Input::Key { code: KeyCode::DEL, times: 3 },
        Input::Text { text: "it's 5%s".to_owned() },
        Input::Text { text: String::new() },
    ] {
        device.act(&input).unwrap();
    }
    assert_eq!(
        fake.ran()[before..],
        [
            "input tap 5 7",
            "input tap 5 7 && input tap 5 7",
            "input swipe 5 7 5 7 1000",
            "input swipe 5 7 9 9 1000",
            "input keyevent 4",
            "input keyevent 67 67 67",
            r"input text 'it'\''s%s5%' && input text s",
        ]
    );
}

#[test]
fn types_nothing_where_not_all_of_it_can_be_typed() {
    let fake = phone(|_| None);
    let mut device = fake.device(quick());
    let before = fake.ran().len();
    let error = device.act(&Input::Text { text: "café".to_owned() }).unwrap_err();
    assert!(matches!(error, DeviceError::Lacks { ability: Ability::TypeAnything, .. }), "{error}");
    assert_eq!(fake.ran().len(), before);
}

#[test]
fn types_anything_with_a_keyboard_app_and_puts_the_old_one_back() {
    let fake = phone(|command| match command {
        "ime list -s" => says("com.latin/.Latin\ncom.android.adbkeyboard/.AdbIME\n"),
        "settings get secure default_input_method" => says("com.latin/.Latin\n"),
        "dumpsys input_method" => says("  mCurMethodId=com.android.adbkeyboard/.AdbIME\n"),
        _ if command.starts_with("am broadcast") => {
            says("Broadcasting: Intent {}\nBroadcast completed: result=0\n")
        }
        _ => None,
    });
    let mut device = fake.device(quick());
    assert!(device.abilities().has(Ability::TypeAnything));
    device.act(&Input::Text { text: "café".to_owned() }).unwrap();
    drop(device);
    let ran = fake.ran();
    let effects: Vec<&str> =
        ran.iter().map(String::as_str).filter(|c| c.starts_with("ime set") || c.starts_with("am")).collect();
    assert_eq!(
        effects,
        [
            "ime set com.android.adbkeyboard/.AdbIME",
            "am broadcast -a ADB_INPUT_B64 --es msg Y2Fmw6k=",
            "ime set com.latin/.Latin"
        ]
    );
}

#[test]
fn a_phone_that_refuses_touches_says_how_to_allow_them() {
    let fake = phone(|command| {
        let refusal = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n";
        command.starts_with("input").then(|| complains(refusal, 255)).flatten()
    });
    let error = fake.device(quick()).act(&Input::Tap { at: Point { x: 1, y: 1 } }).unwrap_err();
    assert_eq!(error.to_string(), "fake-1 refuses to tap: it lets nobody else touch its screen");
    assert!(error.remedy().unwrap().contains("Security settings"));
}

#[test]
fn opens_ends_and_clears_apps() {
    let fake = phone(|command| match command {
        _ if command.contains("resolve-activity") && command.ends_with("com.example") => {
            says("priority=0 preferredOrder=0 match=0x108000\ncom.example/.Main\n")
        }
        _ if command.contains("resolve-activity") => says("No activity found\n"),
        _ if command.starts_with("am start") => says("Starting: Intent { }\nStatus: ok\nComplete\n"),
        "am force-stop com.example; pm path com.example" => says("package:/data/app/x/base.apk\n"),
        "pm clear com.example" => says("Success\n"),
        "pm clear com.nothing" => says("Failed\n"),
        _ => None,
    });
    let mut device = fake.device(quick());
    device.launch("com.example").unwrap();
    device.stop("com.example").unwrap();
    device.clear_data("com.example").unwrap();
    for error in [device.launch("com.nothing"), device.stop("com.nothing"), device.clear_data("com.nothing")]
    {
        let error = error.unwrap_err();
        assert!(
            matches!(&error, DeviceError::NoSuchApp { package, .. } if package == "com.nothing"),
            "{error}"
        );
    }
}

#[test]
fn lists_apps_with_their_processes() {
    let fake = phone(|command| match command {
        "dumpsys package" => says(
            "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        \
             1d7 b.c/.Main filter 2e2\n          Action: \"android.intent.action.MAIN\"\n          \
             Category: \"android.intent.category.LAUNCHER\"\n\n\
             Packages:\n  Package [b.c] (3f):\n    versionCode=19 minSdk=14 targetSdk=28\n    versionName=2.4\n    \
             User 0: installed=true\n      runtime permissions:\n        android.permission.CAMERA: granted=true\n  \
             Package [a.library] (3f):\n    versionCode=1\n",
        ),
        "ps -A -o PID,NAME" => says("  PID NAME\n 4711 b.c\n"),
        _ => None,
    });
    let apps = fake.device(quick()).apps().unwrap();
    assert_eq!(apps.len(), 1, "only what a person could open");
    let app = &apps[0];
    assert_eq!(
        (app.package.as_str(), app.version.as_str(), app.version_code, app.pid),
        ("b.c", "2.4", 19, Some(4711))
    );
    assert_eq!(app.permissions[0].name, "android.permission.CAMERA");
}

#[test]
fn changes_the_phone_and_puts_it_back() {
    let fake = phone(|command| match command {
        "pidof com.example" => Some((Vec::new(), Vec::new(), 1)),
        "settings get system font_scale" => says("null\n"),
        "settings get system user_rotation" => says("0\n"),
        "settings get system accelerometer_rotation" => says("1\n"),
        "cmd uimode night" => says("Night mode: no\n"),
        _ if command.starts_with("am broadcast") => says("Broadcast completed: result=0\n"),
        _ => None,
    });
    let mut device = fake.device(quick());
    let before = fake.ran().len();
    for change in [
        Change::Rotate { to: Orientation::Landscape },
        Change::DarkMode { on: true },
        Change::FontScale { percent: 130 },
        Change::WindowSize { px: Some((800, 600)) },
        Change::KillProcess { package: "com.example".to_owned() },
        Change::System { event: SystemEvent::Network { on: false } },
        Change::System { event: SystemEvent::Battery { percent: 5 } },
        Change::System { event: SystemEvent::Broadcast { action: "a.b.C".to_owned() } },
    ] {
        device.change(&change).unwrap_or_else(|error| panic!("{change:?}: {error}"));
    }
    let lacking = device.change(&Change::AdvanceClock { by: Duration::from_secs(1) }).unwrap_err();
    assert!(matches!(lacking, DeviceError::Lacks { ability: Ability::AdvanceClock, .. }));
    drop(device);
    let asked = |command: &String| command.contains(" get ") || command == "cmd uimode night";
    let told: Vec<String> = fake.ran().into_iter().skip(before).filter(|command| !asked(command)).collect();
    assert_eq!(
        told,
        [
            "settings put system accelerometer_rotation 0 && settings put system user_rotation 1",
            "cmd uimode night yes",
            "settings put system font_scale 1.30",
            "wm size 800x600",
            "input keyevent 3",
            "am kill com.example; echo oddity-part:$?; pidof com.example; echo oddity-part:$?",
            "cmd connectivity airplane-mode enable",
            "dumpsys battery set level 5",
            "am broadcast -a a.b.C",
            // And back.
            "settings put system accelerometer_rotation 1",
            "dumpsys battery reset",
            "settings delete system font_scale",
            "cmd connectivity airplane-mode disable",
            "cmd uimode night no",
            "settings put system user_rotation 0",
            "wm size reset",
        ]
    );
}

#[test]
fn a_change_that_is_refused_is_an_error() {
    let fake = phone(|command| match command {
        _ if command.starts_with("pm grant") => complains(
            "Exception occurred while executing 'grant':\njava.lang.SecurityException: Permission x is not changeable\n",
            255,
        ),
        _ if command.starts_with("pidof") => says("4711\n"),
        _ => None,
    });
    let mut device = fake.device(Deadlines { act: Duration::from_millis(500), ..quick() });
    let (package, name) = ("com.example".to_owned(), "x".to_owned());
    let error =
        device.change(&Change::Permission { package: package.clone(), name, granted: true }).unwrap_err();
    assert_eq!(error.to_string(), "fake-1 refuses to change a permission: Permission x is not changeable");
    let error = device.change(&Change::KillProcess { package }).unwrap_err();
    assert!(error.to_string().contains("is still running"), "{error}");
}

/// Android 5: no `shell_v2`, an old `ps`, and the dump's complaints among what it says.
#[test]
fn an_old_phone_does_the_same() {
    let raw = [&1u32.to_le_bytes()[..], &1u32.to_le_bytes(), &1u32.to_le_bytes(), b"\r\n\n\0"].concat();
    let fake = FakePhone::start(
        "",
        move |command| match command {
            "getprop" => says("[ro.build.version.sdk]: [22]\n[ro.build.version.release]: [5.1]\n"),
            "dumpsys window windows" => says("  mCurrentFocus=Window{1 u0 com.example/com.example.Main}\n"),
            "exec:screencap" => Some((raw.clone(), Vec::new(), 0)),
            "ps" => says("USER     PID   PPID  VSIZE  RSS     WCHAN    PC         NAME\n"),
            _ if command.starts_with("input tap") => complains("Error: Injecting needs INJECT_EVENTS\n", 1),
            _ => with_screen(command),
        },
        |_| Fate::Answered,
    );
    let mut device = fake.device(quick());
    assert_eq!(device.identity().api, 22);
    assert!(!device.abilities().has(Ability::Permissions) && device.abilities().has(Ability::Rotate));
    let seen = device.observe().unwrap();
    assert_eq!(
        (seen.layout.len(), seen.foreground.activity.unwrap().to_string()),
        (1, "com.example/.Main".to_owned())
    );
    assert_eq!(device.screenshot().unwrap().rgba[..], *b"\r\n\n\xFF");
    assert!(device.act(&Input::Tap { at: Point { x: 1, y: 1 } }).is_err());
    device.act(&Input::key(KeyCode::BACK)).unwrap();
    assert_eq!(device.apps().unwrap(), []);
}

#[test]
fn takes_pictures() {
    let raw = [&2u32.to_le_bytes()[..], &1u32.to_le_bytes(), &1u32.to_le_bytes(), &[1, 2, 3, 0, 5, 6, 7, 0]]
        .concat();
    let fake = phone(move |command| (command == "screencap").then(|| (raw.clone(), Vec::new(), 0)));
    let picture = fake.device(quick()).screenshot().unwrap();
    assert_eq!((picture.width_px, picture.height_px), (2, 1));
    assert_eq!(picture.rgba[..], [1, 2, 3, 255, 5, 6, 7, 255]);
    let fake =
        phone(|command| (command == "screencap").then(|| complains("Capturing failed.\n", 1)).flatten());
    let error = fake.device(quick()).screenshot().unwrap_err();
    assert_eq!(error.to_string(), "fake-1 refuses to take a picture of its screen: Capturing failed.");
}

#[test]
fn reads_the_coverage_of_an_instrumented_app() {
    let class = [&[0x11][..], &[0; 8], &[0, 5], b"a/b/C", &[3], &[0b101]].concat();
    let file = [&[0x01, 0xC0, 0xC0, 0x10, 0x07][..], &class].concat();
    let fake = phone(move |command| match command {
        "run-as com.example cat files/coverage.ec" => Some((file.clone(), Vec::new(), 0)),
        _ if command.contains("cat") => complains("cat: no such file\n", 1),
        _ => None,
    });
    let connect = |coverage| {
        let options = AdbOptions { deadlines: quick(), coverage: Some(coverage) };
        AdbDevice::connect(&fake.adb(), None, options).unwrap()
    };
    let asking = CoverageFiles { broadcast: Some("dump.IT".to_owned()), ..CoverageFiles::of("com.example") };
    let coverage = connect(asking).coverage().unwrap();
    let reached: Vec<&str> = coverage.reached.iter().map(|name| &**name).collect();
    assert_eq!(
        (coverage.unit, reached, coverage.total),
        (CoverageUnit::Probes, vec!["a.b.C#0", "a.b.C#2"], Some(3))
    );
    assert!(fake.ran().contains(&"am broadcast -a dump.IT".to_owned()));
    let error = connect(CoverageFiles::of("com.other")).coverage().unwrap_err();
    assert!(error.to_string().contains("com.other has left no coverage file"), "{error}");
}

/// That none is forgotten is in the way they are defined; here, that the list is what a phone's shell is given.
#[test]
fn every_command_is_listed() {
    let listed = every_command();
    for program in
        ["uiautomator", "input", "am", "pm", "dumpsys", "logcat", "screencap", "settings", "cmd", "wm", "svc"]
    {
        let starts =
            |command: &String| command.split(['&', ';']).any(|part| part.trim().starts_with(program));
        assert!(listed.iter().any(starts), "{program}");
    }
}

#[test]
fn a_phone_that_cannot_be_used_is_told_once_and_with_its_remedy() {
    let fake = phone(|_| None);
    fake.plug(false);
    let connect = |serial| AdbDevice::connect(&fake.adb(), serial, AdbOptions::default()).unwrap_err();
    let error = connect(None);
    assert_eq!(
        error.to_string(),
        "cannot use fake-1: it does not answer adb\n  adb sees 1 device: fake-1 (offline)"
    );
    assert_eq!(
        error.remedy(),
        Some(
            "unplug it and plug it in again, or restart it; over a network, `adb disconnect` and connect it again"
        )
    );
    let error = connect(Some("other"));
    assert_eq!(error.to_string(), "cannot use other: it is not there\n  adb sees 1 device: fake-1 (offline)");
}
