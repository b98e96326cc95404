//! The events that a seed gives.

use std::collections::VecDeque;
use std::time::Duration;

use super::options::KINDS;
use super::random::Random;

/// One of monkey's events: a press and a release are two.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MonkeyEvent {
    Touch {
        phase: Phase,
        fingers: Vec<(f32, f32)>,
        noted: bool,
    },
    Trackball {
        phase: Phase,
        by: (f32, f32),
        noted: bool,
    },
    Key {
        down: bool,
        code: u32,
    },
    Rotation {
        quarters: u8,
        persist: bool,
    },
    /// One of the apps is opened, by its place in the list.
    Switch(usize),
    Flip {
        open: bool,
    },
    /// Not an event: time passes.
    Pause(Duration),
}

/// What fingers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Down,
    Move,
    Up,
    /// A second finger comes.
    SecondDown,
    /// The second finger goes.
    SecondUp,
}

const HIGHEST_KEY: i32 = 288;
const NAVIGATION: [u32; 4] = [19, 20, 21, 22];
const MAJOR_NAVIGATION: [u32; 2] = [82, 23];
/// Home, back, call, end call, volume up, down and mute, mute.
const SYSTEM: [u32; 8] = [3, 4, 5, 6, 24, 25, 164, 91];
/// End call, power, sleep and soft sleep would end the run.
const FORBIDDEN: [u32; 4] = [6, 26, 223, 276];

/// Gives events for ever, always the same ones for the same seed, screen and apps.
pub(super) struct Source {
    random: Random,
    /// The upper ends of the kinds' shares between 0 and 1.
    ends: [f32; KINDS],
    /// Its width and height, as the phone is held.
    pub(super) screen: (u32, u32),
    apps: usize,
    throttle_ms: u64,
    randomize_throttle: bool,
    keyboard_open: bool,
    queue: VecDeque<MonkeyEvent>,
}

impl Source {
    pub(super) fn new(
        seed: i64,
        shares: [f32; KINDS],
        screen: (u32, u32),
        apps: usize,
        throttle_ms: u64,
        randomize_throttle: bool,
    ) -> Source {
        let mut sum = 0.0;
        let ends = shares.map(|share| {
            sum += share / 100.0;
            sum
        });
        let mut source = Source {
            random: Random::new(seed),
            ends,
            screen,
            apps,
            throttle_ms,
            randomize_throttle,
            keyboard_open: false,
            queue: VecDeque::new(),
        };
        source.switch();
        source
    }

    pub(super) fn next(&mut self) -> MonkeyEvent {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return event;
            }
            self.generate();
        }
    }

    fn generate(&mut self) {
        let kind = self.random.float();
        // The first kind whose share reaches so far; rounding may leave a little beyond the last.
        match self.ends.iter().position(|end| kind < *end).unwrap_or(KINDS - 1) {
            0 => self.touch(false),
            1 => self.touch(true),
            2 => self.pinch(),
            3 => self.trackball(),
            4 => {
                let event =
                    MonkeyEvent::Rotation { quarters: self.random.int(4) as u8, persist: self.random.bool() };
                self.push(event);
            }
            9 => self.switch(),
            10 => {
                self.push(MonkeyEvent::Flip { open: self.keyboard_open });
                self.keyboard_open = !self.keyboard_open;
            }
            kind => self.key(kind),
        }
    }

    fn switch(&mut self) {
        let app = self.random.int(i32::try_from(self.apps).unwrap_or(1)) as usize;
        self.push(MonkeyEvent::Switch(app));
    }

    fn key(&mut self, kind: usize) {
        let pick = |random: &mut Random, keys: &[u32]| keys[random.int(keys.len() as i32) as usize];
        let code = loop {
            let code = match kind {
                6 => pick(&mut self.random, &NAVIGATION),
                7 => pick(&mut self.random, &MAJOR_NAVIGATION),
                8 => pick(&mut self.random, &SYSTEM),
                _ => 1 + self.random.int(HIGHEST_KEY - 1) as u32,
            };
            if !FORBIDDEN.contains(&code) {
                break code;
            }
        };
        self.push(MonkeyEvent::Key { down: true, code });
        self.push(MonkeyEvent::Key { down: false, code });
    }

    fn touch(&mut self, drags: bool) {
        let (mut at, toward) = (self.point(), self.vector());
        self.push_touch(Phase::Down, vec![at], false);
        if drags {
            for _ in 0..self.random.int(10) {
                self.walk(&mut at, toward);
                self.push_touch(Phase::Move, vec![at], true);
            }
        }
        self.walk(&mut at, toward);
        self.push_touch(Phase::Up, vec![at], false);
    }

    fn pinch(&mut self) {
        let (mut first, first_toward) = (self.point(), self.vector());
        self.push_touch(Phase::Down, vec![first], false);
        let (mut second, second_toward) = (self.point(), self.vector());
        self.walk(&mut first, first_toward);
        self.push_touch(Phase::SecondDown, vec![first, second], true);
        for _ in 0..self.random.int(10) {
            self.walk(&mut first, first_toward);
            self.walk(&mut second, second_toward);
            self.push_touch(Phase::Move, vec![first, second], true);
        }
        self.walk(&mut first, first_toward);
        self.walk(&mut second, second_toward);
        self.push_touch(Phase::SecondUp, vec![first, second], true);
        self.walk(&mut first, first_toward);
        self.push_touch(Phase::Up, vec![first], false);
    }

    fn trackball(&mut self) {
        for step in 0..10 {
            let by = ((self.random.int(10) - 5) as f32, (self.random.int(10) - 5) as f32);
            self.push(MonkeyEvent::Trackball { phase: Phase::Move, by, noted: step > 0 });
        }
        // One in ten ends with a click.
        if self.random.int(10) == 0 {
            self.push(MonkeyEvent::Trackball { phase: Phase::Down, by: (0.0, 0.0), noted: true });
            self.push(MonkeyEvent::Trackball { phase: Phase::Up, by: (0.0, 0.0), noted: false });
        }
    }

    fn point(&mut self) -> (f32, f32) {
        let (width, height) = (self.screen.0 as i32, self.screen.1 as i32);
        (self.random.int(width) as f32, self.random.int(height) as f32)
    }

    fn vector(&mut self) -> (f32, f32) {
        ((self.random.float() - 0.5) * 50.0, (self.random.float() - 0.5) * 50.0)
    }

    fn walk(&mut self, at: &mut (f32, f32), toward: (f32, f32)) {
        at.0 = (at.0 + self.random.float() * toward.0).min(self.screen.0 as f32).max(0.0);
        at.1 = (at.1 + self.random.float() * toward.1).min(self.screen.1 as f32).max(0.0);
    }

    fn push_touch(&mut self, phase: Phase, fingers: Vec<(f32, f32)>, noted: bool) {
        self.push(MonkeyEvent::Touch { phase, fingers, noted });
    }

    /// After what ends something, monkey pauses.
    fn push(&mut self, event: MonkeyEvent) {
        let pauses = match &event {
            MonkeyEvent::Touch { phase, .. } | MonkeyEvent::Trackball { phase, .. } => *phase == Phase::Up,
            MonkeyEvent::Key { down, .. } => !down,
            MonkeyEvent::Rotation { .. } | MonkeyEvent::Switch(_) | MonkeyEvent::Flip { .. } => true,
            MonkeyEvent::Pause(_) => false,
        };
        self.queue.push_back(event);
        if pauses && self.throttle_ms > 0 {
            let ms = if self.randomize_throttle {
                self.random.long().unsigned_abs() % self.throttle_ms + 1
            } else {
                self.throttle_ms
            };
            self.queue.push_back(MonkeyEvent::Pause(Duration::from_millis(ms)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::gesture::told;
    use super::super::options::Options;
    use super::*;

    fn events(seed: i64, args: &str, count: usize) -> Vec<MonkeyEvent> {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let options = Options::parse(&args).unwrap();
        let mut source =
            Source::new(seed, options.shares().unwrap(), (1080, 2400), 1, options.throttle_ms, false);
        (0..count).map(|_| source.next()).collect()
    }

    #[test]
    fn a_seed_gives_its_events_and_no_others() {
        assert_eq!(events(7, "100", 500), events(7, "100", 500));
        assert_ne!(events(7, "100", 500), events(8, "100", 500));
    }

    /// A recorded run of a real phone, whose window was 1080 by 2088: every touch and roll, to the last digit.
    #[test]
    fn a_seed_gives_the_events_that_it_gave_on_a_phone() {
        let Some(folder) = testkit::shared_data("android-fixtures") else { return };
        let text = std::fs::read_to_string(folder.join("monkey/mylego.txt")).unwrap();
        let pointed =
            |line: &str| line.starts_with(":Sending Touch") || line.starts_with(":Sending Trackball");
        let theirs: Vec<&str> = text.lines().filter(|line| pointed(line)).collect();
        let shares = Options::parse(&["500".to_owned()]).unwrap().shares().unwrap();
        let mut source = Source::new(1_624_756_088_595, shares, (1080, 2088), 1, 0, false);
        let ours: Vec<String> =
            (0..500).filter_map(|_| told(&source.next(), 1)).filter(|line| pointed(line)).collect();
        assert_eq!(ours, theirs);
    }

    #[test]
    fn shares_decide_what_comes() {
        let all = events(3, "--pct-touch 100 100", 401);
        assert!(
            all[1..]
                .iter()
                .all(|event| matches!(event, MonkeyEvent::Touch { phase: Phase::Down | Phase::Up, .. }))
        );
        let all = events(3, "--pct-rotation 100 --throttle 50 100", 4);
        assert!(matches!(all[2], MonkeyEvent::Rotation { .. }), "{all:?}");
        assert_eq!(all[3], MonkeyEvent::Pause(Duration::from_millis(50)));
    }
}
