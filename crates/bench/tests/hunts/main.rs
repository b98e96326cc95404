//! Whole hunts on phones that make it hard.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod plain;
mod troubled;
