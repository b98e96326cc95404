//! Any bytes as what a pocket phone's JVM says: frames or an error, never a panic; what is read is written as the same bytes.

#![no_main]
#![allow(dead_code, reason = "the program uses more of these files")]

#[path = "../../crates/pocket/src/jvm/wire.rs"]
mod wire;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    let mut read = Vec::new();
    while let Ok(frame) = wire::Frame::read_from(&mut rest) {
        frame.write_to(&mut read).expect("memory takes it");
        let _ = serde_json::from_slice::<serde_json::Value>(&frame.header);
    }
    assert!(bytes.starts_with(&read));
});
