//! Typing: Maestro's goes wherever the focus is, ours into a text box that is named.

use gui::{Event, Selector};

use super::commands::Reader;
use super::text::{Text, Variables};
use super::yaml::{Node, Value};
use crate::{Location, Order, ScriptError};

/// How much `eraseText` erases when it does not say: more than people type.
const ERASED: usize = 50;

impl Reader<'_> {
    /// Maestro types wherever the focus is; we say where: into what was tapped before.
    pub(super) fn input_text(
        &mut self,
        argument: &Node,
        variables: &Variables<'_>,
    ) -> Result<(), ScriptError> {
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

    pub(super) fn erase_text(&mut self, argument: &Node) -> Result<(), ScriptError> {
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

    fn text_box(&self, place: &Location, command: &str) -> Result<Selector, ScriptError> {
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
    fn replace(&mut self, place: &Location, target: Selector, order: Order) -> Result<(), ScriptError> {
        self.lines.pop();
        self.add(place, order)?;
        self.typing = Some(target);
        Ok(())
    }
}

/// What a flow has typed.
enum Typed<'a> {
    Nothing,
    Text(&'a str),
    Secret,
}
