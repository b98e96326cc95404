//! What an app can see and do while it runs.

use std::sync::Arc;
use std::time::Duration;

use android::logcat::Priority;
use gui::Orientation;

use crate::{App, Element, Fault, Faults, Reached, Shared, Text};

/// What an app can see while it draws.
pub struct Look<'p, A: App> {
    /// What lies on the disk.
    pub store: &'p A::Store,
    /// What the process holds.
    pub memory: &'p A::Memory,
    /// How the phone is set up.
    pub config: &'p Configuration,
    pub(crate) faults: Faults,
    pub(crate) unix_ms: u64,
    pub(crate) granted: &'p [&'static str],
    /// Which rows of each list are worth drawing, by the list's id.
    pub(crate) windows: &'p [(&'static str, ListWindow)],
}

/// What an app can see and do while it handles a message.
///
/// What it asks of the phone happens after the handler returns, in the order asked.
pub struct Context<'p, A: App> {
    /// What lies on the disk. Changes are kept at once.
    pub store: &'p mut Shared<A::Store>,
    /// What the process holds.
    pub memory: &'p mut Shared<A::Memory>,
    /// How the phone is set up.
    pub config: &'p Configuration,
    pub(crate) faults: Faults,
    pub(crate) unix_ms: u64,
    pub(crate) granted: &'p [&'static str],
    pub(crate) reached: &'p mut Shared<Reached>,
    pub(crate) noise: &'p mut Noise,
    pub(crate) effects: Vec<Effect<A>>,
}

/// How the phone is set up, as an app sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// The API level.
    pub api: u32,
    /// Width and height of the app's window, in pixels as held now.
    pub window_px: (u32, u32),
    /// Dots per inch; 160 makes a dp a pixel.
    pub density_dpi: u32,
    /// How the phone is held.
    pub orientation: Orientation,
    /// The language tag, `en-US`.
    pub locale: Arc<str>,
    /// Whether the phone is in dark mode.
    pub dark: bool,
    /// The size of letters; 100 is normal.
    pub font_percent: u16,
    /// Whether there is a network.
    pub online: bool,
    /// The battery's charge.
    pub battery_percent: u8,
}

impl Default for Configuration {
    /// A phone of 1080 by 1920 pixels with Android 14, held upright.
    fn default() -> Self {
        Configuration {
            api: 34,
            window_px: (1080, 1920),
            density_dpi: 420,
            orientation: Orientation::Portrait,
            locale: Arc::from("en-US"),
            dark: false,
            font_percent: 100,
            online: true,
            battery_percent: 84,
        }
    }
}

impl Configuration {
    /// Whether the language is written from right to left, so that rows begin at the right.
    pub fn is_right_to_left(&self) -> bool {
        // `iw` is what older phones call Hebrew.
        let language = self.locale.split(['-', '_']).next().unwrap_or_default();
        ["ar", "he", "iw", "fa", "ur"].contains(&language)
    }

    /// The width of the app's window in density-independent pixels.
    pub fn width_dp(&self) -> u32 {
        self.window_px.0 * 160 / self.density_dpi.max(1)
    }
}

/// What a handler asked the phone to do.
///
/// Each is the method of [`Context`] that asks for it.
#[derive(Debug)]
pub(crate) enum Effect<A: App> {
    Open(A::Screen),
    Finish,
    FinishWith(A::Message),
    Toast(Text),
    Snackbar { text: Text, action: Option<(Text, A::Message)> },
    After { time: Duration, message: A::Message },
    Every { time: Duration, message: A::Message },
    StopTimers,
    Background { time: Duration, message: A::Message },
    AskPermission { name: &'static str, answer: fn(bool) -> A::Message },
    Share(Text),
    Log { priority: Priority, tag: &'static str, message: Text },
    Block(Duration),
    HideKeyboard,
    Focus(&'static str),
}

impl<A: App> Context<'_, A> {
    /// Whether a fault is switched on.
    pub fn has(&self, fault: Fault) -> bool {
        self.faults.has(fault)
    }

    /// Opens a screen on top of this one.
    pub fn open(&mut self, screen: A::Screen) {
        self.effects.push(Effect::Open(screen));
    }

    /// Closes this screen; the one below comes to the front, or the launcher.
    pub fn finish(&mut self) {
        self.effects.push(Effect::Finish);
    }

    /// Closes this screen and hands a message to the one below.
    pub fn finish_with(&mut self, result: A::Message) {
        self.effects.push(Effect::FinishWith(result));
    }

    /// Shows a short text that goes away by itself.
    pub fn toast(&mut self, text: impl Into<Text>) {
        self.effects.push(Effect::Toast(text.into()));
    }

    /// Shows a bar at the bottom that goes away by itself, perhaps with a button: `Some(("Undo", Message::Undo))`.
    pub fn snackbar(&mut self, text: impl Into<Text>, action: Option<(&'static str, A::Message)>) {
        let action = action.map(|(label, message)| (Text::from(label), message));
        self.effects.push(Effect::Snackbar { text: text.into(), action });
    }

    /// Sends a message to this screen after a while, if it is still there. Survives turning the phone, not the process.
    pub fn after(&mut self, time: Duration, message: A::Message) {
        self.effects.push(Effect::After { time, message });
    }

    /// Sends a message to this screen again and again while it is in front.
    pub fn every(&mut self, time: Duration, message: A::Message) {
        self.effects.push(Effect::Every { time, message });
    }

    /// Ends all timers of this screen.
    pub fn stop_timers(&mut self) {
        self.effects.push(Effect::StopTimers);
    }

    /// Does work elsewhere that takes so long; its message then comes to this screen, or, if that is closed by then, to the
    /// topmost one. Ends with the process.
    pub fn background(&mut self, time: Duration, message: A::Message) {
        self.effects.push(Effect::Background { time, message });
    }

    /// Asks the person for a permission; the answer comes as a message, at once if it is given already.
    pub fn ask_permission(&mut self, name: &'static str, answer: fn(bool) -> A::Message) {
        self.effects.push(Effect::AskPermission { name, answer });
    }

    /// Whether a permission is given.
    pub fn granted(&self, name: &str) -> bool {
        self.granted.contains(&name)
    }

    /// Opens the system's sheet for sharing a text.
    pub fn share(&mut self, text: impl Into<Text>) {
        self.effects.push(Effect::Share(text.into()));
    }

    /// Writes a line to the log.
    pub fn log(&mut self, priority: Priority, tag: &'static str, message: impl Into<Text>) {
        self.effects.push(Effect::Log { priority, tag, message: message.into() });
    }

    /// Keeps the main thread busy for so long. More than five seconds, and a touch waiting: "isn't responding".
    pub fn block(&mut self, time: Duration) {
        self.effects.push(Effect::Block(time));
    }

    /// Puts the keyboard away.
    pub fn hide_keyboard(&mut self) {
        self.effects.push(Effect::HideKeyboard);
    }

    /// Puts the cursor into a text box of this screen.
    pub fn focus(&mut self, id: &'static str) {
        self.effects.push(Effect::Focus(id));
    }

    /// The time by the phone's clock, in milliseconds since 1970.
    pub fn unix_ms(&self) -> u64 {
        self.unix_ms
    }

    /// A number below `limit` that differs from time to time: for tips, advertisements, shuffled lists. Seeded.
    pub fn random(&mut self, limit: u64) -> u64 {
        self.noise.below(limit)
    }

    /// Marks a place of the source as reached; [`reached!`](crate::reached) fills in which.
    pub fn reach(&mut self, file: &'static str, line: u32) {
        if !self.reached.has(file, line) {
            self.reached.mark(file, line);
        }
    }
}

impl<A: App> Look<'_, A> {
    /// Whether a fault is switched on.
    pub fn has(&self, fault: Fault) -> bool {
        self.faults.has(fault)
    }

    /// Whether a permission is given.
    pub fn granted(&self, name: &str) -> bool {
        self.granted.contains(&name)
    }

    /// The time by the phone's clock, in milliseconds since 1970.
    pub fn unix_ms(&self) -> u64 {
        self.unix_ms
    }

    /// A list that scrolls, of rows that are all `row_dp` high (for normal letters). Only the rows in view are made.
    pub fn list<T>(
        &self,
        id: &'static str,
        row_dp: u32,
        items: &[T],
        mut row: impl FnMut(usize, &T) -> Element<A::Message>,
    ) -> Element<A::Message> {
        let window = self.windows.iter().find(|(list, _)| *list == id);
        let window = window.map_or(ListWindow::default(), |(_, window)| *window);
        let first = window.first.min(items.len());
        let last = (first + window.rows).min(items.len());
        let rows = (first..last).map(|at| row(at, &items[at])).collect();
        Element::lazy_list(id, row_dp, items.len(), first, rows)
    }
}

/// The rows of a list that are worth making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListWindow {
    pub(crate) first: usize,
    pub(crate) rows: usize,
}

impl Default for ListWindow {
    /// A list never seen before starts at its top; 24 rows fill any phone.
    fn default() -> Self {
        ListWindow { first: 0, rows: 24 }
    }
}

/// A small seeded source of numbers: `SplitMix64`. Part of the phone, so that a snapshot keeps its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 where `limit` is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(limit);
        (wide >> 64) as u64
    }
}
