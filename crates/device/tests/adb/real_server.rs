//! The real adb server, on a port and in a home of its own.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use device::adb::{Adb, AdbError, AdbSettings, Deadline};

/// The program and a port that was free a moment ago, or nothing after saying so.
fn settings() -> Option<AdbSettings> {
    let settings = AdbSettings::from_env();
    if settings.program().is_none() {
        testkit::skip("the program adb");
        return None;
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let programs = settings.programs;
    Some(AdbSettings { port, programs, ..AdbSettings::default() })
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

/// A server that ends with its test.
struct Server(Child);

impl Server {
    fn start(settings: &AdbSettings, home: &std::path::Path) -> Server {
        let child = Command::new(settings.program().unwrap())
            .args(["-P", &settings.port.to_string(), "server", "nodaemon"])
            .env("HOME", home)
            // Else it looks for emulators of others.
            .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5553")
            .env_remove("ADB_SERVER_SOCKET")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Server(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks until the server is up. Nothing is started on the way: there is no program to start it with.
fn when_up(adb: &Adb) -> u32 {
    let deadline = soon();
    loop {
        match adb.version(deadline) {
            Ok(version) => return version,
            Err(error) => assert!(deadline.pause(Duration::from_millis(20)), "{error}"),
        }
    }
}

#[test]
fn answers_as_recorded() {
    let Some(settings) = settings() else { return };
    let home = tempfile::tempdir().unwrap();
    let _server = Server::start(&settings, home.path());
    let adb = Adb::new(AdbSettings { programs: Vec::new(), ..settings });
    assert_eq!(when_up(&adb), 41);
    assert_eq!(adb.devices(soon()), Ok(Vec::new()));
    let mut tracked = adb.track_devices(soon()).unwrap().with_patience(Duration::from_millis(200));
    assert_eq!(tracked.next(), Some(Ok(Vec::new())), "the list of now comes at once");
    assert!(matches!(tracked.next(), Some(Err(AdbError::TimedOut { .. }))), "nothing changes");
    assert_eq!(tracked.next(), None);
    let error = adb.choose(None, soon()).unwrap_err();
    assert_eq!(error.to_string(), "adb sees no phone");
    let error = adb.phone("nope").shell("true", soon()).unwrap_err();
    assert_eq!((error.to_string(), error.is_gone()), ("adb says: device 'nope' not found".to_owned(), true));
    let error = adb.phone("nope").wait_for("device", Deadline::after(Duration::from_millis(200)));
    assert!(matches!(error, Err(AdbError::TimedOut { .. })), "{error:?}");
}

#[test]
fn a_server_that_is_absent_is_not_started_without_its_program() {
    let Some(settings) = settings() else { return };
    let adb = Adb::new(AdbSettings { programs: Vec::new(), ..settings });
    let error = adb.version(soon()).unwrap_err();
    assert!(
        error.to_string().contains("the program adb is neither in ANDROID_HOME nor on the PATH"),
        "{error}"
    );
}

#[test]
#[cfg(unix)]
fn a_server_that_is_absent_is_started() {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    let Some(settings) = settings() else { return };
    let home = tempfile::tempdir().unwrap();
    // The real program, in a home of its own.
    let program = home.path().join("adb");
    let script = format!(
        "#!/bin/sh\nHOME='{}' ADB_LOCAL_TRANSPORT_MAX_PORT=5553 exec '{}' \"$@\"\n",
        home.path().display(),
        settings.program().unwrap().display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let port = settings.port;
    let adb = Adb::new(AdbSettings { programs: vec![program], ..settings });
    assert_eq!(adb.version(soon()), Ok(41));
    // It is this test's own server, so it may end it; the client has no word for that.
    let mut connection = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    connection.write_all(b"0009host:kill").unwrap();
}
