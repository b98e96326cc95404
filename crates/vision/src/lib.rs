//! Compare what two pictures of the same widget look like.
//!
//! [`cw_ssim`] says how alike their structure is, [`colours`] how far their colours are apart, [`ratio_change`] whether their
//! proportions changed; a [`Tree`] decides over all of it and says why in words. All of it is arithmetic: same pictures, same
//! numbers, on every machine.

mod image;
mod resize;
pub mod cw_ssim;
pub mod colours;
mod transport;
mod proportions;
mod tree;
mod grow;

pub use grow::Growing;
pub use image::{Area, Grey, Image};
pub use proportions::{ink, ratio_change};
pub use tree::{Example, Tree};
