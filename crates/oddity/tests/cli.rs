//! What the commands print, snapshot by snapshot, and how they behave where a snapshot cannot tell.
//!
//! `TRYCMD=overwrite cargo test -p oddity --test cli` writes the snapshots anew.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn commands_print_what_the_snapshots_say() {
    std::env::set_current_dir(ROOT).expect("the workspace is there");
    trycmd::TestCases::new().case("crates/oddity/tests/cmd/*.trycmd").case("README.md");
}

fn oddity() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddity"));
    command.current_dir(ROOT).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn run(args: &[&str]) -> Output {
    oddity().args(args).output().expect("oddity starts")
}

/// One clear message, exit 2, nothing on standard output.
#[track_caller]
fn check_refused(output: &Output, message: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error: ") && told.contains(message), "{told}");
    assert_eq!(told.matches("error: ").count(), 1, "{told}");
    assert!(output.stdout.is_empty());
}

fn path(path: &Path) -> &str {
    path.to_str().expect("temporary paths are plain")
}

#[test]
fn huge_files_are_refused() {
    let folder = tempfile::tempdir().expect("a place for files");
    let huge = folder.path().join("huge.xml");
    File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("a file of holes");
    check_refused(&run(&["layout", path(&huge)]), "larger than 16 MiB");
    check_refused(&run(&["diff", "--pairs", path(&huge)]), "larger than 32 MiB");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_read_only_so_far() {
    check_refused(&run(&["layout", "/dev/zero"]), "larger than 16 MiB");
}

#[test]
fn file_names_cannot_steer_the_terminal() {
    let output = run(&["layout", "\u{1b}[31mred.xml"]);
    check_refused(&output, "\\u{1b}[31mred.xml");
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn hostile_files_are_refused() {
    let folder = tempfile::tempdir().expect("a place for files");
    let nested = format!("<hierarchy>{}", "<node>".repeat(100_000));
    let bomb = {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let zeros = vec![b' '; 1 << 20];
        (0..40).for_each(|_| gzip.write_all(&zeros).expect("in memory"));
        gzip.finish().expect("in memory")
    };
    let brackets = "[".repeat(1_000_000);
    let cases: [(&[&str], &[u8], &str); 5] = [
        (&["layout"], nested.as_bytes(), "nested more than 512 deep"),
        (&["layout"], &[0, 159, 146, 150, 255], "no uiautomator dump"),
        (&["layout"], b"", "empty"),
        (&["diff", "--pairs"], &bomb, "unpacked it is larger than 32 MiB"),
        (&["diff", "--pairs"], brackets.as_bytes(), "not a pairs file"),
    ];
    for (args, content, message) in cases {
        let file = folder.path().join("hostile");
        fs::write(&file, content).expect("writable");
        check_refused(&run(&[args, &[path(&file)]].concat()), message);
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = tempfile::tempdir().expect("a place for files");
    let large = folder.path().join("large.xml");
    // More than a pipe holds, so that writing on must fail.
    fs::write(&large, format!("<hierarchy>{}</hierarchy>", "<node text='milk'/>".repeat(20_000)))
        .expect("writable");
    let mut child = oddity()
        .args(["layout", path(&large)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("oddity starts");
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("oddity ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_environments_fault() {
    let full = File::options().write(true).open("/dev/full").expect("Linux has one");
    let output = oddity().args(["completions", "bash"]).stdout(full).output().expect("oddity starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.starts_with("error: cannot write the output"), "{told}");
}

/// A limit on the size of files stands for a full disk: writing fails in the middle of the run.
#[cfg(target_os = "linux")]
#[test]
fn an_import_that_cannot_be_finished_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a place for runs");
    for was_there in [false, true] {
        let into = folder.path().join("run");
        if was_there {
            fs::create_dir(&into).expect("writable");
        }
        let script =
            "trap '' XFSZ; ulimit -f 1; exec \"$0\" trace import fixtures/droidbot/notes --into \"$1\"";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_oddity"), path(&into)])
            .current_dir(ROOT)
            .output()
            .expect("sh starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{told}");
        assert!(told.contains("error: cannot write"), "{told}");
        assert_eq!(into.exists(), was_there);
        assert!(!was_there || fs::read_dir(&into).expect("a folder").next().is_none());
    }
}

#[test]
fn a_lost_run_does_not_read_as_an_empty_one() {
    let folder = tempfile::tempdir().expect("a place for runs");
    let run_folder = folder.path().join("run");
    let imported = run(&["trace", "import", "fixtures/turning", "--into", path(&run_folder)]);
    assert!(imported.status.success());
    fs::remove_dir_all(run_folder.join("layouts")).expect("was there");
    check_refused(&run(&["trace", "show", path(&run_folder)]), "nothing of ");
    fs::remove_file(run_folder.join("trace.jsonl")).expect("was there");
    check_refused(&run(&["trace", "show", path(&run_folder)]), "trace.jsonl is not there or empty");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let args = ["diff", "fixtures/turning/before.xml", "fixtures/turning/turned.xml"];
    let coloured =
        |command: &mut Command| command.args(args).output().expect("oddity starts").stdout.contains(&0x1b);
    assert!(!coloured(&mut oddity()), "a pipe");
    assert!(coloured(oddity().env("CLICOLOR_FORCE", "1")), "asked for");
    assert!(!coloured(oddity().env("CLICOLOR_FORCE", "0").env("NO_COLOR", "1")), "asked not to");
}

#[test]
fn recordings_become_runs_that_can_be_shown() {
    let folder = tempfile::tempdir().expect("a place for runs");
    let droidbot = fs::read_to_string(format!("{ROOT}/fixtures/droidbot/notes-told.txt")).expect("is there");
    let turning = "org.example.notes, 1 step, recorded by uiautomator dumps\nstarts: a screen of 10 widgets\n\
                   1. turned.xml: “milk & bread 🥛” went away\nended: the recording ends here\n";
    for (recording, told) in [("fixtures/droidbot/notes", droidbot.as_str()), ("fixtures/turning", turning)] {
        let into = folder.path().join(told.len().to_string());
        let imported = run(&["trace", "import", recording, "--into", path(&into)]);
        assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
        assert_eq!(String::from_utf8_lossy(&run(&["trace", "show", path(&into)]).stdout), told);
        check_refused(
            &run(&["trace", "import", path(&into), "--into", "elsewhere"]),
            "is a run of oddity already",
        );
    }
}

#[test]
fn layout_as_json_has_every_widget_of_every_recorded_dump() {
    let Some(dumps) = testkit::shared_data("android-fixtures/uidump") else { return };
    let mut widgets = 0;
    for file in testkit::files_in(&dumps) {
        let output = run(&["layout", "--format", "json", path(&file)]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let nodes = json["nodes"].as_array().expect("a list of nodes");
        for (at, node) in nodes.iter().enumerate() {
            assert_eq!(node["id"], at);
            assert!(node["parent"].as_u64().is_none_or(|parent| (parent as usize) < at));
        }
        widgets += nodes.len();
    }
    // As Python's xml.etree counts them.
    assert_eq!(widgets, 10_716);
}

#[test]
fn recorded_pairs_have_their_exact_distances() {
    let Some(pairs) = testkit::shared_data("tree-pairs") else { return };
    for set in ["ad", "fd"] {
        let file = pairs.join(format!("{set}.json.gz"));
        let text =
            std::io::read_to_string(flate2::read::GzDecoder::new(File::open(&file).expect("is there")));
        let json: serde_json::Value = serde_json::from_str(&text.expect("gzip")).expect("JSON");
        let expected: Vec<u64> =
            json["distances"].as_array().expect("a list").iter().filter_map(|d| d.as_u64()).collect();
        let output = run(&["diff", "--pairs", path(&file)]);
        let found: Vec<u64> =
            String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| line.parse().ok()).collect();
        assert_eq!(found, expected, "{set}");
    }
}

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
    ("app", "phones", ["2", "3", "4"]),
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
    ("control", "no-system-events", ["true", "false", "true"]),
    ("explore", "strategy", ["random", "restart", "systematic"]),
    ("explore", "source", ["monkey", "layout", "monkey"]),
    ("explore", "walkers", ["2", "3", "5"]),
    ("explore", "round-events", ["2", "3", "4"]),
    ("explore", "max-depth", ["2", "3", "4"]),
    ("explore", "max-snapshots", ["2", "3", "4"]),
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
    ("techniques", "no-detours", ["true", "false", "true"]),
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
    let keys = printed.lines().filter(|line| !line.is_empty() && !line.starts_with('[')).count();
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

#[test]
fn what_is_no_apk_is_refused_before_a_phone_is_asked() {
    let folder = tempfile::tempdir().expect("a place for files");
    let file = folder.path().join("app.apk");
    check_refused(&run(&["dump", path(&file)]), "cannot read");
    fs::write(&file, "no archive").expect("writable");
    check_refused(&run(&["dump", path(&file)]), "is no APK: it is not a ZIP archive");
}
