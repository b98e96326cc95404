//! Settings written down in TOML.

use clap::{Arg, Command};
use toml::de::{DeTable, DeValue};

use super::former::{self, Former};
use super::{COMMAND, key_of, settable};
use crate::cli::sections;
use crate::failure::Failure;
use crate::likeness;

/// A setting of the file, known and well written.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) id: String,
    pub(super) values: Vec<String>,
    /// The former name that the file says.
    pub(super) former: Option<Former>,
}

/// Reads a file of settings. `file` is what messages call it.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Vec<Written>, Failure> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::bad_input(format_args!("{file} is not text in UTF-8")))?;
    let wrong = |byte: usize, problem: String| {
        let line = text.as_bytes()[..byte.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1;
        Failure::bad_input(format_args!("{file}, line {line}: {problem}"))
    };
    let table = DeTable::parse(text).map_err(|error| {
        wrong(error.span().map_or(0, |span| span.start), format!("not TOML: {}", error.message()))
    })?;
    let known = sections::all();
    let mut settings = Vec::new();
    for (name, section) in table.get_ref() {
        let at = name.span().start;
        let (name, keys) = (name.get_ref().as_ref(), section.get_ref());
        if let (COMMAND, DeValue::String(command)) = (name, keys) {
            settings.push(Written {
                id: COMMAND.to_owned(),
                values: vec![command.to_string()],
                former: None,
            });
            continue;
        }
        let Some((_, command)) = known.iter().find(|(known, _)| *known == name) else {
            let problem = format!("there is no section or setting {}", gui::quoted(name));
            let names = known.iter().map(|(name, _)| *name).collect();
            return Err(nearest(wrong(at, problem), name, names, |name| format!("[{name}]")));
        };
        let DeValue::Table(keys) = keys else {
            return Err(wrong(at, format!("{name} is a section: write [{name}] and its settings below")));
        };
        for (key, value) in keys {
            let at = key.span().start;
            let key = key.get_ref().as_ref();
            let is_meant =
                |arg: &&Arg| key_of(arg.get_id().as_str()) == key || former::keys(arg).contains(&key);
            let Some(arg) = command.get_arguments().find(is_meant) else {
                return Err(unknown_key(
                    wrong(at, format!("there is no setting {} in [{name}]", gui::quoted(key))),
                    key,
                    &known,
                    command,
                ));
            };
            let values = values_of(value.get_ref()).ok_or_else(|| {
                wrong(at, format!("{key} must be a text, a number, true, false, or a list of them"))
            })?;
            check(arg, &values).map_err(|problem| wrong(at, format!("{key}: {problem}")))?;
            if !values.is_empty() {
                settings.push(Written {
                    id: arg.get_id().to_string(),
                    values,
                    former: Former::key(key, arg),
                });
            }
        }
    }
    Ok(settings)
}

/// Says where the key belongs, or which one might be meant.
fn unknown_key(failure: Failure, key: &str, known: &[(&str, Command)], section: &Command) -> Failure {
    let keys = |command: &Command| -> Vec<String> {
        let told = command.get_arguments().filter(|arg| !arg.is_hide_set());
        told.map(|arg| key_of(arg.get_id().as_str())).collect()
    };
    match known.iter().find(|(_, command)| keys(command).iter().any(|known| known == key)) {
        Some((home, _)) => failure.hint(format_args!("{key} belongs into [{home}]")),
        None => {
            let keys = keys(section);
            nearest(failure, key, keys.iter().map(String::as_str).collect(), str::to_owned)
        }
    }
}

/// Says which name is meant, as it is written; where none is like it, all that there are.
fn nearest(failure: Failure, said: &str, known: Vec<&str>, written: impl Fn(&str) -> String) -> Failure {
    match likeness::closest(said, known.iter().copied()) {
        Some(best) => failure.hint(format_args!("did you mean {}?", written(best))),
        None => {
            let all: Vec<String> = known.into_iter().map(written).collect();
            failure.hint(format_args!("there are: {}", all.join(", ")))
        }
    }
}

/// The values as they would be written on the command line.
fn values_of(value: &DeValue<'_>) -> Option<Vec<String>> {
    let one = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    };
    match value {
        DeValue::Array(list) => list.iter().map(|value| one(value.get_ref())).collect(),
        value => one(value).map(|value| vec![value]),
    }
}

/// Whether the command line would take these values.
fn check(arg: &Arg, values: &[String]) -> Result<(), String> {
    // A command line that knows nothing but this: what is wrong is wrong with the value.
    let alone = settable(arg.clone()).id("value").long("value").short(None).env(None::<&str>).required(false);
    let said = values.iter().map(|value| format!("--value={value}"));
    let command = Command::new("check").arg(alone).no_binary_name(true);
    match command.try_get_matches_from(said) {
        Ok(_) => Ok(()),
        Err(error) => Err(told(&error, values)),
    }
}

fn told(error: &clap::Error, values: &[String]) -> String {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let known = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => known.join(", "),
        _ => String::new(),
    };
    let shown = values.iter().map(|value| gui::quoted(value)).collect::<Vec<_>>().join(", ");
    match (error.kind(), std::error::Error::source(error)) {
        (ErrorKind::ArgumentConflict, _) => "it is one value, not a list".to_owned(),
        (_, Some(source)) => format!("{shown} cannot be: {source}"),
        _ if !known.is_empty() => {
            let suggestion = values.first().map(|value| likeness::suggestion(value, known.split(", ")));
            format!("{shown} is none of {known}{}", suggestion.unwrap_or_default())
        }
        _ => format!("{shown} cannot be"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, message: &str, hint: Option<&str>) {
        let failure = read("oddity.toml", text.as_bytes()).unwrap_err();
        assert_eq!((failure.message(), failure.hint_text()), (&*format!("oddity.toml, {message}"), hint));
    }

    #[test]
    fn settings_are_read_as_the_command_line_would() {
        let text = "command = 'explore'\n[budget]\ntime = \"10m\"\nevents = 20_000\n[control]\nblock = ['#pay', 'text \"Delete\"']\nsetup = []\n\
                    no-system-events = true\n[app]\nname = 'sim:notes'\n";
        let read = read("oddity.toml", text.as_bytes()).unwrap();
        let mut told: Vec<String> =
            read.iter().map(|w| format!("{} {}", w.id, w.values.join("; "))).collect();
        told.sort();
        assert_eq!(
            told,
            [
                "block #pay; text \"Delete\"",
                "command explore",
                "events 20000",
                "name sim:notes",
                "no_system_events true",
                "time 10m"
            ]
        );
    }

    /// Settings are read by the command line's own types, so no fuzz target reaches them: here they are spoilt at random.
    #[test]
    fn whatever_becomes_of_a_file_it_is_read_or_refused_in_one_line() {
        let sample: &[u8] = include_bytes!("../../../../docs/oddity.toml");
        let tokens: [&[u8]; 10] = [
            b"[",
            b"]",
            b"\"",
            b"\"\"\"",
            b"= ",
            b"\n",
            b"{a=1}",
            b"99999999999999999999",
            b"\xff",
            "ß\u{202e}".as_bytes(),
        ];
        let (mut refused, mut taken) = (0, 0);
        for number in 0..1500 {
            let mut chance = experiment::Chance::keyed(1, "settings", number);
            let mut bytes = sample.to_vec();
            for _ in 0..1 + chance.below(4) {
                let at = chance.below(bytes.len());
                let until = (at + 1 + chance.below(40)).min(bytes.len());
                match chance.below(4) {
                    0 => bytes[at] ^= 1 << chance.below(8),
                    1 => drop(bytes.drain(at..until)),
                    2 => drop(bytes.splice(at..at, tokens[chance.below(tokens.len())].iter().copied())),
                    _ => bytes.extend_from_within(at..until),
                }
            }
            match read("oddity.toml", &bytes) {
                Ok(_) => taken += 1,
                Err(failure) => {
                    refused += 1;
                    let told = failure.message();
                    assert!(told.starts_with("oddity.toml") && told.lines().count() == 1, "{number}: {told}");
                }
            }
        }
        assert!(refused > 300 && taken > 300, "{refused} refused, {taken} taken");
    }

    #[test]
    fn what_is_unknown_says_what_may_be_meant() {
        refused(
            "[budget]\n\nevnts = 5",
            "line 3: there is no setting \"evnts\" in [budget]",
            Some("did you mean events?"),
        );
        refused(
            "[budget]\nblock = []",
            "line 2: there is no setting \"block\" in [budget]",
            Some("block belongs into [control]"),
        );
        refused(
            "[bugdet]\n",
            "line 1: there is no section or setting \"bugdet\"",
            Some("did you mean [budget]?"),
        );
        refused("budget = 3", "line 1: budget is a section: write [budget] and its settings below", None);
    }

    #[test]
    fn values_are_held_to_what_the_flags_take() {
        refused("[simulated]\ndensity = 5", "line 2: density: \"5\" cannot be: 5 is not in 72..=1000", None);
        refused(
            "[budget]\ntime = 10",
            "line 2: time: \"10\" cannot be: write it as 90s, 10m or 1h 30m",
            None,
        );
        refused("[budget]\nevents = [1, 2]", "line 2: events: it is one value, not a list", None);
        refused(
            "[explore]\nstrategy = 'luck'",
            "line 2: strategy: \"luck\" cannot be: there is only random, random+system, restart, systematic, time-travel",
            None,
        );
        refused("[simulated]\ndark = 'perhaps'", "line 2: dark: \"perhaps\" is none of true, false", None);
        refused(
            "[control]\nblock = 'row'",
            "line 2: block: \"row\" cannot be: not a selector: expected a row's number, or `with` and its text, found the end, at byte 3",
            None,
        );
        refused(
            "[budget]\nevents = { a = 1 }",
            "line 2: events must be a text, a number, true, false, or a list of them",
            None,
        );
    }

    #[test]
    fn what_is_no_toml_says_where() {
        let failure = read("oddity.toml", b"[budget]\nevents 5\n").unwrap_err();
        assert!(failure.message().starts_with("oddity.toml, line 2: not TOML: "), "{}", failure.message());
        assert_eq!(read("oddity.toml", b"\xff").unwrap_err().message(), "oddity.toml is not text in UTF-8");
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_settings_or_an_error(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = read("oddity.toml", &bytes);
        }

        #[test]
        fn any_words_are_settings_or_an_error(words in proptest::collection::vec(
            proptest::sample::select(vec![
                "[budget]", "[control]", "[explore]", "[simulated]", "[[app]]", "\n", " = ", "events", "time", "block", "strategy", "density",
                "command", "5", "-1", "1e9", "'10m'", "\"#pay\"", "[", "]", "{", "}", ",", "true", "'\u{9b}'", "\"\\u0000\"", "1979-05-27", ".",
                "99999999999999999999", "'''", "#",
            ]),
            0..24,
        )) {
            if let Err(failure) = read("oddity.toml", words.concat().as_bytes()) {
                let steers = |c: char| c.is_control() && c != '\n';
                proptest::prop_assert!(!failure.message().contains(steers), "{}", failure.message());
            }
        }
    }
}
