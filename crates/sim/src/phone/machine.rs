//! What every app on the phone shares: clock, set-up, log, toasts, keyboard.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use android::logcat::Priority;
use device::LogLine;
use gui::{Orientation, Rect};

use super::Profile;
use super::log::Log;
use crate::context::Noise;
use crate::look::{Frame, Metrics};
use crate::{Configuration, Keyboard, Shared, Text};

/// When simulated phones come up: a Monday morning, 5 January 2026, 9:00.
const BOOT_UNIX_MS: u64 = 1_767_603_600_000;
/// How long a toast stays.
const TOAST: Duration = Duration::from_secs(2);
/// How long one window takes to slide over another.
const TRANSITION: Duration = Duration::from_millis(250);
/// Toasts waiting; Android lets an app queue so many.
const MAX_TOASTS: usize = 50;

/// The phone without its apps.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    /// The steady clock.
    pub(crate) now: Duration,
    /// By how much someone set the clock ahead.
    pub(crate) clock_set_ms: u64,
    pub(crate) config: Shared<Configuration>,
    /// Counts the changes that make activities be made anew.
    pub(crate) config_number: u32,
    /// The app's part of the screen, where it does not have all of it.
    pub(crate) window_px: Option<(u32, u32)>,
    pub(crate) screen_px: (u32, u32),
    pub(crate) noise: Noise,
    pub(crate) log: Log,
    /// The first is shown until its time.
    pub(crate) toasts: Shared<VecDeque<Toast>>,
    /// The keyboard, while it is up.
    pub(crate) keyboard: Option<Keyboard>,
    pub(crate) moving_until: Duration,
    /// What apps asked of the system and has not been done yet.
    pub(crate) wishes: Vec<Wish>,
    pub(crate) fingerprint: Arc<str>,
    next_pid: u32,
}

/// A short text over everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Toast {
    pub(crate) text: Text,
    pub(crate) until: Duration,
}

/// What an app asks of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    AskPermission { package: &'static str, name: &'static str },
    Share { package: &'static str, text: Text },
}

/// Who writes into the log, and where to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writer {
    pub(crate) pid: u32,
    pub(crate) tid: u32,
    pub(crate) buffer: &'static str,
}

pub(crate) const SYSTEM_SERVER: Writer = Writer { pid: 1320, tid: 1411, buffer: "system" };

impl Machine {
    pub(crate) fn new(profile: &Profile, seed: u64) -> Machine {
        let config = Configuration {
            api: profile.api,
            window_px: profile.screen_px,
            density_dpi: profile.density_dpi,
            orientation: upright(profile.screen_px),
            locale: profile.locale.as_str().into(),
            dark: profile.dark,
            font_percent: profile.font_percent,
            online: true,
            battery_percent: 100,
        };
        Machine {
            now: Duration::ZERO,
            clock_set_ms: 0,
            config: Shared::new(config),
            config_number: 0,
            window_px: None,
            screen_px: profile.screen_px,
            noise: Noise(seed),
            log: Log::default(),
            toasts: Shared::default(),
            keyboard: None,
            moving_until: Duration::ZERO,
            wishes: Vec::new(),
            fingerprint: format!(
                "oddity/pocket/one:{}/SIM1/{}:user/release-keys",
                profile.release, profile.api
            )
            .into(),
            next_pid: 4000,
        }
    }

    /// By the phone's own clock, in milliseconds since 1970.
    pub(crate) fn unix_ms(&self) -> u64 {
        BOOT_UNIX_MS + self.clock_set_ms + self.now.as_millis() as u64
    }

    pub(crate) fn new_pid(&mut self) -> u32 {
        self.next_pid += 17;
        self.next_pid
    }

    pub(crate) fn write(
        &mut self,
        writer: Writer,
        priority: Priority,
        tag: &'static str,
        message: impl Into<Arc<str>>,
    ) {
        let Writer { pid, tid, buffer } = writer;
        let (unix_ms, tag, message) = (self.unix_ms(), tag.into(), message.into());
        self.log.push(LogLine { unix_ms, pid, tid, priority, buffer, tag, message });
    }

    /// Queues a toast: each has its time to itself.
    pub(crate) fn toast(&mut self, text: Text) {
        let now = self.now;
        self.toasts.retain(|toast| toast.until > now);
        if self.toasts.len() < MAX_TOASTS {
            let from = self.toasts.back().map_or(now, |last| last.until);
            self.toasts.push_back(Toast { text, until: from + TOAST });
        }
    }

    /// The toast on the screen.
    pub(crate) fn shown_toast(&self) -> Option<&Toast> {
        self.toasts.iter().find(|toast| toast.until > self.now)
    }

    /// A window begins to slide over another.
    pub(crate) fn slide(&mut self) {
        self.moving_until = self.now + TRANSITION;
    }

    /// Turns the phone; whether it was held otherwise before.
    pub(crate) fn turn(&mut self, to: Orientation) -> bool {
        if self.config.orientation == to {
            return false;
        }
        self.config.orientation = to;
        self.fit_window();
        true
    }

    /// Tells apps the size of their window after the screen or the window changed.
    pub(crate) fn fit_window(&mut self) {
        let screen = self.metrics().screen_px;
        self.config.window_px = match self.window_px {
            Some((width, height)) => (width.clamp(1, screen.0), height.clamp(1, screen.1)),
            None => screen,
        };
    }

    /// Quarters that the screen is turned by.
    pub(crate) fn rotation(&self) -> u8 {
        u8::from(self.config.orientation != upright(self.screen_px))
    }

    pub(crate) fn metrics(&self) -> Metrics {
        let (width, height) = self.screen_px;
        Metrics {
            screen_px: if self.rotation() == 0 { (width, height) } else { (height, width) },
            density_dpi: self.config.density_dpi,
            font_percent: self.config.font_percent,
            api: self.config.api,
            right_to_left: self.config.is_right_to_left(),
        }
    }

    /// Where apps stand.
    pub(crate) fn app_frame(&self) -> Frame {
        match self.window_px {
            None => Frame::Full,
            Some(_) => {
                let (width, height) = self.config.window_px;
                Frame::Window(Rect::new(0, 0, width as i32, height as i32))
            }
        }
    }
}

/// How a phone with such a screen is held by itself.
fn upright((width, height): (u32, u32)) -> Orientation {
    if width > height { Orientation::Landscape } else { Orientation::Portrait }
}
