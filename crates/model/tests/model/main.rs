//! The model against a naive one, its exports, and what it learns from simulated phones.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod feed;
mod naive;
mod against_naive;
mod bounds;
mod exports;
mod looking_twice;
mod recorded;
