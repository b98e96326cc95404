//! Random events on the mended apps: nothing ends, nothing typed is lost, and the same seed gives the same run.

use std::collections::BTreeMap;
use std::time::Duration;

use device::{Change, Device, Input, KeyCode, LogPosition, Point};
use gui::{Flag, Gesture, Key, Layout, Offer, Orientation, SystemEvent};
use sim::{Profile, SimPhone};
use testkit::Dice;

/// Texts that break things elsewhere.
const TEXTS: [&str; 8] = [
    "milk",
    "12",
    "1234",
    "",
    "99999999999999999999",
    "it's \"quoted\" & <tagged>",
    "Größe 🥛 שלום",
    "a b\tc",
];

struct Storm {
    phone: SimPhone,
    package: &'static str,
    dice: Dice,
}

impl Storm {
    fn over(app: &str, seed: u64) -> Storm {
        let (app, faults) = apps::find(app).unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], seed);
        phone.launch(app.manifest.package).unwrap();
        Storm { phone, package: app.manifest.package, dice: Dice(seed) }
    }

    fn layout(&mut self) -> std::sync::Arc<Layout> {
        self.phone.observe().unwrap().layout
    }

    /// One event: mostly something that the screen offers, now and then something that happens to the phone.
    fn blow(&mut self) {
        let either = self.dice.below(2);
        match self.dice.below(40) {
            0 => self.change(&Change::Rotate { to: [Orientation::Portrait, Orientation::Landscape][either] }),
            1 => self.happen(SystemEvent::Network { on: either == 0 }),
            2 => self.happen(SystemEvent::Time),
            3 => self.change(&Change::DarkMode { on: either == 0 }),
            4 => {
                let at = Point { x: self.dice.below(1080) as i32, y: self.dice.below(1920) as i32 };
                self.phone.act(&Input::DoubleTap { at }).unwrap();
            }
            5 => self.phone.wait(Duration::from_millis(700)).unwrap(),
            6 => self.change(&Change::KillProcess { package: self.package.to_owned() }),
            7 => {
                let tag = ["en-US", "de-DE", "ar"][self.dice.below(3)].to_owned();
                self.change(&Change::Locale { tag });
            }
            8 => self.phone.stop(self.package).unwrap(),
            _ => self.take_offer(),
        }
        if self.layout().package() != self.package && self.dice.below(2) == 0 {
            self.phone.launch(self.package).unwrap();
        }
    }

    fn change(&mut self, change: &Change) {
        self.phone.change(change).unwrap();
    }

    fn happen(&mut self, event: SystemEvent) {
        self.change(&Change::System { event });
    }

    fn take_offer(&mut self) {
        let layout = self.layout();
        let offers = layout.offers();
        if offers.is_empty() {
            return;
        }
        match offers[self.dice.below(offers.len())] {
            Offer::Touch { node, gesture } => {
                let bounds = layout.node(node).bounds();
                self.touch(bounds.center().into(), gesture, bounds.height() as i32 / 3);
            }
            Offer::Key(Key::Back) => self.phone.act(&Input::key(KeyCode::BACK)).unwrap(),
            Offer::Key(_) | Offer::Rotate(_) => {}
        }
    }

    fn touch(&mut self, at: Point, gesture: Gesture, far: i32) {
        let input = match gesture {
            Gesture::Tap => Input::Tap { at },
            Gesture::DoubleTap => Input::DoubleTap { at },
            Gesture::LongTap => Input::Hold { at, time: Duration::from_millis(800) },
            Gesture::Submit(_) => Input::key(KeyCode::ENTER),
            Gesture::Edit => {
                self.phone.act(&Input::Tap { at }).unwrap();
                Input::Text { text: TEXTS[self.dice.below(TEXTS.len())].to_owned() }
            }
            Gesture::Scroll(_) | Gesture::Swipe(_) | Gesture::Pinch(_) => {
                let to = [(at.x, at.y - far), (at.x, at.y + far), (at.x - 300, at.y), (at.x + 300, at.y)];
                Input::Swipe { from: at, to: to[self.dice.below(4)].into(), time: Duration::from_millis(300) }
            }
        };
        self.phone.act(&input).unwrap();
    }

    /// What is typed into the boxes in view.
    fn typed(&mut self) -> Typed {
        let layout = self.layout();
        let boxes =
            layout.nodes().filter(|node| node.short_class() == "EditText" && !node.is(Flag::Password));
        let mut typed = Typed::new();
        for node in boxes {
            typed.entry(node.short_id().to_owned()).or_default().push(node.text().to_owned());
        }
        typed
    }

    /// Ways away and back that must not cost anybody a letter.
    fn detour(&mut self) {
        match self.dice.below(3) {
            0 => {
                self.change(&Change::Rotate { to: Orientation::Landscape });
                self.change(&Change::Rotate { to: Orientation::Portrait });
            }
            1 => self.phone.act(&Input::key(KeyCode::HOME)).unwrap(),
            _ => self.change(&Change::KillProcess { package: self.package.to_owned() }),
        }
        self.phone.launch(self.package).unwrap();
        self.phone.wait(Duration::from_millis(600)).unwrap();
    }

    /// What was typed before and after a detour; `None` on screens where nothing can be compared.
    ///
    /// A detour puts the keyboard away and may scroll: only boxes in view both times count.
    fn typed_around_detour(&mut self) -> Option<(Typed, Typed)> {
        self.phone.wait(Duration::from_millis(600)).unwrap();
        let mut before = self.typed();
        let root = self.layout().roots().next()?.bounds();
        let comparable = root.height() > root.width() && self.layout().package() == self.package;
        self.detour();
        let mut after = self.typed();
        before.retain(|id, boxes| after.get(id).is_some_and(|after| after.len() == boxes.len()));
        after.retain(|id, _| before.contains_key(id));
        (comparable && !before.is_empty()).then_some((before, after))
    }

    /// The beginning of the first crash in the log.
    fn crash(&mut self) -> Option<String> {
        let log = self.phone.read_log(LogPosition::START).unwrap();
        let at = log.lines.iter().position(|line| line.message.contains("FATAL EXCEPTION"))?;
        let lines = log.lines[at..].iter().take(4).map(|line| &*line.message);
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// What was typed, by the ids of the boxes.
type Typed = BTreeMap<String, Vec<String>>;

/// 20,000 events over four seeds.
fn withstands(app: &str) {
    for seed in 1..=4 {
        let mut storm = Storm::over(app, seed);
        let mut compared = 0;
        for event in 0..5000 {
            storm.blow();
            if event % 20 == 0 {
                let about = format!("{app}, seed {seed}, event {event}");
                assert_eq!(storm.crash(), None, "{about}");
                if let Some((before, after)) = storm.typed_around_detour() {
                    assert_eq!(before, after, "{about}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 5, "{app}, seed {seed}: only {compared} detours with something typed");
    }
}

#[test]
fn notes_withstand_a_storm() {
    withstands("notes");
}

#[test]
fn tasks_withstand_a_storm() {
    withstands("tasks");
}

#[test]
fn the_diary_withstands_a_storm() {
    withstands("diary");
}

#[test]
fn contacts_withstand_a_storm() {
    withstands("contacts");
}

#[test]
fn the_budget_withstands_a_storm() {
    withstands("budget");
}

#[test]
fn feeds_withstand_a_storm() {
    withstands("feeds");
}

#[test]
fn a_storm_finds_faults() {
    let mut storm = Storm::over("tasks+not-a-number", 1);
    assert!((0..5000).any(|_| {
        storm.blow();
        storm.crash().is_some()
    }));
    let mut storm = Storm::over("notes+lost-draft", 1);
    assert!((0..1000).any(|_| {
        storm.blow();
        storm.typed_around_detour().is_some_and(|(before, after)| before != after)
    }));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for app in ["notes+all", "tasks+all", "diary+all", "contacts+all", "budget+all", "feeds+all"] {
        let run = |seed| {
            let mut storm = Storm::over(app, seed);
            let mut layouts = Vec::new();
            for _ in 0..500 {
                storm.blow();
                layouts.push(storm.layout().digest());
            }
            (layouts, storm.phone.state_hash())
        };
        assert_eq!(run(7), run(7), "{app}");
        assert_ne!(run(7), run(8), "{app}");
    }
}

#[test]
fn a_renamed_build_does_the_same() {
    for app in apps::all() {
        let name = app.manifest.name;
        let [mut usual, mut renamed] =
            ["", "+renamed"].map(|build| Storm::over(&format!("{name}{build}"), 3));
        for event in 0..400 {
            let offers = usual.layout();
            let offers = offers.offers();
            let Offer::Touch { node, .. } = offers[usual.dice.below(offers.len())] else { continue };
            let at: Point = usual.layout().node(node).bounds().center().into();
            let [before, after] = [&mut usual, &mut renamed].map(|storm| {
                storm.phone.act(&Input::Tap { at }).unwrap();
                storm.phone.wait(Duration::from_millis(600)).unwrap();
                if storm.layout().package() != storm.package {
                    storm.phone.launch(storm.package).unwrap();
                }
                let mut seen: Vec<String> = storm
                    .layout()
                    .nodes()
                    .map(|node| format!("{:?} {} {}", node.bounds(), node.short_class(), node.text()))
                    .collect();
                seen.sort();
                seen
            });
            assert_eq!(before, after, "{name}, event {event}");
        }
        let named = |storm: &mut Storm, id: &str| storm.layout().nodes().any(|node| node.short_id() == id);
        assert!(named(&mut usual, "toolbar") && !named(&mut renamed, "toolbar"), "{name}");
    }
}
