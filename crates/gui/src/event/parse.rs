//! Events from text, in the words of [`Event::wish`]. The text may come from a stranger's file.

use std::fmt::Display;
use std::str::FromStr;

use super::{Direction, Event, Key, KeyboardAction, Orientation, Pinch, SystemEvent};
use crate::selector::tokens::unquote;
use crate::tell::quoted;
use crate::{Selector, SelectorError};

/// A text that is no event, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an event: {problem}, at byte {at}")]
pub struct EventError {
    /// What was expected and what was there instead.
    pub problem: String,
    /// How many bytes come before the place.
    pub at: usize,
}

impl From<SelectorError> for EventError {
    fn from(error: SelectorError) -> EventError {
        EventError { problem: error.problem, at: error.at }
    }
}

impl FromStr for Event {
    type Err = EventError;

    /// Reads what [`Event::wish`] prints. White space between words may differ.
    fn from_str(text: &str) -> Result<Event, EventError> {
        let mut line = Line { text: text.trim_end(), at: 0 };
        let verb = line.word();
        match verb {
            "tap" => match line.text.strip_suffix("twice, quickly").filter(|rest| rest.len() > line.at) {
                Some(rest) => Ok(Event::DoubleTap { target: line.selector_up_to(rest.len())? }),
                None => Ok(Event::Tap { target: line.selector()? }),
            },
            "long-tap" => Ok(Event::LongTap { target: line.selector()? }),
            "empty" => Ok(Event::Edit { target: line.selector()?, text: String::new() }),
            "type" => {
                let text = line.quoted()?;
                line.phrase("into")?;
                Ok(Event::Edit { target: line.selector()?, text })
            }
            "press" if line.text.split_whitespace().nth(2) == Some("on") => {
                let action = line.one_of(KeyboardAction::ALL)?;
                line.phrase("on the keyboard in")?;
                Ok(Event::Submit { target: line.selector()?, action })
            }
            "scroll" => line.directed().map(|(target, toward)| Event::Scroll { target, toward }),
            "swipe" => line.directed().map(|(target, toward)| Event::Swipe { target, toward }),
            "pinch" => {
                let Some(rest) = line.text.strip_suffix("together").filter(|rest| rest.len() > line.at)
                else {
                    return Err(line.expected_at_end("`together`"));
                };
                Ok(Event::Pinch { target: line.selector_up_to(rest.len())?, fingers: Pinch::Together })
            }
            "spread" => {
                line.phrase("two fingers on")?;
                Ok(Event::Pinch { target: line.selector()?, fingers: Pinch::Apart })
            }
            "wait" => line.milliseconds().map(|ms| Event::Wait { ms }),
            "send" => {
                line.phrase("the")?;
                let event = match line.word() {
                    "broadcast" => SystemEvent::Broadcast { action: line.quoted()? },
                    "intent" => SystemEvent::Intent { action: line.quoted()? },
                    other => return Err(line.expected_instead_of(other, "`broadcast` or `intent`")),
                };
                line.end().map(|()| Event::System { event })
            }
            _ => line.plain_event(verb),
        }
    }
}

/// The verbs that are followed by something free, in the order of [`Event`].
const VERBS: &[&str] =
    &["tap", "long-tap", "type", "empty", "press", "scroll", "swipe", "pinch", "spread", "wait", "send"];

/// The events that need nothing further said, so that their wishes are all that there is to read.
fn plain_events() -> impl Iterator<Item = Event> {
    let system = [SystemEvent::Call, SystemEvent::Sms, SystemEvent::Time].into_iter();
    let switched =
        [true, false].into_iter().flat_map(|on| [SystemEvent::Network { on }, SystemEvent::Screen { on }]);
    let battery = (0..=u8::MAX).map(|percent| SystemEvent::Battery { percent });
    let keys = Key::ALL.iter().map(|&key| Event::Key { key });
    keys.chain(Orientation::ALL.iter().map(|&to| Event::Rotate { to }))
        .chain([Event::Launch, Event::Restart, Event::EndProcess])
        .chain(system.chain(switched).chain(battery).map(|event| Event::System { event }))
}

/// One line, read up to a place.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    /// The next word; empty at the end.
    fn word(&mut self) -> &'a str {
        self.skip_space();
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn phrase(&mut self, words: &str) -> Result<(), EventError> {
        for expected in words.split(' ') {
            let found = self.word();
            if found != expected {
                return Err(self.expected_instead_of(found, &format!("`{words}`")));
            }
        }
        Ok(())
    }

    fn one_of<T: Copy + Display>(&mut self, all: &[T]) -> Result<T, EventError> {
        let found = self.word();
        all.iter().copied().find(|one| one.to_string() == found).ok_or_else(|| {
            let names: Vec<String> = all.iter().map(T::to_string).collect();
            self.expected_instead_of(found, &names.join(", "))
        })
    }

    fn quoted(&mut self) -> Result<String, EventError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        if !rest.starts_with('"') {
            let found = self.word();
            return Err(self.expected_instead_of(found, "a text in quotes"));
        }
        let (text, len) = unquote(rest, self.at)?;
        self.at += len;
        Ok(text)
    }

    /// All that is left.
    fn selector(&mut self) -> Result<Selector, EventError> {
        self.selector_up_to(self.text.len())
    }

    fn selector_up_to(&mut self, end: usize) -> Result<Selector, EventError> {
        let start = std::mem::replace(&mut self.at, end);
        let text = &self.text[start..end];
        text.trim_end()
            .parse()
            .map_err(|error: SelectorError| EventError { problem: error.problem, at: start + error.at })
    }

    /// A widget, and as the last word a direction.
    fn directed(&mut self) -> Result<(Selector, Direction), EventError> {
        let rest = &self.text[self.at..];
        let last = rest.rfind(char::is_whitespace).map_or(self.at, |space| self.at + space);
        let name = self.text[last..].trim_start();
        let toward = Direction::ALL.iter().copied().find(|direction| direction.to_string() == name);
        let toward = toward.ok_or_else(|| self.expected_at_end("up, down, left or right"))?;
        Ok((self.selector_up_to(last)?, toward))
    }

    /// `1.5 s` or `200 ms`.
    fn milliseconds(&mut self) -> Result<u64, EventError> {
        let number = self.word();
        let wrong = self.expected_instead_of(number, "a time such as 1.5 s or 200 ms");
        let unit = self.word();
        let ms = match unit {
            "s" => thousandths(number),
            "ms" => whole(number),
            _ if thousandths(number).is_none() => None,
            _ => return Err(self.expected_instead_of(unit, "s or ms")),
        };
        let ms = ms.ok_or(wrong)?;
        self.end().map(|()| ms)
    }

    fn plain_event(&self, verb: &str) -> Result<Event, EventError> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let wish = words.join(" ");
        let same_verb = |event: &Event| event.wish().split(' ').next() == Some(verb);
        let mut known = plain_events().filter(same_verb);
        if let Some(event) = known.find(|event| event.wish() == wish) {
            return Ok(event);
        }
        // Few wishes share a verb, but for the battery's percents.
        let mut known: Vec<String> =
            plain_events().filter(same_verb).take(12).map(|event| format!("`{}`", event.wish())).collect();
        let start = self.text.len() - self.text.trim_start().len();
        if known.is_empty() {
            known = VERBS.iter().map(|&verb| verb.to_owned()).collect();
            known.extend(["turn", "open", "restart", "end", "let", "switch", "set"].map(str::to_owned));
        }
        Err(EventError { problem: found_instead(&known.join(", "), self.text.trim_start()), at: start })
    }

    fn end(&mut self) -> Result<(), EventError> {
        match self.word() {
            "" => Ok(()),
            more => Err(self.expected_instead_of(more, "the end of the line")),
        }
    }

    /// The error that the word read last is not `what`.
    fn expected_instead_of(&self, found: &str, what: &str) -> EventError {
        EventError { problem: found_instead(what, found), at: self.at - found.len() }
    }

    fn expected_at_end(&self, what: &str) -> EventError {
        let last = self.text[self.at..].split_whitespace().next_back().unwrap_or("");
        EventError { problem: found_instead(what, last), at: self.text.len() - last.len() }
    }
}

fn found_instead(expected: &str, found: &str) -> String {
    match found {
        "" => format!("expected {expected}, found the end"),
        found => {
            format!("expected {expected}, found {}", quoted(&found.chars().take(40).collect::<String>()))
        }
    }
}

/// Digits only: `parse` alone would take `+1`.
fn whole(number: &str) -> Option<u64> {
    number.parse().ok().filter(|_| number.bytes().all(|b| b.is_ascii_digit()))
}

/// A decimal number in thousandths; no finer.
fn thousandths(number: &str) -> Option<u64> {
    let (units, parts) = number.split_once('.').unwrap_or((number, "0"));
    let parts =
        Some(parts).filter(|parts| parts.len() <= 3).and_then(|parts| whole(&format!("{parts:0<3}")))?;
    whole(units)?.checked_mul(1000)?.checked_add(parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_write_is_understood() {
        for (written, wish) in [
            ("tap   #save ", "tap #save"),
            ("tap #save twice, quickly", "tap #save twice, quickly"),
            (r#"tap text "twice, quickly""#, r#"tap text "twice, quickly""#),
            (r#"type "say \"hi\"" into #note"#, r#"type "say \"hi\"" into #note"#),
            (r#"type "" into #note"#, "empty #note"),
            ("press  volume up", "press volume up"),
            ("press search on the keyboard in #query", "press search on the keyboard in #query"),
            ("scroll row 3 of #list down", "scroll row 3 of #list down"),
            ("pinch #map together", "pinch #map together"),
            ("wait 1500 ms", "wait 1.5 s"),
            ("wait 0.020 s", "wait 0.02 s"),
            ("let the battery go to 15 %", "let the battery go to 15 %"),
            (r#"send the broadcast "a.b.C""#, r#"send the broadcast "a.b.C""#),
        ] {
            assert_eq!(written.parse::<Event>().map(|event| event.wish()), Ok(wish.to_owned()), "{written}");
        }
    }

    #[test]
    fn what_is_no_event_says_where() {
        for (written, problem) in [
            (
                "tpa #save",
                "expected tap, long-tap, type, empty, press, scroll, swipe, pinch, spread, wait, send, turn, open, \
                 restart, end, let, switch, set, found \"tpa #save\", at byte 0",
            ),
            (
                "tap",
                "expected an id, class, text, description, hint, labelled, row, button or path, found the end, at byte 3",
            ),
            ("tap row 0 of #list", "expected a number from 1, found \"0\", at byte 8"),
            ("type milk into #note", "expected a text in quotes, found \"milk\", at byte 5"),
            ("type \"milk\" in #note", "expected `into`, found \"in\", at byte 12"),
            ("type \"milk", "expected a closing quote, at byte 10"),
            ("scroll #list", "expected up, down, left or right, found \"#list\", at byte 7"),
            ("wait", "expected a time such as 1.5 s or 200 ms, found the end, at byte 4"),
            ("wait 2", "expected s or ms, found the end, at byte 6"),
            ("wait +1 s", "expected a time such as 1.5 s or 200 ms, found \"+1\", at byte 5"),
            ("wait 1.2345 s", "expected a time such as 1.5 s or 200 ms, found \"1.2345\", at byte 5"),
            (
                "turn the phone",
                "expected `turn the phone to portrait`, `turn the phone to landscape`, found \"turn the phone\", at byte 0",
            ),
        ] {
            let error = written.parse::<Event>().unwrap_err();
            assert_eq!(error.to_string(), format!("not an event: {problem}"), "{written}");
        }
    }

    fn any_target() -> impl Strategy<Value = Selector> {
        let texts = prop_oneof![any::<String>(), "(twice, quickly|together|up|into|\"|\\\\| ){1,3}"];
        let named = texts.prop_map(|text| format!("text {}", quoted(&text)));
        let plain = prop::sample::select(vec![
            "#note",
            "up",
            "2nd together",
            "row 3 of #list",
            "#on in the",
            "path 0/1 s",
            "class \"twice, quickly\"",
        ]);
        prop_oneof![named, plain.prop_map(str::to_owned)].prop_map(|text| text.parse().unwrap())
    }

    fn any_event() -> impl Strategy<Value = Event> {
        let target = any_target;
        let direction = || prop::sample::select(Direction::ALL);
        let plain: Vec<Event> = plain_events().collect();
        let system = any::<(bool, String)>().prop_map(|(broadcast, action)| {
            if broadcast { SystemEvent::Broadcast { action } } else { SystemEvent::Intent { action } }
        });
        prop_oneof![
            target().prop_map(|target| Event::Tap { target }),
            target().prop_map(|target| Event::LongTap { target }),
            target().prop_map(|target| Event::DoubleTap { target }),
            (target(), any::<String>()).prop_map(|(target, text)| Event::Edit { target, text }),
            (target(), prop::sample::select(KeyboardAction::ALL))
                .prop_map(|(target, action)| Event::Submit { target, action }),
            (target(), direction()).prop_map(|(target, toward)| Event::Scroll { target, toward }),
            (target(), direction()).prop_map(|(target, toward)| Event::Swipe { target, toward }),
            (target(), prop::sample::select(vec![Pinch::Together, Pinch::Apart]))
                .prop_map(|(target, fingers)| Event::Pinch { target, fingers }),
            any::<u64>().prop_map(|ms| Event::Wait { ms }),
            prop::sample::select(plain),
            system.prop_map(|event| Event::System { event }),
        ]
    }

    proptest! {
        #[test]
        fn read_back_as_printed(event in any_event()) {
            prop_assert_eq!(event.wish().parse::<Event>(), Ok(event));
        }

        #[test]
        fn any_words_are_an_event_or_an_error(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "tap", "type", "press", "scroll", "pinch", "spread", "wait", "send", "the", "let", "\"x\"", "\"", "#a", "into",
                    "on", "twice,", "quickly", "together", "up", "1", "s", "ß", "",
                ]),
                0..8,
            ),
            gap in prop::sample::select(vec!["", " ", "\u{3000}"]),
        ) {
            if let Ok(event) = words.join(gap).parse::<Event>() {
                prop_assert_eq!(event.wish().parse::<Event>(), Ok(event));
            }
        }

        #[test]
        fn any_text_is_an_event_or_an_error(text in any::<String>()) {
            let _ = text.parse::<Event>();
        }
    }
}
