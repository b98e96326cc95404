//! Pages without a phone.

use std::sync::Arc;

use device::Picture;
use gui::Layout;

use crate::look::{
    Frame, Insets, Metrics, Theme, Window, activity_root, dialog_root, draw, flatten, layout_of,
    navigation_bar_root, status_bar_root,
};
use crate::{Color, Configuration, Page};

/// A page as a phone would show it, for those who write apps: its dump and its picture. Nothing can be touched.
///
/// ```
/// use sim::{Color, Page, Preview, text};
///
/// let mut preview = Preview::new(&sim::Configuration::default(), Color::TEAL);
/// preview.show(Page::<()>::new(text("Nothing here yet")).title("Notes"));
/// assert!(preview.layout().tell().contains("Nothing here yet"));
/// ```
#[derive(Clone)]
pub struct Preview {
    metrics: Metrics,
    activity: Window,
    dialog: Option<Window>,
    status_bar: Window,
    navigation_bar: Window,
}

impl Preview {
    /// A phone's screen without a page; the app has a colour.
    pub fn new(config: &Configuration, primary: Color) -> Preview {
        let metrics = Metrics {
            screen_px: config.window_px,
            density_dpi: config.density_dpi,
            font_percent: config.font_percent,
            api: config.api,
            right_to_left: config.is_right_to_left(),
        };
        let theme = Theme { dark: config.dark, primary, renamed: false };
        let system = |frame| Window::new("com.android.systemui", frame, theme, metrics);
        let mut status_bar = system(Frame::StatusBar);
        status_bar.show(flatten(status_bar_root("9:41", config.battery_percent, config.online)).0, &metrics);
        let mut navigation_bar = system(Frame::NavigationBar);
        navigation_bar.show(flatten(navigation_bar_root()).0, &metrics);
        let activity = Window::new("org.oddity.preview", Frame::Full, theme, metrics);
        Preview { metrics, activity, dialog: None, status_bar, navigation_bar }
    }

    /// Shows a page, with its dialog if it has one.
    pub fn show<M>(&mut self, page: Page<M>) {
        let activity = activity_root(page, Insets::full(&self.metrics, false), None);
        self.activity.show(flatten(activity.root).0, &self.metrics);
        self.dialog = activity.dialog.map(|dialog| {
            let mut window =
                Window::new(self.activity.package(), Frame::Centered, self.activity.theme(), self.metrics);
            window.show(flatten(dialog_root(dialog)).0, &self.metrics);
            window
        });
    }

    /// The dump of the page, or of its dialog.
    pub fn layout(&self) -> Arc<Layout> {
        layout_of(self.dialog.as_ref().unwrap_or(&self.activity), 0)
    }

    /// The picture of the screen.
    pub fn picture(&self) -> Picture {
        let mut windows = vec![&self.activity, &self.status_bar, &self.navigation_bar];
        windows.extend(&self.dialog);
        draw(&windows, &self.metrics)
    }
}
