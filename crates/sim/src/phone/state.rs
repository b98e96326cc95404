//! The phone's whole condition, and how it comes to rest.

use std::sync::Arc;
use std::time::Duration;

use gui::Layout;

use super::machine::{Machine, Wish};
use super::profile::Profile;
use super::system::{SystemKind, SystemWindow};
use crate::look::{Keys, Window, layout_of};
use crate::process::{Crash, Finger, Program};

/// The phone's whole condition. Cheap to clone: a clone is a snapshot.
pub(crate) struct Phone {
    pub(crate) machine: Machine,
    pub(crate) apps: Vec<Box<dyn Program>>,
    pub(crate) front: Front,
    /// The app that was told that it is in front.
    pub(crate) resumed: Option<usize>,
    /// The apps by when they were last in front, the latest first.
    pub(crate) used: Vec<usize>,
    pub(crate) home: SystemWindow,
    /// Windows of the system over the app or launcher, the last on top.
    pub(crate) over: Vec<SystemWindow>,
    /// The notification that has just come down.
    pub(crate) notification: Option<SystemWindow>,
    /// What fingers did to apps that did not answer, the first first.
    pub(crate) late: Vec<LateTouch>,
    /// The keys that the keyboard shows, where someone turned it.
    pub(crate) keys: Option<Keys>,
    pub(crate) screen_on: bool,
    /// When each app crashed last.
    pub(crate) crashed: Vec<Option<Duration>>,
}

/// What stands below the windows of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Front {
    Home,
    App(usize),
}

/// A touch that waits for an app to answer, and the window that it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LateTouch {
    pub(crate) app: usize,
    pub(crate) window: (u32, u8),
    pub(crate) finger: Finger,
}

/// Windows that open each other for ever are left alone after so many rounds.
const MAX_ROUNDS: usize = 16;

impl Phone {
    pub(crate) fn new(profile: &Profile, mut apps: Vec<Box<dyn Program>>, seed: u64) -> Phone {
        let machine = Machine::new(profile, seed);
        for (at, app) in apps.iter_mut().enumerate() {
            app.set_uid(10_100 + at as u32);
            grant_on_old_phones(&mut **app, profile.api);
        }
        let home = SystemWindow::new(SystemKind::Home, &machine, &apps);
        let crashed = vec![None; apps.len()];
        let (front, resumed, keys) = (Front::Home, None, None);
        Phone {
            machine,
            apps,
            front,
            resumed,
            used: vec![],
            home,
            over: vec![],
            notification: None,
            late: vec![],
            keys,
            screen_on: true,
            crashed,
        }
    }

    /// Back to how an app was installed.
    pub(crate) fn clear_data(&mut self, app: usize) {
        self.stop(app);
        self.apps[app].clear_data();
        grant_on_old_phones(&mut *self.apps[app], self.machine.config.api);
    }

    /// Runs some of an app's code; a crash ends the app and gives `None`.
    pub(crate) fn with_app<T>(
        &mut self,
        app: usize,
        code: impl FnOnce(&mut dyn Program, &mut Machine) -> Result<T, Crash>,
    ) -> Option<T> {
        match code(&mut *self.apps[app], &mut self.machine) {
            Ok(value) => Some(value),
            Err(crash) => {
                self.crash(app, &crash);
                None
            }
        }
    }

    /// Does what apps asked of the system, and lets the right app know that it is in front.
    pub(crate) fn settle(&mut self) {
        for _ in 0..MAX_ROUNDS {
            self.grant_wishes();
            if let Front::App(app) = self.front
                && self.apps[app].activity().is_none()
            {
                self.front = Front::Home;
                self.machine.slide();
            }
            let wanted = self.app_in_front();
            if self.resumed == wanted {
                break;
            }
            if let Some(app) = self.resumed.take() {
                self.with_app(app, |app, machine| app.set_front(machine, false));
            } else if let Some(app) = wanted {
                self.resumed = Some(app);
                self.with_app(app, |app, machine| app.set_front(machine, true));
            }
            self.machine.keyboard = None;
        }
        if self.machine.keyboard.is_none() {
            self.keys = None;
        }
        for window in self.over.iter_mut().chain(&mut self.notification) {
            window.adapt(&self.machine, &self.apps);
        }
        if self.front == Front::Home {
            self.home.adapt(&self.machine, &self.apps);
        }
    }

    /// The app that has the screen to itself, but for mere dialogs of the system.
    fn app_in_front(&self) -> Option<usize> {
        let covered = self.shown_over().any(|window| window.kind.is_activity());
        match self.front {
            Front::App(app) if self.screen_on && !covered => Some(app),
            _ => None,
        }
    }

    fn grant_wishes(&mut self) {
        for wish in std::mem::take(&mut self.machine.wishes) {
            let (Wish::AskPermission { package, .. } | Wish::Share { package, .. }) = wish;
            let Some(app) = self.app_of(package) else { continue };
            self.put_over(match wish {
                Wish::AskPermission { name, .. } => SystemKind::Permission { app, name },
                Wish::Share { text, .. } => SystemKind::Share { app, text },
            });
        }
    }

    /// Puts a window of the system on top. Permissions are asked for one after the other.
    pub(crate) fn put_over(&mut self, kind: SystemKind) {
        let asks = matches!(kind, SystemKind::Permission { .. });
        let window = SystemWindow::new(kind, &self.machine, &self.apps);
        let first = self.over.iter().position(|window| matches!(window.kind, SystemKind::Permission { .. }));
        self.over.insert(first.filter(|_| asks).unwrap_or(self.over.len()), window);
        self.machine.slide();
    }

    /// The windows of the system that can be seen, the last on top.
    pub(crate) fn shown_over(&self) -> impl DoubleEndedIterator<Item = &SystemWindow> {
        self.over
            .iter()
            .filter(|window| window.kind.belongs_to().is_none_or(|app| self.front == Front::App(app)))
    }

    /// The place of the topmost window of the system among those over the app.
    pub(crate) fn top_over(&self) -> Option<usize> {
        let shown =
            |window: &SystemWindow| window.kind.belongs_to().is_none_or(|app| self.front == Front::App(app));
        self.over.iter().rposition(shown)
    }

    pub(crate) fn app_of(&self, package: &str) -> Option<usize> {
        self.apps.iter().position(|app| app.manifest().package == package)
    }

    /// The window that takes the input.
    pub(crate) fn active_window(&self) -> &Window {
        let over = self.shown_over().next_back().map(|window| &window.surface.window);
        let app = || match self.front {
            Front::App(app) => self.apps[app].active_window(),
            Front::Home => None,
        };
        over.or_else(app).unwrap_or(&self.home.surface.window)
    }

    pub(crate) fn layout(&self) -> Arc<Layout> {
        layout_of(self.active_window(), self.machine.rotation())
    }
}

/// Before Android 6 nobody was asked: installing an app gave it all that it wanted.
fn grant_on_old_phones(app: &mut dyn Program, api: u32) {
    if api < 23 {
        for name in app.manifest().permissions {
            app.set_permission(name, true);
        }
    }
}

impl Clone for Phone {
    fn clone(&self) -> Self {
        Phone {
            machine: self.machine.clone(),
            apps: self.apps.iter().map(|app| app.boxed_clone()).collect(),
            used: self.used.clone(),
            home: self.home.clone(),
            over: self.over.clone(),
            notification: self.notification.clone(),
            late: self.late.clone(),
            crashed: self.crashed.clone(),
            ..*self
        }
    }
}
