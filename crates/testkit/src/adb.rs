//! A private adb server for tests: the real program, on a port and in a home of its own.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// An adb server that nobody else uses. Killed when dropped.
pub struct AdbServer {
    child: Child,
    port: u16,
    home: tempfile::TempDir,
}

impl AdbServer {
    /// Starts one and waits until it lets us in; `None` after saying "skipped: needs …" where there is no adb.
    #[track_caller]
    pub fn start() -> Option<AdbServer> {
        if Command::new("adb").arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
            crate::skip("the program adb");
            return None;
        }
        // Someone may take the port between our looking and adb's listening; then the next one is tried.
        let started = (0..5).find_map(|_| AdbServer::try_start().ok());
        Some(started.unwrap_or_else(|| panic!("adb does not start a server")))
    }

    fn try_start() -> io::Result<AdbServer> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let home = tempfile::tempdir()?;
        let mut command = Command::new("adb");
        command.args(["-P", &port.to_string(), "server", "nodaemon"]);
        let child = at_home(&mut command, home.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut server = AdbServer { child, port, home };
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if server.child.try_wait()?.is_some() || Instant::now() > until {
                return Err(io::Error::other("the server did not come up"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// The port it listens on, at 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The home folder in which it keeps its keys.
    pub fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// The program `adb`, asking this server.
    pub fn adb(&self, args: &[&str]) -> Command {
        let mut command = Command::new("adb");
        command.args(["-P", &self.port.to_string()]).args(args).stdin(Stdio::null());
        at_home(&mut command, self.home.path());
        command
    }

    /// What `adb ARGS` prints and how it ends.
    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Output {
        self.adb(args).output().unwrap_or_else(|error| panic!("adb {args:?} does not start: {error}"))
    }

    /// Connects to a phone on the network and waits until it is ready.
    #[track_caller]
    pub fn connect(&self, address: &str) {
        let until = Instant::now() + Duration::from_secs(30);
        loop {
            self.run(&["connect", address]);
            let state = self.run(&["-s", address, "get-state"]);
            if state.stdout.starts_with(b"device") {
                return;
            }
            assert!(
                Instant::now() < until,
                "{address} is not ready: {}",
                String::from_utf8_lossy(&state.stderr)
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// No key, phone or setting of the user's, and no looking for emulators on the usual ports.
fn at_home<'c>(command: &'c mut Command, home: &Path) -> &'c mut Command {
    for name in
        ["ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_PORT", "ADB_VENDOR_KEYS", "ADB_TRACE"]
    {
        command.env_remove(name);
    }
    command
        .env("HOME", home)
        .env("ANDROID_SDK_HOME", home)
        .env("ANDROID_USER_HOME", home.join(".android"))
        .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554")
        .env("ADB_MDNS", "0")
}
