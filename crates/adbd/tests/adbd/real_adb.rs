//! The real adb, as people use it, against a phone of ours.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use crate::adb::{Adb, wait_for};
use crate::common::{FormPhone, Outside, PACKAGE};
use adbd::{Door, DoorSettings};
use android::dumpsys;
use android::{am, pm, props::Props, uiautomator, wm};
use device::Input;
use gui::Layout;

/// A phone behind a door, and an adb that is connected to it.
struct Bench {
    adb: Adb,
    // Dropped after adb has ended, as on a desk.
    _door: Door,
    outside: Arc<Mutex<Outside>>,
}

fn bench_with(api: u32, settings: DoorSettings) -> Option<Bench> {
    let adb = Adb::start()?;
    let (phone, outside) = FormPhone::new(api);
    let door = Door::open(Box::new(phone), settings).unwrap();
    adb.connect(&door.address().to_string());
    Some(Bench { adb, _door: door, outside })
}

fn bench() -> Option<Bench> {
    bench_with(34, DoorSettings::default())
}

/// Runs a script and compares output, errors and status.
#[track_caller]
fn check(bench: &Bench, script: &str, out: &str, err: &str, status: i32) {
    assert_eq!(bench.adb.shell(script), (out.to_owned(), err.to_owned(), status), "{script}");
}

#[test]
fn the_phone_is_listed_with_its_names() {
    let Some(bench) = bench() else { return };
    let list = bench.adb.run(&["devices", "-l"]);
    assert!(
        list.contains("device product:form_phone model:Form_Phone device:form_phone transport_id:"),
        "{list}"
    );
    assert_eq!(bench.adb.run(&["wait-for-device", "get-state"]), "device\n");
}

#[test]
fn scripts_have_outputs_and_statuses() {
    let Some(bench) = bench() else { return };
    check(&bench, "echo hi", "hi\n", "", 0);
    check(&bench, "exit 42", "", "", 42);
    check(&bench, "false || echo no; true && echo \"a  b\" 'c d' $?", "no\na  b c d 0\n", "", 0);
    check(&bench, "foo", "", "/system/bin/sh: foo: inaccessible or not found\n", 127);
    check(&bench, "foo 2>/dev/null; echo $?", "127\n", "", 0);
    check(&bench, "echo one; foo 2>&1 | cat", "one\n/system/bin/sh: foo: inaccessible or not found\n", "", 0);
    check(&bench, "printf 'b\\na\\nc\\n' | sort | head -n 2 | wc -l", "2\n", "", 0);
    check(
        &bench,
        "echo x > /sdcard/x && cat /sdcard/x && echo y >> /sdcard/x && wc -l < /sdcard/x",
        "x\n2\n",
        "",
        0,
    );
    check(&bench, "echo 'a", "", "/system/bin/sh: no closing quote\n", 1);
    check(&bench, "A=1; echo $A$(echo 2)", "12\n", "", 0);
    check(&bench, "ls /data/data", "", "ls: /data/data: Permission denied\n", 1);
    check(&bench, "[ -f /sdcard/x ] && rm /sdcard/x; [ -f /sdcard/x ]", "", "", 1);
    check(&bench, "yes_no() { }", "", "/system/bin/sh: syntax error: unexpected '('\n", 1);
}

/// Whoever writes such a script gets its status, and the phone stays.
#[test]
fn scripts_that_want_too_much_fail_and_nothing_else_does() {
    let Some(bench) = bench() else { return };
    let failed = |why: &str| format!("/system/bin/sh: {why}\n");
    let four_mib = format!("A=aaaaaaaa; {}", "A=$A$A; ".repeat(19));
    check(&bench, &format!("{four_mib} echo $?"), "0\n", "", 0);
    for more in ["A=$A$A", "echo $A $A", "B=$(echo $A)"] {
        check(&bench, &format!("{four_mib} {more}; echo $?"), "1\n", &failed("arguments too long"), 0);
    }
    check(&bench, &format!("{}true; exit 3", "exec ".repeat(12_000)), "", "", 0);
    let deep = format!("{}true{}; echo $?", "( ".repeat(10), " )".repeat(10));
    check(&bench, &deep, "1\n", &failed("nested too deeply"), 0);
    // Each of sixteen commands runs sixteen, and so on: only so many get their thread.
    let mut bomb = vec!["sleep 0.01"; 16].join(" | ");
    for _ in 0..2 {
        bomb = vec![format!("( {bomb} )"); 16].join(" | ");
    }
    let (_, complaints, _) = bench.adb.shell(&bomb);
    assert!(complaints.contains("can't fork - try again"), "{complaints}");
    check(&bench, "echo fine", "fine\n", "", 0);
}

#[test]
fn input_reaches_the_app_and_its_screen_is_dumped() {
    let Some(bench) = bench() else { return };
    let started = am::StartReply::parse(&bench.adb.shell("am start -W -n com.example.form/.FormActivity").0);
    assert!(started.started() && started.complete, "{started:?}");
    check(&bench, "input text 'two%swords'", "", "", 0);
    check(&bench, "input keyevent 67 KEYCODE_DEL && input tap 100 450", "", "", 0);
    let (said, _, _) = bench.adb.shell("uiautomator dump");
    assert_eq!(uiautomator::dumped_to(&said), Some("/sdcard/window_dump.xml"));
    let xml = bench.adb.run(&["shell", "cat", "/sdcard/window_dump.xml"]);
    let layout = Layout::parse(xml.as_bytes()).unwrap().layout;
    let texts: Vec<&str> = layout.nodes().map(|node| node.text()).filter(|text| !text.is_empty()).collect();
    assert_eq!(texts, ["two wor", "Save", "Crash", "two wor"]);
    let direct = bench.adb.run(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
    assert_eq!(direct, format!("{xml}UI hierchary dumped to: /dev/tty\n"));
    let compressed = bench.adb.run(&["exec-out", "uiautomator", "dump", "--compressed", "/dev/tty"]);
    assert!(Layout::parse(compressed.as_bytes()).unwrap().layout.len() <= layout.len());
    let windows = bench.adb.run(&["exec-out", "uiautomator", "dump", "--windows", "/dev/tty"]);
    assert!(windows.contains("<displays><display id=\"0\"><window"), "{windows}");
    let inputs = bench.outside.lock().unwrap().inputs.clone();
    assert_eq!(inputs.first(), Some(&Input::Text { text: "two words".to_owned() }));
}

#[test]
fn text_beyond_ascii_is_refused_whole() {
    let Some(bench) = bench() else { return };
    let (_, said, status) = bench.adb.shell("input text 'café'");
    assert!(said.contains("java.lang.NullPointerException: Attempt to get length of null array"), "{said}");
    assert_ne!(status, 0);
    assert_eq!(bench.outside.lock().unwrap().inputs, []);
}

#[test]
fn pictures_come_as_png_and_raw() {
    let Some(bench) = bench() else { return };
    let png = bench.adb.output(&["exec-out", "screencap", "-p"]).stdout;
    let picture = device::Picture::from_png(&png).unwrap();
    assert_eq!(
        (picture.width_px, picture.height_px, &picture.rgba[..4]),
        (108, 192, &[200, 200, 200, 255][..])
    );
    let raw = bench.adb.output(&["exec-out", "screencap"]).stdout;
    assert_eq!(raw.len(), 16 + 108 * 192 * 4);
}

#[test]
fn files_travel_both_ways() {
    let Some(bench) = bench() else { return };
    let (here, back) = (bench.adb.home().join("big.bin"), bench.adb.home().join("back.bin"));
    let bytes: Vec<u8> = (0..1_234_567_u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
    fs::write(&here, &bytes).unwrap();
    let pushed = bench.adb.run(&["push", here.to_str().unwrap(), "/sdcard/Download/new/big.bin"]);
    assert!(pushed.contains("1 file pushed"), "{pushed}");
    let pulled = bench.adb.run(&["pull", "/storage/emulated/0/Download/new/big.bin", back.to_str().unwrap()]);
    assert!(pulled.contains("1 file pulled"), "{pulled}");
    assert!(fs::read(&back).unwrap() == bytes, "what came back differs");
    check(&bench, "stat -c %s /sdcard/Download/new/big.bin", "1234567\n", "", 0);
    let listed = bench.adb.run(&["ls", "/sdcard/Download/new"]);
    assert!(listed.contains("0012d687") && listed.trim_end().ends_with("big.bin"), "{listed}");
    let missing = bench.adb.run(&["pull", "/sdcard/none", back.to_str().unwrap()]);
    assert!(
        missing.contains("failed to stat remote object '/sdcard/none': No such file or directory"),
        "{missing}"
    );
    let denied = bench.adb.run(&["push", here.to_str().unwrap(), "/system/x"]);
    assert!(denied.contains("remote couldn't create file: Read-only file system"), "{denied}");
    let outside = bench.adb.run(&["pull", "/etc/passwd", back.to_str().unwrap()]);
    assert!(outside.contains("No such file"), "{outside}");
}

#[test]
fn what_other_tools_ask_is_answered_as_their_readers_expect() {
    let Some(bench) = bench() else { return };
    let ask = |script: &str| bench.adb.shell(script).0;
    ask("monkey -p com.example.form -c android.intent.category.LAUNCHER 1");
    assert_eq!(pm::listed_packages(&ask("pm list packages -3"))[0].name, PACKAGE);
    assert_eq!(pm::listed_packages(&ask("cmd package list packages -f -U form"))[0].uid, Some(10_000));
    assert_eq!(
        pm::package_paths(&ask("pm path com.example.form")),
        ["/data/app/com.example.form-1/base.apk"]
    );
    assert_eq!(Props::parse(&ask("getprop")).sdk(), Some(34));
    assert_eq!(ask("getprop ro.product.model"), "Form Phone\n");
    assert_eq!(wm::ScreenSize::parse(&ask("wm size")).effective_px(), Some((1080, 1920)));
    assert_eq!(wm::ScreenDensity::parse(&ask("wm density")).effective_dpi(), Some(420));
    let windows = dumpsys::window::Windows::parse(&ask("dumpsys window"));
    assert_eq!(windows.focused_window().unwrap().title, "com.example.form/com.example.form.FormActivity");
    assert_eq!(windows.focused_app().unwrap().package, PACKAGE);
    assert_eq!((windows.rotation, windows.screen_on), (Some(0), Some(true)));
    let activities = dumpsys::activity::Activities::parse(&ask("dumpsys activity activities"));
    assert_eq!(activities.resumed.unwrap().class, "com.example.form.FormActivity");
    let packages = dumpsys::package::Packages::parse(&ask("dumpsys package com.example.form"));
    assert_eq!(packages.launchers[0].class, "com.example.form.FormActivity");
    assert_eq!(
        (packages.packages[0].version_code, packages.packages[0].permissions[0].granted),
        (Some(12), false)
    );
    assert_eq!(dumpsys::input_method::InputMethod::parse(&ask("dumpsys input_method")).shown, Some(true));
    assert_eq!(dumpsys::display::Displays::parse(&ask("dumpsys display")).main().unwrap().height_px, 1920);
    assert_eq!(ask("pidof com.example.form"), "4321\n");
    assert_eq!(
        ask("cmd package resolve-activity --brief com.example.form | tail -n 1"),
        "com.example.form/.FormActivity\n"
    );
    assert_eq!(am::broadcast_result(&ask("am broadcast -a com.example.PING")), Some(0));
}

#[test]
fn settings_change_the_phone() {
    let Some(bench) = bench() else { return };
    let changes = |script: &str| {
        bench.outside.lock().unwrap().changes.clear();
        let (out, err, status) = bench.adb.shell(script);
        assert_eq!((err.as_str(), status), ("", 0), "{script}: {out}");
        format!("{:?}", bench.outside.lock().unwrap().changes)
    };
    assert_eq!(changes("settings put system user_rotation 1"), "[Rotate { to: Landscape }]");
    assert_eq!(changes("settings put system font_scale 1.3"), "[FontScale { percent: 130 }]");
    assert_eq!(changes("cmd uimode night yes"), "[DarkMode { on: true }]");
    assert_eq!(
        changes("cmd locale set-app-locales com.example.form --user 0 --locales de-DE"),
        "[Locale { tag: \"de-DE\" }]"
    );
    assert_eq!(changes("svc wifi disable"), "[]", "the other network is still there");
    assert_eq!(changes("svc data disable"), "[System { event: Network { on: false } }]");
    assert_eq!(
        changes("cmd connectivity airplane-mode disable; wm size 500x600"),
        "[WindowSize { px: Some((500, 600)) }]"
    );
    assert_eq!(changes("dumpsys battery set level 7"), "[System { event: Battery { percent: 7 } }]");
    assert!(changes("pm grant com.example.form android.permission.CAMERA").starts_with("[Permission"));
    check(&bench, "settings get system font_scale; settings get secure none", "1.3\nnull\n", "", 0);
}

#[test]
fn the_log_is_printed_cleared_and_followed() {
    let Some(bench) = bench() else { return };
    bench.adb.shell("am start -n com.example.form/.FormActivity; input tap 100 450");
    let log = bench.adb.run(&["logcat", "-d"]);
    assert!(log.contains("I Form    : saved "), "{log}");
    assert_eq!(
        bench.adb.run(&["logcat", "-d", "-s", "Form", "-v", "brief"]),
        "--------- beginning of main\nI/Form    ( 4321): saved \n"
    );
    let mut follower =
        bench.adb.command(&["logcat", "-v", "tag", "Form:I", "*:S"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follower.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "--------- beginning of main");
    assert_eq!(lines.next().unwrap().unwrap(), "I/Form    : saved ");
    bench.adb.shell("input text now; input tap 100 450");
    assert_eq!(lines.next().unwrap().unwrap(), "I/Form    : saved now");
    follower.kill().unwrap();
    follower.wait().unwrap();
    bench.adb.shell("logcat -c");
    assert_eq!(bench.adb.run(&["logcat", "-d"]), "");
}

#[test]
fn input_of_a_command_comes_through() {
    let Some(bench) = bench() else { return };
    let mut child = bench
        .adb
        .command(&["shell", "cat | grep -c a"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"a\nb\na\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"2\n");
    let mut child =
        bench.adb.command(&["shell"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"echo first\necho second; exit 3\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stdout, output.status.code()), (b"first\nsecond\n".to_vec(), Some(3)));
    let mut child =
        bench.adb.command(&["shell", "-tt"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"echo hi\rexit 4\r").unwrap();
    let output = child.wait_with_output().unwrap();
    let seen = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(seen, "form_phone:/ $ echo hi\r\nhi\r\nform_phone:/ $ exit 4\r\n");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn an_apk_is_refused_in_words() {
    let Some(bench) = bench() else { return };
    let apk = bench.adb.home().join("a.apk");
    fs::write(&apk, vec![7; 300_000]).unwrap();
    let output = bench.adb.output(&["install", apk.to_str().unwrap()]);
    let said = [output.stdout, output.stderr].concat();
    assert!(
        String::from_utf8_lossy(&said).contains("INSTALL_FAILED_NO_MATCHING_ABIS"),
        "{}",
        String::from_utf8_lossy(&said)
    );
    assert!(bench.adb.run(&["uninstall", PACKAGE]).contains("Failure [DELETE_FAILED"));
}

#[test]
fn waiting_costs_nothing_on_a_virtual_clock() {
    let Some(bench) = bench() else { return };
    let (out, _, _) = bench.adb.shell("date +%s; sleep 3600; date +%s");
    let times: Vec<u64> = out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(times[1] - times[0], 3600);
}

#[test]
fn an_old_phone_speaks_the_old_protocol() {
    let Some(bench) = bench_with(23, DoorSettings::default()) else { return };
    let (out, err, status) = bench.adb.shell("echo hi; foo; exit 3");
    assert_eq!((out.as_str(), err.as_str(), status), ("hi\n/system/bin/sh: foo: not found\n", "", 0));
    let here = bench.adb.home().join("f");
    fs::write(&here, vec![9; 100_000]).unwrap();
    assert!(bench.adb.run(&["push", here.to_str().unwrap(), "/sdcard/f"]).contains("1 file pushed"));
    assert!(bench.adb.run(&["pull", "/sdcard/f", here.to_str().unwrap()]).contains("1 file pulled"));
    assert_eq!(fs::read(&here).unwrap(), vec![9; 100_000]);
}

#[test]
fn ports_are_reversed_and_listed() {
    let Some(bench) = bench() else { return };
    assert_eq!(bench.adb.run(&["reverse", "tcp:0", "tcp:8000"]), "38000\n");
    bench.adb.run(&["reverse", "tcp:7000", "tcp:8001"]);
    let list = bench.adb.run(&["reverse", "--list"]);
    assert!(list.contains("tcp:38000 tcp:8000") && list.contains("tcp:7000 tcp:8001"), "{list}");
    bench.adb.run(&["reverse", "--remove", "tcp:7000"]);
    let output = bench.adb.output(&["reverse", "--remove", "tcp:7000"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("listener 'tcp:7000' not found"));
    let output = bench.adb.output(&["shell", "-x", "exit"]);
    assert!(output.status.success());
}

#[test]
fn ports_of_the_host_are_reached_only_where_that_is_allowed() {
    let echo = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = echo.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for socket in echo.incoming() {
            let _ = socket.unwrap().write_all(b"hello");
        }
    });
    let through = |bench: &Bench, forward: u16| {
        let mut socket = std::net::TcpStream::connect(("127.0.0.1", forward)).unwrap();
        let mut said = String::new();
        let _ = std::io::Read::read_to_string(&mut socket, &mut said);
        assert!(bench.adb.port() > 0);
        said
    };
    let forwarded = |bench: &Bench| -> u16 {
        bench.adb.run(&["forward", "tcp:0", &format!("tcp:{port}")]).trim().parse().unwrap()
    };
    let Some(closed) = bench() else { return };
    assert_eq!(through(&closed, forwarded(&closed)), "");
    let Some(open) = bench_with(34, DoorSettings { host_ports: true, ..DoorSettings::default() }) else {
        return;
    };
    assert_eq!(through(&open, forwarded(&open)), "hello");
    let reversed: u16 = open.adb.run(&["reverse", "tcp:0", &format!("tcp:{port}")]).trim().parse().unwrap();
    assert_eq!(through(&open, reversed), "hello");
}

#[test]
fn several_clients_at_a_time() {
    let Some(bench) = bench() else { return };
    let children: Vec<_> = (0..8)
        .map(|number| {
            let script = format!(
                "echo {number}; sleep 1; uiautomator dump /dev/tty | wc -c > /dev/null; echo {number}"
            );
            bench.adb.command(&["shell", &script]).stdout(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for (number, child) in children.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{number}\n{number}\n"));
    }
    wait_for("a last word", || bench.adb.shell("echo done").0 == "done\n");
}
