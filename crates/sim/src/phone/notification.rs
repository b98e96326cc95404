//! A notification that comes down over the screen for a while.

use std::time::Duration;

use super::state::Phone;
use super::system::{Press, SystemKind, SystemWindow};
use crate::process::{Finger, Reaction};

/// How long it stays, if nobody touches it.
const SHOWN: Duration = Duration::from_secs(5);

impl Phone {
    /// A text message arrives. Its notification takes touches but not the input, so it stands in no dump.
    pub(super) fn notify_of_message(&mut self) {
        self.machine.tell_sms();
        let kind = SystemKind::Notification { until: self.machine.now + SHOWN };
        self.notification = Some(SystemWindow::new(kind, &self.machine, &self.apps));
    }

    /// When the notification goes away by itself.
    pub(super) fn notification_ends(&self) -> Option<Duration> {
        match self.notification.as_ref()?.kind {
            SystemKind::Notification { until } => Some(until),
            _ => None,
        }
    }

    /// A finger on the notification: a tap opens the message, a swipe up or to a side puts it away.
    pub(super) fn touch_notification(&mut self, finger: Finger) {
        let Some(window) = &mut self.notification else { return };
        let opens = window
            .surface
            .touch(finger)
            .iter()
            .any(|reaction| matches!(reaction, Reaction::Send(Press::OpenMessage, _)));
        let swiped = match finger {
            Finger::Drag { from, to, .. } => to.y < from.y || (to.x - from.x).abs() > (to.y - from.y).abs(),
            Finger::Tap(_) | Finger::Hold(_) => false,
        };
        if opens || swiped {
            self.notification = None;
        }
        if opens {
            self.put_over(SystemKind::Message);
        }
        self.settle();
    }
}
