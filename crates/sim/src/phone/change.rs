//! What happens to the phone other than fingers.

use std::time::Duration;

use device::Change;
use gui::SystemEvent;

use super::state::{Front, Phone};
use super::system::SystemKind;
use crate::Configuration;

/// At this charge the system warns.
const LOW_BATTERY: u8 = 15;
/// How long a caller lets it ring.
const RINGING: Duration = Duration::from_secs(30);
/// By how much the clock is set ahead.
const SET_AHEAD_MS: u64 = 24 * 60 * 60 * 1000;

impl Phone {
    /// Changes something about the phone. Names of apps that are not there change nothing.
    pub(crate) fn change(&mut self, change: &Change) {
        match change {
            Change::Rotate { to } => {
                if self.machine.turn(*to) {
                    self.reconfigure();
                }
            }
            Change::Locale { tag } => self.configure(|config| config.locale = tag.as_str().into()),
            Change::DarkMode { on } => self.configure(|config| config.dark = *on),
            Change::FontScale { percent } => {
                self.configure(|config| config.font_percent = (*percent).clamp(50, 300));
            }
            Change::WindowSize { px } => {
                self.machine.window_px = *px;
                let before = self.machine.config.clone();
                self.machine.fit_window();
                if before != self.machine.config {
                    self.reconfigure();
                }
            }
            Change::AdvanceClock { by } => self.advance(*by),
            Change::KillProcess { package } => self.kill_in_background(package),
            Change::Permission { package, name, granted } => self.set_permission(package, name, *granted),
            Change::System { event } => self.happen(event),
        }
    }

    fn configure(&mut self, set: impl FnOnce(&mut Configuration)) {
        let before = self.machine.config.clone();
        set(&mut self.machine.config);
        if before != self.machine.config {
            self.reconfigure();
        }
    }

    /// Makes what is on screen anew for the phone as it is now; the rest follows when it comes to the front.
    fn reconfigure(&mut self) {
        self.machine.config_number += 1;
        self.machine.keyboard = None;
        self.machine.slide();
        if let Some(app) = self.resumed {
            self.with_app(app, |app, machine| app.set_front(machine, true));
        }
        self.settle();
    }

    /// Android takes memory from apps in the background only, so the app leaves the front first.
    fn kill_in_background(&mut self, package: &str) {
        let Some(app) = self.app_of(package) else { return };
        if self.front == Front::App(app) {
            self.go_home();
        }
        self.kill(app, "empty #17");
    }

    /// Taking a permission away ends the process, as Android does.
    fn set_permission(&mut self, package: &str, name: &str, granted: bool) {
        let Some(app) = self.app_of(package) else { return };
        if !self.apps[app].set_permission(name, granted) {
            return;
        }
        if granted {
            self.redraw();
        } else {
            self.kill(app, "permissions revoked");
        }
        self.settle();
    }

    fn happen(&mut self, event: &SystemEvent) {
        match event {
            SystemEvent::Network { on } => self.machine.config.online = *on,
            SystemEvent::Battery { percent } => self.set_battery((*percent).min(100)),
            SystemEvent::Time => self.machine.clock_set_ms += SET_AHEAD_MS,
            SystemEvent::Screen { on } => self.set_screen(*on),
            SystemEvent::Call => {
                let until = self.machine.now + RINGING;
                self.over.retain(|window| !matches!(window.kind, SystemKind::Call { .. }));
                self.put_over(SystemKind::Call { answered: false, until });
            }
            SystemEvent::Sms => self.notify_of_message(),
            SystemEvent::Broadcast { .. } => {}
            SystemEvent::Intent { action } => return self.open_by_intent(action, event),
        }
        for app in 0..self.apps.len() {
            let manifest = self.apps[app].manifest();
            let concerned = match event {
                SystemEvent::Broadcast { action } => manifest.broadcasts.contains(&action.as_str()),
                _ => true,
            };
            if concerned {
                self.with_app(app, |app, machine| app.receive(machine, event));
            }
        }
        self.redraw();
        self.settle();
    }

    /// Opens the app that takes such intents, or else the one used last.
    fn open_by_intent(&mut self, action: &str, event: &SystemEvent) {
        let takes = |app: &usize| self.apps[*app].manifest().broadcasts.contains(&action);
        let app = (0..self.apps.len()).find(takes).or_else(|| self.used.first().copied());
        if let Some(app) = app {
            self.launch(app);
            self.with_app(app, |app, machine| app.receive(machine, event));
            self.settle();
        }
    }

    fn set_battery(&mut self, percent: u8) {
        let before = self.machine.config.battery_percent;
        self.machine.config.battery_percent = percent;
        if percent <= LOW_BATTERY && before > LOW_BATTERY {
            self.put_over(SystemKind::LowBattery { percent });
        }
    }

    /// Darkens or lights the screen. There is no lock.
    pub(crate) fn set_screen(&mut self, on: bool) {
        self.screen_on = on;
        self.settle();
    }
}
