//! `oddity phone` as people use it: with the real adb, from start to Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use testkit::AdbServer;

/// The command while it runs. Killed when dropped.
struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Running {
    fn start(args: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_oddity"))
            .arg("phone")
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert!(out.read_line(&mut line).unwrap() > 0, "it ended without the adb connect line");
            if let Some(address) = line.trim().strip_prefix("adb connect ") {
                break address.to_owned();
            }
        };
        Running { child, out, address }
    }

    /// Ctrl-C; what was said after it.
    fn interrupt(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn told(run: &Path) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_oddity")).args(["trace", "show"]).arg(run).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg(unix)]
fn what_another_tool_does_is_recorded_and_told() {
    let Some(server) = AdbServer::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let phone = Running::start(&["sim:notes", "--record", run.to_str().unwrap()]);
    server.connect(&phone.address);
    for command in
        ["input keyevent KEYCODE_BACK", "monkey -p org.oddity.notes -c android.intent.category.LAUNCHER 1"]
    {
        assert!(server.run(&["-s", &phone.address, "shell", command]).status.success(), "{command}");
    }
    let rest = phone.interrupt();
    assert!(rest.contains("recorded 2 steps"), "{rest}");
    let told = told(&run);
    assert!(told.contains("1. pressed back") && told.contains("2. opened the app"), "{told}");
    assert!(told.contains("ended: the phone was switched off"), "{told}");
}

#[test]
fn a_person_saves_and_returns_with_travel_and_without_it_there_is_no_such_command() {
    let Some(server) = AdbServer::start() else { return };
    let phone = Running::start(&["sim:notes", "--travel"]);
    server.connect(&phone.address);
    let shell = |command: &str| {
        let output = server.run(&["-s", &phone.address, "shell", command]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let front = "dumpsys window displays | grep mCurrentFocus";
    let before = shell(front);
    assert_eq!(shell("oddity save here").0, Some(0));
    shell("input keyevent KEYCODE_HOME");
    assert_ne!(shell(front), before);
    assert_eq!(shell("oddity return here").0, Some(0));
    assert_eq!(shell(front), before);
    assert!(shell("oddity list").1.contains("here"));

    let plain = Running::start(&["sim:notes"]);
    server.connect(&plain.address);
    let refused = server.run(&["-s", &plain.address, "shell", "oddity list"]);
    assert_eq!(refused.status.code(), Some(127));
}

#[test]
fn others_are_let_in_only_with_a_key() {
    let output = Command::new(env!("CARGO_BIN_EXE_oddity"))
        .args(["phone", "sim:notes", "--listen", "0.0.0.0"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--authorized-keys"), "{told}");
}

#[test]
fn a_phone_is_found_and_used_by_the_other_commands() {
    let Some(server) = AdbServer::start() else { return };
    let phone = Running::start(&["sim:notes"]);
    server.connect(&phone.address);
    let oddity = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_oddity"))
            .args(args)
            .env("ANDROID_ADB_SERVER_PORT", server.port().to_string())
            .env_remove("ANDROID_SERIAL")
            .output()
            .unwrap()
    };
    let listed = String::from_utf8(oddity(&["devices"]).stdout).unwrap();
    assert!(listed.contains(&phone.address) && listed.contains("ready"), "{listed}");
    let json: serde_json::Value =
        serde_json::from_slice(&oddity(&["devices", "--format", "json"]).stdout).unwrap();
    assert_eq!(json["phones"][0]["serial"], phone.address.as_str());
    assert_eq!(json["simulated"][0]["faults"][2]["kind"], "lost-input");
    let doctor = oddity(&["doctor"]);
    let told = String::from_utf8(doctor.stdout).unwrap();
    assert_eq!(doctor.status.code(), Some(0), "{told}");
    assert!(told.contains(&format!("ready to test on {}", phone.address)), "{told}");
    let direct = oddity(&["dump", "sim:notes"]).stdout;
    assert_eq!(oddity(&["dump", "org.oddity.notes"]).stdout, direct);
    let missing = oddity(&["dump", "org.example.nothing"]);
    assert_eq!(missing.status.code(), Some(2), "{}", String::from_utf8_lossy(&missing.stderr));
    let picture = oddity(&["screenshot", "-o", "-"]).stdout;
    assert!(picture.starts_with(b"\x89PNG"), "{} bytes", picture.len());

    let second = Running::start(&["sim:tasks"]);
    server.connect(&second.address);
    let several = oddity(&["dump"]);
    let told = String::from_utf8(several.stderr).unwrap();
    assert_eq!(several.status.code(), Some(4));
    assert!(
        told.contains(&phone.address) && told.contains(&second.address) && told.contains("--device"),
        "{told}"
    );
}
