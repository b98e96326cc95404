//! Installing apps by each of the ways that phones offer.

use std::path::{Path, PathBuf};

use device::adb::{AdbError, Transport};

use super::fake::{FakePhone, Fate, Printed};
use super::recorded::soon;

fn says(text: &str) -> Option<Printed> {
    Some((text.as_bytes().to_vec(), Vec::new(), 0))
}

/// Files of one, two and three bytes.
fn apks(folder: &Path, count: usize) -> Vec<PathBuf> {
    (1..=count)
        .map(|number| {
            let path = folder.join(format!("{number}.apk"));
            std::fs::write(&path, vec![b'x'; number]).unwrap();
            path
        })
        .collect()
}

fn check(
    features: &'static str,
    count: usize,
    answers: impl Fn(&str) -> Option<Printed> + Send + Sync + 'static,
    expected: &[&str],
) -> Result<(), AdbError> {
    let folder = tempfile::tempdir().unwrap();
    let fake = FakePhone::start(features, answers, |_| Fate::Answered);
    let phone: Transport = fake.adb().phone("fake-1");
    let done = phone.install(&apks(folder.path(), count), &["-r"], soon());
    assert_eq!(fake.ran(), expected);
    done
}

#[test]
fn one_file_is_streamed_by_the_shortest_way() {
    let yes = |_: &str| says("Success\n");
    check("abb_exec,cmd,shell_v2", 1, yes, &["abb_exec:package install -r -S 1"]).unwrap();
    check("cmd,shell_v2", 1, yes, &["exec:cmd package install -r -S 1"]).unwrap();
}

#[test]
fn splits_go_through_a_session() {
    let answers = |command: &str| match command {
        _ if command.contains("install-create") => says("Success: created install session [77]\n"),
        _ if command.contains("install-write") => says("Success: streamed 1 bytes\n"),
        _ => says("Success\n"),
    };
    check(
        "cmd,shell_v2",
        2,
        answers,
        &[
            "exec:cmd package install-create -r",
            "exec:cmd package install-write -S 1 77 0.apk -",
            "exec:cmd package install-write -S 2 77 1.apk -",
            "exec:cmd package install-commit 77",
        ],
    )
    .unwrap();
}

#[test]
fn a_session_that_fails_is_abandoned() {
    let answers = |command: &str| match command {
        _ if command.contains("install-create") => says("Success: created install session [77]\n"),
        _ if command.contains("1.apk") => says("Failure [INSTALL_FAILED_INVALID_APK: no]\n"),
        _ => says("Success\n"),
    };
    let error = check(
        "abb_exec",
        2,
        answers,
        &[
            "abb_exec:package install-create -r",
            "abb_exec:package install-write -S 1 77 0.apk -",
            "abb_exec:package install-write -S 2 77 1.apk -",
            "abb_exec:package install-abandon 77",
        ],
    )
    .unwrap_err();
    assert_eq!(error.to_string(), "the phone's package manager says: INSTALL_FAILED_INVALID_APK: no");
}

#[test]
fn a_phone_that_says_nothing_may_have_installed_it() {
    let error = check("cmd", 1, |_| says(""), &["exec:cmd package install -r -S 1"]).unwrap_err();
    assert_eq!(error.sent(), device::Sent::Maybe);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let fake = FakePhone::start("cmd", |_| None, |_| Fate::Answered);
    let error = fake.adb().phone("fake-1").install(&["/no/such.apk".into()], &[], soon()).unwrap_err();
    assert!(error.to_string().starts_with("/no/such.apk: "), "{error}");
    assert_eq!(fake.ran(), [""; 0]);
}

#[test]
fn removes_apps_and_hears_why_not() {
    let fake = FakePhone::start(
        "cmd,shell_v2",
        |command| match command {
            "pm uninstall a.b" => says("Success\n"),
            _ => says("Failure [DELETE_FAILED_INTERNAL_ERROR]\n"),
        },
        |_| Fate::Answered,
    );
    let phone = fake.adb().phone("fake-1");
    assert_eq!(phone.uninstall("a.b", soon()), Ok(()));
    let error = phone.uninstall("a.c", soon()).unwrap_err();
    assert_eq!(error.to_string(), "the phone's package manager says: DELETE_FAILED_INTERNAL_ERROR");
}
