//! Maestro's commands, one by one.

use std::time::Duration;

use gui::{Direction, Event, Key, Selector, SystemEvent};

use super::selector::selector;
use super::text::{Text, Variables};
use super::yaml::{Node, Value};
use super::{Files, Flow, Parts};
use crate::{Condition, Line, Order, PATIENCE, Place, Script, ScriptError};

/// How deep flows may run flows.
const MAX_FLOWS: usize = 8;

/// The most orders of a flow with all that it runs.
const MAX_ORDERS: usize = 10_000;

/// How long Maestro's assertions wait.
const ASSERTING: Duration = Duration::from_secs(7);

/// How much `eraseText` erases when it does not say: more than people type.
const ERASED: usize = 50;

/// What needs no order of its own, since screens are left to settle after every event.
const SETTLING: &str = "waitForAnimationToEnd";

/// What a header may say that does not matter here.
const IGNORED_IN_HEADER: &[&str] = &["name", "tags", "properties"];

/// Makes orders of commands.
pub(super) struct Reader<'a> {
    files: Files<'a>,
    app: Option<String>,
    lines: Vec<Line>,
    /// The text box tapped last, while nothing else was touched.
    typing: Option<Selector>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(files: Files<'a>) -> Reader<'a> {
        Reader { files, app: None, lines: Vec::new(), typing: None }
    }

    pub(super) fn finish(self) -> Flow {
        Flow { app: self.app, script: Script { lines: self.lines } }
    }

    /// Adds the orders of a file.
    pub(super) fn flow(
        &mut self,
        file: &str,
        bytes: &[u8],
        outer: &Variables<'_>,
        depth: usize,
    ) -> Result<(), ScriptError> {
        let parts = Parts::of(file, bytes)?;
        if depth > MAX_FLOWS {
            return Err(parts.start.error(format!("at most {MAX_FLOWS} flows can run each other")));
        }
        let mut variables = outer.clone();
        for (name, value) in &parts.header {
            match name.as_str() {
                "appId" => {
                    let app = variables.expand_plain(value.text()?, &value.place)?;
                    self.is_for(&app, &value.place)?;
                }
                "env" => variables = with(&variables, value)?,
                name if IGNORED_IN_HEADER.contains(&name) => {}
                name => return Err(value.place.error(format!("`{name}` in the header cannot be read"))),
            }
        }
        self.commands(&parts.commands, &variables, depth)
    }

    fn commands(
        &mut self,
        commands: &[Node],
        variables: &Variables<'_>,
        depth: usize,
    ) -> Result<(), ScriptError> {
        commands.iter().try_for_each(|command| {
            let nothing = Node { place: command.place.clone(), value: Value::Nothing };
            match &command.value {
                Value::Text(name) => self.command(name, &nothing, variables, depth),
                Value::Map(entries) if entries.len() == 1 => {
                    let (name, argument) = &entries[0];
                    self.command(name, argument, variables, depth)
                }
                _ => Err(command.place.error("expected one command")),
            }
        })
    }

    fn command(
        &mut self,
        name: &str,
        argument: &Node,
        variables: &Variables<'_>,
        depth: usize,
    ) -> Result<(), ScriptError> {
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
            "runFlow" => self.run_flow(argument, variables, depth),
            SETTLING => Ok(()),
            other => Err(place.error(format!("the command `{other}` cannot be read"))),
        }
    }

    /// Maestro waits for what it touches.
    fn touch(&mut self, place: &Place, target: Selector, event: Event) -> Result<(), ScriptError> {
        self.wait(place, target, true, PATIENCE)?;
        self.add(place, Order::Do(event))
    }

    fn wait(
        &mut self,
        place: &Place,
        target: Selector,
        there: bool,
        at_most: Duration,
    ) -> Result<(), ScriptError> {
        self.add(place, Order::WaitFor { condition: Condition { target, there }, at_most })
    }

    fn add(&mut self, place: &Place, order: Order) -> Result<(), ScriptError> {
        if self.lines.len() >= MAX_ORDERS {
            return Err(place.error(format!("more than {MAX_ORDERS} orders")));
        }
        self.typing = None;
        self.lines.push(Line { place: place.clone(), order });
        Ok(())
    }

    /// Maestro types wherever the focus is; we say where: into what was tapped before.
    fn input_text(&mut self, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        let place = &argument.place;
        let text = match &argument.value {
            Value::Map(entries) => entries.iter().find(|(name, _)| name == "text").map(|(_, text)| text),
            _ => Some(argument),
        };
        let text = text.ok_or_else(|| place.error("expected `text:`"))?.text()?;
        let text = variables.expand(text, place)?;
        let target = self.text_box(place, "inputText")?;
        let order = match (text, self.typed()) {
            (Text::Secret(secret), Typed::Nothing) => Order::TypeSecret { target: target.clone(), secret },
            (Text::Secret(secret), Typed::Text("")) => Order::TypeSecret { target: target.clone(), secret },
            (Text::Plain(text), Typed::Nothing) => Order::Do(Event::Edit { target: target.clone(), text }),
            (Text::Plain(more), Typed::Text(text)) => {
                Order::Do(Event::Edit { target: target.clone(), text: format!("{text}{more}") })
            }
            _ => return Err(place.error("a secret and other text cannot be typed into one text box")),
        };
        self.replace(place, target, order)
    }

    fn erase_text(&mut self, argument: &Node) -> Result<(), ScriptError> {
        let place = &argument.place;
        let number = match &argument.value {
            Value::Nothing => ERASED,
            Value::Map(entries) => match entries.iter().find(|(name, _)| name == "charactersToErase") {
                Some((_, number)) => number.number()?,
                None => ERASED,
            },
            _ => argument.number()?,
        };
        let target = self.text_box(place, "eraseText")?;
        let text = match self.typed() {
            Typed::Text(text) => text.chars().take(text.chars().count().saturating_sub(number)).collect(),
            _ if number >= ERASED => String::new(),
            _ => {
                let problem = format!(
                    "erasing {number} characters of an unknown text cannot be read; leave the number out"
                );
                return Err(place.error(problem));
            }
        };
        self.replace(place, target.clone(), Order::Do(Event::Edit { target, text }))
    }

    fn text_box(&self, place: &Place, command: &str) -> Result<Selector, ScriptError> {
        let problem = || {
            place.error(format!("`{command}` needs a `tapOn` just before it that says into which text box"))
        };
        self.typing.clone().ok_or_else(problem)
    }

    /// What this flow has typed into the text box since it was tapped.
    fn typed(&self) -> Typed<'_> {
        match self.lines.last().map(|line| &line.order) {
            Some(Order::Do(Event::Edit { text, .. })) => Typed::Text(text),
            Some(Order::TypeSecret { .. }) => Typed::Secret,
            _ => Typed::Nothing,
        }
    }

    /// Editing taps by itself and replaces what was typed, so it takes the place of the last order.
    fn replace(&mut self, place: &Place, target: Selector, order: Order) -> Result<(), ScriptError> {
        self.lines.pop();
        self.add(place, order)?;
        self.typing = Some(target);
        Ok(())
    }

    fn launch_app(&mut self, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        let place = &argument.place;
        if let Value::Text(app) = &argument.value {
            self.is_for(&variables.expand_plain(app, place)?, place)?;
            return self.add(place, Order::Do(Event::Restart));
        }
        let mut event = Event::Restart;
        for (name, value) in argument.entries()? {
            let refused = |problem: String| Err(value.place.error(problem));
            match name.as_str() {
                "appId" => {
                    let app = variables.expand_plain(value.text()?, &value.place)?;
                    self.is_for(&app, &value.place)?;
                }
                "stopApp" if !value.truth()? => event = Event::Launch,
                "stopApp" | "label" => {}
                // The app is as freshly installed when a set-up begins.
                "clearState" if self.lines.is_empty() || !value.truth()? => {}
                "clearState" => {
                    return refused("`clearState` can only be read before anything was done".to_owned());
                }
                name => return refused(format!("`{name}` of launchApp cannot be read")),
            }
        }
        self.add(place, Order::Do(event))
    }

    /// All flows must be for one app: the one under test.
    fn is_for(&mut self, app: &str, place: &Place) -> Result<(), ScriptError> {
        match &self.app {
            Some(known) if known != app => {
                let problem = format!("the flow is for {}: other apps cannot be used", gui::escaped(known));
                Err(place.error(problem))
            }
            _ => {
                self.app = Some(app.to_owned());
                Ok(())
            }
        }
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

    fn run_flow(
        &mut self,
        argument: &Node,
        variables: &Variables<'_>,
        depth: usize,
    ) -> Result<(), ScriptError> {
        if let Value::Text(file) = &argument.value {
            return self.run_file(file, &argument.place, variables, depth);
        }
        let (mut inner, mut file, mut commands) = (variables.clone(), None, None);
        for (name, value) in argument.entries()? {
            match name.as_str() {
                "env" => inner = with(variables, value)?,
                "file" => file = Some(value.text()?),
                "commands" => commands = Some(value),
                "when" if !is_for_android(value)? => return Ok(()),
                "when" | "label" => {}
                name => return Err(value.place.error(format!("`{name}` of runFlow cannot be read"))),
            }
        }
        match (file, commands) {
            (Some(file), None) => self.run_file(file, &argument.place, &inner, depth),
            (None, Some(Node { value: Value::List(commands), .. })) => self.commands(commands, &inner, depth),
            _ => Err(argument.place.error("expected either `file:` or a list of `commands:`")),
        }
    }

    fn run_file(
        &mut self,
        file: &str,
        place: &Place,
        variables: &Variables<'_>,
        depth: usize,
    ) -> Result<(), ScriptError> {
        let file = variables.expand_plain(file, place)?;
        let path = beside(&place.file, &file)
            .ok_or_else(|| place.error(format!("{} leads out of the flow's folder", gui::quoted(&file))))?;
        let bytes = (self.files)(&path)
            .map_err(|why| place.error(format!("cannot read {}: {why}", gui::quoted(&path))))?;
        self.flow(&path, &bytes, variables, depth + 1)
    }
}

/// What a flow has typed.
enum Typed<'a> {
    Nothing,
    Text(&'a str),
    Secret,
}

/// The variables with those of an `env`.
fn with<'a>(outer: &Variables<'a>, env: &Node) -> Result<Variables<'a>, ScriptError> {
    let mut inner = outer.clone();
    for (name, value) in env.entries()? {
        inner.own.insert(name.clone(), outer.expand(value.text()?, &value.place)?);
    }
    Ok(inner)
}

/// Only the condition on the platform can be known beforehand.
fn is_for_android(when: &Node) -> Result<bool, ScriptError> {
    match when.entries()? {
        [(name, platform)] if name == "platform" => Ok(platform.text()?.eq_ignore_ascii_case("android")),
        _ => Err(when.place.error("`when` can only be read with `platform:`")),
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
fn whole_screen(place: &Place) -> Result<Selector, ScriptError> {
    "path 0".parse().map_err(|error: gui::SelectorError| place.error(error.to_string()))
}

/// The path of `file`, named in `flow`, from the folder of the first flow; `None` where it leads out of it.
fn beside(flow: &str, file: &str) -> Option<String> {
    if file.starts_with('/') || file.contains(['\\', ':', '\0']) {
        return None;
    }
    let mut parts: Vec<&str> = flow.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
