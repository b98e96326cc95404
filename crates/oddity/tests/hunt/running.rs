//! Running the program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The program, with nothing of this machine's phones and settings. No adb server answers there, and none is started: that is done
/// for an address of this computer alone.
pub(crate) fn oddity() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
    command.env_remove("ANDROID_SERIAL").env("ADB_SERVER_SOCKET", "tcp:0.0.0.0:1").env("NO_COLOR", "1");
    command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    oddity().args(args).output().unwrap()
}

#[track_caller]
pub(crate) fn check_exit(output: &Output, code: i32) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}\n{}", String::from_utf8_lossy(&output.stdout));
}

pub(crate) fn findings(run: &Path) -> Value {
    serde_json::from_slice(&fs::read(run.join("findings.json")).unwrap()).unwrap()
}

/// What a run found, without what depends on the computer's speed: fingerprint, steps, and how often it came back.
pub(crate) fn found(run: &Path) -> Vec<(String, Value, Value)> {
    let findings = findings(run);
    let findings = findings["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| {
            let fingerprint = finding["fingerprint"].as_str().unwrap().to_owned();
            (fingerprint, finding["steps"].clone(), finding["confirmed"].clone())
        })
        .collect()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A journal as the version of the format before checksums had it, so that a test may change what stands in it.
pub(crate) fn without_sums(journal: &str) -> String {
    let sum = r#","sum":"1a2b3c4d"}"#.len();
    let lines = journal.lines().map(|line| format!("{}}}\n", &line[..line.len() - sum]));
    lines.collect::<String>().replacen(r#""version":3"#, r#""version":2"#, 1)
}
