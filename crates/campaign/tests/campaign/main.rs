//! Campaigns on simulated phones.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod stroll;
mod snapshots;
mod plain;
mod repeatable;
mod kinds;
mod verdict;
