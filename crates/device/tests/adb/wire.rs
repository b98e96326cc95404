//! What the real server answered, byte by byte, and what the client makes of it.

use std::path::PathBuf;

use android::cli::{AdbFailure, ConnectReply};
use device::Sent;
use device::adb::{AdbError, Transport};

use super::recorded::{SERIAL, recorded, soon};

const V2: &str = "stat_v2,ls_v2,cmd,shell_v2";

fn folder() -> Option<PathBuf> {
    testkit::shared_data("android-fixtures")
}

/// The recorded phone, as the server knew it in this case.
fn phone(features: &str, cases: &[&str]) -> Option<Transport> {
    Some(recorded(&folder()?, features, cases).phone(SERIAL))
}

#[test]
fn asks_the_server() {
    let Some(folder) = folder() else { return };
    let adb = recorded(&folder, "", &["raw-host-version", "raw-host-devices-l"]);
    assert_eq!(adb.version(soon()), Ok(41));
    let devices = adb.devices(soon()).unwrap();
    assert_eq!((devices.len(), devices[0].serial.as_str(), devices[0].transport_id), (1, SERIAL, Some(1)));
    assert_eq!(adb.choose(None, soon()).unwrap().serial, SERIAL);
    let error = adb.choose(Some("nope"), soon()).unwrap_err();
    assert!(error.to_string().contains("cannot use nope: it is not there"), "{error}");
    assert_eq!(error.sent(), Sent::Nothing);
}

#[test]
fn connects_and_lets_go() {
    let Some(folder) = folder() else { return };
    let adb = recorded(&folder, "", &["connect-refused", "disconnect"]);
    let reply = adb.connect("127.0.0.1:15599", soon()).unwrap();
    assert!(matches!(reply, ConnectReply::Failed { reason: Some(why), .. } if why == "Connection refused"));
    adb.disconnect(SERIAL, soon()).unwrap();
}

#[test]
fn a_phone_that_is_not_there_got_nothing() {
    let Some(folder) = folder() else { return };
    let adb = recorded(&folder, "shell_v2", &["raw-transport-bad"]);
    let error = adb.phone("nope").exec_out("id", soon()).unwrap_err();
    let AdbError::Failed { failure, sent, .. } = &error else { panic!("{error:?}") };
    assert_eq!((failure, *sent), (&AdbFailure::DeviceNotFound("nope".to_owned()), Sent::Nothing));
    assert!(error.is_gone());
}

#[test]
fn a_service_that_is_refused_may_have_arrived() {
    let Some(phone) = phone(V2, &["shell-refused"]) else { return };
    // The server says `closed` both when the phone refuses and when it goes away meanwhile.
    let error = phone.shell("echo hi", soon()).unwrap_err();
    let AdbError::Failed { failure, sent, .. } = &error else { panic!("{error:?}") };
    assert_eq!((failure, *sent), (&AdbFailure::Closed, Sent::Maybe));
}

#[test]
fn reads_files() {
    let Some(phone) = phone(V2, &["pull", "pull-missing"]) else { return };
    let stat = phone.stat("/sdcard/f.txt", soon()).unwrap().unwrap();
    assert_eq!((stat.mode, stat.size, stat.modified_s), (0o100_660, 11, 0x6553_f101));
    assert_eq!(phone.stat("/sdcard/none", soon()), Ok(None));
    let mut copy = Vec::new();
    assert_eq!(phone.pull("/sdcard/f.txt", &mut copy, 100, soon()), Ok(11));
    assert_eq!(copy, b"hello world");
    let too_long = phone.pull("/sdcard/f.txt", &mut Vec::new(), 10, soon()).unwrap_err();
    assert_eq!(too_long.to_string(), "/sdcard/f.txt: it has more than 10 bytes");
}

#[test]
fn reads_files_of_old_phones() {
    let Some(phone) = phone("", &["pull-old", "raw-sync-stat-v1"]) else { return };
    let stat = phone.stat("/sdcard/f.txt", soon()).unwrap().unwrap();
    assert_eq!((stat.mode, stat.size, stat.modified_s), (0o100_660, 11, 0x6553_f101));
    assert_eq!(phone.pull("/sdcard/f.txt", &mut Vec::new(), 100, soon()), Ok(11));
}

#[test]
fn lists_folders_of_old_and_new_phones() {
    for (features, case) in [(V2, "ls"), ("", "ls-v1")] {
        let Some(phone) = phone(features, &[case]) else { return };
        let entries = phone.list("/sdcard", soon()).unwrap();
        let seen: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.stat.size)).collect();
        assert_eq!(seen, [("f.txt", 11), ("big.bin", 150_000)], "{case}");
    }
}

#[test]
fn writes_files_and_hears_why_not() {
    let Some(phone) = phone(V2, &["push-denied"]) else { return };
    let denied = phone.push(&mut &b"hello"[..], "/denied/x", 0o644, 0x5f5e_1000, soon()).unwrap_err();
    assert_eq!(denied.to_string(), "/denied/x: couldn't create file: Permission denied");
}

#[test]
fn runs_commands() {
    for (case, command, expected) in [
        ("shell-exit-42", "exit 42", (&b""[..], &b""[..], 42)),
        ("shell-both", "both", (b"out\n", b"err\n", 3)),
        ("shell-split-bytes", "echo hi", (b"hi\n", b"", 5)),
        ("shell-binary", "crlf", (b"a\r\nb\n\0c", b"", 0)),
    ] {
        let Some(phone) = phone(V2, &[case]) else { return };
        let output = phone.shell(command, soon()).unwrap();
        assert_eq!((&output.stdout[..], &output.stderr[..], output.status), expected, "{case}");
    }
}

#[test]
fn hands_on_bytes() {
    let Some(phone) = phone("", &["exec-out"]) else { return };
    assert_eq!(phone.exec_out("crlf", soon()).unwrap(), b"a\r\nb\n\0c");
}

#[test]
fn a_command_of_an_old_phone_without_its_status_is_lost() {
    let Some(phone) = phone("", &["raw-transport-then-shell-v1"]) else { return };
    // The recorded phone knows nothing of our status, so the very same bytes are not sent; it just closes.
    let error = phone.shell("both", soon()).unwrap_err();
    assert!(matches!(error, AdbError::Lost { sent: Sent::Maybe, .. }), "{error:?}");
}
