//! Whole gestures out of single touches, and how monkey tells its events.

use std::time::Duration;

use device::{Input, KeyCode, Point};

use super::super::input::rolled;
use super::source::{MonkeyEvent, Phase};

/// Fingers that have moved less than this have tapped.
const SLOP_PX: f32 = 50.0;

/// What one movement takes; monkey itself is quicker than any finger.
const STEP: Duration = Duration::from_millis(20);

/// Collects touches until a finger is lifted.
#[derive(Default)]
pub(super) struct Gesture {
    first: Option<(f32, f32)>,
    /// The distance of two fingers when the second came and when it went.
    pinch: Option<(f32, f32)>,
    moves: u32,
    rolled: (f32, f32),
    steps: u32,
}

impl Gesture {
    /// What the device is to do now, if the event completes something.
    pub(super) fn take(&mut self, event: &MonkeyEvent) -> Vec<Input> {
        match event {
            MonkeyEvent::Touch { phase, fingers, .. } => self.touch(*phase, fingers).into_iter().collect(),
            MonkeyEvent::Trackball { phase, by, .. } => self.roll(*phase, *by),
            MonkeyEvent::Key { down: false, code } => vec![Input::key(KeyCode(*code))],
            _ => Vec::new(),
        }
    }

    fn touch(&mut self, phase: Phase, fingers: &[(f32, f32)]) -> Option<Input> {
        let distance = |fingers: &[(f32, f32)]| match fingers {
            [a, b] => (a.0 - b.0).hypot(a.1 - b.1),
            _ => 0.0,
        };
        match phase {
            Phase::Down => {
                *self = Gesture { first: fingers.first().copied(), ..Gesture::default() };
                None
            }
            Phase::SecondDown => {
                self.pinch = Some((distance(fingers), distance(fingers)));
                None
            }
            Phase::SecondUp => {
                self.pinch = self.pinch.map(|(from, _)| (from, distance(fingers)));
                None
            }
            Phase::Move => {
                self.moves += 1;
                None
            }
            Phase::Up => {
                let (from, to) = (self.first.take()?, *fingers.first()?);
                let time = STEP * (self.moves + 1);
                Some(match self.pinch.take() {
                    Some((from_px, to_px)) => {
                        Input::Pinch { at: point(from), from: from_px as u32 / 2, to: to_px as u32 / 2, time }
                    }
                    None if self.moves > 0 && (from.0 - to.0).hypot(from.1 - to.1) >= SLOP_PX => {
                        Input::Swipe { from: point(from), to: point(to), time }
                    }
                    None => Input::Tap { at: point(from) },
                })
            }
        }
    }

    /// Ten steps are one roll.
    fn roll(&mut self, phase: Phase, by: (f32, f32)) -> Vec<Input> {
        match phase {
            Phase::Move => {
                self.rolled = (self.rolled.0 + by.0, self.rolled.1 + by.1);
                self.steps += 1;
                if self.steps < 10 {
                    return Vec::new();
                }
                self.steps = 0;
                rolled(point(std::mem::take(&mut self.rolled)))
            }
            Phase::Up => vec![Input::key(KeyCode::DPAD_CENTER)],
            _ => Vec::new(),
        }
    }
}

fn point(at: (f32, f32)) -> Point {
    Point { x: at.0 as i32, y: at.1 as i32 }
}

/// What monkey prints of an event at this verbosity, if anything.
pub(super) fn told(event: &MonkeyEvent, verbose: u32) -> Option<String> {
    let fingers = |fingers: &[(f32, f32)]| {
        let each = fingers.iter().enumerate().map(|(at, (x, y))| format!("{at}:({x:?},{y:?})"));
        each.collect::<Vec<_>>().join(" ")
    };
    match event {
        MonkeyEvent::Touch { phase, fingers: at, noted } if verbose > u32::from(*noted) => {
            Some(format!(":Sending Touch ({}): {}", action(*phase), fingers(at)))
        }
        MonkeyEvent::Trackball { phase, by, noted } if verbose > u32::from(*noted) => {
            Some(format!(":Sending Trackball ({}): {}", action(*phase), fingers(&[*by])))
        }
        MonkeyEvent::Key { down, code } if verbose > 1 => Some(format!(
            ":Sending Key ({}): {code}    // {}",
            if *down { "ACTION_DOWN" } else { "ACTION_UP" },
            KeyCode(*code)
        )),
        MonkeyEvent::Rotation { quarters, persist } if verbose > 0 => {
            Some(format!(":Sending rotation degree={quarters}, persist={persist}"))
        }
        MonkeyEvent::Flip { open } if verbose > 0 => Some(format!(":Sending Flip keyboardOpen={open}")),
        MonkeyEvent::Pause(time) if verbose > 1 => {
            Some(format!("Sleeping for {} milliseconds", time.as_millis()))
        }
        _ => None,
    }
}

fn action(phase: Phase) -> &'static str {
    match phase {
        Phase::Down => "ACTION_DOWN",
        Phase::Move => "ACTION_MOVE",
        Phase::Up => "ACTION_UP",
        Phase::SecondDown => "ACTION_POINTER_DOWN 1",
        Phase::SecondUp => "ACTION_POINTER_UP 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(phase: Phase, fingers: &[(f32, f32)]) -> MonkeyEvent {
        MonkeyEvent::Touch { phase, fingers: fingers.to_vec(), noted: false }
    }

    #[test]
    fn fingers_act_when_they_are_lifted() {
        let mut gesture = Gesture::default();
        assert_eq!(gesture.take(&touch(Phase::Down, &[(10.0, 20.0)])), []);
        assert_eq!(
            gesture.take(&touch(Phase::Up, &[(30.0, 20.0)])),
            [Input::Tap { at: Point { x: 10, y: 20 } }]
        );
        gesture.take(&touch(Phase::Down, &[(10.0, 20.0)]));
        gesture.take(&touch(Phase::Move, &[(100.0, 20.0)]));
        let swipe = gesture.take(&touch(Phase::Up, &[(110.0, 20.0)]));
        assert!(matches!(swipe[..], [Input::Swipe { to: Point { x: 110, y: 20 }, .. }]), "{swipe:?}");
        gesture.take(&touch(Phase::Down, &[(100.0, 0.0)]));
        gesture.take(&touch(Phase::SecondDown, &[(100.0, 0.0), (200.0, 0.0)]));
        gesture.take(&touch(Phase::SecondUp, &[(100.0, 0.0), (150.0, 0.0)]));
        let pinch = gesture.take(&touch(Phase::Up, &[(100.0, 0.0)]));
        assert!(matches!(pinch[..], [Input::Pinch { from: 50, to: 25, .. }]), "{pinch:?}");
    }

    #[test]
    fn events_are_told_as_android_tells_them() {
        let event = touch(Phase::Up, &[(993.761, 333.63443)]);
        assert_eq!(told(&event, 1).unwrap(), ":Sending Touch (ACTION_UP): 0:(993.761,333.63443)");
        assert_eq!(told(&event, 0), None);
        assert_eq!(
            told(&MonkeyEvent::Key { down: true, code: 20 }, 2).unwrap(),
            ":Sending Key (ACTION_DOWN): 20    // KEYCODE_DPAD_DOWN"
        );
    }
}
