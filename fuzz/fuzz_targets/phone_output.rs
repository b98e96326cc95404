//! Any bytes as what a phone or adb printed, or as what adb sends to a phone of ours: every parser comes to an end with a value.

#![no_main]

#[path = "../../crates/android/tests/support/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    readers::read_bytes(bytes);
    let _ = std::hint::black_box(device::Picture::from_png(bytes));
    adbd::fuzzing::read(bytes);
});
