//! The system's own windows: launcher, recents, dialogs, calls.

use std::time::Duration;

use super::machine::Machine;
use crate::look::{Frame, Theme, Window};
use crate::process::{Program, Surface};
use crate::{Color, Text};

/// A window that belongs to no app under test.
#[derive(Clone)]
pub(crate) struct SystemWindow {
    pub(crate) kind: SystemKind,
    pub(crate) surface: Surface<Press>,
    /// [`Machine::config_number`] when it was drawn.
    drawn_for: u32,
}

/// What a window of the system is for. Numbers are those of apps on this phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SystemKind {
    Home,
    /// The apps someone can return to, the last used first.
    Recents(Vec<usize>),
    AppInfo(usize),
    Stopped {
        app: usize,
        again: bool,
    },
    NotResponding {
        app: usize,
    },
    Permission {
        app: usize,
        name: &'static str,
    },
    Share {
        app: usize,
        text: Text,
    },
    LowBattery {
        percent: u8,
    },
    Call {
        answered: bool,
        until: Duration,
    },
    /// A text message has arrived.
    Notification {
        until: Duration,
    },
    /// The message itself, in the app for messages.
    Message,
}

/// What someone pressed in a window of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    /// Puts the window away.
    Dismiss,
    Launch(usize),
    ClearRecents,
    AppInfo,
    CloseApp,
    Allow,
    Deny,
    Answer,
    OpenMessage,
}

impl SystemWindow {
    pub(crate) fn new(kind: SystemKind, machine: &Machine, apps: &[Box<dyn Program>]) -> SystemWindow {
        let theme = Theme { dark: machine.config.dark, primary: Color::BLUE, renamed: false };
        let window = Window::new(kind.package(machine), kind.frame(), theme, machine.metrics());
        let mut window =
            SystemWindow { kind, surface: Surface::new(window), drawn_for: machine.config_number };
        window.draw(machine, apps);
        window
    }

    /// Draws it again if the phone has been turned or set up otherwise since.
    pub(crate) fn adapt(&mut self, machine: &Machine, apps: &[Box<dyn Program>]) {
        if self.drawn_for != machine.config_number {
            self.draw(machine, apps);
        }
    }

    /// Draws it for the phone as it is now.
    pub(crate) fn draw(&mut self, machine: &Machine, apps: &[Box<dyn Program>]) {
        let theme = Theme { dark: machine.config.dark, primary: Color::BLUE, renamed: false };
        self.surface.window.set_frame(self.kind.frame(), theme);
        self.surface.show(self.kind.root(machine, apps), &machine.metrics());
        self.drawn_for = machine.config_number;
    }
}

impl SystemKind {
    /// Whether it is an activity: then what is below it is no longer in front.
    pub(crate) fn is_activity(&self) -> bool {
        self.class().is_some()
    }

    /// The app without which it is not shown.
    pub(crate) fn belongs_to(&self) -> Option<usize> {
        match self {
            SystemKind::Permission { app, .. } | SystemKind::Share { app, .. } => Some(*app),
            _ => None,
        }
    }

    /// The app it is about.
    pub(crate) fn is_about(&self) -> Option<usize> {
        match self {
            SystemKind::Stopped { app, .. }
            | SystemKind::NotResponding { app }
            | SystemKind::AppInfo(app) => Some(*app),
            _ => self.belongs_to(),
        }
    }

    /// The package that draws it.
    pub(crate) fn package(&self, machine: &Machine) -> &'static str {
        match self {
            SystemKind::Home | SystemKind::Recents(_) => "com.android.launcher3",
            SystemKind::AppInfo(_) => "com.android.settings",
            SystemKind::Stopped { .. } | SystemKind::NotResponding { .. } => "android",
            SystemKind::Permission { .. } if machine.config.api < 29 => "com.android.packageinstaller",
            SystemKind::Permission { .. } => "com.android.permissioncontroller",
            SystemKind::Share { .. } if machine.config.api < 34 => "android",
            SystemKind::Share { .. } => "com.android.intentresolver",
            SystemKind::LowBattery { .. } | SystemKind::Notification { .. } => "com.android.systemui",
            SystemKind::Call { .. } => "com.android.dialer",
            SystemKind::Message => "com.android.messaging",
        }
    }

    /// The activity's full class name; `None` for mere windows.
    pub(crate) fn class(&self) -> Option<&'static str> {
        match self {
            SystemKind::Home => Some("com.android.launcher3.Launcher"),
            SystemKind::Recents(_) => Some("com.android.quickstep.RecentsActivity"),
            SystemKind::AppInfo(_) => Some("com.android.settings.applications.InstalledAppDetails"),
            SystemKind::Permission { .. } => {
                Some("com.android.permissioncontroller.permission.ui.GrantPermissionsActivity")
            }
            SystemKind::Share { .. } => Some("com.android.intentresolver.ChooserActivity"),
            SystemKind::Call { .. } => Some("com.android.incallui.InCallActivity"),
            SystemKind::Message => Some("com.android.messaging.ui.conversation.ConversationActivity"),
            SystemKind::Stopped { .. }
            | SystemKind::NotResponding { .. }
            | SystemKind::LowBattery { .. }
            | SystemKind::Notification { .. } => None,
        }
    }

    fn frame(&self) -> Frame {
        match self {
            SystemKind::Home
            | SystemKind::Recents(_)
            | SystemKind::AppInfo(_)
            | SystemKind::Call { .. }
            | SystemKind::Message => Frame::Full,
            SystemKind::Notification { .. } => Frame::Top,
            SystemKind::Share { .. } => Frame::Bottom,
            _ => Frame::Centered,
        }
    }
}
