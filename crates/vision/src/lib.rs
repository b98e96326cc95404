//! Compare what two pictures of the same widget look like.
//!
//! [`cw_ssim`] says how alike their structure is, [`colours`] how far their colours are apart, [`ratio_change`] whether their
//! proportions changed; a [`Tree`] decides over all of it and says why in words. All of it is arithmetic: same pictures, same
//! numbers, on every machine.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod image;
mod resize;
pub mod cw_ssim;
pub mod colours;
mod transport;
mod proportions;
mod dots;
mod look;
mod tree;
mod grow;
mod score;

pub use dots::ends_in_dots;
pub use grow::Growing;
pub use image::{Area, Grey, Image};
pub use look::{Measured, Profile, Shot};
pub use proportions::{ground_and_ink, ink, ratio_change};
pub use score::{Labelled, Score, by_folds, leaving_one_out};
pub use tree::{Example, Tree};
