//! A person with a simulated phone, who names widgets by selectors and waits until the screen rests.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use device::{Change, Device, Input, KeyCode, LogPosition, Motion};
use gui::{Flag, Layout, Orientation, Selector, SystemEvent, quoted};
use sim::{Profile, SimPhone};

/// A phone of 320 by 569 dp.
pub(crate) fn small() -> Profile {
    Profile { screen_px: (720, 1280), density_dpi: 360, ..Profile::default() }
}

/// A person, and the app they have open.
pub(crate) struct Person {
    pub(crate) phone: SimPhone,
    pub(crate) package: &'static str,
}

/// Does the steps with the fault and without it, and compares what the person saw at the end.
pub(crate) fn check<T: PartialEq + Debug>(
    app: &str,
    fault: &str,
    steps: impl Fn(&mut Person) -> T,
    (wrong, right): (impl Into<T>, impl Into<T>),
) {
    check_on(&Profile::default(), app, fault, steps, (wrong, right));
}

/// [`check`] on another phone.
pub(crate) fn check_on<T: PartialEq + Debug>(
    profile: &Profile,
    app: &str,
    fault: &str,
    steps: impl Fn(&mut Person) -> T,
    (wrong, right): (impl Into<T>, impl Into<T>),
) {
    let mended = steps(&mut Person::on(profile, app));
    assert_eq!(mended, right.into(), "{app} without faults");
    let faulty = steps(&mut Person::on(profile, &format!("{app}+{fault}")));
    assert_eq!(faulty, wrong.into(), "{app}+{fault}");
}

impl Person {
    /// Opens a freshly installed app, named as `notes+lost-draft`.
    pub(crate) fn with(app: &str) -> Person {
        Person::on(&Profile::default(), app)
    }

    /// Opens a freshly installed app on such a phone.
    pub(crate) fn on(profile: &Profile, app: &str) -> Person {
        Person::seeded(profile, app, 1)
    }

    /// The seed feeds what the app calls random.
    pub(crate) fn seeded(profile: &Profile, app: &str, seed: u64) -> Person {
        let (app, faults) = apps::find(app).unwrap();
        let mut phone = SimPhone::new(profile, vec![(app.install)(faults)], seed);
        phone.launch(app.manifest.package).unwrap();
        let mut person = Person { phone, package: app.manifest.package };
        person.settle();
        person
    }

    /// What is on screen.
    pub(crate) fn layout(&mut self) -> Arc<Layout> {
        self.phone.observe().unwrap().layout
    }

    /// The activity in front, without its package.
    pub(crate) fn activity(&mut self) -> String {
        let component = self.phone.observe().unwrap().foreground.activity.unwrap();
        component.class.rsplit('.').next().unwrap().to_owned()
    }

    /// Taps a widget.
    pub(crate) fn tap(&mut self, selector: &str) -> &mut Self {
        let at = self.place_of(selector);
        self.act(&Input::Tap { at })
    }

    /// Taps a widget and does not wait for what comes of it.
    pub(crate) fn tap_and_go_on(&mut self, selector: &str) -> &mut Self {
        let at = self.place_of(selector);
        self.phone.act(&Input::Tap { at }).unwrap();
        self
    }

    /// Taps the widget with exactly this text.
    pub(crate) fn tap_text(&mut self, text: &str) -> &mut Self {
        self.tap(&format!("text {}", quoted(text)))
    }

    /// Taps the widget that a screen reader calls so.
    pub(crate) fn tap_named(&mut self, description: &str) -> &mut Self {
        self.tap(&format!("description {}", quoted(description)))
    }

    /// Holds a widget.
    pub(crate) fn hold(&mut self, selector: &str) -> &mut Self {
        let at = self.place_of(selector);
        self.act(&Input::Hold { at, time: Duration::from_millis(800) })
    }

    /// Draws a finger over a widget to the left.
    pub(crate) fn swipe_left(&mut self, selector: &str) -> &mut Self {
        let layout = self.layout();
        let bounds = find(&layout, selector).bounds();
        let ((x, y), far) = (bounds.center(), bounds.width() as i32 / 4);
        let [from, to] = [far, -far].map(|off| device::Point { x: x + off, y });
        self.act(&Input::Swipe { from, to, time: Duration::from_millis(200) })
    }

    /// Opens the overflow menu and taps an entry.
    pub(crate) fn menu(&mut self, entry: &str) -> &mut Self {
        self.tap_named("More options").tap_text(entry)
    }

    /// Opens a dropdown and taps a choice.
    pub(crate) fn choose(&mut self, dropdown: &str, choice: &str) -> &mut Self {
        self.tap(dropdown).tap_text(choice)
    }

    /// Types at the end of a text box, and puts the keyboard away.
    pub(crate) fn write(&mut self, selector: &str, text: &str) -> &mut Self {
        self.tap(selector).act(&Input::key(KeyCode::MOVE_END)).act(&Input::Text { text: text.to_owned() });
        if self.phone.observe().unwrap().foreground.keyboard == Some(true) {
            self.back();
        }
        self
    }

    pub(crate) fn back(&mut self) -> &mut Self {
        self.act(&Input::key(KeyCode::BACK))
    }

    /// Goes to the launcher and comes back.
    pub(crate) fn leave_and_return(&mut self) -> &mut Self {
        self.act(&Input::key(KeyCode::HOME));
        self.phone.launch(self.package).unwrap();
        self.settle()
    }

    /// Leaves the app, whose process ends meanwhile, and comes back.
    pub(crate) fn return_to_ended_process(&mut self) -> &mut Self {
        self.phone.change(&Change::KillProcess { package: self.package.to_owned() }).unwrap();
        self.phone.launch(self.package).unwrap();
        self.settle()
    }

    /// Turns the phone to the side and back.
    pub(crate) fn turn_twice(&mut self) -> &mut Self {
        self.change(&Change::Rotate { to: Orientation::Landscape })
            .change(&Change::Rotate { to: Orientation::Portrait })
    }

    pub(crate) fn change(&mut self, change: &Change) -> &mut Self {
        self.phone.change(change).unwrap();
        self.settle()
    }

    pub(crate) fn go_offline(&mut self) -> &mut Self {
        self.change(&Change::System { event: SystemEvent::Network { on: false } })
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, time: Duration) -> &mut Self {
        self.phone.wait(time).unwrap();
        self.settle()
    }

    /// The text of a widget.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let layout = self.layout();
        find(&layout, selector).text().to_owned()
    }

    /// Where a widget is, in dp.
    pub(crate) fn bounds_dp(&mut self, selector: &str) -> gui::Rect {
        let layout = self.layout();
        let gui::Rect { left, top, right, bottom } = find(&layout, selector).bounds();
        let dpi = self.phone.identity().density_dpi as i32;
        let [left, top, right, bottom] = [left, top, right, bottom].map(|px| px * 160 / dpi);
        gui::Rect { left, top, right, bottom }
    }

    /// The texts of all widgets of an id, in reading order.
    pub(crate) fn texts(&mut self, id: &str) -> Vec<String> {
        let layout = self.layout();
        layout.nodes().filter(|node| node.short_id() == id).map(|node| node.text().to_owned()).collect()
    }

    /// The difference between the brightest and the darkest spot of a widget, of 255.
    pub(crate) fn contrast(&mut self, selector: &str) -> u8 {
        let layout = self.layout();
        let bounds = find(&layout, selector).bounds();
        let picture = self.phone.screenshot().unwrap();
        let greens = (bounds.top..bounds.bottom).flat_map(|y| {
            let row = (y as usize * picture.width_px as usize) * 4;
            let rgba = &picture.rgba;
            (bounds.left as usize..bounds.right as usize).map(move |x| rgba[row + x * 4 + 1])
        });
        let (darkest, brightest) =
            greens.fold((255, 0), |(low, high), green| (green.min(low), green.max(high)));
        brightest.saturating_sub(darkest)
    }

    /// Whether the spot in the upper left corner of a widget is dark.
    pub(crate) fn is_dark(&mut self, selector: &str) -> bool {
        let layout = self.layout();
        let bounds = find(&layout, selector).bounds();
        let picture = self.phone.screenshot().unwrap();
        let spot = (bounds.top as usize + 1) * picture.width_px as usize + bounds.left as usize + 1;
        picture.rgba[spot * 4 + 1] < 128
    }

    /// Whether a widget is there, once and enabled.
    pub(crate) fn can_use(&mut self, selector: &str) -> bool {
        let layout = self.layout();
        let selector: Selector = selector.parse().unwrap();
        selector.resolve(&layout).is_ok_and(|found| found.node.is(Flag::Enabled))
    }

    /// Whether a text is on screen.
    pub(crate) fn sees(&mut self, text: &str) -> bool {
        self.layout().nodes().any(|node| node.text() == text)
    }

    /// The first exception in the log, as its class and message; empty if nothing ended.
    pub(crate) fn crash(&mut self) -> String {
        let log = self.phone.read_log(LogPosition::START).unwrap();
        let mut lines = log.lines.iter().map(|line| &*line.message);
        lines.find(|line| line.contains("Exception:")).unwrap_or_default().to_owned()
    }

    fn act(&mut self, input: &Input) -> &mut Self {
        self.phone.act(input).unwrap();
        self.settle()
    }

    fn place_of(&mut self, selector: &str) -> device::Point {
        let layout = self.layout();
        find(&layout, selector).bounds().center().into()
    }

    /// Waits until the screen rests; a screen that never does is left as it is after five seconds.
    fn settle(&mut self) -> &mut Self {
        for _ in 0..50 {
            if self.phone.observe().unwrap().motion != Motion::Moving {
                break;
            }
            self.phone.wait(Duration::from_millis(100)).unwrap();
        }
        self
    }
}

fn find<'a>(layout: &'a Layout, selector: &str) -> gui::Node<'a> {
    let parsed: Selector = selector.parse().unwrap();
    match parsed.resolve(layout) {
        Ok(found) => found.node,
        Err(error) => panic!("{error}\n{}", layout.to_xml()),
    }
}
