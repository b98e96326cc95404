//! Maestro's commands, one by one.

use std::time::Duration;

use gui::{Direction, Event, Key, Selector, SystemEvent};

use super::selector::selector;
use super::text::Variables;
use super::yaml::{Node, Value};
use super::{Files, Flow};
use crate::{Condition, Line, Location, Order, PATIENCE, Script, ScriptError};

/// The most orders of a flow with all that it runs.
const MAX_ORDERS: usize = 10_000;

/// How long Maestro's assertions wait.
const ASSERTING: Duration = Duration::from_secs(7);

/// What needs no order of its own, since screens are left to settle after every event.
const SETTLING: &str = "waitForAnimationToEnd";

/// Makes orders of commands.
pub(super) struct Reader<'a> {
    pub(super) files: Files<'a>,
    pub(super) app: Option<String>,
    pub(super) lines: Vec<Line>,
    /// How many flows were read.
    pub(super) flows: usize,
    /// The text box tapped last, while nothing else was touched.
    pub(super) typing: Option<Selector>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(files: Files<'a>) -> Reader<'a> {
        Reader { files, app: None, lines: Vec::new(), flows: 0, typing: None }
    }

    pub(super) fn finish(self) -> Flow {
        Flow { app: self.app, script: Script { lines: self.lines } }
    }

    pub(super) fn commands(
        &mut self,
        commands: &[Node],
        variables: &Variables<'_>,
    ) -> Result<(), ScriptError> {
        commands.iter().try_for_each(|command| {
            let nothing = Node { place: command.place.clone(), value: Value::Nothing };
            match &command.value {
                Value::Text(name) => self.command(name, &nothing, variables),
                Value::Map(entries) if entries.len() == 1 => {
                    let (name, argument) = &entries[0];
                    self.command(name, argument, variables)
                }
                _ => Err(command.place.error("expected one command")),
            }
        })
    }

    fn command(&mut self, name: &str, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        let place = &argument.place;
        match name {
            "tapOn" => {
                let target = selector(argument, variables)?;
                self.touch(place, target.clone(), Event::Tap { target: target.clone() })?;
                self.typing = Some(target);
                Ok(())
            }
            "doubleTapOn" => {
                let target = selector(argument, variables)?;
                self.touch(place, target.clone(), Event::DoubleTap { target })
            }
            "longPressOn" => {
                let target = selector(argument, variables)?;
                self.touch(place, target.clone(), Event::LongTap { target })
            }
            "inputText" => self.input_text(argument, variables),
            "eraseText" => self.erase_text(argument),
            "launchApp" => self.launch_app(argument, variables),
            "back" => self.add(place, Order::Do(Event::Key { key: Key::Back })),
            "pressKey" => self.add(place, Order::Do(key(argument)?)),
            "hideKeyboard" => self.add(place, Order::HideKeyboard),
            "scroll" => self.add(
                place,
                Order::Do(Event::Scroll { target: whole_screen(place)?, toward: Direction::Down }),
            ),
            "swipe" => self.swipe(argument, variables),
            "assertVisible" => self.wait(place, selector(argument, variables)?, true, ASSERTING),
            "assertNotVisible" => self.wait(place, selector(argument, variables)?, false, ASSERTING),
            "extendedWaitUntil" => self.extended_wait(argument, variables),
            "runFlow" => self.run_flow(argument, variables),
            SETTLING => Ok(()),
            other => Err(place.error(format!("the command `{other}` cannot be read"))),
        }
    }

    /// Maestro waits for what it touches.
    fn touch(&mut self, place: &Location, target: Selector, event: Event) -> Result<(), ScriptError> {
        self.wait(place, target, true, PATIENCE)?;
        self.add(place, Order::Do(event))
    }

    fn wait(
        &mut self,
        place: &Location,
        target: Selector,
        there: bool,
        at_most: Duration,
    ) -> Result<(), ScriptError> {
        self.add(place, Order::WaitFor { condition: Condition { target, there }, at_most })
    }

    pub(super) fn add(&mut self, place: &Location, order: Order) -> Result<(), ScriptError> {
        if let Some(problem) = order.too_long() {
            return Err(place.error(problem));
        }
        if self.lines.len() >= MAX_ORDERS {
            return Err(place.error(format!("more than {MAX_ORDERS} orders")));
        }
        self.typing = None;
        self.lines.push(Line { place: place.clone(), order });
        Ok(())
    }

    fn swipe(&mut self, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        let (mut toward, mut from) = (None, None);
        for (name, value) in argument.entries()? {
            match name.as_str() {
                "direction" => toward = Some(direction(value)?),
                "from" => from = Some(selector(value, variables)?),
                "duration" | "label" | "waitToSettleTimeoutMs" => {}
                name => {
                    return Err(value
                        .place
                        .error(format!("`{name}` of swipe cannot be read; `direction` and `from` can")));
                }
            }
        }
        let place = &argument.place;
        let toward = toward.ok_or_else(|| place.error("expected `direction:`"))?;
        match from {
            Some(target) => self.touch(place, target.clone(), Event::Swipe { target, toward }),
            None => self.add(place, Order::Do(Event::Swipe { target: whole_screen(place)?, toward })),
        }
    }

    fn extended_wait(&mut self, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        let (mut wanted, mut at_most) = (None, PATIENCE);
        for (name, value) in argument.entries()? {
            match name.as_str() {
                "visible" => wanted = Some((selector(value, variables)?, true)),
                "notVisible" => wanted = Some((selector(value, variables)?, false)),
                "timeout" => at_most = Duration::from_millis(value.number()?),
                "label" => {}
                name => {
                    return Err(value.place.error(format!("`{name}` of extendedWaitUntil cannot be read")));
                }
            }
        }
        let (target, there) =
            wanted.ok_or_else(|| argument.place.error("expected `visible:` or `notVisible:`"))?;
        self.wait(&argument.place, target, there, at_most)
    }
}

fn direction(value: &Node) -> Result<Direction, ScriptError> {
    let name = value.text()?.to_ascii_lowercase();
    let known = Direction::ALL.iter().copied().find(|direction| direction.to_string() == name);
    known.ok_or_else(|| value.place.error("expected UP, DOWN, LEFT or RIGHT"))
}

fn key(value: &Node) -> Result<Event, ScriptError> {
    let key = |key| Ok(Event::Key { key });
    match value.text()?.to_ascii_lowercase().as_str() {
        "back" => key(Key::Back),
        "home" => key(Key::Home),
        "enter" => key(Key::Enter),
        "volume up" => key(Key::VolumeUp),
        "volume down" => key(Key::VolumeDown),
        "remote dpad up" => key(Key::DpadUp),
        "remote dpad down" => key(Key::DpadDown),
        "remote dpad left" => key(Key::DpadLeft),
        "remote dpad right" => key(Key::DpadRight),
        "remote dpad center" => key(Key::DpadCenter),
        "lock" => Ok(Event::System { event: SystemEvent::Screen { on: false } }),
        other => Err(value.place.error(format!("the key {} cannot be pressed", gui::quoted(other)))),
    }
}

/// The widget that holds all others.
fn whole_screen(place: &Location) -> Result<Selector, ScriptError> {
    "path 0".parse().map_err(|error: gui::SelectorError| place.error(error.to_string()))
}
