//! The same through the real adb, as if the simulated phone were a real one.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use testkit::AdbServer;

use crate::running::{check_exit, findings, found, run, text};

/// A simulated phone behind adb.
struct Phone {
    process: Child,
    serial: String,
}

impl Phone {
    fn start(server: &AdbServer, app: &str) -> Phone {
        let mut process = Command::new(env!("CARGO_BIN_EXE_oddity"))
            .args(["phone", app])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let told = BufReader::new(process.stdout.take().unwrap());
        let line = told.lines().map(Result::unwrap).find(|line| line.contains("adb connect")).unwrap();
        let address =
            line.split("adb connect ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        server.connect(&address);
        Phone { process, serial: address }
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn through(server: &AdbServer, args: &[&str]) -> std::process::Output {
    crate::running::oddity()
        .env("ADB_SERVER_SOCKET", format!("tcp:127.0.0.1:{}", server.port()))
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn direct_findings_replay_with_the_same_fingerprint() {
    let Some(server) = AdbServer::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let app = "sim:notes+undo-after-emptying+lost-draft";
    let here = folder.path().join("run");
    check_exit(&run(&["hunt", app, "--seed", "1", "--events", "5000", "-o", text(&here)]), 1);
    let phone = Phone::start(&server, app);
    assert_eq!(found(&here).len(), 2);
    for finding in findings(&here)["findings"].as_array().unwrap() {
        let name = finding["name"].as_str().unwrap();
        let saved = here.join(format!("findings/{name}.json"));
        let package =
            std::fs::read_to_string(&saved).unwrap().replace(&format!("{app:?}"), "\"org.oddity.notes\"");
        std::fs::write(&saved, package).unwrap();
        check_exit(&through(&server, &["replay", text(&here.join(name)), "--device", &phone.serial]), 1);
    }
}

/// Hunts the demo through adb.
fn hunt(seed: &str, events: &str) -> Option<serde_json::Value> {
    let server = AdbServer::start()?;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("run");
    let phone = Phone::start(&server, "sim:notes+undo-after-emptying+lost-draft");
    let hunt = ["hunt", "org.oddity.notes", "--device", &phone.serial, "--pause", "0s"];
    let rest = ["--seed", seed, "--events", events, "-o", text(&here)];
    check_exit(&through(&server, &[&hunt[..], &rest].concat()), 1);
    Some(findings(&here))
}

fn kinds(findings: &serde_json::Value) -> Vec<&str> {
    let findings = findings["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["kind"].as_str().unwrap()).collect()
}

/// The lost text shows with every seed, the deep crash within so few events with one of five.
#[test]
fn a_hunt_through_adb_finds_the_demos_faults() {
    let Some(findings) = hunt("3", "8000") else { return };
    let health = |name: &str| findings["health"][name].as_u64().unwrap();
    assert!(health("not_arrived") * 10 <= health("experiments"), "{}", findings["health"]);
    assert!(health("events_returning") * 2 <= health("events"), "{}", findings["health"]);
    let told = kinds(&findings);
    assert!(matches!(told[..], ["crash", "text-lost"] | ["text-lost"]), "{told:?}");
}
