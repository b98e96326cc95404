//! Any bytes as an APK, as a manifest and as code: told or refused, never a panic, and nothing unpacked beyond its limit.

#![no_main]
#![allow(dead_code, reason = "the program uses more of these files")]

#[path = "../../crates/oddity/src/apk/dex.rs"]
mod dex;
#[path = "../../crates/oddity/src/apk/manifest.rs"]
mod manifest;
#[path = "../../crates/oddity/src/apk/zip.rs"]
mod zip;

use std::collections::BTreeSet;
use std::io::Cursor;

const MOST: u64 = 1 << 20;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for name in zip::names(Cursor::new(bytes)).unwrap_or_default().iter().take(8) {
        if let Ok(unpacked) = zip::unpacked(Cursor::new(bytes), name, MOST) {
            assert!(unpacked.len() as u64 <= MOST);
            let _ = manifest::Manifest::parse(&unpacked);
            dex::classes(&unpacked, &mut BTreeSet::new());
        }
    }
    let _ = manifest::Manifest::parse(bytes);
    dex::classes(bytes, &mut BTreeSet::new());
});
