//! The real adb server, on a port and in a home of its own.

use std::net::TcpListener;
use std::time::Duration;

use device::adb::{Adb, AdbError, AdbSettings, Deadline};
use testkit::AdbServer;

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

#[test]
fn answers_as_recorded() {
    let Some(server) = AdbServer::start() else { return };
    let adb = Adb::new(AdbSettings { port: server.port(), ..AdbSettings::default() });
    assert_eq!(adb.version(soon()), Ok(41));
    assert_eq!(adb.devices(soon()), Ok(Vec::new()));
    let error = adb.choose(None, soon()).unwrap_err();
    assert_eq!(error.to_string(), "cannot use a phone: adb sees none");
    let error = adb.phone("nope").shell("true", soon()).unwrap_err();
    assert_eq!((error.to_string(), error.is_gone()), ("adb says: device 'nope' not found".to_owned(), true));
    let error = adb.phone("nope").wait_for("device", Deadline::after(Duration::from_millis(200)));
    assert!(matches!(error, Err(AdbError::TimedOut { .. })), "{error:?}");
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn a_server_that_is_absent_is_not_started_without_its_program() {
    let adb = Adb::new(AdbSettings { port: free_port(), ..AdbSettings::default() });
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

    let settings = AdbSettings::from_env();
    let Some(adb) = settings.program() else { return testkit::skip("the program adb") };
    let home = tempfile::tempdir().unwrap();
    // The real program, in a home of its own.
    let program = home.path().join("adb");
    let script = format!(
        "#!/bin/sh\nHOME='{}' ADB_LOCAL_TRANSPORT_MAX_PORT=5553 exec '{}' \"$@\"\n",
        home.path().display(),
        adb.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let port = free_port();
    let adb = Adb::new(AdbSettings { port, programs: vec![program], ..AdbSettings::default() });
    assert_eq!(adb.version(soon()), Ok(41));
    // It is this test's own server, so it may end it; the client has no word for that.
    let mut connection = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    connection.write_all(b"0009host:kill").unwrap();
}
