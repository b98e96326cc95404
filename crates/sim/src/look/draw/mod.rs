//! Windows as pixels, in a plain Material look.

mod palette;
mod canvas;
mod icons;
mod mask;
mod text;
mod widget;
mod control;
mod field;

use device::Picture;
use gui::Rect;

use self::canvas::Canvas;
use self::palette::{Paint, Palette};
use self::widget::Painter;
use super::{Frame, Metrics, Window};

/// The screen as it looks: windows from the lowest to the highest, what lies below a dialog dimmed.
pub(crate) fn draw(windows: &[&Window], metrics: &Metrics) -> Picture {
    let windows = windows.iter().filter(|window| !window.tree().nodes.is_empty());
    let lowest = windows.clone().next().filter(|window| window.frame() == Frame::Full);
    let ground = lowest.map_or(Paint::rgb(0), |window| Palette::of(window.theme()).background);
    let mut canvas = Canvas::new(metrics.screen_px.0, metrics.screen_px.1, ground);
    for window in windows {
        if window.frame().is_dialog() {
            canvas.dim(45);
        }
        let has_ground = lowest.is_some_and(|lowest| std::ptr::eq(*lowest, *window));
        if !has_ground {
            paint_ground(&mut canvas, window);
        }
        paint_widgets(&mut canvas, window);
    }
    canvas.into_picture()
}

fn paint_widgets(canvas: &mut Canvas, window: &Window) {
    let metrics = window.metrics();
    let palette = Palette::of(window.theme());
    let mut painter = Painter { canvas, window, palette, metrics };
    for node in 0..window.tree().nodes.len() {
        painter.paint(node);
    }
    painter.canvas.set_clip(metrics.screen());
}

/// What a window as such looks like, before its widgets.
fn paint_ground(canvas: &mut Canvas, window: &Window) {
    let palette = Palette::of(window.theme());
    let bounds = window.bounds(0);
    let dp = |dp: u32| window.metrics().px(dp);
    let mut raised = |radius_dp: u32, spread_dp: u32| {
        let radius = dp(radius_dp) as f32;
        canvas.shadow(bounds, radius, dp(spread_dp) as i32, 90);
        canvas.rounded(bounds, radius, palette.surface);
    };
    match window.frame() {
        Frame::Full | Frame::Window(_) => canvas.fill(bounds, palette.background),
        Frame::Centered | Frame::AboveKeyboard | Frame::Top => raised(20, 12),
        Frame::Anchored(_) => raised(4, 8),
        Frame::Bottom => {
            let edge = Rect { bottom: bounds.top + dp(1) as i32, ..bounds };
            canvas.fill(bounds, palette.well);
            canvas.fill(edge, palette.line);
        }
        Frame::StatusBar => {}
        Frame::NavigationBar => canvas.fill(bounds, Paint::rgb(0)),
        Frame::Toast => {
            let radius = (bounds.height() as f32 / 2.0).min(dp(24) as f32);
            canvas.rounded(bounds, radius, Paint::rgb(0x32_3232).faded(94));
        }
    }
}
