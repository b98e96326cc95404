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
fn huge_files_are_refused_without_reading_them() {
    let folder = tempfile::tempdir().expect("a place for files");
    let huge = folder.path().join("huge.xml");
    File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("a file of holes");
    check_refused(&run(&["layout", path(&huge)]), "larger than 16 MiB");
    check_refused(&run(&["diff", "--pairs", path(&huge)]), "larger than 256 MiB");
}

#[test]
fn hostile_files_are_refused() {
    let folder = tempfile::tempdir().expect("a place for files");
    let nested = format!("<hierarchy>{}", "<node>".repeat(100_000));
    let bomb = {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let zeros = vec![b' '; 1 << 20];
        (0..300).for_each(|_| gzip.write_all(&zeros).expect("in memory"));
        gzip.finish().expect("in memory")
    };
    let brackets = "[".repeat(1_000_000);
    let cases: [(&[&str], &[u8], &str); 5] = [
        (&["layout"], nested.as_bytes(), "nested more than 512 deep"),
        (&["layout"], &[0, 159, 146, 150, 255], "no uiautomator dump"),
        (&["layout"], b"", "empty"),
        (&["diff", "--pairs"], &bomb, "unpacked it is larger than 256 MiB"),
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
    let mut child = oddity()
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("oddity starts");
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("oddity ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
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
    for (recording, steps) in [("fixtures/droidbot/notes", "11 steps"), ("fixtures/turning", "1 step")] {
        let into = folder.path().join(steps);
        let imported = run(&["trace", "import", recording, "--into", path(&into)]);
        let told = String::from_utf8_lossy(&imported.stdout).into_owned();
        assert!(imported.status.success() && told.contains(steps), "{told}");
        let shown = run(&["trace", "show", path(&into)]);
        assert!(
            shown.status.success() && String::from_utf8_lossy(&shown.stdout).contains("1. "),
            "{recording}"
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
