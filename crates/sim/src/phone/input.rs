//! Fingers on the screen.

use std::time::Duration;

use device::{Input, Point};

use super::state::{Front, LateTouch, Phone};
use crate::Keyboard;
use crate::look::{Frame, KeyTop, Keys, Metrics, NavigationKey, keyboard_root, navigation_bar_root};
use crate::process::{Finger, Reaction, Stroke, Surface};

/// How long a finger stays for a tap.
const TAP: Duration = Duration::from_millis(60);
/// From this time on a touch is a long one.
const LONG: Duration = Duration::from_millis(500);
/// How long a key is down.
pub(super) const KEY: Duration = Duration::from_millis(40);
/// How long a typed character takes.
const TYPED: Duration = Duration::from_millis(20);
/// How long Android waits for an app to take a touch or key.
const PATIENCE: Duration = Duration::from_secs(5);
/// A finger that moves less has not moved.
const SLOP_DP: u32 = 8;
/// No gesture takes longer.
const LONGEST: Duration = Duration::from_secs(60);
/// Touches that wait for an app; later ones are dropped.
const MAX_LATE: usize = 50;

/// The window that a finger comes down on. A gesture stays with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Keyboard(Keyboard),
    NavigationBar,
    Notification,
    Over(usize),
    Home,
    /// An app's window, by the activity's number and whether it is the page, a dialog or a menu.
    App(usize, (u32, u8)),
}

impl Phone {
    pub(crate) fn act(&mut self, input: &Input) {
        match input {
            Input::Tap { at } => self.gesture(*at, TAP, Finger::Tap(*at)),
            // No pause between, so that it is the same as two taps in a row over adb.
            Input::DoubleTap { at } => {
                self.gesture(*at, TAP, Finger::Tap(*at));
                self.gesture(*at, TAP, Finger::Tap(*at));
            }
            Input::Hold { at, time } => self.gesture(*at, *time, touch_of(*at, *time)),
            Input::Swipe { from, to, time } => self.swipe(*from, *to, *time),
            // No widget of ours can be pinched; the fingers take their time.
            Input::Pinch { time, .. } => self.advance((*time).min(LONGEST)),
            Input::Key { code, times } => {
                for _ in 0..*times {
                    self.advance(KEY);
                    self.key(*code);
                }
            }
            Input::Text { text } => {
                for typed in text.chars() {
                    self.advance(TYPED);
                    self.stroke(if typed == '\n' { Stroke::Enter } else { Stroke::Insert(typed) });
                }
            }
        }
    }

    fn swipe(&mut self, from: Point, to: Point, time: Duration) {
        let slop = self.machine.metrics().px(SLOP_DP) as i32;
        let (right, down) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
        if right.saturating_abs() <= slop && down.saturating_abs() <= slop {
            return self.gesture(from, time, touch_of(from, time));
        }
        self.gesture(from, time, Finger::Drag { from, to, fling: fling_of(down, time) });
    }

    /// A finger comes down, stays for a while and is lifted. If its window went away meanwhile, nothing follows.
    fn gesture(&mut self, at: Point, time: Duration, finger: Finger) {
        let target = self.target(at);
        self.advance(time.min(LONGEST));
        let Some(target) = target.filter(|&target| self.target(at) == Some(target)) else { return };
        match target {
            Target::Keyboard(keyboard) => self.touch_keyboard(keyboard, finger),
            Target::NavigationBar => self.touch_navigation_bar(finger),
            Target::Over(over) => self.touch_over(over, finger),
            Target::Home => self.touch_home(finger),
            Target::Notification => self.touch_notification(finger),
            Target::App(app, window) => {
                if self.is_answered(app) {
                    self.with_app(app, |app, machine| app.touch(machine, finger));
                    self.settle();
                } else if self.apps[app].busy_until() > self.machine.now && self.late.len() < MAX_LATE {
                    self.late.push(LateTouch { app, window, finger });
                }
            }
        }
    }

    /// An app that left touches waiting answers again: it gets the first of them, unless its window is gone by now.
    pub(super) fn touch_late(&mut self) {
        let LateTouch { app, window, finger } = self.late.remove(0);
        if self.front == Front::App(app) && self.apps[app].window_number() == window {
            self.with_app(app, |app, machine| app.touch(machine, finger));
        }
    }

    /// What stands at a pixel; nothing on a dark screen.
    fn target(&self, at: Point) -> Option<Target> {
        if !self.screen_on {
            return None;
        }
        let metrics = self.machine.metrics();
        let height = metrics.screen_px.1 as i32;
        if at.y >= height - metrics.px(Metrics::NAVIGATION_BAR_DP) as i32 {
            return Some(Target::NavigationBar);
        }
        if let Some(keyboard) = self.machine.keyboard
            && at.y >= height - metrics.px(metrics.keyboard_dp()) as i32
        {
            return Some(Target::Keyboard(keyboard));
        }
        if self.notification.as_ref().is_some_and(|window| window.surface.window.covers(at)) {
            return Some(Target::Notification);
        }
        Some(match (self.top_over(), self.front) {
            (Some(over), _) => Target::Over(over),
            (None, Front::Home) => Target::Home,
            (None, Front::App(app)) => Target::App(app, self.apps[app].window_number()),
        })
    }

    /// Waits for an app whose main thread is busy; whether it came to answer before Android lost patience.
    pub(super) fn is_answered(&mut self, app: usize) -> bool {
        let busy = self.apps[app].busy_until().saturating_sub(self.machine.now);
        self.advance(busy.min(PATIENCE));
        if busy > PATIENCE {
            self.not_responding(app);
            self.settle();
        }
        busy <= PATIENCE && self.front == Front::App(app)
    }

    /// One stroke of a keyboard, be it the phone's or not. Goes nowhere where nothing has the focus.
    pub(super) fn stroke(&mut self, stroke: Stroke) {
        if let Some(app) = self.typing_app()
            && self.is_answered(app)
        {
            self.with_app(app, |app, machine| app.stroke(machine, stroke));
            self.settle();
        }
    }

    /// The app in front, if keys go to it.
    pub(super) fn app_with_keys(&self) -> Option<usize> {
        match self.front {
            Front::App(app) if self.screen_on && self.top_over().is_none() => Some(app),
            _ => None,
        }
    }

    fn typing_app(&self) -> Option<usize> {
        self.app_with_keys().filter(|&app| self.apps[app].is_typing())
    }

    fn touch_keyboard(&mut self, keyboard: Keyboard, finger: Finger) {
        let keys = self.keys.unwrap_or(Keys::of(keyboard));
        for reaction in self.keyboard_surface(keys).touch(finger) {
            let Reaction::Send(key, _) = reaction else { continue };
            // Capitals are for one letter.
            self.keys = Some(keys).filter(|&keys| keys != Keys::Upper);
            match key {
                KeyTop::Turn(keys) => self.keys = Some(keys),
                KeyTop::Character(typed) => self.stroke(Stroke::Insert(typed)),
                KeyTop::Backspace => self.stroke(Stroke::Backspace),
                KeyTop::Enter => self.stroke(Stroke::Enter),
            }
        }
    }

    pub(super) fn keyboard_surface(&self, keys: Keys) -> Surface<KeyTop> {
        let metrics = self.machine.metrics();
        let mut surface = Surface::new(self.system_window(Frame::Bottom));
        surface.show(keyboard_root(keys, &metrics), &metrics);
        surface
    }

    fn touch_navigation_bar(&mut self, finger: Finger) {
        let mut bar = Surface::new(self.system_window(Frame::NavigationBar));
        bar.show(navigation_bar_root(), &self.machine.metrics());
        for reaction in bar.touch(finger) {
            match reaction {
                Reaction::Send(NavigationKey::Back, _) => self.back_key(),
                Reaction::Send(NavigationKey::Home, _) => self.go_home(),
                Reaction::Send(NavigationKey::Recents, _) => self.toggle_recents(),
                _ => {}
            }
        }
    }
}

/// A touch that does not move.
fn touch_of(at: Point, time: Duration) -> Finger {
    if time >= LONG { Finger::Hold(at) } else { Finger::Tap(at) }
}

/// How far a list goes on by itself after a finger: as far as the finger's pace takes it in 150 ms.
fn fling_of(down: i32, time: Duration) -> i32 {
    let ms = time.as_millis().clamp(1, 60_000) as i64;
    if ms > 400 {
        return 0;
    }
    (i64::from(down).abs() * 150 / ms).min(5_000) as i32
}
