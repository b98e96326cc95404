//! An app of other people's: Android's own collection of examples, tapped at random.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use device::{Device, Input, KeyCode, LogPosition, Point};
use gui::{Flag, Layout};

use crate::common::{activity, launch, phone_with};

const EVENTS: u32 = 300;

#[test]
fn three_hundred_random_events_lead_through_apidemos() {
    let apk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/apidemos/ApiDemos-debug.apk");
    if !apk.is_file() {
        return testkit::skip("ApiDemos (.ci/apidemos fetches it)");
    }
    let Some(mut phone) = phone_with(&apk) else { return };
    let mut chance = Chance(7);
    let (mut activities, mut screens) = (BTreeSet::new(), BTreeSet::new());
    launch(&mut phone);
    for _ in 0..EVENTS {
        phone.wait(Duration::from_millis(300)).unwrap();
        let seen = phone.observe().unwrap();
        if activity(&seen) == "Launcher" {
            launch(&mut phone);
            continue;
        }
        activities.insert(activity(&seen));
        screens.insert(seen.layout.to_xml());
        let input = event(&seen.layout, &mut chance);
        phone.act(&input).unwrap();
    }
    assert!(activities.len() >= 5, "{activities:?}");
    assert!(screens.len() >= 40, "{} screens", screens.len());
    let log = phone.read_log(LogPosition::START).unwrap().lines;
    let lacks = log.iter().find(|line| line.message.contains("this phone lacks"));
    assert_eq!(lacks, None, "the app ended for want of something");
}

/// Mostly a tap on something that takes taps; sometimes a swipe or the way back, which is all there is where nothing does.
fn event(layout: &Layout, chance: &mut Chance) -> Input {
    let places: Vec<Point> = layout
        .nodes()
        .filter(|node| node.flags().has(Flag::Clickable))
        .map(|node| node.bounds())
        .map(|bounds| Point { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 })
        .collect();
    match chance.below(8) {
        0 => Input::Swipe {
            from: Point { x: 180, y: 500 },
            to: Point { x: 180, y: 150 },
            time: Duration::from_millis(200),
        },
        2.. if !places.is_empty() => Input::Tap { at: places[chance.below(places.len())] },
        _ => Input::Key { code: KeyCode::BACK, times: 1 },
    }
}

/// Numbers that look random and are the same each time (Marsaglia's xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}
