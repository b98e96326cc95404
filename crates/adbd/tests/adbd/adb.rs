//! The real adb, with a server of its own, as the tests use it.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use testkit::AdbServer;

/// A private adb server and the program that asks it.
pub(crate) struct Adb(AdbServer);

impl Adb {
    /// Starts one; `None` where there is no adb.
    pub(crate) fn start() -> Option<Adb> {
        AdbServer::start().map(Adb)
    }

    pub(crate) fn port(&self) -> u16 {
        self.0.port()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.0.home()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        self.0.adb(args)
    }

    pub(crate) fn output(&self, args: &[&str]) -> Output {
        self.0.run(args)
    }

    /// What adb prints on standard output.
    pub(crate) fn run(&self, args: &[&str]) -> String {
        String::from_utf8_lossy(&self.output(args).stdout).into_owned()
    }

    /// Standard output, standard error and status of a shell command.
    pub(crate) fn shell(&self, script: &str) -> (String, String, i32) {
        let output = self.output(&["shell", script]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
    }

    /// Connects to a door and waits until adb can use it.
    pub(crate) fn connect(&self, address: &str) {
        self.0.connect(address);
    }

    pub(crate) fn wait_until_ready(&self) {
        wait_for("the phone", || self.run(&["get-state"]).trim() == "device");
    }
}

/// Waits for a condition, not longer than half a minute.
pub(crate) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < end, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
