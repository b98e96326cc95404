//! Any bytes as the files of a run: read or refused, never a panic; what can be opened can be written on.

#![no_main]

use std::fs;

use trace::{RunReader, RunWriter};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Two bytes say how long the journal is; the rest is the layouts.
    let Some((len, rest)) = bytes.split_first_chunk::<2>() else { return };
    let (journal, layouts) = rest.split_at(rest.len().min(u16::from_le_bytes(*len).into()));
    let folder = tempfile::tempdir().expect("a place for files");
    let run = folder.path();
    fs::create_dir(run.join("layouts")).expect("writable");
    fs::write(run.join("run.json"), br#"{"format":"oddity-run","version":1}"#).expect("writable");
    fs::write(run.join("trace.jsonl"), journal).expect("writable");
    fs::write(run.join("layouts/0001.pack"), layouts).expect("writable");
    if let Ok(reader) = RunReader::open(run) {
        for id in reader.traces() {
            let _ = reader.tell(id, &mut std::io::sink());
        }
    }
    if let Ok(writer) = RunWriter::open(run) {
        drop(writer);
        RunReader::open(run).expect("what the writer mended can be read");
    }
});
