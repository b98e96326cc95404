//! Who is in front: opening, leaving and ending apps, and what happens when they end by themselves.

use std::time::Duration;

use android::component::Component;

use super::report::Named;
use super::state::{Front, Phone};
use super::system::SystemKind;
use crate::process::Crash;

/// Two crashes within this time make an app one that "keeps stopping".
const CRASHES_AGAIN: Duration = Duration::from_secs(60);
/// A root activity that someone leaves by the back key stays in the background from this API level on.
const API_ROOT_STAYS: u32 = 31;

impl Phone {
    /// Opens an app as its icon does.
    pub(crate) fn launch(&mut self, app: usize) {
        self.over.retain(|window| match &window.kind {
            SystemKind::Recents(_) | SystemKind::AppInfo(_) | SystemKind::Message => false,
            SystemKind::Stopped { app: about, .. } | SystemKind::NotResponding { app: about } => {
                *about != app
            }
            _ => true,
        });
        if self.front != Front::App(app) {
            self.machine.slide();
        }
        self.used.retain(|&used| used != app);
        self.used.insert(0, app);
        self.front = Front::App(app);
        self.with_app(app, |app, machine| app.open(machine));
        self.settle();
    }

    /// The home key.
    pub(crate) fn go_home(&mut self) {
        self.over.retain(|window| {
            !matches!(
                window.kind,
                SystemKind::Recents(_)
                    | SystemKind::AppInfo(_)
                    | SystemKind::Message
                    | SystemKind::Call { .. }
            )
        });
        if self.front != Front::Home {
            self.front = Front::Home;
            self.machine.slide();
        }
        self.machine.keyboard = None;
        self.settle();
    }

    /// The key that shows the apps used last, or puts them away.
    pub(crate) fn toggle_recents(&mut self) {
        let is_recents = |kind: &SystemKind| matches!(kind, SystemKind::Recents(_));
        if self.over.iter().any(|window| is_recents(&window.kind)) {
            self.over.retain(|window| !is_recents(&window.kind));
        } else {
            let open = self.used.iter().copied().filter(|&app| self.apps[app].activity().is_some());
            let open = open.collect();
            self.put_over(SystemKind::Recents(open));
        }
        self.machine.keyboard = None;
        self.settle();
    }

    /// The back key.
    pub(crate) fn go_back(&mut self) {
        if self.machine.keyboard.take().is_some() {
            self.redraw();
        } else if let Some(at) = self.top_over() {
            self.back_over(at);
        } else if let Front::App(app) = self.front {
            let used = self.with_app(app, |app, machine| app.back(machine));
            if used == Some(false) {
                self.leave_by_back(app);
            }
        }
        self.settle();
    }

    fn leave_by_back(&mut self, app: usize) {
        if self.apps[app].depth() == 1 && self.machine.config.api >= API_ROOT_STAYS {
            self.front = Front::Home;
            self.machine.slide();
        } else {
            self.with_app(app, |app, machine| app.close_top(machine));
        }
    }

    /// Draws the app in front once more, after something outside of it changed.
    pub(crate) fn redraw(&mut self) {
        if let Front::App(app) = self.front {
            self.apps[app].redraw();
            self.with_app(app, |app, machine| app.draw(machine));
        }
    }

    /// Ends an app for good, as `force-stop` does.
    pub(crate) fn stop(&mut self, app: usize) {
        self.kill(app, "stop");
        self.apps[app].drop_task();
        self.over.retain(|window| window.kind.is_about() != Some(app));
        self.settle();
    }

    /// Ends an app's process; its activities stay to be shown again.
    pub(crate) fn kill(&mut self, app: usize, reason: &str) {
        let named = self.named(app);
        if let Some((named, machine)) = named.zip(Some(&mut self.machine)) {
            machine.tell_kill(named, reason);
        }
        self.forget_process(app);
    }

    fn forget_process(&mut self, app: usize) {
        self.apps[app].end_process();
        self.late.retain(|touch| touch.app != app);
        self.over.retain(|window| window.kind.belongs_to() != Some(app));
        if self.resumed == Some(app) {
            self.resumed = None;
            self.machine.keyboard = None;
        }
    }

    /// An app ends by an exception: Android logs it, closes its topmost activity and says so.
    pub(crate) fn crash(&mut self, app: usize, crash: &Crash) {
        if let Some(named) = self.named(app) {
            self.machine.tell_crash(named, crash);
        }
        let now = self.machine.now;
        let again = self.crashed[app].is_some_and(|last| now <= last + CRASHES_AGAIN);
        self.crashed[app] = Some(now);
        self.forget_process(app);
        if again {
            self.apps[app].drop_task();
        } else {
            self.apps[app].drop_top();
        }
        // Android says nothing of apps in the background.
        if self.front == Front::App(app) {
            self.over.retain(|window| window.kind.is_about() != Some(app));
            self.put_over(SystemKind::Stopped { app, again });
        }
    }

    /// An app left a touch or key unanswered for five seconds.
    pub(crate) fn not_responding(&mut self, app: usize) {
        if let Some(named) = self.named(app) {
            self.machine.tell_anr(named);
        }
        self.put_over(SystemKind::NotResponding { app });
    }

    /// The app's process as the log names it, while there is one.
    fn named(&self, app: usize) -> Option<Named<'static>> {
        let app = &self.apps[app];
        let (package, first) = (app.manifest().package, app.manifest().activities.first().copied());
        let activity = app.activity().or(first).unwrap_or_default();
        Some(Named { package, activity, pid: app.pid()?, uid: app.uid() })
    }

    /// The activity in front.
    pub(crate) fn foreground(&self) -> Component {
        let over = self.shown_over().rev().map(|window| &window.kind).find(|kind| kind.is_activity());
        let system = |kind: &SystemKind| Component {
            package: kind.package(&self.machine).to_owned(),
            class: kind.class().unwrap_or_default().to_owned(),
        };
        match (over, self.front) {
            (Some(kind), _) => system(kind),
            (None, Front::Home) => system(&SystemKind::Home),
            (None, Front::App(app)) => {
                let package = self.apps[app].manifest().package;
                let activity = self.apps[app].activity().unwrap_or_default();
                Component { package: package.to_owned(), class: format!("{package}.{activity}") }
            }
        }
    }
}
