//! The real adb, with a server of its own, as the tests use it.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use testkit::AdbServer;

/// A private adb server and the program that asks it.
pub struct Adb(AdbServer);

impl Adb {
    /// Starts one; `None` where there is no adb.
    pub fn start() -> Option<Adb> {
        AdbServer::start().map(Adb)
    }

    pub fn port(&self) -> u16 {
        self.0.port()
    }

    pub fn home(&self) -> PathBuf {
        self.0.home()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        self.0.adb(args)
    }

    pub fn output(&self, args: &[&str]) -> Output {
        self.0.run(args)
    }

    /// What adb prints on standard output.
    pub fn run(&self, args: &[&str]) -> String {
        String::from_utf8_lossy(&self.output(args).stdout).into_owned()
    }

    /// Standard output, standard error and status of a shell command.
    pub fn shell(&self, script: &str) -> (String, String, i32) {
        let output = self.output(&["shell", script]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
    }

    /// Connects to a door and waits until adb can use it.
    pub fn connect(&self, address: &str) {
        self.0.connect(address);
    }

    pub fn wait_until_ready(&self) {
        wait_for("the phone", || self.run(&["get-state"]).trim() == "device");
    }
}

/// Waits for a condition, not longer than half a minute.
pub fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < end, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
