//! Putting a comparison together: the matrix of phones, the differences that are meant, what is told.

mod matrix;
mod expect;
mod explain;
mod tell;

pub(crate) use expect::Expected;
pub(crate) use matrix::kinds_of;
pub(crate) use tell::{Told, print};
