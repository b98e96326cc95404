//! What the events of an automaton are called: the replication package's `configuration-#N.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::log::letter_of;
use crate::malformed::{Malformed, line_at, text_of};

/// The words for one bug and its events. All of it may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The app.
    pub app: Option<String>,
    /// The bug, as the app's developers number it.
    pub bug: Option<String>,
    /// The events, by their symbol. A number from 10 to 35 has become its letter.
    pub events: BTreeMap<String, Described>,
    /// What a warning means, by its event's symbol.
    pub warnings: BTreeMap<String, String>,
    /// What may still be missing when all events have happened.
    pub all_events_happened: Option<String>,
}

/// One event in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    /// What happens: `Clicked "OK" in the dialog`.
    pub info: Option<String>,
    /// Why it may be missed.
    pub reason: Option<String>,
    /// What it depends on: `dd:4`.
    pub dependency: Option<String>,
    /// Its line in the file.
    pub line: usize,
}

impl Configuration {
    /// Reads the file. What older analysers left in it is passed over.
    pub fn parse(bytes: &[u8]) -> Result<Configuration, Malformed> {
        let text = text_of(bytes)?;
        let file: File<'_> = serde_json::from_str(text).map_err(|error| malformed(&error, 1))?;
        let mut events = BTreeMap::new();
        for (id, raw) in file.events {
            // Both lie in the same text, so the difference is an offset.
            let offset = raw.get().as_ptr() as usize - text.as_ptr() as usize;
            let line = line_at(bytes, offset);
            let event: Event = serde_json::from_str(raw.get()).map_err(|error| malformed(&error, line))?;
            let described =
                Described { info: event.info, reason: event.reason, dependency: event.dependency, line };
            let symbol = letter_of(&id).unwrap_or(&id).to_owned();
            if events.insert(symbol, described).is_some() {
                return Err(Malformed::new(line, format!("there is a second event {id:?}")));
            }
        }
        let letter = |(id, text): (String, String)| (letter_of(&id).unwrap_or(&id).to_owned(), text);
        Ok(Configuration {
            app: file.app_name,
            bug: file.bug_id,
            events,
            warnings: file.warnings.unwrap_or_default().into_iter().map(letter).collect(),
            // One of the published files has the word instead of the value.
            all_events_happened: file.all_events_happened.filter(|text| text != "null"),
        })
    }

    /// What an event is called; its symbol where nobody said.
    pub fn words_for(&self, symbol: &str) -> String {
        let info = self.events.get(symbol).and_then(|event| event.info.as_deref()).map(str::trim);
        info.filter(|info| !info.is_empty()).map_or_else(|| format!("event {symbol}"), str::to_owned)
    }
}

#[derive(Deserialize)]
struct File<'a> {
    app_name: Option<String>,
    bug_id: Option<String>,
    #[serde(borrow)]
    events: BTreeMap<String, &'a RawValue>,
    warnings: Option<BTreeMap<String, String>>,
    all_events_happened: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    info: Option<String>,
    reason: Option<String>,
    dependency: Option<String>,
}

/// An error in a part of the file that begins on this line.
fn malformed(error: &serde_json::Error, begins: usize) -> Malformed {
    // The message ends with a place, which may be one within the part.
    let told = error.to_string();
    let why = told.rfind(" at line ").map_or(told.as_str(), |at| &told[..at]);
    Malformed::new(begins - 1 + error.line().max(1), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, line: usize, why: &str) {
        let refused = Configuration::parse(text.as_bytes()).unwrap_err();
        assert_eq!((refused.line, refused.why.contains(why)), (line, true), "{refused}");
    }

    #[test]
    fn numbers_from_ten_become_letters_and_lines_are_known() {
        let text = "{\"app_name\": \"A\", \"events\": {\n\"1\": {\"info\": \" tapped \"},\n\"10\": {\"info\": null}\n},\
                    \"warnings\": {\"10\": \"w\"}, \"interesting_pairs\": 7, \"all_events_happened\": \"null\"}";
        let read = Configuration::parse(text.as_bytes()).unwrap();
        assert_eq!(
            read.events.iter().map(|(id, event)| (id.as_str(), event.line)).collect::<Vec<_>>(),
            [("1", 2), ("a", 3)]
        );
        assert_eq!((read.words_for("1"), read.words_for("a")), ("tapped".to_owned(), "event a".to_owned()));
        assert_eq!((read.warnings.get("a").map(String::as_str), read.all_events_happened), (Some("w"), None));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        check_refused("", 1, "EOF");
        check_refused("{\n\"app_name\": \"A\"}", 2, "missing field `events`");
        check_refused("{\"events\": {\n\"1\": {\"info\": 7}}}", 2, "expected a string");
        check_refused("{\"events\": {\n\"10\": {},\n\"a\": {}}}", 3, "second event \"a\"");
        check_refused("{\"events\": {\"1\": [}}", 1, "expected value");
    }
}
