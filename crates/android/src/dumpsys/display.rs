//! How large the screens are, and which way up (`dumpsys display`).

use serde::Serialize;

use crate::text::{between, lines, value_of};

/// A logical display, as apps see it now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Display {
    /// Its number; the main one is 0.
    pub id: u32,
    /// What the phone calls it.
    pub name: String,
    /// How wide it is, turned as it is now.
    pub width_px: u32,
    /// How high it is, turned as it is now.
    pub height_px: u32,
    /// Quarter turns from its natural position.
    pub rotation: Option<u8>,
    /// Pixels per 160th of an inch, times 160.
    pub density_dpi: Option<u32>,
    /// Whether it is lit.
    pub on: Option<bool>,
    /// The physical screen behind it: `local:46…`; `screencap -d` wants the number.
    pub unique_id: Option<String>,
}

/// The displays of a phone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Displays {
    /// The logical displays in printed order.
    pub displays: Vec<Display>,
}

impl Displays {
    /// Reads the dump. A rotation or `wm size` override counts over the screen's natural size.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        for line in lines(text) {
            let line = line.trim();
            let base = line.strip_prefix("mBaseDisplayInfo=DisplayInfo{");
            let current = line.strip_prefix("mOverrideDisplayInfo=DisplayInfo{");
            if let Some(display) = base.and_then(Display::parse) {
                found.put(display);
            } else if let Some(display) = current.and_then(Display::parse) {
                found.put(display);
            } else if let Some(list) = line.strip_prefix("mViewports=[") {
                found.read_viewports(list);
            }
        }
        found
    }

    /// The main display.
    pub fn main(&self) -> Option<&Display> {
        self.displays.iter().find(|display| display.id == 0)
    }

    fn put(&mut self, display: Display) {
        if let Some(known) = self.displays.iter_mut().find(|known| known.id == display.id) {
            *known = display;
        } else if self.displays.len() < MAX_DISPLAYS {
            self.displays.push(display);
        }
    }

    /// Viewports are printed first and hold less; a display that is also described in full is replaced.
    fn read_viewports(&mut self, list: &str) {
        for viewport in list.split("DisplayViewport{").skip(1).take(MAX_DISPLAYS) {
            let number = |key: &str| value_of(viewport, key).and_then(|value| value.parse().ok());
            let frame = between(viewport, "logicalFrame=Rect(", ")").and_then(|rect| rect.split_once(" - "));
            let size = frame.and_then(|(_, corner)| corner.split_once(", "));
            if let Some(id) = number("displayId") {
                self.put(Display {
                    id,
                    name: value_of(viewport, "type").unwrap_or("").to_owned(),
                    width_px: size.and_then(|(width, _)| width.parse().ok()).unwrap_or(0),
                    height_px: size.and_then(|(_, height)| height.parse().ok()).unwrap_or(0),
                    rotation: number("orientation").and_then(|turns| u8::try_from(turns).ok()),
                    density_dpi: None,
                    on: value_of(viewport, "isActive").and_then(|active| active.parse().ok()),
                    unique_id: between(viewport, "uniqueId='", "'").map(str::to_owned),
                });
            }
        }
    }
}

const MAX_DISPLAYS: usize = 64;

impl Display {
    /// Reads the inside of `DisplayInfo{"Built-in Screen", displayId 0, …, real 1080 x 2400, …}`.
    ///
    /// Older releases put the id inside the quotes, and one forgot a quote: `"Name, displayId 0"`, `"Name", displayId 3"`.
    fn parse(info: &str) -> Option<Self> {
        let after = |key: &str| info.split_once(key).map(|(_, rest)| rest);
        let number = |key: &str| {
            let digits = after(key)?.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse::<u32>().ok()
        };
        let name = info.strip_prefix('"')?.split(['"', ',']).next()?;
        let (width, rest) = after("real ")?.split_once(" x ")?;
        let height = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some(Self {
            id: number("displayId ")?,
            name: name.to_owned(),
            width_px: width.parse().ok()?,
            height_px: height.parse().ok()?,
            rotation: number(", rotation ")
                .and_then(|turns| u8::try_from(turns).ok())
                .filter(|turns| *turns < 4),
            density_dpi: number(", density "),
            on: after(", state ").map(|state| state.starts_with("ON")),
            unique_id: between(info, "uniqueId \"", "\"").map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let seen: Vec<String> = Displays::parse(text)
            .displays
            .iter()
            .map(|d| {
                let Display { id, name, width_px, height_px, .. } = d;
                let unique = d.unique_id.as_deref().unwrap_or("-");
                format!(
                    "{id} {name} {width_px}x{height_px} {:?} {:?} {:?} {unique}",
                    d.rotation, d.density_dpi, d.on
                )
            })
            .collect();
        assert_eq!(seen, expected, "{text}");
    }

    #[test]
    fn reads_the_releases_spellings() {
        check(
            "    mBaseDisplayInfo=DisplayInfo{\"Built-in Screen\", displayId 0, FLAG_SECURE, real 1080 x 2640, largest app 1 x 1, rotation 0, state ON, type INTERNAL, uniqueId \"local:46\", app 1 x 1, density 480 (450.7 x 452.9) dpi}",
            &["0 Built-in Screen 1080x2640 Some(0) Some(480) Some(true) local:46"],
        );
        check(
            "mBaseDisplayInfo=DisplayInfo{\"Bild, displayId 0\", uniqueId \"local:19\", app 1080 x 2248, real 1080 x 2248, rotation 3, density 440 (4 x 4) dpi, layerStack 0, state OFF}",
            &["0 Bild 1080x2248 Some(3) Some(440) Some(false) local:19"],
        );
        check(
            "mBaseDisplayInfo=DisplayInfo{\"Overlay #1\", displayId 3\", displayGroupId 0, real 1920 x 1080, rotation 0, state ON, density 320 (3 x 3) dpi}",
            &["3 Overlay #1 1920x1080 Some(0) Some(320) Some(true) -"],
        );
    }

    #[test]
    fn the_override_counts() {
        check(
            "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:1', orientation=1, logicalFrame=Rect(0, 0 - 2640, 1080)}]\n\
             \x20   mBaseDisplayInfo=DisplayInfo{\"A\", displayId 0, real 1080 x 2640, rotation 0, state ON, density 480}\n\
             \x20   mOverrideDisplayInfo=DisplayInfo{\"A\", displayId 0, real 2640 x 1080, rotation 1, state ON, density 480}\n",
            &["0 A 2640x1080 Some(1) Some(480) Some(true) -"],
        );
    }

    #[test]
    fn viewports_alone_are_enough() {
        check(
            "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:1', orientation=1, logicalFrame=Rect(0, 0 - 2640, 1080)}, DisplayViewport{type=VIRTUAL, displayId=7, orientation=0, logicalFrame=Rect(0, 0 - 512, 260)}]",
            &[
                "0 INTERNAL 2640x1080 Some(1) None Some(true) local:1",
                "7 VIRTUAL 512x260 Some(0) None None -",
            ],
        );
    }

    #[test]
    fn silent_on_nonsense() {
        check(
            "mBaseDisplayInfo=DisplayInfo{\"A\", displayId x, real 1}\nmViewports=[]\nmViewports=[DisplayViewport{",
            &[],
        );
    }
}
