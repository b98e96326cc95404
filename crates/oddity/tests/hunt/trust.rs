//! A finding or a run of somebody else's decides nothing beyond its phone, unless the user says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::running::{check_exit, oddity, text};

/// A folder with a run in it whose login types a secret, and a place for what was asked for here.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        fs::write(
            desk.at("login.oddity"),
            "tap #search\nwait for EditText\ntype $NOTES_SECRET into EditText\npress back\n",
        )
        .unwrap();
        let hunt = [
            "hunt",
            "sim:notes+undo-after-emptying+lost-draft",
            "--events",
            "1000",
            "--screenshots",
            "none",
            "-q",
        ];
        let login =
            ["--login", text(&desk.at("login.oddity")), "-o", text(&desk.at("run"))].map(str::to_owned);
        check_exit(&desk.oddity().args(hunt).args(login).output().unwrap(), 1);
        desk
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program as somebody runs it who has asked for what this desk's user asked for.
    fn oddity(&self) -> Command {
        let mut command = oddity();
        command.env("XDG_STATE_HOME", self.at("state")).env("NOTES_SECRET", "tiger-in-the-tank");
        command
    }

    fn finding(&self) -> PathBuf {
        let mut names: Vec<PathBuf> =
            fs::read_dir(self.at("run/findings")).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names.swap_remove(0)
    }

    /// The finding as a stranger sends it.
    fn strange(&self, change: impl Fn(&mut Value)) -> PathBuf {
        let mut finding: Value = serde_json::from_slice(&fs::read(self.finding()).unwrap()).unwrap();
        change(&mut finding);
        let path = self.at("stranger.json");
        fs::write(&path, serde_json::to_vec(&finding).unwrap()).unwrap();
        path
    }
}

#[track_caller]
fn check_asked(output: &Output, asks: &[&str]) {
    let told = String::from_utf8_lossy(&output.stderr);
    check_exit(output, 2);
    assert_eq!(told.matches("error: ").count(), 1, "{told}");
    assert!(
        told.contains("asks for what nobody asked for on this computer") && told.contains("--trust"),
        "{told}"
    );
    asks.iter().for_each(|ask| assert!(told.contains(ask), "{told}"));
    assert!(output.stdout.is_empty());
}

fn path(path: &Path) -> [&str; 1] {
    [text(path)]
}

#[test]
fn what_was_asked_for_here_is_not_asked_again_and_elsewhere_it_is() {
    let desk = Desk::new();
    let replay = |state: &str, more: &[&str]| {
        let mut command = desk.oddity();
        command.env("XDG_STATE_HOME", desk.at(state)).arg("replay").args(path(&desk.finding())).args(more);
        command.output().unwrap()
    };
    check_exit(&replay("state", &[]), 1);
    let asks = ["to type $NOTES_SECRET of your environment into org.oddity.notes"];
    check_asked(&replay("another-computer", &[]), &asks);
    check_exit(&replay("another-computer", &["--trust"]), 1);
    // That was for once.
    check_asked(&replay("another-computer", &[]), &asks);
}

#[test]
fn a_finding_names_no_app_no_network_and_no_other_secret() {
    let desk = Desk::new();
    let replay = |finding: &Path| desk.oddity().arg("replay").arg(finding).output().unwrap();
    let evil = desk.strange(|finding| {
        finding["app"] = json!("apk/evil.apk");
        finding["flags"] = json!(["--on=pocket:network=allowed", "--with=apk/other.apk"]);
    });
    let asks = ["run the app of /", "evil.apk", "other.apk", "network=allowed"];
    check_asked(&replay(&evil), &asks);
    // Trusted, it goes on to what is wrong with it.
    let output = desk.oddity().args(["replay", text(&evil), "--trust"]).output().unwrap();
    check_exit(&output, 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
    // Nor what is pressed on a phone of yours, unless you say which phone.
    let bank = desk.strange(|finding| {
        finding["app"] = json!("com.example.bank");
        finding["package"] = json!("com.example.bank");
        finding["setup"] = json!("");
        finding["flags"] = json!([]);
    });
    check_asked(&replay(&bank), &["to use com.example.bank on a connected phone"]);
    let output = desk.oddity().args(["replay", text(&bank), "--device", "mine"]).output().unwrap();
    check_exit(&output, 4);
    let curious = desk.strange(|finding| finding["setup"] = json!("type $HOME into #body\n"));
    check_asked(&replay(&curious), &["to type $HOME of your environment"]);
    // What the user names is theirs to name: only the script is a stranger's.
    let own = desk.strange(|finding| {
        finding["app"] = json!("apk/evil.apk");
        finding["setup"] = json!("");
    });
    let output = desk
        .oddity()
        .args(["replay", text(&own), "--app", "sim:notes+undo-after-emptying+lost-draft"])
        .output()
        .unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_finding_says_what_a_phone_is_like_and_nothing_else() {
    let desk = Desk::new();
    let flags = [
        "--config=/etc/passwd",
        "--login=/etc/passwd",
        "--output=/tmp/x",
        "-v",
        "--unconfined",
        "--",
        "--on",
    ];
    for flag in flags {
        let stranger = desk.strange(|finding| finding["flags"] = json!(["--api=30", flag]));
        let output = desk.oddity().arg("replay").arg(&stranger).output().unwrap();
        check_exit(&output, 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(flag) && told.contains("not for a finding to decide"), "{told}");
    }
    let usual =
        desk.strange(|finding| finding["flags"] = json!(["--api=34", "--dark=true", "--block=#nothing"]));
    let output = desk.oddity().arg("replay").arg(&usual).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_run_names_no_files_of_yours() {
    let desk = Desk::new();
    let go = |command: &str, state: &str, more: &[&str]| {
        let mut oddity = desk.oddity();
        oddity.env("XDG_STATE_HOME", desk.at(state)).args([command, text(&desk.at("run")), "-q"]).args(more);
        oddity.output().unwrap()
    };
    for command in ["resume", "report"] {
        check_asked(&go(command, "another-computer", &[]), &["to read /", "login.oddity"]);
        check_exit(&go(command, "another-computer", &["--trust"]), 1);
        check_exit(&go(command, "state", &[]), 1);
    }
    let config = fs::read_to_string(desk.at("run/config.toml")).unwrap();
    let config =
        config.replace("\nname = \"sim:notes+undo-after-emptying+lost-draft\"", "\nname = \"/tmp/evil.apk\"");
    fs::write(desk.at("run/config.toml"), config).unwrap();
    check_asked(&go("resume", "state", &[]), &["run the app of /tmp/evil.apk"]);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_a_yes_will_do() {
    if !Path::new("/usr/bin/script").exists() {
        return testkit::skip("script(1), for a terminal");
    }
    let desk = Desk::new();
    let finding = desk.finding();
    for (answer, code) in [("yes", 1), ("y", 1), ("", 2), ("no", 2)] {
        let command = format!(
            "(sleep 1; echo {answer}) | script -qec \"{} replay {}\" /dev/null",
            env!("CARGO_BIN_EXE_oddity"),
            text(&finding)
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("XDG_STATE_HOME", desk.at("another-computer"));
        shell.env("NOTES_SECRET", "tiger-in-the-tank").env("ADB_SERVER_SOCKET", "tcp:0.0.0.0:1");
        let output = shell.output().unwrap();
        check_exit(&output, code);
        assert!(String::from_utf8_lossy(&output.stdout).contains("Do it? [y/N]"));
    }
}
