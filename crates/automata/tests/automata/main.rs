//! Held to DDroid's own figures.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod goldens;
mod logs;
mod micro;
mod quirks;
