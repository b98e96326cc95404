//! Pictures of the screen.

use std::sync::Arc;

/// A picture of the screen: rows from the top, four bytes a pixel (red, green, blue, 255). Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// How wide it is.
    pub width_px: u32,
    /// How high it is.
    pub height_px: u32,
    /// `width_px * height_px * 4` bytes.
    pub rgba: Arc<Vec<u8>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}x{})", self.width_px, self.height_px)
    }
}
