//! YAML as a tree in which every node knows its line.

use std::sync::Arc;

use granit_parser::{Event, Parser, ScalarStyle};

use crate::{Location, ScriptError};

/// How deep lists and maps may lie in each other.
const MAX_DEPTH: usize = 32;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) place: Location,
    pub(super) value: Value,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    /// Nothing written, `~` or `null`.
    Nothing,
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; each key once.
    Map(Vec<(String, Node)>),
}

/// The documents of a file. Aliases are refused: they could make a small file a huge tree.
pub(super) fn documents(file: &Arc<str>, text: &str) -> Result<Vec<Node>, ScriptError> {
    let mut reader = Reader { parser: Parser::new_from_str(text), file };
    let mut documents = Vec::new();
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok(documents),
            (Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd, _) => {}
            (event, place) => documents.push(reader.node(event, place, 0)?),
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    file: &'a Arc<str>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Location), ScriptError> {
        match self.parser.next() {
            Some(Ok((event, span))) => Ok((event, self.place(span.start.line()))),
            Some(Err(error)) => {
                Err(self.place(error.marker().line()).error(format!("not YAML: {}", error.info())))
            }
            None => Ok((Event::StreamEnd, self.place(1))),
        }
    }

    fn node(&mut self, event: Event<'a>, place: Location, depth: usize) -> Result<Node, ScriptError> {
        if depth > MAX_DEPTH {
            return Err(place.error(format!("nested more than {MAX_DEPTH} deep")));
        }
        let value = match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) if matches!(&*text, "" | "~" | "null") => {
                Value::Nothing
            }
            Event::Scalar(text, ..) => Value::Text(text.into_owned()),
            Event::SequenceStart(..) => Value::List(self.list(depth)?),
            Event::MappingStart(..) => Value::Map(self.map(depth)?),
            Event::Alias(_) => return Err(place.error("aliases cannot be read")),
            // The parser keeps to its grammar: nothing else stands where a node is expected.
            _ => return Err(place.error("not YAML: expected a value")),
        };
        Ok(Node { place, value })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, ScriptError> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(list),
                (event, place) => list.push(self.node(event, place, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Vec<(String, Node)>, ScriptError> {
        let mut map: Vec<(String, Node)> = Vec::new();
        loop {
            let (event, place) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok(map),
                Event::Scalar(key, ..) => key.into_owned(),
                _ => return Err(place.error("expected a word before the colon")),
            };
            if map.iter().any(|(known, _)| *known == key) {
                return Err(place.error(format!("{} stands here twice", gui::quoted(&key))));
            }
            let (event, value_place) = self.next()?;
            let mut value = self.node(event, value_place, depth + 1)?;
            // A value on the lines below belongs to its key.
            value.place = place;
            map.push((key, value));
        }
    }

    fn place(&self, line: usize) -> Location {
        Location { file: Arc::clone(self.file), line }
    }
}
