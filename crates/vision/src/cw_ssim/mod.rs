//! Complex wavelet structural similarity: 1 for pictures of the same structure, 0 for pictures that have nothing in common.
//!
//! Two forms. [`wavelet`] is that of the literature (Wang and Simoncelli 2005, Sampat et al. 2009): it hardly minds small shifts, which
//! is why it is ours. [`pyssim`] is what the Python package of that name computes, and what `DiffDroid` used: it flattens the
//! picture row by row and runs a real Mexican hat over it.

mod flat;
mod wavelet;

pub use flat::pyssim;
pub use wavelet::wavelet;
