//! Where something stands, and what is wrong there.

use std::fmt;
use std::sync::Arc;

/// A place in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file, as the person named it.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
}

/// What is wrong with a text, where, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{}: {}", column_of(*.column), gui::escaped(.problem))]
pub struct ScriptError {
    /// In which line.
    pub place: Location,
    /// The character in the line, counted from 1, where one is to blame.
    pub column: Option<usize>,
    /// What was expected and what was there instead.
    pub problem: String,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", gui::escaped(&self.file), self.line)
    }
}

impl Location {
    pub(crate) fn error(&self, problem: impl Into<String>) -> ScriptError {
        ScriptError { place: self.clone(), column: None, problem: problem.into() }
    }

    /// The error at a byte of the line `text`.
    pub(crate) fn error_at(&self, text: &str, byte: usize, problem: impl Into<String>) -> ScriptError {
        let before = text.char_indices().take_while(|&(at, _)| at < byte).count();
        ScriptError { column: Some(before + 1), ..self.error(problem) }
    }
}

fn column_of(column: Option<usize>) -> String {
    column.map(|column| format!(", column {column}")).unwrap_or_default()
}
