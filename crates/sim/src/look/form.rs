//! The measures that each kind of widget has by itself, as Material gives them.

use crate::{Gravity, Kind, TextSize, View};

/// What a kind of widget has by itself, in dp and sp.
pub(super) struct Form {
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    pub(super) min: (u32, u32),
    /// Left, top, right, bottom.
    pub(super) around: [u32; 4],
    pub(super) sp: u32,
    pub(super) bold: bool,
    pub(super) max_lines: Option<u8>,
    /// Whether a column does not stretch it.
    pub(super) keeps_width: bool,
    pub(super) gravity: Option<Gravity>,
}

impl Form {
    pub(super) fn of(view: &View) -> Form {
        let sp = match view.style.size {
            TextSize::Small => 12,
            TextSize::Body => 14,
            TextSize::Large => 16,
            TextSize::Title => 20,
            TextSize::Display => 32,
        };
        let plain = Form {
            width: None,
            height: None,
            min: (0, 0),
            around: [0; 4],
            sp,
            bold: false,
            max_lines: None,
            keeps_width: false,
            gravity: None,
        };
        let square = |dp: u32| Form { width: Some(dp), height: Some(dp), ..plain };
        match view.kind {
            Kind::Button => {
                Form { min: (64, 48), around: [20, 6, 20, 6], bold: true, max_lines: Some(1), ..plain }
            }
            Kind::IconButton(_) => square(48),
            Kind::FloatingButton(_) => Form { gravity: Some(Gravity::BottomEnd), ..square(56) },
            Kind::Image(_) => square(24),
            Kind::TextBox { multiline, .. } => Form {
                min: (48, 56),
                around: if view.hint.is_empty() || view.style.ground.is_some() {
                    [16, 16, 16, 16]
                } else {
                    [16, 24, 16, 8]
                },
                sp: sp.max(16),
                max_lines: if multiline { None } else { Some(1) },
                ..plain
            },
            Kind::CheckBox(_) | Kind::Radio(_) => Form { min: (48, 48), around: [40, 6, 8, 6], ..plain },
            Kind::Switch(_) => Form { min: (60, 48), around: [0, 6, 68, 6], ..plain },
            Kind::Chip { checked } => Form {
                min: (48, 48),
                around: if checked == Some(true) { [32, 8, 16, 8] } else { [16, 8, 16, 8] },
                max_lines: Some(1),
                keeps_width: true,
                ..plain
            },
            Kind::Dropdown => Form { min: (64, 48), around: [12, 0, 40, 0], ..plain },
            Kind::Tabs | Kind::Tab => Form { height: Some(48), ..plain },
            Kind::Slider { .. } => Form { min: (96, 0), height: Some(48), ..plain },
            Kind::Progress { .. } => Form { min: (48, 0), height: Some(4), ..plain },
            Kind::Spinner => Form { keeps_width: true, ..square(48) },
            Kind::Divider => Form { height: Some(1), ..plain },
            _ => plain,
        }
    }
}
