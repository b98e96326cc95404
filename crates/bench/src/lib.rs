//! The planted-bug benchmark: what is measured, on simulated phones alone.
//!
//! Only here do apps and techniques meet: no technique knows an app or a fault by name.

mod minimum;

pub use minimum::{Limits, Minimum, minimum_crash};
