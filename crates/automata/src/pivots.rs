//! Pivot events of an app that was not instrumented: named by widget and screen in a small file.

use std::collections::BTreeMap;

use gui::{Event, Layout, Selector};
use serde::{Deserialize, Deserializer};
use trace::{Moment, Step};

use crate::dfa::{Dfa, Symbol};
use crate::malformed::{Malformed, line_at, text_of};

const FORMAT: &str = "oddity-bug";
const VERSION: u32 = 1;

/// A known bug whose events are recognised in recorded steps: `NAME.oddity-bug.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BugFile {
    /// What the bug is called.
    pub name: Option<String>,
    /// The file of its automaton, beside this one.
    pub automaton: String,
    /// How the bug shows, as a finding's fingerprint says it; without it, by any crash.
    pub fingerprint: Option<String>,
    /// The pivot events, by their symbols.
    pub events: BTreeMap<String, Pivot>,
    /// Which other event was seen to lead from one state of the automaton to another: what epsilon can be.
    pub between: Vec<Between>,
}

/// An event that is no pivot event and moves the app.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The name of the state before,
    pub from: String,
    /// and after.
    pub to: String,
    /// What is done.
    #[serde(rename = "do", deserialize_with = "event_from_text")]
    pub event: Event,
}

/// A pivot event: what is done, and on which screen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pivot {
    /// What is done, in the words of `oddity replay`: `tap #save`.
    #[serde(rename = "do", deserialize_with = "event_from_text")]
    pub event: Event,
    /// Widgets that are on the screen where it counts. None: it counts everywhere.
    #[serde(default)]
    pub on: Vec<Selector>,
    /// The end of the name of the activity where it counts: `.EditActivity`.
    #[serde(default)]
    pub activity: Option<String>,
    /// Whether any text typed will do.
    #[serde(default)]
    pub any_text: bool,
    /// What it is called.
    #[serde(default)]
    pub info: Option<String>,
    /// Why it is done, in one word, where a judge has to know: `check-rotation`.
    #[serde(default, rename = "for")]
    pub purpose: Option<String>,
}

#[derive(Deserialize)]
struct Stamp {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    name: Option<String>,
    automaton: String,
    fingerprint: Option<String>,
    events: BTreeMap<String, Pivot>,
    #[serde(default)]
    between: Vec<Between>,
}

impl BugFile {
    /// Reads the file.
    pub fn parse(bytes: &[u8]) -> Result<BugFile, Malformed> {
        let wrong = |error: toml::de::Error| {
            let line = error.span().map_or(1, |span| line_at(bytes, span.start));
            Malformed::new(line, error.message())
        };
        let text = text_of(bytes)?;
        // The stamp comes first: what a newer version means by the other fields we cannot know.
        let stamp: Stamp = toml::from_str(text).map_err(wrong)?;
        match (stamp.format.as_str(), stamp.version) {
            (FORMAT, VERSION) => {}
            (FORMAT, newer) => {
                let why = format!("it is {FORMAT} version {newer}; this oddity reads version {VERSION}");
                return Err(Malformed::new(1, why));
            }
            (other, _) => return Err(Malformed::new(1, format!("it is {other:?}, not {FORMAT}"))),
        }
        let File { name, automaton, fingerprint, events, between, .. } =
            toml::from_str(text).map_err(wrong)?;
        Ok(BugFile { name, automaton, fingerprint, events, between })
    }

    /// The file's text. Reading it again gives the same.
    pub fn to_toml(&self) -> String {
        let mut out = format!("format = {}\nversion = {VERSION}\n", quoted(FORMAT));
        let mut line = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                out.push_str(&format!("{key} = {}\n", quoted(value)));
            }
        };
        line("name", self.name.as_deref());
        line("automaton", Some(&self.automaton));
        line("fingerprint", self.fingerprint.as_deref());
        for (symbol, pivot) in &self.events {
            out.push_str(&format!("\n[events.{}]\ndo = {}\n", quoted(symbol), quoted(&pivot.event.wish())));
            if !pivot.on.is_empty() {
                let on: Vec<String> = pivot.on.iter().map(|selector| quoted(&selector.to_string())).collect();
                out.push_str(&format!("on = [{}]\n", on.join(", ")));
            }
            let texts = [("activity", &pivot.activity), ("info", &pivot.info), ("for", &pivot.purpose)];
            for (key, value) in texts.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?))) {
                out.push_str(&format!("{key} = {}\n", quoted(value)));
            }
            if pivot.any_text {
                out.push_str("any_text = true\n");
            }
        }
        for between in &self.between {
            let [from, to, event] =
                [&between.from, &between.to, &between.event.wish()].map(|text| quoted(text));
            out.push_str(&format!("\n[[between]]\nfrom = {from}\nto = {to}\ndo = {event}\n"));
        }
        out
    }

    /// The pivot event that a step is, if it is one.
    pub fn symbol_of(&self, dfa: &Dfa, step: &Step) -> Option<Symbol> {
        let (symbol, _) = self.events.iter().find(|(_, pivot)| pivot.is(step))?;
        dfa.symbol(symbol)
    }
}

impl Pivot {
    /// Whether a step is this event.
    pub fn is(&self, step: &Step) -> bool {
        let (Some(event), Some(layout)) = (&step.event, &step.before.layout) else { return false };
        self.is_alike(event) && self.is_on(&step.before) && self.is_same_widget(event, layout)
    }

    /// Whether it counts on this screen.
    pub fn is_on(&self, moment: &Moment) -> bool {
        let Some(layout) = &moment.layout else { return false };
        let activity = moment.activity.as_deref().unwrap_or_default();
        self.activity.as_deref().is_none_or(|end| activity.ends_with(end))
            && self.on.iter().all(|selector| selector.resolve(layout).is_ok())
    }

    /// Whether the same is done, to whatever widget.
    fn is_alike(&self, event: &Event) -> bool {
        match (&self.event, event) {
            (Event::Edit { text: own, .. }, Event::Edit { text, .. }) => self.any_text || own == text,
            (Event::Submit { action: own, .. }, Event::Submit { action, .. }) => own == action,
            (Event::Scroll { toward: own, .. }, Event::Scroll { toward, .. })
            | (Event::Swipe { toward: own, .. }, Event::Swipe { toward, .. }) => own == toward,
            (Event::Pinch { fingers: own, .. }, Event::Pinch { fingers, .. }) => own == fingers,
            (Event::Tap { .. }, Event::Tap { .. })
            | (Event::LongTap { .. }, Event::LongTap { .. })
            | (Event::DoubleTap { .. }, Event::DoubleTap { .. }) => true,
            (own, other) => own == other,
        }
    }

    /// Selectors may say the same of a widget in different words.
    fn is_same_widget(&self, event: &Event, layout: &Layout) -> bool {
        match (self.event.target(), event.target()) {
            (Some(own), Some(other)) if own != other => {
                let found = own.resolve(layout).ok().zip(other.resolve(layout).ok());
                found.is_some_and(|(own, other)| own.node.id() == other.node.id())
            }
            _ => true,
        }
    }
}

fn event_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

/// As TOML wants it, which is as JSON does but for one character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "format = \"oddity-bug\"\nversion = 1\nautomaton = \"three-steps.jff\"\n\
        [events.1]\ndo = 'tap #add'\non = ['#list']\n[events.2]\ndo = 'type \"milk\" into #body'\nany_text = true\n\
        [events.3]\ndo = 'press back'\nactivity = '.EditActivity'\ninfo = \"Went\\u007f back\"\n\
        [[between]]\nfrom = 'q1'\nto = 'q0'\ndo = 'press back'\n";

    fn moment(activity: &str, ids: &[&str]) -> Moment {
        let nodes: String = ids
            .iter()
            .map(|id| {
                format!("<node class=\"android.widget.EditText\" resource-id=\"a:id/{id}\" package=\"a\"/>")
            })
            .collect();
        let xml =
            format!("<hierarchy><node class=\"android.view.View\" package=\"a\">{nodes}</node></hierarchy>");
        let layout = Layout::parse(xml.as_bytes()).unwrap().layout;
        Moment { activity: Some(activity.to_owned()), ..Moment::of(layout) }
    }

    #[track_caller]
    fn check(event: &str, on: &Moment, expected: Option<&str>) {
        let file = BugFile::parse(FILE.as_bytes()).unwrap();
        let step = Step::new(on.clone(), Some(event.parse().unwrap()), Moment::default());
        let found = file.events.iter().find(|(_, pivot)| pivot.is(&step)).map(|(symbol, _)| symbol.as_str());
        assert_eq!(found, expected, "{event}");
    }

    #[test]
    fn events_are_known_by_widget_and_screen() {
        let list = moment("a/.ListActivity", &["list", "add"]);
        check("tap #add", &list, Some("1"));
        check("tap 2nd EditText", &list, Some("1"));
        check("tap #list", &list, None);
        check("long-tap #add", &list, None);
        check("tap #add", &moment("a/.ListActivity", &["add"]), None);
    }

    #[test]
    fn any_text_will_do_where_the_file_says_so() {
        let edit = moment("a/.EditActivity", &["body"]);
        check("type \"bread\" into #body", &edit, Some("2"));
        check("press back", &edit, Some("3"));
        check("press back", &moment("a/.ListActivity", &["body"]), None);
    }

    #[test]
    fn what_was_written_is_read_again() {
        let file = BugFile::parse(FILE.as_bytes()).unwrap();
        assert_eq!(BugFile::parse(file.to_toml().as_bytes()).unwrap(), file);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |from: &str, to: &str, line: usize, why: &str| {
            let refused = BugFile::parse(FILE.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((refused.line, refused.why.contains(why)), (line, true), "{refused}");
        };
        check("tap #add", "touch #add", 5, "not an event");
        check("'#list'", "'# list'", 6, "");
        check("any_text", "any-text", 9, "unknown field");
        check("version = 1", "version = 2", 1, "version 2");
        // Whatever else it says.
        check("version = 1\nautomaton = \"three-steps.jff\"", "version = 9\nmodel = 3", 1, "version 9");
        check("oddity-bug", "other", 1, "not oddity-bug");
    }
}
