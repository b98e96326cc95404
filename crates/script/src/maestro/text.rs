//! Texts with variables in them.

use std::collections::BTreeMap;

use crate::secret::is_variable;
use crate::{Environment, Location, ScriptError, Secret};

/// The most bytes of a text made of variables: flows that run flows could double it each time.
const MAX_TEXT: usize = 64 << 10;

/// What stands for a text once its variables are known.
#[derive(Debug, Clone)]
pub(super) enum Text {
    Plain(String),
    Secret(Secret),
}

/// The variables of a flow, over those of the environment.
#[derive(Clone)]
pub(super) struct Variables<'a> {
    pub(super) own: BTreeMap<String, Text>,
    pub(super) environment: Environment<'a>,
}

impl Variables<'_> {
    /// The text with `${NAME}` replaced. What comes from the environment may be secret, so it stands for a whole text or not
    /// at all.
    pub(super) fn expand(&self, text: &str, place: &Location) -> Result<Text, ScriptError> {
        if let Some(name) =
            text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')).filter(|name| is_variable(name))
        {
            return self.look_up(name, place);
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let name = after.split_once('}').map(|(name, _)| name).filter(|name| is_variable(name));
            let Some(name) = name else {
                return Err(place.error("expected ${NAME}: expressions cannot be read"));
            };
            out.push_str(before);
            match self.look_up(name, place)? {
                Text::Plain(value) => out.push_str(&value),
                Text::Secret(_) => {
                    let problem = format!("${name} comes from the environment: it may only be a whole text");
                    return Err(place.error(problem));
                }
            }
            rest = &after[name.len() + 1..];
            if out.len() > MAX_TEXT {
                return Err(place.error(format!("longer than {MAX_TEXT} bytes with its variables")));
            }
        }
        out.push_str(rest);
        Ok(Text::Plain(out))
    }

    /// The text where it must not be secret, such as the name of a widget.
    pub(super) fn expand_plain(&self, text: &str, place: &Location) -> Result<String, ScriptError> {
        match self.expand(text, place)? {
            Text::Plain(text) => Ok(text),
            Text::Secret(secret) => {
                let problem =
                    format!("{secret} comes from the environment: only what is typed may be secret");
                Err(place.error(problem))
            }
        }
    }

    fn look_up(&self, name: &str, place: &Location) -> Result<Text, ScriptError> {
        let outside = || Secret::from_environment(name, self.environment).map(Text::Secret);
        self.own
            .get(name)
            .cloned()
            .or_else(outside)
            .ok_or_else(|| place.error(format!("${name} is neither in `env` nor set in the environment")))
    }
}
