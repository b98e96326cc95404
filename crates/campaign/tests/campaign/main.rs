//! Campaigns on simulated phones.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod stroll;
mod plain;
mod repeatable;
mod verdict;
