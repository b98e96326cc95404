//! Compare what two pictures of the same widget look like.
//!
//! [`cw_ssim`] says how alike their structure is, [`colours`] how far their colours are apart, [`ratio_change`] whether their
//! proportions changed; a [`Tree`] decides over all of it and says why in words. All of it is arithmetic: same pictures, same
//! numbers, on every machine.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

// Pictures.
mod image; // as they are compared
mod resize; // in another size, as Pillow makes them

// Measures of two of them.
pub mod cw_ssim;
pub mod colours;
mod transport; // moving earth between few piles
mod proportions; // whether proportions changed
mod dots; // whether a text was cut off with dots
mod look; // all that is measured, by whose rules

// What decides over the measures.
mod tree; // a decision tree that says why
mod grow; // growing one
mod score; // how good it is on examples it has not seen

pub use dots::ends_in_dots;
pub use grow::Growing;
pub use image::{Area, Grey, Image};
pub use look::{Measured, Profile, Shot};
pub use proportions::{ground_and_ink, ink, ratio_change};
pub use score::{Labelled, Score, by_folds, leaving_one_out};
pub use tree::{Example, Tree};
