//! The prover, tried on apps that are a function and on simulated ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod lab;
mod cases;
mod smallest;
mod saved;
mod hunt;
mod apps;
