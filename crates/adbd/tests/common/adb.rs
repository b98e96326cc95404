//! The real adb, with a server of its own, against a door.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A private adb server. Ends with the test.
pub struct Adb {
    port: u16,
    home: TempDir,
    server: Child,
}

impl Adb {
    /// Starts one; `None` where there is no adb.
    pub fn start() -> Option<Adb> {
        if Command::new("adb").arg("version").output().is_err() {
            testkit::skip("the program adb");
            return None;
        }
        let home = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Adb::command_in(home.path(), port);
        let server =
            command.args(["server", "nodaemon"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let adb = Adb { port, home, server };
        wait_for("the adb server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        Some(adb)
    }

    fn command_in(home: &Path, port: u16) -> Command {
        let mut command = Command::new("adb");
        command.env("HOME", home).env("ANDROID_USER_HOME", home.join(".android")).env("TMPDIR", home);
        command.env_remove("ANDROID_SERIAL").env_remove("ADB_SERVER_SOCKET").env_remove("ADB_VENDOR_KEYS");
        // It would otherwise take every emulator it finds on this computer for its own.
        command.env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554");
        command.args(["-P", &port.to_string()]);
        command
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Adb::command_in(self.home.path(), self.port);
        command.args(args).stdin(Stdio::null());
        command
    }

    pub fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
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
        let said = self.run(&["connect", address]);
        assert!(said.starts_with("connected to"), "{said}");
        self.wait_until_ready();
    }

    pub fn wait_until_ready(&self) {
        wait_for("the phone", || self.run(&["get-state"]).trim() == "device");
    }
}

impl Drop for Adb {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
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
