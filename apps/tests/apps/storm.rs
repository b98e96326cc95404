//! Random events on the mended apps: nothing ends, nothing typed is lost, and the same seed gives the same run.

use std::collections::BTreeMap;
use std::time::Duration;

use device::{Change, Device, Input, KeyCode, LogPosition, Point};
use gui::{Flag, Gesture, Key, Layout, Offer, Orientation, SystemEvent};
use sim::{Profile, SimPhone};

/// Texts that break things elsewhere.
const TEXTS: [&str; 7] =
    ["milk", "12", "", "99999999999999999999", "it's \"quoted\" & <tagged>", "Größe 🥛 שלום", "a b\tc"];

struct Storm {
    phone: SimPhone,
    package: &'static str,
    random: u64,
}

impl Storm {
    fn over(app: &str, seed: u64) -> Storm {
        let (app, faults) = apps::find(app).unwrap();
        let mut phone = SimPhone::new(&Profile::default(), vec![(app.install)(faults)], seed);
        phone.launch(app.manifest.package).unwrap();
        Storm { phone, package: app.manifest.package, random: seed }
    }

    /// A number below `limit`: `SplitMix64`.
    fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn layout(&mut self) -> std::sync::Arc<Layout> {
        self.phone.observe().unwrap().layout
    }

    /// One event: mostly something that the screen offers, now and then something that happens to the phone.
    fn blow(&mut self) {
        match self.below(40) {
            0 => self.change(Change::Rotate {
                to: [Orientation::Portrait, Orientation::Landscape][self.random as usize % 2],
            }),
            1 => self.happen(SystemEvent::Network { on: self.random % 2 == 0 }),
            2 => self.happen(SystemEvent::Time),
            3 => self.change(Change::DarkMode { on: self.random % 2 == 0 }),
            4 => {
                let at = Point { x: self.below(1080) as i32, y: self.below(1920) as i32 };
                self.phone.act(&Input::DoubleTap { at }).unwrap();
            }
            5 => self.phone.wait(Duration::from_millis(700)).unwrap(),
            6 => self.change(Change::KillProcess { package: self.package.to_owned() }),
            7 => self.change(Change::Locale { tag: ["en-US", "de-DE"][self.random as usize % 2].to_owned() }),
            _ => self.take_offer(),
        }
        if self.layout().package() != self.package && self.below(3) == 0 {
            self.phone.launch(self.package).unwrap();
        }
    }

    fn change(&mut self, change: Change) {
        self.phone.change(&change).unwrap();
    }

    fn happen(&mut self, event: SystemEvent) {
        self.change(Change::System { event });
    }

    fn take_offer(&mut self) {
        let layout = self.layout();
        let offers = layout.offers();
        if offers.is_empty() {
            return;
        }
        match offers[self.below(offers.len())] {
            Offer::Touch { node, gesture } => {
                let bounds = layout.node(node).bounds();
                self.touch(bounds.center().into(), gesture, bounds.height() as i32 / 3);
            }
            Offer::Key(Key::Back) => self.phone.act(&Input::key(KeyCode::BACK)).unwrap(),
            Offer::Key(_) => self.phone.act(&Input::key(KeyCode::HOME)).unwrap(),
            Offer::Rotate(to) => self.change(Change::Rotate { to }),
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
                Input::Text { text: TEXTS[self.below(TEXTS.len())].to_owned() }
            }
            Gesture::Scroll(_) | Gesture::Swipe(_) | Gesture::Pinch(_) => {
                let to = [(at.x, at.y - far), (at.x, at.y + far), (at.x - 300, at.y), (at.x + 300, at.y)];
                Input::Swipe { from: at, to: to[self.below(4)].into(), time: Duration::from_millis(300) }
            }
        };
        self.phone.act(&input).unwrap();
    }

    /// What is typed into the boxes in view, by their ids.
    fn typed(&mut self) -> BTreeMap<String, Vec<String>> {
        let layout = self.layout();
        let boxes =
            layout.nodes().filter(|node| node.short_class() == "EditText" && !node.is(Flag::Password));
        let mut typed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for node in boxes {
            typed.entry(node.short_id().to_owned()).or_default().push(node.text().to_owned());
        }
        typed
    }

    /// Ways away and back that must not cost anybody a letter.
    fn detour(&mut self) {
        match self.below(3) {
            0 => {
                self.change(Change::Rotate { to: Orientation::Landscape });
                self.change(Change::Rotate { to: Orientation::Portrait });
            }
            1 => self.phone.act(&Input::key(KeyCode::HOME)).unwrap(),
            _ => self.change(Change::KillProcess { package: self.package.to_owned() }),
        }
        self.phone.launch(self.package).unwrap();
        self.phone.wait(Duration::from_millis(600)).unwrap();
    }

    fn assert_alive(&mut self, about: &str) {
        let log = self.phone.read_log(LogPosition::START).unwrap();
        let crash = log.lines.iter().position(|line| line.message.contains("FATAL EXCEPTION"));
        if let Some(at) = crash {
            let lines = log.lines[at..].iter().take(4).map(|line| &*line.message).collect::<Vec<_>>();
            panic!("{about}: {}", lines.join("\n"));
        }
    }
}

/// 20,000 events over four seeds.
fn withstands(app: &str) {
    for seed in 1..=4 {
        let mut storm = Storm::over(app, seed);
        let mut compared = 0;
        for event in 0..5000 {
            storm.blow();
            if event % 20 == 0 {
                let about = format!("{app}, seed {seed}, event {event}");
                storm.assert_alive(&about);
                compared += usize::from(keeps_what_is_typed(&mut storm, &about));
            }
        }
        assert!(compared >= 5, "{app}, seed {seed}: only {compared} detours with something typed");
    }
}

/// Takes a detour from a screen with text boxes; whether there were any.
fn keeps_what_is_typed(storm: &mut Storm, about: &str) -> bool {
    storm.phone.wait(Duration::from_millis(600)).unwrap();
    let upright =
        storm.layout().roots().next().is_some_and(|root| root.bounds().height() > root.bounds().width());
    if !upright || storm.layout().package() != storm.package {
        return false;
    }
    let before = storm.typed();
    storm.detour();
    let locked = storm.layout().nodes().any(|node| node.short_id() == "unlock");
    if before.is_empty() || locked {
        return false;
    }
    let after = storm.typed();
    for (id, before) in &before {
        // A detour puts the keyboard away and may scroll: only boxes in view both times can be compared.
        let after = after.get(id).filter(|after| after.len() == before.len());
        assert_eq!(after.unwrap_or(before), before, "{about}, #{id}");
    }
    true
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
