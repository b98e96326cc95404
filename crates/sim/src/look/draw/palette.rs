//! The colours of a light and a dark Material theme.

use crate::look::Theme;
use crate::{Color, Tone};

/// A colour and how much of it covers what is below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) rgb: [u8; 3],
    pub(super) alpha: u8,
}

impl Paint {
    /// The opaque colour of `0xRRGGBB`.
    pub(super) const fn rgb(hex: u32) -> Paint {
        Paint { rgb: [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8], alpha: 255 }
    }

    fn of(color: Color) -> Paint {
        Paint { rgb: [color.red, color.green, color.blue], alpha: 255 }
    }

    /// The same colour, covering less.
    pub(super) fn faded(self, percent: u32) -> Paint {
        Paint { alpha: (u32::from(self.alpha) * percent / 100) as u8, ..self }
    }

    fn mixed(self, other: Paint, percent: u32) -> Paint {
        let mix = |at: usize| {
            ((u32::from(self.rgb[at]) * (100 - percent) + u32::from(other.rgb[at]) * percent) / 100) as u8
        };
        Paint { rgb: [mix(0), mix(1), mix(2)], alpha: 255 }
    }

    /// How bright it seems, 0 to 255.
    fn brightness(self) -> u32 {
        let [red, green, blue] = self.rgb.map(u32::from);
        (red * 299 + green * 587 + blue * 114) / 1000
    }
}

/// The colours of a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Palette {
    /// The ground of an activity.
    pub(super) background: Paint,
    /// Cards, dialogs, menus.
    pub(super) surface: Paint,
    /// The ground of text boxes and of the keyboard.
    pub(super) well: Paint,
    /// Letters.
    pub(super) ink: Paint,
    /// Letters that matter less.
    pub(super) muted: Paint,
    /// Thin lines.
    pub(super) line: Paint,
    /// The app's colour as a ground.
    pub(super) primary: Paint,
    /// On that ground.
    pub(super) on_primary: Paint,
    /// The app's colour as a line or letter.
    pub(super) accent: Paint,
    pub(super) danger: Paint,
}

impl Palette {
    pub(super) fn of(theme: Theme) -> Palette {
        let primary = Paint::of(theme.primary);
        let (white, black) = (Paint::rgb(0xff_ffff), Paint::rgb(0));
        let on_primary = if primary.brightness() < 160 { white } else { black.mixed(white, 12) };
        if theme.dark {
            Palette {
                background: Paint::rgb(0x12_1212),
                surface: Paint::rgb(0x24_2427),
                well: Paint::rgb(0x2d_2d31),
                ink: Paint::rgb(0xe6_e6e6),
                muted: Paint::rgb(0x9e_9ea4),
                line: Paint::rgb(0x3c_3c41),
                primary,
                on_primary,
                accent: primary.mixed(white, 45),
                danger: Paint::rgb(0xf2_8b82),
            }
        } else {
            Palette {
                background: Paint::rgb(0xfa_fafa),
                surface: white,
                well: Paint::rgb(0xe9_eaee),
                ink: Paint::rgb(0x1f_1f1f),
                muted: Paint::rgb(0x6b_6b70),
                line: Paint::rgb(0xd9_d9de),
                primary,
                on_primary,
                accent: primary,
                danger: Paint::rgb(0xb3_261e),
            }
        }
    }

    /// A tone for letters and lines; `usual` where it is left to the kind of widget.
    pub(super) fn letters(&self, tone: Tone, usual: Paint) -> Paint {
        match tone {
            Tone::Usual => usual,
            Tone::Muted => self.muted,
            Tone::Primary => self.accent,
            Tone::OnPrimary => self.on_primary,
            Tone::Danger => self.danger,
            Tone::Surface => self.surface,
            Tone::Fixed(color) => Paint::of(color),
        }
    }

    /// A tone for a ground.
    pub(super) fn ground(&self, tone: Tone) -> Paint {
        match tone {
            Tone::Usual => self.background,
            Tone::Muted => self.well,
            Tone::Primary => self.primary,
            Tone::OnPrimary => self.on_primary,
            Tone::Danger => self.danger,
            Tone::Surface => self.surface,
            Tone::Fixed(color) => Paint::of(color),
        }
    }

    /// What can be read on a ground.
    pub(super) fn on(&self, ground: Paint) -> Paint {
        if ground.brightness() < 160 { Paint::rgb(0xff_ffff) } else { Paint::rgb(0x1f_1f1f) }
    }
}
