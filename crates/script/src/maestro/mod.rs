//! The common commands of Maestro's flows, as orders of our own.
//!
//! See `docs/scripts.md` for what can be read and where it means less than Maestro's. What cannot be read is an error with
//! its line: a set-up that silently leaves something out would make every result doubtful.

mod yaml;
mod text;
mod selector;
mod commands;
mod typing;
mod flows;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::script::text_of;
use crate::{Environment, Location, Script, ScriptError};
use commands::Reader;
use text::Variables;
use yaml::{Node, Value, documents};

/// What a Maestro file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// The package that it is written for.
    pub app: Option<String>,
    /// What is to be done.
    pub script: Script,
}

/// Gives the bytes of a file that a flow names, or says why not. The path is relative to the folder of the first flow,
/// with `/` between folders, and never leads out of it.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Reads a flow. `file` is its name in its folder; messages call it so.
pub fn read(
    file: &str,
    bytes: &[u8],
    environment: Environment<'_>,
    files: Files<'_>,
) -> Result<Flow, ScriptError> {
    let mut reader = Reader::new(files);
    let variables = Variables { own: BTreeMap::new(), environment };
    reader.flow(file, bytes, &variables)?;
    Ok(reader.finish())
}

/// A file's header and commands.
struct Parts {
    start: Location,
    header: Vec<(String, Node)>,
    commands: Vec<Node>,
}

impl Parts {
    fn of(file: &str, bytes: &[u8]) -> Result<Parts, ScriptError> {
        let file: Arc<str> = file.into();
        let start = Location { file: Arc::clone(&file), line: 1 };
        let mut documents = documents(&file, text_of(bytes, &start)?)?.into_iter();
        let (header, commands) = match (documents.next(), documents.next(), documents.next()) {
            (Some(commands), None, None) => (None, commands),
            (Some(header), Some(commands), None) => (Some(header), commands),
            _ => return Err(start.error("expected a header, a line `---` and a list of commands")),
        };
        let header = match header {
            None => Vec::new(),
            Some(Node { value: Value::Map(header), .. }) => header,
            Some(other) => return Err(other.place.error("expected the header: `appId:` and more")),
        };
        match commands.value {
            Value::List(commands) => Ok(Parts { start, header, commands }),
            _ => Err(commands.place.error("expected a list of commands, each behind a `-`")),
        }
    }
}

impl Node {
    fn text(&self) -> Result<&str, ScriptError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.place.error("expected a text")),
        }
    }

    fn number<T: std::str::FromStr>(&self) -> Result<T, ScriptError> {
        let number = self.text().ok().and_then(|text| text.replace('_', "").parse().ok());
        number.ok_or_else(|| self.place.error("expected a whole number"))
    }

    fn truth(&self) -> Result<bool, ScriptError> {
        match &self.value {
            Value::Text(text) if text == "true" => Ok(true),
            Value::Text(text) if text == "false" => Ok(false),
            _ => Err(self.place.error("expected true or false")),
        }
    }

    /// The entries of a map; none where nothing is written.
    fn entries(&self) -> Result<&[(String, Node)], ScriptError> {
        match &self.value {
            Value::Map(entries) => Ok(entries),
            Value::Nothing => Ok(&[]),
            _ => Err(self.place.error("expected names and values")),
        }
    }
}

#[cfg(test)]
mod tests;
