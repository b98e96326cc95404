//! Words and signs of a script.

use super::parse::{Piece, SyntaxError, Word};

/// The longest script.
const MAX_SCRIPT_BYTES: usize = 1 << 20;

/// The most words and signs in a script.
const MAX_TOKENS: usize = 1 << 16;

/// A word or a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    /// `;`, `&&`, `|`, `(` and so on; a line end is `;`.
    Sign(&'static str),
    /// `<`, `>`, `>>` or `>&` with the number before it.
    Redirect {
        number: Option<u8>,
        sign: &'static str,
    },
}

/// The signs, longer ones first.
const SIGNS: [&str; 8] = ["&&", "||", ";", "|", "&", "(", ")", "\n"];

/// Takes a script apart.
pub(super) fn tokens(script: &str) -> Result<Vec<Token>, SyntaxError> {
    if script.len() > MAX_SCRIPT_BYTES {
        return Err(SyntaxError("script too long".to_owned()));
    }
    let mut lexer = Lexer { rest: script };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token()? {
        tokens.push(token);
        if tokens.len() > MAX_TOKENS {
            return Err(SyntaxError("script too long".to_owned()));
        }
    }
    Ok(tokens)
}

struct Lexer<'a> {
    rest: &'a str,
}

impl Lexer<'_> {
    fn token(&mut self) -> Result<Option<Token>, SyntaxError> {
        self.skip_blanks();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if let Some(redirect) = self.redirect() {
            return Ok(Some(redirect));
        }
        for sign in SIGNS {
            if self.eat(sign) {
                return Ok(Some(Token::Sign(if sign == "\n" { ";" } else { sign })));
            }
        }
        self.word().map(|word| Some(Token::Word(word)))
    }

    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t', '\r']);
            if self.rest.starts_with('#') {
                self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
            } else if !self.eat("\\\n") {
                return;
            }
        }
    }

    fn redirect(&mut self) -> Option<Token> {
        let digit = self.rest.bytes().next().filter(u8::is_ascii_digit);
        let after = &self.rest[usize::from(digit.is_some())..];
        let sign = [">>", ">&", ">", "<"].into_iter().find(|sign| after.starts_with(sign))?;
        self.rest = &after[sign.len()..];
        Some(Token::Redirect { number: digit.map(|digit| digit - b'0'), sign })
    }

    fn word(&mut self) -> Result<Word, SyntaxError> {
        let mut word = Word::default();
        while let Some(next) = self.rest.chars().next() {
            match next {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' => break,
                '\'' => {
                    let (text, rest) = self.rest[1..].split_once('\'').ok_or_else(unclosed)?;
                    word.0.push(Piece::Text { text: text.to_owned(), quoted: true });
                    self.rest = rest;
                }
                '"' => {
                    self.rest = &self.rest[1..];
                    self.quoted(&mut word)?;
                }
                '\\' => {
                    self.rest = &self.rest[1..];
                    let escaped = self.take();
                    // At the end of a line it joins this one with the next.
                    if escaped != Some('\n') {
                        word.0.push(Piece::Text {
                            text: escaped.map_or("\\".to_owned(), String::from),
                            quoted: true,
                        });
                    }
                }
                '$' | '`' => self.dollar(&mut word, false)?,
                _ => {
                    let end =
                        self.rest.find(|c| " \t\r\n;&|<>()'\"\\$`".contains(c)).unwrap_or(self.rest.len());
                    word.0.push(Piece::Text { text: self.rest[..end].to_owned(), quoted: false });
                    self.rest = &self.rest[end..];
                }
            }
        }
        Ok(word)
    }

    /// The inside of double quotes, up to and with the closing one.
    fn quoted(&mut self, word: &mut Word) -> Result<(), SyntaxError> {
        // Empty quotes are a word too.
        let mut text = String::new();
        let flush = |text: &mut String, word: &mut Word| {
            word.0.push(Piece::Text { text: std::mem::take(text), quoted: true });
        };
        loop {
            match self.rest.chars().next().ok_or_else(unclosed)? {
                '"' => {
                    self.rest = &self.rest[1..];
                    flush(&mut text, word);
                    return Ok(());
                }
                '$' | '`' => {
                    flush(&mut text, word);
                    self.dollar(word, true)?;
                }
                '\\' => {
                    self.rest = &self.rest[1..];
                    match self.take().ok_or_else(unclosed)? {
                        '\n' => {}
                        escaped @ ('"' | '\\' | '$' | '`') => text.push(escaped),
                        other => text.extend(['\\', other]),
                    }
                }
                other => {
                    self.take();
                    text.push(other);
                }
            }
        }
    }

    /// `$NAME`, `${NAME}`, `$?`, `$(script)` or the same in backquotes; a lone dollar sign is itself.
    fn dollar(&mut self, word: &mut Word, quoted: bool) -> Result<(), SyntaxError> {
        if self.eat("`") {
            let (script, rest) = self.rest.split_once('`').ok_or_else(unclosed)?;
            word.0.push(Piece::Output { script: script.to_owned(), quoted });
            self.rest = rest;
            return Ok(());
        }
        self.rest = &self.rest[1..];
        if self.rest.starts_with("((") {
            return Err(SyntaxError("unexpected '(('".to_owned()));
        }
        if self.eat("(") {
            let end = closing_parenthesis(self.rest).ok_or_else(unclosed)?;
            word.0.push(Piece::Output { script: self.rest[..end].to_owned(), quoted });
            self.rest = &self.rest[end + 1..];
            return Ok(());
        }
        let name = if self.eat("{") {
            let (name, rest) = self.rest.split_once('}').ok_or_else(unclosed)?;
            if !is_name(name) && name != "?" {
                return Err(SyntaxError(format!("${{{name}}}: bad substitution")));
            }
            self.rest = rest;
            name
        } else if self.rest.starts_with(['?', '$', '#', '0']) {
            let (name, rest) = self.rest.split_at(1);
            self.rest = rest;
            name
        } else {
            let end =
                self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            if !is_name(name) {
                word.0.push(Piece::Text { text: "$".to_owned(), quoted });
                return Ok(());
            }
            self.rest = rest;
            name
        };
        word.0.push(Piece::Variable { name: name.to_owned(), quoted });
        Ok(())
    }

    fn take(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn eat(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

/// Whether it can name a variable.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Where the parenthesis closes that was opened just before `text`; quotes count.
fn closing_parenthesis(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            _ if escaped => escaped = false,
            ('\\', None | Some('"')) => escaped = true,
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('\'' | '"', None) => quote = Some(c),
            ('(', None) => depth += 1,
            (')', None) if depth == 0 => return Some(at),
            (')', None) => depth -= 1,
            _ => {}
        }
    }
    None
}

fn unclosed() -> SyntaxError {
    SyntaxError("no closing quote".to_owned())
}
