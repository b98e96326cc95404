//! Any bytes as what a phone or adb printed, or as what adb sends to a phone of ours: every parser comes to an end with a value.

#![no_main]

#[path = "../../crates/device/tests/support/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    readers::read_bytes(bytes);
    adbd::fuzzing::read(bytes);
});
