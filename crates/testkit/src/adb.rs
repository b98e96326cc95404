//! A private adb server for tests: the real program, on a port and in a home of its own.

use std::fs::{self, Permissions};
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// An adb server that nobody else uses. Killed when dropped, with whatever took its place after a crash.
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
        write_program(home.path())?;
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

    /// Ends the server at once, as a crash would: adb's own does crash now and then when a phone on the network leaves.
    pub fn crash(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The folder of a program `adb` that starts servers at this one's home, whoever runs it.
    pub fn path(&self) -> PathBuf {
        self.home.path().join(PROGRAM_FOLDER)
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
        if let Ok(Some(_)) = self.child.try_wait() {
            // It crashed, so another may have been started since.
            self.run(&["kill-server"]);
        }
        self.crash();
    }
}

const PROGRAM_FOLDER: &str = "bin";
/// What would lead to a key, phone or server of the user's.
const LEAVES_HOME: [&str; 5] =
    ["ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_PORT", "ADB_VENDOR_KEYS", "ADB_TRACE"];

/// No key, phone or setting of the user's, and no looking for emulators on the usual ports.
fn at_home<'c>(command: &'c mut Command, home: &Path) -> &'c mut Command {
    for name in LEAVES_HOME {
        command.env_remove(name);
    }
    command.envs(settings(home))
}

fn settings(home: &Path) -> [(&'static str, PathBuf); 5] {
    [
        ("HOME", home.to_owned()),
        ("ANDROID_SDK_HOME", home.to_owned()),
        ("ANDROID_USER_HOME", home.join(".android")),
        ("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554".into()),
        ("ADB_MDNS", "0".into()),
    ]
}

/// Writes the program that is `adb` at this home.
fn write_program(home: &Path) -> io::Result<()> {
    let folder = home.join(PROGRAM_FOLDER);
    fs::create_dir(&folder)?;
    let settings = settings(home).map(|(name, value)| format!("{name}='{}'", value.display())).join(" ");
    let script = folder.join("adb");
    fs::write(&script, format!("#!/bin/sh\nunset {}\n{settings} exec adb \"$@\"\n", LEAVES_HOME.join(" ")))?;
    fs::set_permissions(&script, Permissions::from_mode(0o755))
}
