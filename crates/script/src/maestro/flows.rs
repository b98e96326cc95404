//! Flows that run flows, and start the app.

use gui::Event;

use super::Parts;
use super::commands::Reader;
use super::text::Variables;
use super::yaml::{Node, Value};
use crate::{Location, Order, ScriptError};

/// The most flows that one may run, directly or not.
const MAX_FLOWS: usize = 200;

/// What a header may say that does not matter here.
const IGNORED_IN_HEADER: &[&str] = &["name", "tags", "properties"];

impl Reader<'_> {
    /// Adds the orders of a file.
    pub(super) fn flow(
        &mut self,
        file: &str,
        bytes: &[u8],
        outer: &Variables<'_>,
    ) -> Result<(), ScriptError> {
        let parts = Parts::of(file, bytes)?;
        self.flows += 1;
        if self.flows > MAX_FLOWS {
            return Err(parts.start.error(format!("more than {MAX_FLOWS} flows run each other")));
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
        self.commands(&parts.commands, &variables)
    }

    /// All flows must be for one app: the one under test.
    fn is_for(&mut self, app: &str, place: &Location) -> Result<(), ScriptError> {
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

    pub(super) fn launch_app(
        &mut self,
        argument: &Node,
        variables: &Variables<'_>,
    ) -> Result<(), ScriptError> {
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

    pub(super) fn run_flow(&mut self, argument: &Node, variables: &Variables<'_>) -> Result<(), ScriptError> {
        if let Value::Text(file) = &argument.value {
            return self.run_file(file, &argument.place, variables);
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
            (Some(file), None) => self.run_file(file, &argument.place, &inner),
            (None, Some(Node { value: Value::List(commands), .. })) => self.commands(commands, &inner),
            _ => Err(argument.place.error("expected either `file:` or a list of `commands:`")),
        }
    }

    fn run_file(
        &mut self,
        file: &str,
        place: &Location,
        variables: &Variables<'_>,
    ) -> Result<(), ScriptError> {
        let file = variables.expand_plain(file, place)?;
        let path = beside(&place.file, &file)
            .ok_or_else(|| place.error(format!("{} leads out of the flow's folder", gui::quoted(&file))))?;
        let bytes = (self.files)(&path)
            .map_err(|why| place.error(format!("cannot read {}: {why}", gui::quoted(&path))))?;
        self.flow(&path, &bytes, variables)
    }
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
