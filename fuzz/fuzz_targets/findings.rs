//! Any bytes as a saved finding: read or refused, never a panic; what is read is written as what reads the same.

#![no_main]

use finding::SavedFinding;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a place for files");
    let path = folder.path().join("finding.json");
    std::fs::write(&path, bytes).expect("writable");
    if let Ok(saved) = SavedFinding::read(&path) {
        let written = saved.write(folder.path()).expect("writable");
        assert_eq!(SavedFinding::read(&written).expect("what is written can be read"), saved);
    }
});
