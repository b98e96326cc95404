//! What a model is told, made up.

use gui::{Digest, Event};
use model::{Model, ScreenId, ScreenIds, Walked};
use proptest::prelude::*;

/// One thing that a model is told. Screens and events are numbers; screen 0 is outside.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fed {
    Begin { at: u32, travelled: bool },
    GoOn { at: u32 },
    Step { event: u64, to: u32, grew: bool },
}

/// Walks over so many screens with so many events.
pub(crate) fn walks(screens: u32, events: u64, steps: usize) -> impl Strategy<Value = Vec<Fed>> {
    let begin = (0..screens, any::<bool>()).prop_map(|(at, travelled)| Fed::Begin { at, travelled });
    let step =
        (0..events, 0..screens, any::<bool>()).prop_map(|(event, to, grew)| Fed::Step { event, to, grew });
    let go_on = (0..screens).prop_map(|at| Fed::GoOn { at });
    prop::collection::vec(prop_oneof![1 => begin, 1 => go_on, 24 => step], 1..steps)
}

pub(crate) fn ids(screen: u32) -> ScreenIds {
    let id = |number: u32| ScreenId(Digest(u128::from(number)));
    ScreenIds { travel: id(screen), widgets: id(screen.div_ceil(3)), exact: id(screen) }
}

pub(crate) fn event(number: u64) -> Event {
    Event::Wait { ms: number }
}

/// Tells a model all of it; `between` sees the model and the screen that the walk stands on after each.
pub(crate) fn tell(model: &mut Model, feed: &[Fed], between: impl FnMut(&Model, u32)) {
    tell_from(model, 0, feed, between);
}

/// The same for a walk that goes on from a screen.
pub(crate) fn tell_from(model: &mut Model, mut at: u32, feed: &[Fed], mut between: impl FnMut(&Model, u32)) {
    for &told in feed {
        match told {
            Fed::Begin { at: start, travelled } => {
                model.begin(ids(start), Some("com.example/.Main"), travelled);
                at = start;
            }
            Fed::GoOn { at: screen } => {
                model.go_on(ids(screen), Some("com.example/.Main"));
                at = screen;
            }
            Fed::Step { event: number, to, grew } => {
                let event = event(number);
                let walked = Walked {
                    event: Some(&event),
                    to: ids(to),
                    activity: Some("com.example/.Main"),
                    coverage_grew: grew,
                };
                model.step(ids(at).travel, walked);
                at = to;
            }
        }
        between(model, at);
    }
}
