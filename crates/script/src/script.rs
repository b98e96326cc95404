//! Our own format: one order a line.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use gui::{Event, EventError, Selector, SelectorError};

use crate::secret::is_variable;
use crate::{Condition, Environment, Location, Order, PATIENCE, ScriptError, Secret};

/// The most bytes of a script. One that a person wrote stays far below.
pub const MAX_BYTES: usize = 1 << 20;

/// The most lines of a script.
const MAX_LINES: usize = 10_000;

/// Orders to be carried out one after the other. It prints as the text that parses to the same orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// In the order of the file.
    pub lines: Vec<Line>,
}

/// One order, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For messages.
    pub place: Location,
    /// What is to be done.
    pub order: Order,
}

impl Script {
    /// Reads a script; see `docs/scripts.md`. `file` is what messages call it.
    pub fn parse(file: &str, bytes: &[u8], environment: Environment<'_>) -> Result<Script, ScriptError> {
        let file: Arc<str> = file.into();
        let at = |line| Location { file: Arc::clone(&file), line };
        let text = text_of(bytes, &at(1))?;
        let mut lines = Vec::new();
        for (number, text) in (1..).zip(text.lines()) {
            let place = at(number);
            if number > MAX_LINES {
                return Err(place.error(format!("expected at most {MAX_LINES} lines")));
            }
            if text.trim_start().starts_with('#') || text.trim().is_empty() {
                continue;
            }
            let order =
                order(text, environment).map_err(|wrong| place.error_at(text, wrong.at, wrong.problem))?;
            if let Some(problem) = order.too_long() {
                return Err(place.error(problem));
            }
            lines.push(Line { place, order });
        }
        Ok(Script { lines })
    }

    /// The secrets that it types.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        self.lines.iter().filter_map(|line| match &line.order {
            Order::TypeSecret { secret, .. } => Some(secret),
            _ => None,
        })
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.order))
    }
}

/// The bytes as text, without a mark of byte order.
pub(crate) fn text_of<'a>(bytes: &'a [u8], start: &Location) -> Result<&'a str, ScriptError> {
    if bytes.len() > MAX_BYTES {
        return Err(start.error(format!("expected at most {MAX_BYTES} bytes, found {}", bytes.len())));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + start.line;
        Location { line, ..start.clone() }.error("expected text in UTF-8, found other bytes")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// What the line asks for. Orders that are no events begin as no event does.
fn order(text: &str, environment: Environment<'_>) -> Result<Order, Wrong> {
    if let Some(rest) = after(text, &["expect"]) {
        return condition(text, rest).map(Order::Expect);
    }
    if let Some(rest) = after(text, &["wait", "for"]) {
        return Ok(Order::WaitFor { condition: condition(text, rest)?, at_most: PATIENCE });
    }
    if let Some(rest) = after(text, &["wait", "up", "to"]) {
        return wait_up_to(text, rest);
    }
    if after(text, &["hide", "the", "keyboard"]) == Some("") {
        return Ok(Order::HideKeyboard);
    }
    match after(text, &["type"]).filter(|rest| rest.starts_with('$')) {
        Some(rest) => type_secret(text, rest, environment),
        None => Ok(Order::Do(text.parse::<Event>()?)),
    }
}

fn type_secret(text: &str, rest: &str, environment: Environment<'_>) -> Result<Order, Wrong> {
    let name = rest[1..].split_whitespace().next().filter(|_| !rest[1..].starts_with(char::is_whitespace));
    let name = name.filter(|name| is_variable(name)).ok_or_else(|| Wrong {
        problem: "expected a variable's name behind $: letters, digits and _".to_owned(),
        at: place_in(text, rest),
    })?;
    let Some(target) = after(&rest[1 + name.len()..], &["into"]) else {
        let at = place_in(text, rest) + 1 + name.len();
        return Err(Wrong { problem: "expected `into` and a text box".to_owned(), at });
    };
    let target = selector(text, target)?;
    let secret = Secret::from_environment(name, environment).ok_or_else(|| Wrong {
        problem: format!("${name} is not set in the environment"),
        at: place_in(text, rest),
    })?;
    Ok(Order::TypeSecret { target, secret })
}

/// `30 s for #home`
fn wait_up_to(text: &str, rest: &str) -> Result<Order, Wrong> {
    let Some((time, _)) = rest.split_once(" for ") else {
        return Err(Wrong {
            problem: "expected a time, `for` and a widget".to_owned(),
            at: place_in(text, rest),
        });
    };
    let condition = condition(text, rest[time.len() + " for ".len()..].trim_start())?;
    match format!("wait {time}").parse::<Event>() {
        Ok(Event::Wait { ms }) => Ok(Order::WaitFor { condition, at_most: Duration::from_millis(ms) }),
        _ => Err(Wrong {
            problem: "expected a time such as 1.5 s or 200 ms".to_owned(),
            at: place_in(text, rest),
        }),
    }
}

fn condition(text: &str, rest: &str) -> Result<Condition, Wrong> {
    let gone = rest.trim_end().strip_suffix(" to be gone");
    Ok(Condition { target: selector(text, gone.unwrap_or(rest))?, there: gone.is_none() })
}

fn selector(text: &str, part: &str) -> Result<Selector, Wrong> {
    part.trim_end()
        .parse()
        .map_err(|error: SelectorError| Wrong { problem: error.problem, at: place_in(text, part) + error.at })
}

/// What comes behind these words; `None` where the text begins otherwise.
fn after<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().try_fold(text.trim_start(), |rest, word| {
        let rest = rest.strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
    })
}

/// How many bytes of `text` come before `part`, a slice of it.
fn place_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// What is wrong with a line, and at which of its bytes.
struct Wrong {
    problem: String,
    at: usize,
}

impl From<EventError> for Wrong {
    fn from(error: EventError) -> Wrong {
        Wrong { problem: error.problem, at: error.at }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn environment(name: &str) -> Option<String> {
        (name == "PASSWORD").then(|| "tiger".to_owned())
    }

    fn parse(text: &str) -> Result<Script, ScriptError> {
        Script::parse("login.oddity", text.as_bytes(), &environment)
    }

    #[test]
    fn a_login_reads_as_a_person_would_say_it() {
        let text = "# Signs in.\r\n\nopen the app\n  tap #login\ntype \"ada\" into #user\n\
            type $PASSWORD into #password\nwait for #home\nwait up to 0.5 s for #spinner to be gone\n\
            expect text \"Hello, Ada\"\nexpect #error to be gone\nwait 2 s\nhide the keyboard\npress back\n";
        let script = parse(text).unwrap();
        let places: Vec<usize> = script.lines.iter().map(|line| line.place.line).collect();
        assert_eq!(places, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(script.secrets().map(Secret::reveal).collect::<Vec<_>>(), ["tiger"]);
        let orders: Vec<&str> = text.lines().skip(2).map(str::trim).collect();
        assert_eq!(script.to_string().lines().collect::<Vec<_>>(), orders);
        assert!(!format!("{script} {script:?}").contains("tiger"));
    }

    #[test]
    fn mistakes_are_told_by_line_and_column() {
        for (text, problem) in [
            ("tap #ok\ntap row 0 of #list", "line 2, column 9: expected a number from 1, found \"0\""),
            (
                "  expect",
                "line 1, column 9: expected an id, class, text, description, hint, labelled, row, button or path, found the end",
            ),
            ("type \"Grüße\" in #a", "line 1, column 14: expected `into`, found \"in\""),
            ("type $PIN into #a", "line 1, column 6: $PIN is not set in the environment"),
            ("type $PASSWORD #a", "line 1, column 15: expected `into` and a text box"),
            (
                "type $1 into #a",
                "line 1, column 6: expected a variable's name behind $: letters, digits and _",
            ),
            (
                "type $ PASSWORD into #a",
                "line 1, column 6: expected a variable's name behind $: letters, digits and _",
            ),
            ("wait up to 5 s", "line 1, column 12: expected a time, `for` and a widget"),
            ("wait up to 4000000000 s for #a", "line 1: nobody waits that long: 3600 s at most"),
            ("wait 3600.001 s", "line 1: nobody waits that long: 3600 s at most"),
            ("wait up to soon for #a", "line 1, column 12: expected a time such as 1.5 s or 200 ms"),
            (
                "wait for #a #b",
                "line 1, column 13: expected another trait, or `in` and what it stands in, found the id \"b\"",
            ),
            (
                "tap #login # now",
                "line 1, column 12: expected another trait, or `in` and what it stands in, found the id \"\"",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("login.oddity, {problem}"), "{text}");
        }
    }

    #[test]
    fn what_is_no_script_is_refused() {
        let refused = |bytes: &[u8]| Script::parse("x", bytes, &environment).unwrap_err().to_string();
        assert_eq!(refused(b"tap #a\n\xff"), "x, line 2: expected text in UTF-8, found other bytes");
        assert!(refused(&vec![b'\n'; MAX_BYTES + 1]).contains("at most 1048576 bytes"));
        assert!(refused("\n".repeat(MAX_LINES + 1).as_bytes()).contains("at most 10000 lines"));
    }

    fn any_order() -> impl Strategy<Value = Order> {
        let texts = prop_oneof![any::<String>(), "( to be gone| for |\"|\\$){1,3}"];
        let named = texts.prop_map(|text| format!("text {}", gui::quoted(&text)));
        let plain =
            prop::sample::select(vec!["#home", "gone", "2nd for", "up in to", "class \"to be gone\""]);
        let target = prop_oneof![named, plain.prop_map(str::to_owned)]
            .prop_map(|text| text.parse::<Selector>().unwrap());
        let secret = Secret::from_environment("PASSWORD", &environment).unwrap();
        (target, any::<bool>(), 0..=3_600_000u64, 0..7).prop_map(move |(target, there, ms, kind)| {
            let condition = Condition { target: target.clone(), there };
            match kind {
                0 => Order::Expect(condition),
                1 => Order::WaitFor { condition, at_most: PATIENCE },
                2 => Order::WaitFor { condition, at_most: Duration::from_millis(ms) },
                3 => Order::TypeSecret { target, secret: secret.clone() },
                4 => Order::HideKeyboard,
                5 => Order::Do(Event::Wait { ms }),
                _ => Order::Do(Event::Tap { target }),
            }
        })
    }

    proptest! {
        #[test]
        fn read_back_as_printed(orders in prop::collection::vec(any_order(), 0..8)) {
            let place = Location { file: "x".into(), line: 1 };
            let script = Script { lines: orders.iter().map(|order| Line { place: place.clone(), order: order.clone() }).collect() };
            let read = parse(&script.to_string()).unwrap();
            prop_assert_eq!(read.lines.into_iter().map(|line| line.order).collect::<Vec<_>>(), orders);
        }

        #[test]
        fn any_bytes_are_a_script_or_an_error(bytes in any::<Vec<u8>>()) {
            let _ = Script::parse("x", &bytes, &environment);
        }

        #[test]
        fn any_words_are_a_script_or_an_error(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "wait", "for", "up", "to", "be", "gone", "expect", "type", "$", "$PASSWORD", "into", "#a", "5", "s", "\n", "ß",
                ]),
                0..10,
            ),
            gap in prop::sample::select(vec!["", " ", "\u{3000}"]),
        ) {
            if let Ok(script) = parse(&words.join(gap)) {
                prop_assert_eq!(parse(&script.to_string()).unwrap().to_string(), script.to_string());
            }
        }
    }
}
