//! Where settings come from, and which are refused.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{check_refused, oddity};

/// What `oddity config` says of a setting, in a folder of its own.
fn setting(folder: &Path, key: &str, args: &[&str], variables: &[(String, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
    command
        .current_dir(folder)
        .arg("config")
        .args(args)
        .envs(variables.iter().map(|(name, value)| (name, value)));
    let output = command.output().expect("oddity starts");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{key}: {}", String::from_utf8_lossy(&output.stderr));
    let starts = [format!("{key} ="), format!("# {key} is")];
    let line = told.lines().find(|line| starts.iter().any(|start| line.starts_with(start)));
    line.unwrap_or_else(|| panic!("{told} has no {key}")).to_owned()
}

/// Every setting with its section and three values: of the flag, of the environment, of the file.
const SETTINGS: &[(&str, &str, [&str; 3])] = &[
    ("app", "name", ["sim:notes", "sim:tasks", "sim:diary"]),
    ("app", "device", ["a", "b", "c"]),
    ("app", "on", ["pocket", "sim:api=30", "pocket:api=28"]),
    ("app", "with", ["sim:notes", "sim:tasks", "sim:diary"]),
    ("app", "phones", ["2", "3", "4"]),
    ("app", "mapping", ["a.txt", "b.txt", "c.txt"]),
    ("budget", "time", ["2m", "3m", "4m"]),
    ("budget", "events", ["2", "3", "4"]),
    ("budget", "seed", ["2", "3", "4"]),
    ("control", "login", ["a.oddity", "b.oddity", "c.oddity"]),
    ("control", "setup", ["a.oddity", "b.oddity", "c.oddity"]),
    ("control", "seeds", ["a.oddity", "b.oddity", "c.oddity"]),
    ("control", "dictionary", ["a.txt", "b.txt", "c.txt"]),
    ("control", "block", ["#a", "#b", "#c"]),
    ("control", "allow-activity", ["a.b", "b.b", "c.b"]),
    ("control", "grant", ["all", "b", "c"]),
    ("control", "pause", ["2s", "3s", "4s"]),
    ("control", "patience", ["2s", "3s", "4s"]),
    ("control", "no-system-events", ["true", "false", "true"]),
    ("explore", "strategy", ["random", "restart", "systematic"]),
    ("explore", "source", ["monkey", "layout", "monkey"]),
    ("explore", "walkers", ["2", "3", "5"]),
    ("explore", "round-events", ["2", "3", "4"]),
    ("explore", "turn-events", ["2", "3", "4"]),
    ("explore", "max-depth", ["2", "3", "4"]),
    ("explore", "max-replay", ["2", "3", "4"]),
    ("explore", "return-percent", ["2", "3", "4"]),
    ("explore", "max-snapshots", ["2", "3", "4"]),
    ("explore", "max-snapshots-mb", ["2", "3", "4"]),
    ("explore", "system-events", ["2", "3", "4"]),
    ("explore", "broadcast", ["a", "b", "c"]),
    ("explore", "stuck-no-progress", ["2", "3", "4"]),
    ("explore", "stuck-window", ["2", "3", "4"]),
    ("explore", "stuck-frequent", ["0.25", "0.5", "0.75"]),
    ("explore", "stuck-familiar", ["0.25", "0.5", "0.75"]),
    ("explore", "stuck-count-once", ["true", "false", "true"]),
    ("explore", "choice-by", ["mean", "paths", "mean"]),
    ("explore", "choice-steps", ["2", "3", "4"]),
    ("explore", "choice-reward", ["0.25", "0.5", "0.75"]),
    ("explore", "choice-penalty", ["0.25", "0.5", "0.75"]),
    ("explore", "choice-interesting", ["2", "3", "4"]),
    ("techniques", "look-twice", ["1", "2", "3"]),
    ("techniques", "endless-loading", ["4", "5", "6"]),
    ("techniques", "state-loss", ["7", "8", "9"]),
    ("techniques", "independent-views", ["10", "11", "12"]),
    ("techniques", "device-difference", ["10", "11", "12"]),
    ("techniques", "version-difference", ["10", "11", "12"]),
    ("techniques", "deviant-behaviour", ["13", "14", "15"]),
    ("fuzz", "profile", ["paper", "genie", "paper"]),
    ("fuzz", "ignore-view", ["a", "b", "c"]),
    ("fuzz", "dependent-view", ["a", "b", "c"]),
    ("fuzz", "page-type", ["a", "b", "c"]),
    ("fuzz", "tab", ["a", "b", "c"]),
    ("compare", "looks", ["true", "false", "true"]),
    ("compare", "looks-profile", ["diffdroid", "oddity", "diffdroid"]),
    ("mine", "mining-profile", ["odin", "simple", "no-calibration"]),
    ("findings", "replays", ["2", "4", "5"]),
    ("findings", "no-minimize", ["true", "false", "true"]),
    ("findings", "minimizing-replays", ["2", "3", "4"]),
    ("findings", "sightings", ["2", "4", "5"]),
    ("findings", "max-findings", ["2", "3", "4"]),
    ("findings", "fail-on", ["crash", "none", "crash"]),
    ("findings", "baseline", ["a.json", "b.json", "c.json"]),
    ("report", "output", ["a", "b", "c"]),
    ("report", "screenshots", ["all", "none", "findings"]),
    ("report", "message-format", ["json", "human", "json"]),
    ("simulated", "api", ["30", "31", "32"]),
    ("simulated", "size", ["720x1280", "480x800", "800x1280"]),
    ("simulated", "density", ["200", "201", "202"]),
    ("simulated", "locale", ["de-DE", "fr-FR", "ja-JP"]),
    ("simulated", "dark", ["true", "false", "true"]),
    ("simulated", "font-scale", ["110", "120", "130"]),
];

#[test]
fn a_flag_goes_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().expect("a place for files");
    for name in ["a.oddity", "b.oddity", "c.oddity", "a.txt", "b.txt", "c.txt"] {
        fs::write(folder.path().join(name), "# nothing\n").expect("writable");
    }
    let file = folder.path().join("oddity.toml");
    for (section, key, [flag, environment, in_file]) in SETTINGS {
        let says = |line: &str, value: &str, source: &str| {
            let value = value.trim_matches('"');
            let written = [
                format!("{key} = {value}"),
                format!("{key} = \"{value}\""),
                format!("{key} = [\"{value}\"]"),
            ];
            assert!(
                written.iter().any(|written| line == format!("{written} # {source}")),
                "{line}, not {value} by {source}"
            );
        };
        let _ = fs::remove_file(&file);
        let args = if *key == "name" { (*flag).to_owned() } else { format!("--{key}={flag}") };
        let variable = if *key == "name" {
            "ODDITY_APP".to_owned()
        } else {
            format!("ODDITY_{}", key.replace('-', "_").to_uppercase())
        };
        let untouched = setting(folder.path(), key, &[], &[]);
        assert!(untouched.ends_with("# default") || untouched.ends_with("is not set"), "{untouched}");
        fs::write(&file, format!("[{section}]\n{key} = \"{in_file}\"\n")).expect("writable");
        let variables = [(variable, *environment)];
        says(&setting(folder.path(), key, &[], &[]), in_file, "oddity.toml");
        says(&setting(folder.path(), key, &[], &variables), environment, "environment");
        says(&setting(folder.path(), key, &[&args], &variables), flag, "flag");
    }
    let printed = oddity().current_dir(folder.path()).arg("config").output().expect("oddity starts").stdout;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    // The command that they are for is no setting.
    let is_setting =
        |line: &&str| !line.is_empty() && !line.starts_with('[') && !line.starts_with("command =");
    let keys = printed.lines().filter(is_setting).count();
    assert_eq!(keys, SETTINGS.len(), "a setting is not in the table above");
}

#[test]
fn printed_settings_are_a_file_that_says_the_same() {
    let folder = tempfile::tempdir().expect("a place for files");
    let run = |args: &[&str]| {
        let output =
            oddity().current_dir(folder.path()).arg("config").args(args).output().expect("oddity starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let first = run(&[
        "sim:notes+all",
        "--block=text \"a\\\\b\"",
        "--block=#pay",
        "--time=1h 30m",
        "--dark",
        "--seed=18446744073709551615",
    ]);
    fs::write(folder.path().join("again.toml"), &first).expect("writable");
    let second = run(&["--config", "again.toml"]);
    let values = |text: &str| {
        text.lines()
            .map(|line| line.rsplit_once(" # ").map_or(line, |(value, _)| value).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&first), values(&second));
}

#[test]
fn settings_that_cannot_be_are_refused_with_their_place() {
    let folder = tempfile::tempdir().expect("a place for files");
    let refused = |name: &str, content: &str, args: &[&str], message: &str| {
        fs::write(folder.path().join(name), content).expect("writable");
        let output =
            oddity().current_dir(folder.path()).arg("config").args(args).output().expect("oddity starts");
        check_refused(&output, message);
    };
    refused(
        "a.toml",
        "[budget]\nevnts = 5\n",
        &["--config", "a.toml"],
        "a.toml, line 2: there is no setting \"evnts\"",
    );
    refused(
        "b.oddity",
        "tap #ok\ntpa #ok\n",
        &["--login", "b.oddity"],
        "b.oddity, line 2, column 1: expected tap",
    );
    refused(
        "c.yaml",
        "- runFlow: ../d.yaml\n",
        &["--setup", "c.yaml"],
        "c.yaml, line 1: \"../d.yaml\" leads out",
    );
    refused(
        "e.txt",
        "[emial]\nx\n",
        &["--dictionary", "e.txt"],
        "e.txt, line 1, column 2: expected password",
    );
    refused("f", "", &["--stuck-window", "1"], "`--stuck-window` must be from 2 to 1000");
    refused("f", "", &["--config", "nowhere.toml"], "there is no such file");
}

/// What `oddity config` prints of a setting, and its hint.
fn told(folder: &Path, key: &str, args: &[&str], variable: Option<(&str, &str)>) -> (String, String) {
    let output =
        oddity().current_dir(folder).arg("config").args(args).envs(variable).output().expect("oddity starts");
    let hint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{hint}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = printed.lines().find(|line| line.starts_with(&format!("{key} ="))).unwrap_or_default();
    (line.to_owned(), hint)
}

#[test]
fn former_names_are_read_with_a_hint() {
    let folder = tempfile::tempdir().expect("a place for files");
    let check = |key: &str, args: &[&str], variable, line: &str, hint: &str| {
        assert_eq!(told(folder.path(), key, args, variable), (line.to_owned(), hint.to_owned()), "{args:?}");
    };
    let flags = ["--neutral-detours", "7", "--endless-wait=3"];
    let both =
        "hint: `--endless-wait` is now `--endless-loading`, `--neutral-detours` is now `--state-loss`\n";
    check("state-loss", &flags, None, "state-loss = 7 # flag", both);
    check("endless-loading", &flags, None, "endless-loading = 3 # flag", both);
    let variable = Some(("ODDITY_NEUTRAL_DETOURS", "8"));
    let renamed = "hint: `ODDITY_NEUTRAL_DETOURS` is now `ODDITY_STATE_LOSS`\n";
    check("state-loss", &[], variable, "state-loss = 8 # environment", renamed);
    check(
        "state-loss",
        &["--no-detours"],
        None,
        "state-loss = 0 # flag",
        "hint: `--no-detours` is now `--state-loss 0`\n",
    );
    let off = "hint: `ODDITY_NO_DETOURS` is now `ODDITY_STATE_LOSS=0`\n";
    check("state-loss", &[], Some(("ODDITY_NO_DETOURS", "true")), "state-loss = 0 # environment", off);
    check("state-loss", &["--state-loss", "5"], None, "state-loss = 5 # flag", "");
    let file = folder.path().join("oddity.toml");
    fs::write(&file, "[techniques]\nneutral-detours = 9\n").expect("writable");
    let renamed = "hint: `neutral-detours` is now `state-loss`\n";
    check("state-loss", &[], None, "state-loss = 9 # oddity.toml", renamed);
    fs::write(&file, "[techniques]\nno-detours = true\n").expect("writable");
    let off = "hint: `no-detours` is now `state-loss = 0`\n";
    check("state-loss", &[], None, "state-loss = 0 # oddity.toml", off);
    check("state-loss", &["-q"], None, "state-loss = 0 # oddity.toml", "");
}

#[test]
fn unknown_names_say_the_nearest_one() {
    let folder = tempfile::tempdir().expect("a place for files");
    let refused = |args: &[&str], message: &str| {
        let output =
            oddity().current_dir(folder.path()).arg("config").args(args).output().expect("oddity starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(message), "{told}");
    };
    refused(&["--state-los", "3"], "a similar argument exists: '--state-loss'");
    refused(&["--fail-on", "crsh"], "a similar value exists: 'crash'");
    fs::write(folder.path().join("a.toml"), "[techniques]\nstate-los = 3\n").expect("writable");
    refused(&["--config", "a.toml"], "did you mean state-loss?");
    fs::write(folder.path().join("b.toml"), "[findings]\nfail-on = 'crsh'\n").expect("writable");
    refused(&["--config", "b.toml"], "is none of any, flaky, crash, none, did you mean crash?");
    refused(&["--strategy", "timetravel"], "systematic, time-travel, did you mean time-travel?");
    refused(&["--on", "sims"], "as `pocket:api=30,locale=de`, did you mean sim?");
    refused(
        &["--on", "sim:local=de"],
        "it has api, size, density, locale, dark, font-scale, did you mean locale?",
    );
    refused(&["--on", "pocket:dark,netwrk=allowed"], "network, zone, did you mean network?");
}

/// Whoever sets a variable that is none would wait in vain for it to have an effect.
#[test]
fn a_variable_with_a_slip_is_told_once() {
    let folder = tempfile::tempdir().expect("a place for files");
    let slip = Some(("ODDITY_EVNTS", "8"));
    let hint = "hint: `ODDITY_EVNTS` is no setting, did you mean `ODDITY_EVENTS`?\n";
    assert_eq!(told(folder.path(), "seed", &[], slip), ("seed = 0 # default".to_owned(), hint.to_owned()));
    let foreign = Some(("ODDITY_SHOP_PASSWORD", "8"));
    assert_eq!(told(folder.path(), "seed", &[], foreign).1, "");
}

#[test]
fn secrets_of_a_login_are_never_shown() {
    let folder = tempfile::tempdir().expect("a place for files");
    fs::write(folder.path().join("login.oddity"), "type $NOTES_PASSWORD into #password\n").expect("writable");
    let config = || {
        let mut command = oddity();
        command
            .current_dir(folder.path())
            .args(["config", "--login", "login.oddity"])
            .env_remove("NOTES_PASSWORD");
        command
    };
    check_refused(
        &config().output().expect("oddity starts"),
        "$NOTES_PASSWORD is not set in the environment",
    );
    let shown = config().env("NOTES_PASSWORD", "tiger").output().expect("oddity starts");
    assert!(shown.status.success());
    assert!(!String::from_utf8_lossy(&shown.stdout).contains("tiger"));
}
