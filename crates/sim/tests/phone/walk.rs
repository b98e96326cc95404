//! Random walks over a phone, the same for the same seed.

use std::time::Duration;

use device::{Change, Device, Input, KeyCode, Point};
use gui::{Gesture, Key, Layout, Offer};
use sim::SimPhone;
use testkit::Dice;

use crate::desk::PACKAGE;

/// What is done to a phone at once.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Inputs(Vec<Input>),
    Change(Change),
    Launch,
}

impl Step {
    pub(crate) fn perform(&self, phone: &mut SimPhone) {
        match self {
            Step::Inputs(inputs) => inputs.iter().for_each(|input| phone.act(input).unwrap()),
            Step::Change(change) => phone.change(change).unwrap(),
            Step::Launch => phone.launch(PACKAGE).unwrap(),
        }
    }
}

/// Does something that the screen offers, or touches it anywhere; then some time passes. Who has left the app soon
/// returns to it.
pub(crate) fn random_event(phone: &mut SimPhone, dice: &mut Dice) -> (Step, Duration) {
    let layout = phone.observe().unwrap().layout;
    let offers = layout.offers();
    let step = if layout.package() == "com.android.launcher3" && dice.below(4) > 0 {
        Step::Launch
    } else if dice.below(8) == 0 || offers.is_empty() {
        let at = Point { x: dice.below(1080) as i32, y: dice.below(1920) as i32 };
        Step::Inputs(vec![Input::Tap { at }])
    } else {
        step_of(&layout, offers[dice.below(offers.len())])
    };
    step.perform(phone);
    let pause = Duration::from_millis(dice.below(400) as u64);
    phone.wait(pause).unwrap();
    (step, pause)
}

fn step_of(layout: &Layout, offer: Offer) -> Step {
    let (node, gesture) = match offer {
        Offer::Touch { node, gesture } => (node, gesture),
        Offer::Rotate(to) => return Step::Change(Change::Rotate { to }),
        Offer::Key(key) => {
            let code = match key {
                Key::Home => KeyCode::HOME,
                Key::Recents => KeyCode::APP_SWITCH,
                Key::Menu => KeyCode::MENU,
                Key::Enter => KeyCode::ENTER,
                _ => KeyCode::BACK,
            };
            return Step::Inputs(vec![Input::key(code)]);
        }
    };
    let at = Point::from(layout.node(node).bounds().center());
    let time = Duration::from_millis(200);
    let tap = Input::Tap { at };
    Step::Inputs(match gesture {
        Gesture::Tap | Gesture::Submit(_) | Gesture::Pinch(_) => vec![tap],
        Gesture::DoubleTap => vec![Input::DoubleTap { at }],
        Gesture::LongTap => vec![Input::Hold { at, time: Duration::from_millis(600) }],
        Gesture::Edit => vec![tap, Input::Text { text: "milk".to_owned() }],
        Gesture::Scroll(_) => vec![Input::Swipe { from: at, to: Point { y: at.y - 400, ..at }, time }],
        Gesture::Swipe(_) => vec![Input::Swipe { from: at, to: Point { x: at.x - 400, ..at }, time }],
    })
}
