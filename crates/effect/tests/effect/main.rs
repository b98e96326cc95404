//! The method, held to what the original recorded.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod recorded;
mod weaknesses;
