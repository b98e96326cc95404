//! Any bytes as what other tools recorded: imported or refused, never a panic.

#![no_main]

use std::fs;

use trace::import;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut files = bytes.splitn(3, |&byte| byte == 0);
    let mut next = || files.next().unwrap_or_default();
    let (state, event, genie) = (next(), next(), next());
    let folder = tempfile::tempdir().expect("a place for files");
    let root = folder.path();
    for name in ["states", "events"] {
        fs::create_dir(root.join(name)).expect("writable");
    }
    fs::write(root.join("states/state_2020-01-01_000000.json"), state).expect("writable");
    fs::write(root.join("states/state_2020-01-01_000001.json"), state).expect("writable");
    fs::write(root.join("events/event_2020-01-01_000000.json"), event).expect("writable");
    let _ = import::droidbot(root);
    fs::write(root.join("seed.jsonl"), genie).expect("writable");
    let _ = import::genie(&root.join("seed.jsonl"));
});
