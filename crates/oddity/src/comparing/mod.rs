//! Putting a comparison together: the matrix of phones, the differences that are meant, who looks at pictures, what is told.

mod matrix;
mod expect;
mod pairs;
mod train;
mod eye;
mod tell;

pub(crate) use expect::Expected;
pub(crate) use eye::{eye_of, reads_texts};
pub(crate) use matrix::kinds_of;
pub(crate) use pairs::{Pairs, read_pairs};
pub(crate) use tell::{Told, print};
pub(crate) use train::train;
