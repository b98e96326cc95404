//! What the commands print, snapshot by snapshot, and how they behave where a snapshot cannot tell.
//!
//! `TRYCMD=overwrite cargo test -p oddity --test cli` writes the snapshots anew.

mod settings;
mod docs;
mod mine;
#[cfg(unix)]
mod bad_input;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn commands_print_what_the_snapshots_say() {
    std::env::set_current_dir(ROOT).expect("the workspace is there");
    trycmd::TestCases::new().case("crates/oddity/tests/cmd/*.trycmd").case("README.md").case("docs/*.md");
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

#[test]
fn what_is_no_apk_is_refused_before_a_phone_is_asked() {
    let folder = tempfile::tempdir().expect("a place for files");
    let file = folder.path().join("app.apk");
    check_refused(&run(&["dump", path(&file)]), "cannot read");
    fs::write(&file, "no archive").expect("writable");
    check_refused(&run(&["dump", path(&file)]), "is no APK: it is not a ZIP archive");
}
