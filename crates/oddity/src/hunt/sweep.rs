//! Calls for files that a small hunt makes fail one by one: one message, the right exit code, and `resume` goes on to the same findings.

use std::path::Path;

use files::{FaultyDisk, Trouble};
use serde_json::Value;
use tempfile::TempDir;

use crate::config;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// A hunt with a finding, as small as one gets.
const HUNT: [&str; 10] = [
    "hunt",
    "sim:contacts+all",
    "--events=40",
    "--seed=2",
    "--replays=1",
    "--no-minimize",
    "--screenshots=findings",
    "--walkers=1",
    "--state-loss=0",
    "-o",
];

fn run(words: &[&str]) -> Result<Exit, Failure> {
    let words = std::iter::once("oddity").chain(words.iter().copied());
    let (cli, config) = config::parse(words.map(Into::into))?;
    crate::run(&cli.command, &config, &mut Output::unseen())
}

/// There nothing has to be waited for that is synced.
fn folder_in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn hunt(run_folder: &Path) -> Result<Exit, Failure> {
    let folder = run_folder.display().to_string();
    run(&HUNT.into_iter().chain([folder.as_str()]).collect::<Vec<_>>())
}

/// What is in `findings.json` but times and the folder's name.
fn found(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("findings.json")).unwrap();
    let text = text.replace(&folder.display().to_string(), "RUN");
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let health = value["health"].as_object_mut().unwrap();
    health.retain(|name, _| !name.contains("time"));
    value
}

/// What a hunt ends with whose call of this number fails, and then whoever goes on; `None` where there was no such call.
fn disturbed(at: u64, trouble: Trouble, plain: &(Exit, Value)) -> Option<()> {
    let folder = folder_in_memory();
    let run_folder = folder.path().join("run");
    let what = format!("{trouble:?} at call {at}");
    let disk = FaultyDisk::new(folder.path(), at, trouble);
    let ended = hunt(&run_folder);
    let struck = disk.struck();
    drop(disk);
    match &ended {
        Ok(exit) => assert_eq!((*exit, &found(&run_folder)), (plain.0, &plain.1), "{what}"),
        Err(failure) => {
            assert!(struck, "{what}: nothing was wrong, yet {}", failure.message());
            assert_eq!(failure.exit, Exit::Environment, "{what}: {}", failure.message());
            assert!(failure.message().starts_with("cannot "), "{what}: {}", failure.message());
            assert_eq!(failure.message().lines().count(), 1, "{what}: {}", failure.message());
            let again = if run_folder.join("run.json").exists() {
                run(&["resume", &run_folder.display().to_string()])
            } else {
                hunt(&run_folder)
            };
            let again = again.unwrap_or_else(|failure| panic!("{what}, then {}", failure.message()));
            assert_eq!((again, &found(&run_folder)), (plain.0, &plain.1), "{what}, and gone on");
        }
    }
    let left = walk(&run_folder).into_iter().find(|name| name.ends_with(".part"));
    assert_eq!(left, None, "{what}: left behind");
    struck.then_some(())
}

fn walk(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path.display().to_string()] })
        .collect()
}

#[test]
fn whichever_call_fails_it_is_told_and_gone_on_from() {
    let folder = folder_in_memory();
    let exit = hunt(&folder.path().join("run")).unwrap_or_else(|failure| panic!("{}", failure.message()));
    assert_eq!(exit, Exit::Findings);
    let plain = (exit, found(&folder.path().join("run")));
    // All of them take minutes: `.ci/soak` asks for that.
    let every =
        std::env::var("ODDITY_SWEEP_EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(8_usize);
    for (trouble, every) in [(Trouble::Broken, every), (Trouble::Full, 7 * every)] {
        let struck = (1..).step_by(every).map_while(|at| disturbed(at, trouble, &plain)).count();
        assert!(struck > 200 / every, "{trouble:?} struck {struck} times only");
        println!("{trouble:?} struck {struck} times");
    }
}
