//! Maestro's selectors in our words.

use gui::Selector;

use super::text::Variables;
use super::yaml::{Node, Value};
use crate::{Location, ScriptError};

/// How deep `childOf` may go.
const MAX_SURROUNDINGS: usize = 8;

/// What else may stand beside a selector and does not matter here.
const IGNORED: &[&str] = &["label", "retryTapIfNoChange", "waitToSettleTimeoutMs", "waitUntilVisible"];

/// The widget that a text or a map of traits means.
pub(super) fn selector(node: &Node, variables: &Variables<'_>) -> Result<Selector, ScriptError> {
    let text = written(node, variables, 0)?;
    text.parse().map_err(|_| node.place.error(format!("{} cannot be said as a selector", gui::quoted(&text))))
}

fn written(node: &Node, variables: &Variables<'_>, depth: usize) -> Result<String, ScriptError> {
    if depth > MAX_SURROUNDINGS {
        return Err(node.place.error(format!("at most {MAX_SURROUNDINGS} times `childOf` can be read")));
    }
    let traits = match &node.value {
        Value::Text(text) => return said("labelled ", text, variables, &node.place),
        Value::Map(traits) => traits,
        _ => return Err(node.place.error("expected a text, or `id:` or `text:` and more")),
    };
    let (mut nth, mut id, mut label, mut around) = (None, None, None, None);
    for (name, value) in traits {
        match name.as_str() {
            "text" => label = Some(said("labelled ", value.text()?, variables, &value.place)?),
            "id" => id = Some(said("#", value.text()?, variables, &value.place)?),
            "index" => nth = Some(place_among(value)?),
            "childOf" => around = Some(written(value, variables, depth + 1)?),
            name if IGNORED.contains(&name) => {}
            name => {
                let problem = format!("`{name}` cannot be read; id, text, index and childOf can");
                return Err(value.place.error(problem));
            }
        }
    }
    if id.is_none() && label.is_none() {
        return Err(node.place.error("expected `id:` or `text:`"));
    }
    let words: Vec<String> = [nth, id, label].into_iter().flatten().collect();
    Ok(match around {
        Some(around) => format!("{} in {around}", words.join(" ")),
        None => words.join(" "),
    })
}

/// The trait with what is said of it, in quotes.
fn said(name: &str, text: &str, variables: &Variables<'_>, place: &Location) -> Result<String, ScriptError> {
    let text = variables.expand_plain(text, place)?;
    Ok(format!("{name}{}", gui::quoted(&literal(&text, place)?)))
}

/// Maestro counts from 0, and so does not say 1st.
fn place_among(value: &Node) -> Result<String, ScriptError> {
    let index: u32 = value.number()?;
    let counted = index.checked_add(1).ok_or_else(|| value.place.error("expected a smaller number"))?;
    // Any ending is understood, and the selector prints the right one.
    Ok(format!("{counted}th"))
}

/// The text that a regular expression means, where it means one.
///
/// Maestro takes every text for an expression, and for itself too: `Sure?` finds "Sure?". So signs that people use in
/// labels stand for themselves, and those that make sense in an expression only are refused.
fn literal(pattern: &str, place: &Location) -> Result<String, ScriptError> {
    let refused = || {
        place.error(format!("{} is a regular expression: only plain texts can be read", gui::quoted(pattern)))
    };
    if [".*", ".+", ".?", "|", "[", "^"].iter().any(|sign| pattern.contains(sign)) {
        return Err(refused());
    }
    let mut text = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next().filter(char::is_ascii_punctuation).ok_or_else(refused)?),
            c => text.push(c),
        }
    }
    Ok(text)
}
