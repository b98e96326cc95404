//! What someone presses in a window of the system.

use std::time::Duration;

use super::state::Phone;
use super::system::{Press, SystemKind};
use crate::process::{Answer, Finger, Reaction};

impl Phone {
    /// A finger on the topmost window of the system.
    pub(crate) fn touch_over(&mut self, at: usize, finger: Finger) {
        let (Finger::Tap(point) | Finger::Hold(point) | Finger::Drag { from: point, .. }) = finger;
        let window = &self.over[at];
        let dismisses = matches!(window.kind, SystemKind::Share { .. } | SystemKind::LowBattery { .. });
        if dismisses && !window.surface.window.covers(point) {
            self.press(at, Press::Dismiss);
            return self.settle();
        }
        let reactions = self.over[at].surface.touch(finger);
        for reaction in reactions {
            if let Reaction::Send(press, _) = reaction {
                self.press(at, press);
            }
        }
        self.settle();
    }

    /// A finger on the launcher.
    pub(crate) fn touch_home(&mut self, finger: Finger) {
        for reaction in self.home.surface.touch(finger) {
            if let Reaction::Send(Press::Launch(app), _) = reaction {
                self.launch(app);
            }
        }
    }

    /// The back key in a window of the system. An app that does not answer and a call do not go away by it.
    pub(crate) fn back_over(&mut self, at: usize) {
        match self.over[at].kind {
            SystemKind::NotResponding { .. } | SystemKind::Call { .. } => {}
            SystemKind::Permission { app, .. } => self.answer(at, app, Answer::Dismissed),
            _ => self.press(at, Press::Dismiss),
        }
    }

    fn press(&mut self, at: usize, press: Press) {
        let kind = self.over[at].kind.clone();
        match (press, kind) {
            (Press::Launch(app), _) => self.launch(app),
            (Press::ClearRecents, SystemKind::Recents(tasks)) => {
                self.over.remove(at);
                tasks.into_iter().for_each(|app| self.stop(app));
            }
            (Press::Allow, SystemKind::Permission { app, .. }) => self.answer(at, app, Answer::Granted),
            (Press::Deny, SystemKind::Permission { app, .. }) => self.answer(at, app, Answer::Denied),
            (Press::Answer, SystemKind::Call { .. }) => {
                self.over[at].kind = SystemKind::Call { answered: true, until: Duration::MAX };
                self.over[at].draw(&self.machine, &self.apps);
            }
            (Press::AppInfo, SystemKind::Stopped { app, .. }) => {
                self.over.remove(at);
                self.put_over(SystemKind::AppInfo(app));
            }
            (Press::CloseApp, SystemKind::NotResponding { app } | SystemKind::AppInfo(app)) => {
                self.over.remove(at);
                self.stop(app);
            }
            _ => {
                self.over.remove(at);
            }
        }
    }

    fn answer(&mut self, at: usize, app: usize, answer: Answer) {
        self.over.remove(at);
        self.with_app(app, |app, machine| app.answer(machine, answer));
    }
}
