//! Selectors from text. The text may come from a stranger's file.

use std::str::FromStr;

use super::print::is_plain_class;
use super::tokens::{Token, tokens};
use super::{Selector, Step, Traits};
use crate::tell::quoted;

/// The most bytes of a selector's text. Those we make stay far below.
const MAX_BYTES: usize = 16 << 10;

/// The most surroundings that a selector may name, itself included.
const MAX_STEPS: usize = 16;

/// A text that is no selector, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a selector: {problem}, at byte {at}")]
pub struct SelectorError {
    /// What was expected and what was there instead.
    pub problem: String,
    /// How many bytes come before the place.
    pub at: usize,
}

impl From<Selector> for String {
    fn from(selector: Selector) -> String {
        selector.to_string()
    }
}

impl TryFrom<String> for Selector {
    type Error = SelectorError;

    fn try_from(text: String) -> Result<Selector, SelectorError> {
        text.parse()
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Selector, SelectorError> {
        if text.len() > MAX_BYTES {
            return Err(SelectorError { problem: format!("longer than {MAX_BYTES} bytes"), at: MAX_BYTES });
        }
        let mut parser = Parser { tokens: tokens(text)?, next: 0, end: text.len() };
        let mut steps = vec![parser.step()?];
        loop {
            let row = steps.last().is_some_and(Step::is_row);
            match parser.take() {
                Some(Token::Word("of")) if row => {}
                Some(Token::Word("in")) if !row => {}
                None if !row => return Ok(Selector { steps }),
                _ if row => return Err(parser.expected("`of` and the list that the row belongs to")),
                _ => return Err(parser.expected("another trait, or `in` and what it stands in")),
            }
            if steps.len() == MAX_STEPS {
                return Err(parser.expected(&format!("at most {MAX_STEPS} surroundings")));
            }
            steps.push(parser.step()?);
        }
    }
}

struct Parser<'a> {
    tokens: Vec<(usize, Token<'a>)>,
    next: usize,
    end: usize,
}

impl<'a> Parser<'a> {
    fn step(&mut self) -> Result<Step, SelectorError> {
        match self.peek() {
            Some(Token::Word("row")) => {
                self.next += 1;
                match self.take() {
                    Some(Token::Word("with")) => Ok(Step::RowWith(self.quoted()?)),
                    Some(Token::Word(word)) => {
                        counted(word).map(Step::Row).ok_or_else(|| self.expected("a number from 1"))
                    }
                    _ => Err(self.expected("a row's number, or `with` and its text")),
                }
            }
            Some(Token::Word("button")) => {
                self.next += 1;
                match self.take() {
                    Some(Token::Word("around")) => Ok(Step::Around(self.quoted()?)),
                    _ => Err(self.expected("`around` and a text in the button")),
                }
            }
            Some(Token::Word("path")) => {
                self.next += 1;
                self.path()
            }
            Some(Token::Word(word)) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                self.next += 1;
                let nth = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending));
                let nth =
                    nth.and_then(counted).ok_or_else(|| self.expected("a place such as 1st, 2nd, 3rd"))?;
                Ok(Step::Traits { traits: self.traits()?, nth: Some(nth) })
            }
            _ => Ok(Step::Traits { traits: self.traits()?, nth: None }),
        }
    }

    fn path(&mut self) -> Result<Step, SelectorError> {
        let places = match self.take() {
            Some(Token::Word(word)) => word.split('/').map(number).collect::<Option<Vec<u32>>>(),
            _ => None,
        };
        let places = places.ok_or_else(|| self.expected("child numbers such as 0/1/3"))?;
        Ok(Step::Path { places, class: self.class()? })
    }

    fn traits(&mut self) -> Result<Traits, SelectorError> {
        let mut traits = Traits { class: self.class()?, ..Traits::default() };
        if let Some(Token::Id(id)) = self.peek() {
            self.next += 1;
            if id.is_empty() {
                return Err(self.expected("an id behind #"));
            }
            traits.id = Some(id);
        }
        if let Some(Token::Quoted(text)) = self.peek() {
            self.next += 1;
            traits.text = Some(text);
        }
        for (word, said) in [
            ("text", &mut traits.text),
            ("description", &mut traits.description),
            ("hint", &mut traits.hint),
            ("labelled", &mut traits.label),
        ] {
            if said.is_none() && self.peek() == Some(Token::Word(word)) {
                self.next += 1;
                *said = Some(self.quoted()?);
            }
        }
        if traits == Traits::default() {
            self.next += 1;
            return Err(self.expected("an id, class, text, description, hint, labelled, row, button or path"));
        }
        Ok(traits)
    }

    fn class(&mut self) -> Result<Option<String>, SelectorError> {
        let class = match self.peek() {
            Some(Token::Word("class")) => {
                self.next += 1;
                match self.peek() {
                    Some(Token::Word(name)) if is_plain_class(name) => name.to_owned(),
                    Some(Token::Quoted(name)) => name,
                    _ => {
                        self.next += 1;
                        return Err(self.expected("a class behind `class`"));
                    }
                }
            }
            Some(Token::Word(name)) if is_plain_class(name) => name.to_owned(),
            _ => return Ok(None),
        };
        self.next += 1;
        Ok(Some(class))
    }

    fn quoted(&mut self) -> Result<String, SelectorError> {
        match self.take() {
            Some(Token::Quoted(text)) => Ok(text),
            _ => Err(self.expected("a text in quotes")),
        }
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).map(|(_, token)| token.clone())
    }

    fn take(&mut self) -> Option<Token<'a>> {
        self.next += 1;
        self.tokens.get(self.next - 1).map(|(_, token)| token.clone())
    }

    /// The error that the token taken last is not `what`.
    fn expected(&self, what: &str) -> SelectorError {
        let taken = self.next.checked_sub(1).and_then(|at| self.tokens.get(at));
        let short = |text: &str| quoted(&text.chars().take(40).collect::<String>());
        let found = match taken {
            None => "the end".to_owned(),
            Some((_, Token::Word(word))) => short(word),
            Some((_, Token::Id(id))) => format!("the id {}", short(id)),
            Some((_, Token::Quoted(text))) => format!("the text {}", short(text)),
        };
        SelectorError {
            problem: format!("expected {what}, found {found}"),
            at: taken.map_or(self.end, |(at, _)| *at),
        }
    }
}

/// Digits only: `parse` alone would take `+1`.
fn number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()))
}

fn counted(word: &str) -> Option<u32> {
    number(word).filter(|&n| n > 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_write_is_understood() {
        for (written, printed) in [
            ("#save", "#save"),
            ("  #com.other:id/save ", "#com.other:id/save"),
            (r#"#"my tag""#, r#"#"my tag""#),
            (r#""Save""#, r#"text "Save""#),
            (r#"Button text "Save""#, r#"Button "Save""#),
            ("class Button", "Button"),
            (r#"class "row""#, r#"class "row""#),
            ("android.widget.Button", "android.widget.Button"),
            ("21th EditText in #form", "21st EditText in #form"),
            (r#"#list "a\"b\\c\n\u{202e}""#, r#"#list "a\"b\\c\n\u{202e}""#),
            (
                r#"EditText #note "x" description "y" hint "z""#,
                r#"EditText #note "x" description "y" hint "z""#,
            ),
            (r#"2nd Button labelled "Save""#, r#"2nd Button labelled "Save""#),
            ("path 0/1/3 Button in #bar", "path 0/1/3 Button in #bar"),
            ("#check in row 3 of #list in 2nd FrameLayout", "#check in row 3 of #list in 2nd FrameLayout"),
        ] {
            let selector: Result<Selector, _> = written.parse();
            assert_eq!(selector.map(|selector| selector.to_string()), Ok(printed.to_owned()), "{written}");
        }
    }

    #[test]
    fn what_is_no_selector_says_where() {
        for (written, problem) in [
            (
                "",
                "expected an id, class, text, description, hint, labelled, row, button or path, found the end, at byte 0",
            ),
            ("#", "expected an id behind #, found the id \"\", at byte 0"),
            ("row 3", "expected `of` and the list that the row belongs to, found the end, at byte 5"),
            ("row 0 of #list", "expected a number from 1, found \"0\", at byte 4"),
            ("row +1 of #list", "expected a number from 1, found \"+1\", at byte 4"),
            ("text Save", "expected a text in quotes, found \"Save\", at byte 5"),
            ("#a of #b", "expected another trait, or `in` and what it stands in, found \"of\", at byte 3"),
            ("#a #b", "expected another trait, or `in` and what it stands in, found the id \"b\", at byte 3"),
            ("text \"Save", "expected a closing quote, at byte 10"),
            ("text \"\\x\"", "expected one of \\\" \\\\ \\n \\t \\u{…}, at byte 6"),
            ("text \"\\u{110000}\"", "expected \\u{…}, at byte 6"),
            ("text \"\\u{0000041\"", "expected \\u{…}, at byte 6"),
            ("button \"x\"", "expected `around` and a text in the button, found the text \"x\", at byte 7"),
            ("path 1//2", "expected child numbers such as 0/1/3, found \"1//2\", at byte 5"),
            ("3 Button", "expected a place such as 1st, 2nd, 3rd, found \"3\", at byte 0"),
            ("class 7", "expected a class behind `class`, found \"7\", at byte 6"),
        ] {
            let error = written.parse::<Selector>().unwrap_err();
            assert_eq!(error.to_string(), format!("not a selector: {problem}"), "{written}");
        }
    }

    #[test]
    fn more_than_anyone_means_is_refused() {
        let long = format!("text \"{}\"", "x".repeat(MAX_BYTES));
        assert!(long.parse::<Selector>().unwrap_err().to_string().contains("longer than"));
        let deep = |steps| ["#a"].repeat(steps).join(" in ").parse::<Selector>();
        assert!(deep(MAX_STEPS).is_ok());
        assert!(deep(MAX_STEPS + 1).unwrap_err().to_string().contains("at most 16"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_selector_or_an_error(text in any::<String>()) {
            let _ = text.parse::<Selector>();
        }

        #[test]
        fn any_words_are_a_selector_or_an_error(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "row", "with", "of", "button", "around", "in", "path", "text", "class", "hint", "labelled", "2nd", "3", "0/1", "#a", "#",
                    "Button", "\"x\"", "\"", "\\", "\\u{", "#\"", "ß",
                ]),
                0..12,
            ),
            gap in prop::sample::select(vec!["", " "]),
        ) {
            if let Ok(selector) = words.join(gap).parse::<Selector>() {
                prop_assert_eq!(selector.to_string().parse::<Selector>(), Ok(selector));
            }
        }
    }
}
