//! Someone who uses a simulated phone and tells what is on it.

use std::time::Duration;

use android::logcat::Logcat;
use device::{Change, Device, Input, KeyCode, LogPosition, Motion, Observation, Point};
use gui::{Flag, Layout, Node, Rect, SystemEvent};
use sim::{Faults, Profile, SimPhone, install};

use crate::desk::{Desk, PACKAGE};

pub(crate) struct Person {
    pub(crate) phone: SimPhone,
}

impl Person {
    /// With the app just opened.
    pub(crate) fn new() -> Person {
        Person::with(&Profile::default(), Faults::NONE)
    }

    pub(crate) fn with(profile: &Profile, faults: Faults) -> Person {
        let mut phone = SimPhone::new(profile, vec![install::<Desk>(faults)], 7);
        phone.launch(PACKAGE).unwrap();
        let mut person = Person { phone };
        person.settle();
        person
    }

    pub(crate) fn look(&mut self) -> Observation {
        self.phone.observe().unwrap()
    }

    /// Waits until the screen rests, as far as it ever does.
    pub(crate) fn settle(&mut self) {
        for _ in 0..200 {
            if self.look().motion == Motion::Still {
                return;
            }
            self.wait(50);
        }
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.phone.wait(Duration::from_millis(ms)).unwrap();
    }

    /// The text of the widget of this id; `None` where there is none.
    pub(crate) fn text(&mut self, id: &str) -> Option<String> {
        let layout = self.look().layout;
        layout.nodes().find(|node| node.short_id() == id).map(|node| node.text().to_owned())
    }

    pub(crate) fn see(&mut self, id: &str, expected: &str) {
        let seen = self.text(id);
        assert_eq!(seen.as_deref(), Some(expected), "#{id} on\n{:?}", self.look().layout);
    }

    /// Whether a widget says this, or is described so.
    pub(crate) fn sees(&mut self, words: &str) -> bool {
        self.look().layout.nodes().any(|node| node.text() == words || node.content_desc() == words)
    }

    /// Where the widget of this id, text or description is.
    pub(crate) fn place(&mut self, name: &str) -> Rect {
        let layout = self.look().layout;
        let named = |node: &Node<'_>| [node.short_id(), node.text(), node.content_desc()].contains(&name);
        let found = layout.nodes().find(named).map(|node| node.bounds());
        found.unwrap_or_else(|| panic!("no {name} on\n{layout:?}"))
    }

    pub(crate) fn at(&mut self, name: &str) -> Point {
        Point::from(self.place(name).center())
    }

    pub(crate) fn act(&mut self, input: &Input) {
        self.phone.act(input).unwrap();
    }

    /// Taps and waits for the screen to rest.
    pub(crate) fn tap(&mut self, name: &str) {
        self.tap_at(name);
        self.settle();
    }

    /// Taps and waits for nothing.
    pub(crate) fn tap_at(&mut self, name: &str) {
        let at = self.at(name);
        self.act(&Input::Tap { at });
    }

    pub(crate) fn hold(&mut self, name: &str) {
        let at = self.at(name);
        self.act(&Input::Hold { at, time: Duration::from_millis(600) });
        self.settle();
    }

    pub(crate) fn swipe(&mut self, name: &str, right: i32, down: i32) {
        let from = self.at(name);
        let to = Point { x: from.x + right, y: from.y + down };
        self.act(&Input::Swipe { from, to, time: Duration::from_millis(500) });
        self.settle();
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.act(&Input::key(code));
        self.settle();
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.act(&Input::Text { text: text.to_owned() });
        self.settle();
    }

    pub(crate) fn change(&mut self, change: &Change) {
        self.phone.change(change).unwrap();
        self.settle();
    }

    pub(crate) fn happens(&mut self, event: SystemEvent) {
        self.change(&Change::System { event });
    }

    /// `package/class` of the activity in front, short.
    pub(crate) fn front(&mut self) -> String {
        self.look().foreground.activity.unwrap().to_string()
    }

    /// Whether the box of the first screen has its tick.
    pub(crate) fn is_ticked(&mut self) -> bool {
        let layout = self.look().layout;
        layout.nodes().any(|node| node.short_id() == "ticked" && node.is(Flag::Checked))
    }

    pub(crate) fn keyboard(&mut self) -> bool {
        self.look().foreground.keyboard.unwrap()
    }

    pub(crate) fn layout(&mut self) -> std::sync::Arc<Layout> {
        self.look().layout
    }

    /// The log as `logcat -v threadtime` prints it.
    pub(crate) fn log(&mut self) -> String {
        let page = self.phone.read_log(LogPosition::START).unwrap();
        let line = |line: &device::LogLine| {
            let letter = format!("{:?}", line.priority).chars().next().unwrap_or('I');
            let ms = line.unix_ms % 1000;
            format!(
                "01-05 09:00:00.{ms:03} {:5} {:5} {letter} {}: {}\n",
                line.pid, line.tid, line.tag, line.message
            )
        };
        page.lines.iter().map(line).collect()
    }

    /// Reads the log with what reads real ones.
    pub(crate) fn read_log<T>(&mut self, read: impl FnOnce(&Logcat<'_>) -> T) -> T {
        let text = self.log();
        let log = Logcat::parse(&text);
        assert_eq!(log.unread_lines, 0, "{text}");
        read(&log)
    }
}
