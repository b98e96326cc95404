//! Time passing.

use std::time::Duration;

use super::state::{Front, Phone};
use super::system::SystemKind;

/// So many timers may fire in one call; what is left is due in the next one.
const MAX_FIRED: usize = 100_000;
/// The screen rests if nothing is about to happen within this time.
const SOON: Duration = Duration::from_millis(500);

impl Phone {
    /// Lets time pass. What is due happens in its order.
    pub(crate) fn advance(&mut self, by: Duration) {
        let end = self.machine.now.saturating_add(by);
        for _ in 0..MAX_FIRED {
            let Some((at, who)) = self.next_due().filter(|&(at, _)| at <= end) else { break };
            self.machine.now = self.machine.now.max(at);
            match who {
                Who::App(app) => {
                    self.with_app(app, |app, machine| app.fire(machine));
                }
                Who::Caller => self.over.retain(|window| !matches!(window.kind, SystemKind::Call { .. })),
                Who::Notification => self.notification = None,
                Who::LateTouch => self.touch_late(),
            }
            self.settle();
        }
        self.machine.now = end;
    }

    fn next_due(&self) -> Option<(Duration, Who)> {
        let apps = self.apps.iter().enumerate();
        let apps = apps.filter_map(|(at, app)| Some((app.due(false)?.at, Who::App(at))));
        let calls = self.over.iter().filter_map(|window| match window.kind {
            SystemKind::Call { answered: false, until } => Some((until, Who::Caller)),
            _ => None,
        });
        let notification = self.notification_ends().map(|at| (at, Who::Notification));
        let late = self.late.first().map(|touch| (self.apps[touch.app].busy_until(), Who::LateTouch));
        apps.chain(calls).chain(notification).chain(late).min()
    }

    /// Whether something slides, loads, or is about to happen on the screen.
    pub(crate) fn is_moving(&self) -> bool {
        let now = self.machine.now;
        if now < self.machine.moving_until {
            return true;
        }
        let Front::App(app) = self.front else { return false };
        let app = &self.apps[app];
        now < app.busy_until()
            || app.is_waiting_for_work()
            || app.due(true).is_some_and(|due| due.at <= now + SOON)
    }
}

/// Who is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    App(usize),
    /// The person who calls hangs up.
    Caller,
    Notification,
    LateTouch,
}
