//! Any bytes as a mapping of R8's and a log: names are found again or stay, never a panic, and no line becomes more than a hundred.

#![no_main]
#![allow(dead_code, reason = "the program uses more of these files")]

#[path = "../../crates/pocket/src/mapping/mod.rs"]
mod mapping;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut files = bytes.splitn(2, |&byte| byte == 0);
    let mut next = || String::from_utf8_lossy(files.next().unwrap_or_default()).into_owned();
    let mapping = mapping::Mapping::parse(next());
    for line in next().lines() {
        assert!(mapping.retraced(line, true).len() <= 100);
        mapping.retraced(line, false);
        mapping.retraced_frame(line);
        mapping.retraced_throwable(line);
        mapping.any_class(line);
    }
});
