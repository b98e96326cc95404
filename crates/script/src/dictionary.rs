//! What to type where: one text a line.

use std::sync::Arc;

use gui::Selector;

use crate::script::text_of;
use crate::{Location, ScriptError};

/// Texts that the user wants to be tried; see `docs/scripts.md` for the format.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// In the order of the file.
    pub entries: Vec<Entry>,
}

/// The texts under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where to type them.
    pub into: Inputs,
    /// One of them at a time.
    pub texts: Vec<String>,
}

/// Which text boxes are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inputs {
    /// All: what stands before the first heading.
    All,
    /// Those for one kind of text: `[email]`.
    Kind(String),
    /// Those that a selector means: `[#amount]`.
    Widget(Selector),
}

impl Dictionary {
    /// Reads a dictionary. `file` is what messages call it; `kinds` are the kinds of text that a heading may name.
    pub fn parse(file: &str, bytes: &[u8], kinds: &[&str]) -> Result<Dictionary, ScriptError> {
        let file: Arc<str> = file.into();
        let at = |line| Location { file: Arc::clone(&file), line };
        let mut entries = vec![Entry { into: Inputs::All, texts: Vec::new() }];
        for (number, line) in (1..).zip(text_of(bytes, &at(1))?.lines()) {
            let written = line.trim();
            let wrong = |byte: usize, problem: String| {
                at(number).error_at(line, line.len() - line.trim_start().len() + byte, problem)
            };
            if written.is_empty() || written.starts_with('#') {
                continue;
            }
            if let Some(head) = written.strip_prefix('[') {
                let head =
                    head.strip_suffix(']').ok_or_else(|| wrong(written.len(), "expected ]".to_owned()))?;
                let into = inputs(head, kinds).map_err(|problem| wrong(1, problem))?;
                entries.push(Entry { into, texts: Vec::new() });
                continue;
            }
            let text = text(written).map_err(|problem| wrong(0, problem))?;
            if let Some(entry) = entries.last_mut() {
                entry.texts.push(text);
            }
        }
        entries.retain(|entry| !entry.texts.is_empty());
        Ok(Dictionary { entries })
    }
}

/// A small word is a kind, so that a misspelt one is not taken for a class; all else is a selector.
fn inputs(head: &str, kinds: &[&str]) -> Result<Inputs, String> {
    let head = head.trim();
    let is_word = !head.is_empty() && head.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    if !is_word {
        head.parse().map(Inputs::Widget).map_err(|error: gui::SelectorError| error.problem)
    } else if kinds.contains(&head) {
        Ok(Inputs::Kind(head.to_owned()))
    } else {
        Err(format!("expected {} or a selector, found {}", kinds.join(", "), gui::quoted(head)))
    }
}

/// The line as it stands, or in quotes what they hold: for texts that begin or end with a space, with # or with [.
fn text(written: &str) -> Result<String, String> {
    if !written.starts_with('"') {
        return Ok(written.to_owned());
    }
    match gui::unquoted(written) {
        Ok((text, len)) if len == written.len() => Ok(text),
        Ok(_) => Err("expected nothing behind the closing quote".to_owned()),
        Err(error) => Err(error.problem),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<Dictionary, ScriptError> {
        Dictionary::parse("words.txt", text.as_bytes(), &["email", "number"])
    }

    #[test]
    fn texts_stand_under_what_they_are_for() {
        let read = parse(
            "# anywhere\n milk \n\"  \"\n[email]\nada@example.com\n\n[#amount]\n-1\n\"#1\"\n[EditText]\n",
        )
        .unwrap();
        let told: Vec<String> =
            read.entries.iter().map(|entry| format!("{:?}: {:?}", entry.into, entry.texts)).collect();
        assert_eq!(read.entries.len(), 3, "a heading without texts says nothing: {told:?}");
        assert_eq!(read.entries[0], Entry { into: Inputs::All, texts: vec!["milk".into(), "  ".into()] });
        assert_eq!(read.entries[1].into, Inputs::Kind("email".to_owned()));
        assert_eq!(
            read.entries[2],
            Entry { into: Inputs::Widget("#amount".parse().unwrap()), texts: vec!["-1".into(), "#1".into()] }
        );
    }

    #[test]
    fn mistakes_are_told_by_line_and_column() {
        for (text, problem) in [
            ("milk\n [emial]", "line 2, column 3: expected email, number or a selector, found \"emial\""),
            ("[email", "line 1, column 7: expected ]"),
            (
                "[row 3]",
                "line 1, column 2: expected `of` and the list that the row belongs to, found the end",
            ),
            ("\"milk\" x", "line 1, column 1: expected nothing behind the closing quote"),
            ("\"milk", "line 1, column 1: expected a closing quote"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("words.txt, {problem}"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_dictionary_or_an_error(text in "(\\[|\\]|#|\"|\\\\|a|ß|\n| ){0,20}") {
            let _ = parse(&text);
        }
    }
}
