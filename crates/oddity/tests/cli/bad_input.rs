//! Every command that reads files, with every kind of bad file: no panic, no hang, one message, the right exit code, and nothing outside of the
//! run's folder changes.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::{ROOT, oddity};

/// A pipe may say nothing for 15 seconds; the rest is for a busy computer.
const DEADLINE: Duration = Duration::from_secs(100);

/// How many programs run side by side: most of those that take long only wait.
const SIDE_BY_SIDE: usize = 4;

/// What a file can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Missing,
    Empty,
    Zeros,
    Binary,
    NoText,
    Huge,
    DeepJson,
    DeepXml,
    OtherJson,
    LongLine,
    FromTheFuture,
    Controls,
    Truncated,
    Folder,
    Pipe,
    Link,
    Circle,
    Endless,
}

const KINDS: [Kind; 18] = [
    Kind::Missing,
    Kind::Empty,
    Kind::Zeros,
    Kind::Binary,
    Kind::NoText,
    Kind::Huge,
    Kind::DeepJson,
    Kind::DeepXml,
    Kind::OtherJson,
    Kind::LongLine,
    Kind::FromTheFuture,
    Kind::Controls,
    Kind::Truncated,
    Kind::Folder,
    Kind::Pipe,
    Kind::Link,
    Kind::Circle,
    Kind::Endless,
];

impl Kind {
    /// Puts such a file there. `good` is what it should have been.
    fn put(self, path: &Path, good: &[u8]) {
        let write = |bytes: &[u8]| fs::write(path, bytes).expect("writable");
        match self {
            Kind::Missing => {}
            Kind::Empty => write(b""),
            Kind::Zeros => write(&[0; 5000]),
            Kind::Binary => write(&(0..5000u32).map(|at| ((at * at * 31) >> 3) as u8).collect::<Vec<_>>()),
            Kind::NoText => write(b"\xff\xfe\xc0\x80 text \xed\xa0\x80\n"),
            Kind::Huge => File::create(path).and_then(|file| file.set_len(3 << 30)).expect("a file of holes"),
            Kind::DeepJson => write("[".repeat(200_000).as_bytes()),
            Kind::DeepXml => write(format!("<hierarchy>{}", "<node>".repeat(50_000)).as_bytes()),
            Kind::OtherJson => write(b"{\"some\": [1, \"other\", null]}\n"),
            Kind::LongLine => write("x".repeat(3_000_000).as_bytes()),
            Kind::FromTheFuture => {
                write(b"{\"format\":\"oddity-run\",\"version\":999,\"app\":{\"new\":1}}\n");
            }
            Kind::Controls => write(b"\x1b[2J\xc2\x9b31m \x07\r{\"\x1b]0;x\x07\":\n"),
            Kind::Truncated => write(&good[..good.len() / 2]),
            Kind::Folder => fs::create_dir(path).expect("writable"),
            Kind::Pipe => {
                let made = Command::new("mkfifo").arg(path).status().expect("mkfifo starts");
                assert!(made.success());
            }
            Kind::Link => symlink("nowhere", path).expect("writable"),
            Kind::Circle => symlink(path.file_name().expect("a name"), path).expect("writable"),
            Kind::Endless => symlink("/dev/zero", path).expect("writable"),
        }
    }
}

/// A command with `FILE` for the bad file, what a good one holds, and the kinds that are fine for it.
type Case = (&'static str, &'static str, &'static [Kind]);

/// Texts that mean nothing are fine where every text is.
const ANY_TEXT: &[Kind] = &[
    Kind::Empty,
    Kind::Zeros,
    Kind::DeepJson,
    Kind::DeepXml,
    Kind::OtherJson,
    Kind::FromTheFuture,
    Kind::Controls,
    Kind::Truncated,
    Kind::LongLine,
];
/// Half a text may be a whole one.
const SHORT: &[Kind] = &[Kind::Empty, Kind::Truncated];
/// What lies in a log is skipped where it says nothing.
const LOG: &[Kind] = &[
    Kind::Empty,
    Kind::Zeros,
    Kind::Binary,
    Kind::NoText,
    Kind::DeepJson,
    Kind::DeepXml,
    Kind::OtherJson,
    Kind::LongLine,
    Kind::FromTheFuture,
    Kind::Controls,
    Kind::Truncated,
];

const CASES: &[Case] = &[
    ("layout FILE", "fixtures/turning/before.xml", &[]),
    ("layout FILE --partial", "fixtures/turning/before.xml", &[Kind::Truncated, Kind::DeepXml]),
    ("layout FILE --format json", "fixtures/turning/before.xml", &[]),
    ("diff FILE fixtures/turning/turned.xml", "fixtures/turning/before.xml", &[]),
    ("diff fixtures/turning/turned.xml FILE --format json", "fixtures/turning/before.xml", &[]),
    ("diff --pairs FILE", "fixtures/pairs.json", &[]),
    ("trace show FILE", "fixtures/pairs.json", &[]),
    ("trace import FILE --into OUT", "fixtures/pairs.json", &[]),
    ("trace import FILE --from genie --into OUT", "fixtures/pairs.json", &[]),
    ("trace import FILE --from droidbot --into OUT", "fixtures/pairs.json", &[]),
    ("replay FILE", "fixtures/trace/hunt-2/findings/text-lost-1.json", &[]),
    ("minimize FILE", "fixtures/trace/hunt-2/findings/text-lost-1.json", &[]),
    ("automaton draft FILE -o OUT", "fixtures/trace/hunt-2/findings/text-lost-1.json", &[]),
    ("automaton check FILE fixtures/trace/hunt-2/text-lost-1", "fixtures/automata/save.oddity-bug.toml", &[]),
    ("report FILE", "fixtures/pairs.json", &[]),
    ("resume FILE", "fixtures/pairs.json", &[]),
    ("hunt sim:notes --events 20 -o OUT --login FILE", "fixtures/pocket/apostrophe.oddity", SHORT),
    ("hunt sim:notes --events 20 -o OUT --setup FILE", "fixtures/pocket/apostrophe.oddity", SHORT),
    ("hunt sim:notes --events 20 -o OUT --seeds FILE", "fixtures/pocket/apostrophe.oddity", SHORT),
    ("hunt sim:notes --events 20 -o OUT --dictionary FILE", "fixtures/pocket/apostrophe.oddity", ANY_TEXT),
    ("hunt sim:notes --events 20 -o OUT --config FILE", "docs/oddity.toml", SHORT),
    ("hunt sim:notes --events 20 -o OUT --baseline FILE", "fixtures/pairs.json", &[]),
    ("config --config FILE", "docs/oddity.toml", SHORT),
    ("compare FILE.apk --with FILE.apk -o OUT", "pocket/samples/apk/laps+all.apk", &[]),
    ("compare sim:notes --events 20 -o OUT --matrix FILE", "fixtures/compare/matrix", &[]),
    (
        "compare sim:notes --with sim:notes --events 20 -o OUT --expect FILE",
        "fixtures/compare/expected.toml",
        &[],
    ),
    ("compare sim:notes --with sim:notes --events 20 -o OUT --baseline FILE", "fixtures/pairs.json", &[]),
    (
        "compare sim:notes --with sim:notes --events 20 -o OUT --looks --tree FILE",
        "crates/technique/src/differences/oddity.tree.json",
        &[],
    ),
    ("compare --train FILE", "fixtures/compare/pairs.jsonl", &[]),
    ("mine --judge-only FILE", "fixtures/pairs.json", &[]),
    ("mine --judge-only FILE.jsonl.gz fixtures/droidbot/notes", "fixtures/pairs.json", &[]),
    ("mine sim:notes --events 20 -o OUT --login FILE", "fixtures/pocket/apostrophe.oddity", SHORT),
    ("mine sim:notes --events 20 -o OUT --baseline FILE", "fixtures/pairs.json", &[]),
    ("fuzz --judge-only FILE fixtures/droidbot/notes", "fixtures/pairs.json", &[]),
    ("fuzz --judge-only fixtures/droidbot/notes FILE.jsonl", "fixtures/pairs.json", &[]),
    ("fuzz sim:notes --events 20 -o OUT --seeds FILE", "fixtures/pocket/apostrophe.oddity", SHORT),
    ("fuzz FILE.apk -o OUT", "pocket/samples/apk/laps+all.apk", &[]),
    (
        "hunt pocket/samples/apk/laps.apk --on pocket -o OUT --mapping FILE",
        "pocket/samples/laps/faults.toml",
        &[],
    ),
    ("bench pocket FILE.apk --events 1", "pocket/samples/apk/laps+all.apk", &[]),
    ("hunt FILE.apk -o OUT", "pocket/samples/apk/laps+all.apk", &[]),
    ("dump FILE.apk", "pocket/samples/apk/laps+all.apk", &[]),
    ("doctor FILE.apk", "pocket/samples/apk/laps+all.apk", &[]),
    ("phone FILE.apk", "pocket/samples/apk/laps+all.apk", &[]),
    ("phone sim:notes --authorized-keys FILE", "fixtures/pairs.json", &[]),
    ("diagnose FILE fixtures/automata/logs", "fixtures/automata/three-steps.jff", &[]),
    ("diagnose FILE.oddity-bug.toml fixtures/trace/hunt-2", "fixtures/automata/save.oddity-bug.toml", &[]),
    (
        "diagnose fixtures/automata/three-steps.jff --from 2022-06-01-10:00:00 FILE",
        "fixtures/pairs.json",
        LOG,
    ),
    (
        "diagnose fixtures/automata/three-steps.jff --config FILE fixtures/automata/logs",
        "fixtures/automata/configuration.json",
        &[],
    ),
];

/// What a program said.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
    took: Duration,
}

fn tried(args: &[&str]) -> Answer {
    let [mut out, mut err] = [(); 2].map(|()| tempfile::tempfile().expect("a place for files"));
    let into = |file: &File| Stdio::from(file.try_clone().expect("a descriptor"));
    let mut command = oddity();
    command.args(args).stdin(Stdio::null()).stdout(into(&out)).stderr(into(&err));
    command.env("ADB_SERVER_SOCKET", "tcp:0.0.0.0:1").env("NO_COLOR", "1");
    let began = Instant::now();
    let mut child = command.spawn().expect("oddity starts");
    let code = loop {
        match child.try_wait().expect("it is ours") {
            Some(status) => break status.code(),
            None if began.elapsed() > DEADLINE => {
                child.kill().expect("it is ours");
                child.wait().expect("it is ours");
                break None;
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = |file: &mut File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("readable");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Answer { code, out: text(&mut out), err: text(&mut err), took: began.elapsed() }
}

/// What is wrong with what it said, if anything. `codes` are the right ones.
fn wrong(told: &Answer, codes: &[i32]) -> Option<String> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    let what = match told.code {
        None => format!("no end after {:?}", told.took),
        Some(70 | 101) => "a panic".to_owned(),
        Some(code) if !codes.contains(&code) => format!("exit code {code}, not one of {codes:?}"),
        Some(2 | 4) if told.err.matches("error: ").count() != 1 => "not one message".to_owned(),
        _ if told.err.contains(steers) || told.out.contains(steers) => "it steers the terminal".to_owned(),
        _ => return None,
    };
    let short = |text: &str| text.chars().take(300).collect::<String>();
    Some(format!("{what}; it says {:?} and {:?}", short(&told.err), short(&told.out)))
}

/// Does all of it side by side, and tells what went wrong.
fn all<T: Send>(mut work: Vec<T>, check: impl Fn(&T) -> Option<String> + Sync) {
    // Those at the end are begun first.
    work.reverse();
    let (work, failed) = (Mutex::new(work), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                loop {
                    let Some(next) = work.lock().expect("no panic").pop() else { return };
                    if let Some(wrong) = check(&next) {
                        failed.lock().expect("no panic").push(wrong);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("no panic");
    assert!(failed.is_empty(), "{} went wrong:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_kind_of_bad_file_is_refused_by_every_command() {
    let mut work: Vec<(&Case, Kind)> = Vec::new();
    // The pipes first, for they take their time.
    let (slow, quick): (Vec<Kind>, Vec<Kind>) = KINDS.into_iter().partition(|kind| *kind == Kind::Pipe);
    for kind in slow.into_iter().chain(quick) {
        work.extend(CASES.iter().map(|case| (case, kind)));
    }
    let count = work.len();
    all(work, |((words, good, fine), kind)| {
        let folder = tempfile::tempdir().expect("a place for files");
        let ending = words.split_whitespace().find_map(|word| word.strip_prefix("FILE")).unwrap_or_default();
        let file = folder.path().join(format!("bad{ending}"));
        let good = fs::read(Path::new(ROOT).join(good)).expect("it is part of the repository");
        kind.put(&file, &good);
        let out = folder.path().join("out");
        let args: Vec<String> = words
            .split_whitespace()
            .map(|word| match word {
                "OUT" => out.display().to_string(),
                word if word.starts_with("FILE") => file.display().to_string(),
                word => word.to_owned(),
            })
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let codes: &[i32] = if fine.contains(kind) { &[0, 1, 2, 3] } else { &[2] };
        let told = tried(&args);
        let half = || {
            let left = words.starts_with("compare") && told.code == Some(2) && out.exists();
            left.then(|| "it leaves a folder behind".to_owned())
        };
        wrong(&told, codes).or_else(half).map(|wrong| format!("{words}, {kind:?}: {wrong}"))
    });
    assert!(count >= 860, "only {count}");
}

/// A copy of a small run, with something of ours beside it.
fn run_in(folder: &Path) -> PathBuf {
    let run = folder.join("run");
    let out = run.to_str().expect("plain");
    let told = tried(&["hunt", "sim:notes+all", "--events", "150", "--screenshots", "none", "-q", "-o", out]);
    assert!(matches!(told.code, Some(0 | 1)), "{}", told.err);
    run
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("writable");
    for entry in fs::read_dir(from).expect("readable").map(|entry| entry.expect("readable")) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).map(drop).expect("writable");
        }
    }
}

#[test]
fn no_link_in_a_run_leads_to_a_file_that_is_written() {
    let folder = tempfile::tempdir().expect("a place for files");
    let good = run_in(folder.path());
    let links = [
        "report.html",
        "report.html.part",
        "findings.json",
        "junit.xml",
        "graph.json",
        "clock.txt",
        "clock.txt.part",
        "oddity.log",
        "trace.jsonl.cut",
        "run.json.part",
        "comparison.json",
        "comparison.json.part",
    ];
    for link in links {
        for command in ["report", "resume"] {
            let folder = tempfile::tempdir().expect("a place for files");
            let (run, victim) = (folder.path().join("run"), folder.path().join("victim"));
            copy(&good, &run);
            fs::write(&victim, "mine").expect("writable");
            let _ = fs::remove_file(run.join(link));
            symlink(&victim, run.join(link)).expect("writable");
            let told = tried(&[command, run.to_str().expect("plain"), "-q"]);
            assert_eq!(wrong(&told, &[0, 1, 2, 4]), None, "{command}, {link}");
            assert_eq!(fs::read_to_string(&victim).expect("readable"), "mine", "{command}, {link}");
        }
    }
}

/// Where a comparison goes on, what it goes by is read from its folder, which may be a stranger's.
#[test]
fn a_comparison_that_goes_on_reads_no_file_through_a_link() {
    let folder = tempfile::tempdir().expect("a place for files");
    let at = |name: &str| folder.path().join(name);
    let text = |path: &Path| path.to_str().expect("plain").to_owned();
    let declared = "format = \"oddity-expected-differences\"\nversion = 1\n";
    fs::write(at("expected.toml"), declared).expect("writable");
    fs::write(at("elsewhere.toml"), declared).expect("writable");
    let compare =
        ["compare", "sim:notes", "--with", "sim:notes", "--events", "40", "--screenshots", "none", "-q"];
    let (expected, run) = (text(&at("expected.toml")), text(&at("run")));
    let told = tried(&[&compare[..], &["--expect", &expected, "-o", &run]].concat());
    assert_eq!(wrong(&told, &[0]), None);
    let copy = at("run").join("expected.toml");
    let resume = ["resume", run.as_str(), "-q", "--trust"];
    assert_eq!(wrong(&tried(&resume), &[0]), None);
    fs::remove_file(&copy).expect("it is there");
    symlink(at("elsewhere.toml"), &copy).expect("writable");
    let told = tried(&resume);
    assert_eq!(wrong(&told, &[2]), None);
    assert!(told.err.contains("a link"), "{}", told.err);
}

#[test]
fn arguments_that_are_no_text_are_no_reason_to_panic() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a place for files");
    let odd = std::ffi::OsStr::from_bytes(b"\xff\x9b31m");
    let cases: [&[&str]; 6] = [
        &["hunt", "sim:notes", "--events", "20", "--login"],
        &["explore", "sim:notes", "--events", "20", "--setup"],
        &["layout"],
        &["replay"],
        &["report"],
        &["phone", "sim:notes", "--authorized-keys"],
    ];
    for args in cases {
        let output = oddity().args(args).arg(odd).current_dir(folder.path()).output().expect("oddity starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(!told.contains(['\u{9b}', '\u{1b}']), "{told:?}");
    }
    let output = oddity()
        .args(["hunt", "sim:notes", "--events", "20", "-q", "-o"])
        .arg(odd)
        .current_dir(folder.path())
        .output();
    assert_eq!(output.expect("oddity starts").status.code(), Some(0));
}
