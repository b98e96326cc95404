//! Where windows stand on the screen.

use gui::Rect;
use taffy::Size;

use super::Metrics;
use super::place::Room;

/// Where a window stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Frame {
    /// On all of the screen.
    Full,
    /// On a part of it, as in multi-window.
    Window(Rect),
    /// In the middle, as high as what is inside: dialogs.
    Centered,
    /// In the middle of what the keyboard leaves free: dialogs that someone types into.
    AboveKeyboard,
    /// Below or over a widget, as large as what is inside: popups.
    Anchored(Rect),
    /// At the top, as wide as the screen.
    StatusBar,
    /// Below the status bar, with a little room around: notifications.
    Top,
    /// At the bottom, as wide as the screen.
    NavigationBar,
    /// At the bottom, as wide as the screen, on a ground of its own: the keyboard, sheets.
    Bottom,
    /// Over the bottom, as large as what is inside.
    Toast,
}

/// How far above the screen's bottom a toast stands.
const TOAST_FOOT_DP: u32 = 112;

impl Frame {
    /// Whether a window is as high as this says, rather than as what is inside.
    pub(super) fn gives_height(self) -> bool {
        matches!(self, Frame::Full | Frame::Window(_))
    }

    /// Whether it is a dialog: what lies below is dimmed.
    pub(super) fn is_dialog(self) -> bool {
        matches!(self, Frame::Centered | Frame::AboveKeyboard)
    }

    /// The room for a window.
    pub(super) fn room(self, metrics: &Metrics) -> Room {
        let screen = Size { width: metrics.screen_px.0 as f32, height: metrics.screen_px.1 as f32 };
        let dp = |dp: u32| metrics.px(dp) as f32;
        let width = |width: f32, height: f32| Room {
            known: Size { width: Some(width), height: None },
            most: Size { width, height },
        };
        match self {
            Frame::Full => Room { known: screen.map(Some), most: screen },
            Frame::Window(rect) => {
                let size = Size { width: rect.width() as f32, height: rect.height() as f32 };
                Room { known: size.map(Some), most: size }
            }
            Frame::Centered => {
                width((screen.width - dp(48)).min(dp(400)), (screen.height - dp(120)).max(dp(120)))
            }
            Frame::AboveKeyboard => {
                let free = screen.height - dp(metrics.keyboard_dp() + Metrics::STATUS_BAR_DP);
                width((screen.width - dp(48)).min(dp(400)), free.max(dp(120)))
            }
            Frame::Anchored(_) => Room {
                known: Size::NONE,
                most: Size { width: (screen.width - dp(32)).min(dp(280)), height: screen.height - dp(96) },
            },
            Frame::StatusBar | Frame::NavigationBar | Frame::Bottom => width(screen.width, screen.height),
            Frame::Top => width((screen.width - dp(16)).min(dp(480)), screen.height),
            Frame::Toast => Room {
                known: Size::NONE,
                most: Size { width: screen.width - dp(64), height: screen.height - 2.0 * dp(TOAST_FOOT_DP) },
            },
        }
    }

    /// The upper left corner of a window of that size.
    pub(super) fn corner(self, size: Size<f32>, metrics: &Metrics) -> (f32, f32) {
        let screen = metrics.screen_px;
        let (width, height) = (screen.0 as f32, screen.1 as f32);
        let dp = |dp: u32| metrics.px(dp) as f32;
        match self {
            Frame::Full | Frame::StatusBar => (0.0, 0.0),
            Frame::Window(rect) => (rect.left as f32, rect.top as f32),
            Frame::Centered => (((width - size.width) / 2.0).round(), ((height - size.height) / 2.0).round()),
            Frame::AboveKeyboard => {
                let (top, bottom) = (dp(Metrics::STATUS_BAR_DP), height - dp(metrics.keyboard_dp()));
                let above = ((bottom - top - size.height) / 2.0).round().max(0.0);
                (((width - size.width) / 2.0).round(), top + above)
            }
            Frame::Anchored(rect) => {
                let right = width - size.width - dp(8);
                let bottom = height - size.height - dp(Metrics::NAVIGATION_BAR_DP);
                ((rect.left as f32).min(right).max(0.0), (rect.top as f32).min(bottom).max(0.0))
            }
            Frame::Top => (((width - size.width) / 2.0).round(), dp(Metrics::STATUS_BAR_DP + 8)),
            Frame::NavigationBar | Frame::Bottom => (0.0, height - size.height),
            Frame::Toast => (((width - size.width) / 2.0).round(), height - size.height - dp(TOAST_FOOT_DP)),
        }
    }
}
