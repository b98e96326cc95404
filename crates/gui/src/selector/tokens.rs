//! The words of a selector.

use super::SelectorError;

/// A word, or a text in quotes with its escapes undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    Id(String),
    Quoted(String),
}

/// The text cut into words, ids and quoted texts, each with the byte at which it begins.
pub(crate) fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, SelectorError> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let (token, len) = match rest.strip_prefix('#') {
            _ if rest.is_empty() => return Ok(found),
            Some(id) if id.starts_with('"') => {
                let (id, len) = unquote(id, at + 1)?;
                (Token::Id(id), len + 1)
            }
            None if rest.starts_with('"') => {
                let (quoted, len) = unquote(rest, at)?;
                (Token::Quoted(quoted), len)
            }
            id => {
                let len = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
                (id.map_or(Token::Word(&rest[..len]), |id| Token::Id(id[..len - 1].to_owned())), len)
            }
        };
        found.push((at, token));
        at += len;
    }
}

/// What [`quoted`](crate::quoted) was made of, read from the start of a text, and how many bytes it takes there.
pub fn unquoted(text: &str) -> Result<(String, usize), SelectorError> {
    if text.starts_with('"') {
        unquote(text, 0)
    } else {
        Err(SelectorError { problem: "expected a text in quotes".to_owned(), at: 0 })
    }
}

/// The text in quotes at the start of `rest`, and how many bytes it takes there.
pub(crate) fn unquote(rest: &str, at: usize) -> Result<(String, usize), SelectorError> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((offset, c)) = chars.next() {
        let wrong = |problem: &str| SelectorError { problem: problem.to_owned(), at: at + offset };
        match c {
            '"' => return Ok((text, offset + 1)),
            '\\' => match chars.next().map(|(_, escaped)| escaped) {
                Some(c @ ('"' | '\\')) => text.push(c),
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('u') => {
                    let c = braced_character(chars.by_ref().map(|(_, c)| c));
                    text.push(c.ok_or_else(|| wrong("expected \\u{…}"))?);
                }
                _ => return Err(wrong("expected one of \\\" \\\\ \\n \\t \\u{…}")),
            },
            c => text.push(c),
        }
    }
    Err(SelectorError { problem: "expected a closing quote".to_owned(), at: at + rest.len() })
}

/// The character whose number stands in braces: `{202e}`.
fn braced_character(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|&c| c == '{')?;
    let mut code = 0;
    // Six digits suffice for every character.
    for _ in 0..7 {
        match chars.next()? {
            '}' => return char::from_u32(code),
            c => code = code * 16 + c.to_digit(16)?,
        }
    }
    None
}
