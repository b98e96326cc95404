//! The size and density of the screen (`wm size`, `wm density`).

use serde::Serialize;

use super::text::lines;

/// What `wm size` prints, in natural position whatever the rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScreenSize {
    /// Width and height of the panel, in pixels.
    pub physical_px: Option<(u32, u32)>,
    /// Width and height someone has set instead.
    pub override_px: Option<(u32, u32)>,
}

impl ScreenSize {
    /// Reads `Physical size: 1080x1920` and, where set, `Override size: …`.
    pub fn parse(text: &str) -> Self {
        let size = |value: &str| {
            let (width, height) = value.split_once('x')?;
            Some((width.parse().ok()?, height.parse().ok()?))
        };
        Self {
            physical_px: after(text, "Physical size:", size),
            override_px: after(text, "Override size:", size),
        }
    }

    /// What apps get.
    pub fn effective_px(&self) -> Option<(u32, u32)> {
        self.override_px.or(self.physical_px)
    }
}

/// What `wm density` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScreenDensity {
    /// The panel's dots per inch.
    pub physical_dpi: Option<u32>,
    /// Dots per inch someone has set instead.
    pub override_dpi: Option<u32>,
}

impl ScreenDensity {
    /// Reads `Physical density: 480` and, where set, `Override density: …`.
    pub fn parse(text: &str) -> Self {
        let dpi = |value: &str| value.parse().ok();
        Self {
            physical_dpi: after(text, "Physical density:", dpi),
            override_dpi: after(text, "Override density:", dpi),
        }
    }

    /// What apps get.
    pub fn effective_dpi(&self) -> Option<u32> {
        self.override_dpi.or(self.physical_dpi)
    }
}

fn after<T>(text: &str, key: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    lines(text).find_map(|line| read(line.trim().strip_prefix(key)?.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_size(text: &str, physical: Option<(u32, u32)>, effective: Option<(u32, u32)>) {
        let size = ScreenSize::parse(text);
        assert_eq!((size.physical_px, size.effective_px()), (physical, effective), "{text}");
    }

    #[test]
    fn the_override_counts() {
        check_size("Physical size: 1080x1920\r\n", Some((1080, 1920)), Some((1080, 1920)));
        check_size(
            "Physical size: 1080x1920\nOverride size: 720x1280\n",
            Some((1080, 1920)),
            Some((720, 1280)),
        );
        check_size("* daemon started\nPhysical size: 9x8", Some((9, 8)), Some((9, 8)));
        let density = ScreenDensity::parse("Physical density: 480\nOverride density: 160\n");
        assert_eq!((density.physical_dpi, density.effective_dpi()), (Some(480), Some(160)));
    }

    #[test]
    fn silent_on_nonsense() {
        for text in
            ["", "Physical size: ", "Physical size: ax9", "Physical size: 99999999999x1", "error: closed"]
        {
            check_size(text, None, None);
        }
        assert_eq!(ScreenDensity::parse("Physical density: x").effective_dpi(), None);
    }
}
