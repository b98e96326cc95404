//! The screen and its colours.

use gui::Rect;

use crate::Color;

/// The screen as held now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Metrics {
    pub(crate) screen_px: (u32, u32),
    /// 160 makes a dp a pixel.
    pub(crate) density_dpi: u32,
    /// 100 is normal.
    pub(crate) font_percent: u16,
    /// Newer phones print more attributes.
    pub(crate) api: u32,
    /// Whether rows begin at the right, as in Arabic and Hebrew.
    pub(crate) right_to_left: bool,
}

/// The colours of a window, and how its widgets are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Theme {
    pub(crate) dark: bool,
    pub(crate) primary: Color,
    /// Whether it is that of a build with other resource ids and another order of siblings.
    pub(crate) renamed: bool,
}

impl Metrics {
    /// The height of the status bar.
    pub(crate) const STATUS_BAR_DP: u32 = 24;
    /// The height of the bar with back, home and recents.
    pub(crate) const NAVIGATION_BAR_DP: u32 = 48;

    /// Density-independent pixels in pixels, rounded as Android does.
    pub(crate) fn px(&self, dp: u32) -> u32 {
        (dp.saturating_mul(self.density_dpi).saturating_add(80)) / 160
    }

    /// Letters of so many scale-independent pixels, in pixels.
    pub(crate) fn letters_px(&self, sp: u32) -> f32 {
        (sp * self.density_dpi * u32::from(self.font_percent)) as f32 / 16_000.0
    }

    pub(crate) fn is_landscape(&self) -> bool {
        self.screen_px.0 > self.screen_px.1
    }

    /// How much of the screen's bottom the keyboard covers, the navigation bar below it included.
    pub(crate) fn keyboard_dp(&self) -> u32 {
        let row = if self.is_landscape() { 36 } else { 54 };
        4 * row + 8 + Metrics::NAVIGATION_BAR_DP
    }

    pub(crate) fn screen(&self) -> Rect {
        Rect::new(0, 0, self.screen_px.0 as i32, self.screen_px.1 as i32)
    }
}
