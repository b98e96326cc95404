//! The whole screen as pixels.

use device::Picture;

use super::state::{Front, Phone};
use crate::Color;
use crate::look::{
    Frame, Keys, Theme, Window, draw, flatten, navigation_bar_root, status_bar_root, toast_root,
};

impl Phone {
    /// What a person sees: all windows with the bars, the keyboard and a toast. Black while the screen is off.
    pub(crate) fn picture(&self) -> Picture {
        self.drawn(true)
    }

    /// The same without what comes and goes over everything and is in no dump: a toast, a notification that slides in.
    pub(crate) fn picture_without_messages(&self) -> Picture {
        self.drawn(false)
    }

    fn drawn(&self, messages: bool) -> Picture {
        let metrics = self.machine.metrics();
        if !self.screen_on {
            return draw(&[], &metrics);
        }
        let mut windows = match self.front {
            Front::Home => vec![&self.home.surface.window],
            Front::App(app) => self.apps[app].windows(),
        };
        windows.extend(self.shown_over().map(|window| &window.surface.window));
        // What lies below a window on all of the screen cannot be seen, and the status bar stands right over that.
        let lowest = windows.iter().rposition(|window| window.frame() == Frame::Full).unwrap_or(0);
        windows.drain(..lowest);
        let status_bar = self.status_bar();
        windows.insert(1.min(windows.len()), &status_bar);
        let keyboard = self.machine.keyboard.map(|keyboard| {
            let keys = self.keys.unwrap_or(Keys::of(keyboard));
            self.keyboard_surface(keys).window
        });
        let toast = self.machine.shown_toast().filter(|_| messages).map(|toast| {
            let mut window = self.system_window(Frame::Toast);
            window.show(flatten(toast_root::<()>(toast.text.clone())).0, &metrics);
            window
        });
        let mut navigation_bar = self.system_window(Frame::NavigationBar);
        navigation_bar.show(flatten(navigation_bar_root()).0, &metrics);
        let notification =
            self.notification.as_ref().filter(|_| messages).map(|window| &window.surface.window);
        windows.extend(notification.into_iter().chain(&keyboard).chain([&navigation_bar]).chain(&toast));
        draw(&windows, &metrics)
    }

    fn status_bar(&self) -> Window {
        let minutes = self.machine.unix_ms() / 60_000;
        let clock = format!("{}:{:02}", minutes / 60 % 24, minutes % 60);
        let config = &self.machine.config;
        let mut window = self.system_window(Frame::StatusBar);
        let root = status_bar_root(clock, config.battery_percent, config.online);
        window.show(flatten(root).0, &self.machine.metrics());
        window
    }

    /// A window of the system that shows nothing yet.
    pub(super) fn system_window(&self, frame: Frame) -> Window {
        let theme = Theme { dark: self.machine.config.dark, primary: Color::BLUE, renamed: false };
        Window::new("com.android.systemui", frame, theme, self.machine.metrics())
    }
}
