//! Any bytes as a dump: no panic, and the same widgets as `roxmltree` finds wherever it accepts.

#![no_main]

#[path = "../../crates/gui/tests/support/compare.rs"]
mod compare;
#[path = "../../crates/gui/tests/support/reference.rs"]
mod reference;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| compare::check_against_roxmltree(bytes));
