//! A scanner for the XML that phones print.
//!
//! It reads tags and attributes and checks that they are well formed as `roxmltree` would: names, quotes, entities,
//! no attribute twice (the caller's part, who knows the names), tags closed in order (likewise). What lies between
//! tags means nothing in a dump; it is skipped and noted. No document type is accepted, so no entity can grow.

use super::grammar::{
    NAME, STOPS_VALUE, end_outside_quotes, is_name_char, is_name_start, is_plain_declaration, is_xml_char,
    parse_code_point,
};
use super::warning::{WarningKind, Warnings};

/// A piece of the text, or, beyond its end, of the values that had to be unescaped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    start: u32,
    len: u32,
}

impl Span {
    /// Whether the attribute is empty or absent.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A place where the text stops being XML, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum XmlError {
    /// The text ends in the middle.
    Truncated,
    Malformed {
        offset: usize,
        problem: &'static str,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// `<name`; its attributes come next.
    Open(Span),
    /// `</name>`.
    Close(Span),
    /// The text's end, or the first character that cannot be part of XML outside of all tags.
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute {
    Named {
        name: Span,
        value: Span,
    },
    /// No more attributes; `closed` for `/>`.
    Last {
        closed: bool,
    },
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    pos: usize,
    /// Values that are not in the text as they are meant.
    unescaped: String,
    pub(super) warnings: Warnings,
}

impl<'a> Scanner<'a> {
    /// Scans `text` from byte `start` on; offsets count from the text's beginning.
    pub(super) fn new(text: &'a str, start: usize, warnings: Warnings) -> Scanner<'a> {
        Scanner { text, pos: start, unescaped: String::new(), warnings }
    }

    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    pub(super) fn bytes(&self, span: Span) -> &[u8] {
        self.str(span).as_bytes()
    }

    pub(super) fn str(&self, span: Span) -> &str {
        resolve(self.text, &self.unescaped, span)
    }

    pub(super) fn finish(self) -> (String, Warnings) {
        (self.unescaped, self.warnings)
    }

    /// Skips the declaration at the very start, if there is one.
    pub(super) fn declaration(&mut self) -> Result<(), XmlError> {
        let rest = &self.text[self.pos..];
        if !rest.starts_with("<?xml") || rest[5..].starts_with(|c: char| !c.is_ascii_whitespace()) {
            return Ok(());
        }
        let end = end_outside_quotes(rest).or_else(|| rest.find("?>")).ok_or(XmlError::Truncated)?;
        if !is_plain_declaration(&rest[5..end]) {
            self.warnings.add(WarningKind::OddDeclaration, self.pos);
        }
        self.pos += end + 2;
        Ok(())
    }

    /// The next tag. Outside of all tags (`depth` 0) anything that cannot be XML ends the scan; inside it is skipped.
    pub(super) fn tag(&mut self, depth: usize) -> Result<Tag, XmlError> {
        loop {
            self.skip_text(depth)?;
            match self.peek_from(0) {
                None => return Ok(Tag::End),
                Some(b'<') => {}
                Some(_) => return Ok(Tag::End),
            }
            match self.peek_from(1) {
                Some(b'/') => {
                    self.pos += 2;
                    return self.close_tag();
                }
                Some(b'!' | b'?') => {
                    if !self.skip_aside(depth)? {
                        return Ok(Tag::End);
                    }
                }
                Some(_) => {
                    self.pos += 1;
                    return Ok(Tag::Open(self.name()?));
                }
                None => return Err(XmlError::Truncated),
            }
        }
    }

    /// The next attribute of the tag just opened.
    #[inline]
    pub(super) fn attribute(&mut self) -> Result<Attribute, XmlError> {
        let spaced = self.skip_space();
        let Some(byte) = self.peek_from(0) else { return Err(XmlError::Truncated) };
        match byte {
            b'>' => {
                self.pos += 1;
                return Ok(Attribute::Last { closed: false });
            }
            b'/' => {
                return match self.peek_from(1) {
                    Some(b'>') => {
                        self.pos += 2;
                        Ok(Attribute::Last { closed: true })
                    }
                    Some(_) => self.malformed("“/” must be followed by “>”"),
                    None => Err(XmlError::Truncated),
                };
            }
            _ => {}
        }
        if !spaced {
            return self.malformed("a space is missing before an attribute");
        }
        let name = self.name()?;
        self.skip_space();
        self.expect(b'=', "an attribute needs “=” and a value in quotes")?;
        self.skip_space();
        let value = self.value()?;
        Ok(Attribute::Named { name, value })
    }

    /// The value of the attribute that comes next if it is the expected one, given as it is printed: ` text="`.
    ///
    /// Phones print attributes in one order, so most can be taken without looking their names up.
    #[inline]
    pub(super) fn expected(&mut self, printed: &[u8]) -> Option<Result<Span, XmlError>> {
        if !self.text.as_bytes()[self.pos..].starts_with(printed) {
            return None;
        }
        self.pos += printed.len() - 1;
        // Most attributes are flags, and most flags are off.
        if self.text.as_bytes()[self.pos + 1..].starts_with(b"false\"") {
            let value = Span { start: self.pos as u32 + 1, len: 5 };
            self.pos += 7;
            return Some(Ok(value));
        }
        Some(self.value_until(b'"'))
    }

    fn value(&mut self) -> Result<Span, XmlError> {
        let quote = match self.peek_from(0) {
            Some(quote @ (b'"' | b'\'')) => quote,
            Some(_) => return self.malformed("an attribute's value must stand in quotes"),
            None => return Err(XmlError::Truncated),
        };
        self.value_until(quote)
    }

    /// The value whose opening quote is the next character.
    #[inline]
    fn value_until(&mut self, quote: u8) -> Result<Span, XmlError> {
        let start = self.pos + 1;
        let bytes = self.text.as_bytes();
        let mut at = start;
        loop {
            let Some(skipped) = bytes[at..].iter().position(|&b| STOPS_VALUE[b as usize]) else {
                return Err(XmlError::Truncated);
            };
            at += skipped;
            match bytes[at] {
                byte if byte == quote => {
                    self.pos = at + 1;
                    return Ok(Span { start: start as u32, len: (at - start) as u32 });
                }
                b'"' | b'\'' => at += 1,
                _ => return self.value_with_escapes(start, at, quote),
            }
        }
    }

    /// The rest of a value from `at` on, where the first character stands that is not meant as it is.
    #[cold]
    fn value_with_escapes(&mut self, start: usize, mut at: usize, quote: u8) -> Result<Span, XmlError> {
        let text = self.text;
        let bytes = text.as_bytes();
        let from = self.unescaped.len();
        self.unescaped.push_str(&text[start..at]);
        loop {
            let Some(&byte) = bytes.get(at) else { return Err(XmlError::Truncated) };
            match byte {
                _ if byte == quote => break,
                b'<' => {
                    self.pos = at;
                    return self.malformed("“<” inside of a value must be written “&lt;”");
                }
                b'&' => at = self.reference(at)?,
                b'\r' | b'\n' | b'\t' => {
                    // One space for a line end, whichever way it is written.
                    at += if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
                    self.unescaped.push(' ');
                }
                _ => {
                    let c = text[at..].chars().next().unwrap_or_default();
                    if !is_xml_char(c) {
                        self.warnings.add(WarningKind::InvalidCharacter, at);
                    }
                    self.unescaped.push(c);
                    at += c.len_utf8();
                }
            }
        }
        self.pos = at + 1;
        Ok(Span { start: (text.len() + from) as u32, len: (self.unescaped.len() - from) as u32 })
    }

    /// Appends what the reference at `at` stands for; returns where it ends.
    fn reference(&mut self, at: usize) -> Result<usize, XmlError> {
        let rest = &self.text[at..];
        // The longest that means anything is `&#x10FFFF;`; zeros in front make it longer, but not for ever.
        let window = &rest.as_bytes()[..rest.len().min(64)];
        let Some(end) = window.iter().position(|&b| b == b';') else {
            return if rest.len() < 64 && !rest.contains(['"', '\'', '<']) {
                Err(XmlError::Truncated)
            } else {
                self.malformed_at(at, "“&” must begin a reference such as “&amp;”")
            };
        };
        let c = match &rest[1..end] {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            name => match name.strip_prefix('#').and_then(parse_code_point) {
                Some(code) => return Ok(self.push_code_point(at, at + end + 1, code)),
                None => return self.malformed_at(at, "“&” must begin a reference such as “&amp;”"),
            },
        };
        self.unescaped.push(c);
        Ok(at + end + 1)
    }

    /// Appends the character of a numeric reference; two halves of a surrogate pair, as old phones print emoji, are
    /// put together.
    fn push_code_point(&mut self, at: usize, end: usize, code: u32) -> usize {
        if let Some(c) = char::from_u32(code).filter(|&c| is_xml_char(c)) {
            self.unescaped.push(c);
            return end;
        }
        self.warnings.add(WarningKind::InvalidReference, at);
        if let Some((c, next)) =
            (0xd800..0xdc00).contains(&code).then(|| self.low_surrogate(end, code)).flatten()
        {
            self.unescaped.push(c);
            return next;
        }
        self.unescaped
            .push(char::from_u32(code).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER));
        end
    }

    fn low_surrogate(&self, at: usize, high: u32) -> Option<(char, usize)> {
        let rest = self.text[at..].strip_prefix("&#")?;
        let end = rest.as_bytes().iter().take(16).position(|&b| b == b';')?;
        let low = parse_code_point(&rest[..end]).filter(|low| (0xdc00..0xe000).contains(low))?;
        let c = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))?;
        Some((c, at + 2 + end + 1))
    }

    fn close_tag(&mut self) -> Result<Tag, XmlError> {
        let name = self.name()?;
        self.skip_space();
        self.expect(b'>', "a closing tag must end in “>”")?;
        Ok(Tag::Close(name))
    }

    fn name(&mut self) -> Result<Span, XmlError> {
        if self.peek_from(0) == Some(b':') {
            // An empty prefix is no prefix.
            self.warnings.add(WarningKind::Namespace, self.pos);
            self.pos += 1;
        }
        let start = self.pos;
        let bytes = &self.text.as_bytes()[start..];
        let len = bytes.iter().position(|&b| !NAME[b as usize]).unwrap_or(bytes.len());
        let end = match bytes.get(len) {
            None => return Err(XmlError::Truncated),
            Some(byte) if byte.is_ascii() && *byte != b':' => start + len,
            Some(_) => self.rare_name_end(start + len),
        };
        let first = self.text[start..end].chars().next();
        if !first.is_some_and(is_name_start) {
            return self.malformed("a name was expected here");
        }
        self.pos = end;
        Ok(Span { start: start as u32, len: (end - start) as u32 })
    }

    /// Where a name ends that holds a colon or letters beyond ASCII.
    #[cold]
    fn rare_name_end(&mut self, from: usize) -> usize {
        let rest = &self.text[from..];
        let end = rest.find(|c| c != ':' && !is_name_char(c)).unwrap_or(rest.len());
        if rest[..end].contains(':') {
            self.warnings.add(WarningKind::Namespace, from);
        }
        from + end
    }

    /// Skips what is not a tag. Text inside of the tree is noted; text outside of it is left to the caller.
    fn skip_text(&mut self, depth: usize) -> Result<(), XmlError> {
        self.skip_space();
        if depth == 0 || self.peek_from(0) == Some(b'<') {
            return Ok(());
        }
        let rest = &self.text.as_bytes()[self.pos..];
        match memchr::memchr(b'<', rest) {
            None => Err(XmlError::Truncated),
            Some(skipped) => {
                self.warnings.add(WarningKind::Ignored, self.pos);
                self.pos += skipped;
                Ok(())
            }
        }
    }

    /// Skips a comment, an instruction or a character block. `false` where none stands.
    fn skip_aside(&mut self, depth: usize) -> Result<bool, XmlError> {
        let rest = &self.text[self.pos..];
        let end = if let Some(comment) = rest.strip_prefix("<!--") {
            comment.find("-->").map(|at| at + 7)
        } else if rest.starts_with("<?") {
            rest.find("?>").map(|at| at + 2)
        } else if rest.starts_with("<![CDATA[") && depth > 0 {
            rest.find("]]>").map(|at| at + 3)
        } else if ["<!--", "<![CDATA["].iter().any(|whole| whole.starts_with(rest)) {
            None
        } else if depth == 0 {
            return Ok(false);
        } else {
            return self.malformed("only widgets can stand here");
        };
        let end = end.ok_or(XmlError::Truncated)?;
        self.warnings.add(WarningKind::Ignored, self.pos);
        self.pos += end;
        Ok(true)
    }

    #[inline]
    fn skip_space(&mut self) -> bool {
        let start = self.pos;
        while matches!(self.peek_from(0), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.pos += 1;
        }
        self.pos > start
    }

    fn expect(&mut self, byte: u8, problem: &'static str) -> Result<(), XmlError> {
        match self.peek_from(0) {
            Some(found) if found == byte => {
                self.pos += 1;
                Ok(())
            }
            Some(_) => self.malformed(problem),
            None => Err(XmlError::Truncated),
        }
    }

    fn peek_from(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.pos + ahead).copied()
    }

    fn malformed<T>(&self, problem: &'static str) -> Result<T, XmlError> {
        self.malformed_at(self.pos, problem)
    }

    fn malformed_at<T>(&self, offset: usize, problem: &'static str) -> Result<T, XmlError> {
        Err(XmlError::Malformed { offset, problem })
    }
}

/// The string a span means, given the text and the values unescaped from it.
#[inline]
pub(super) fn resolve<'a>(text: &'a str, unescaped: &'a str, span: Span) -> &'a str {
    let (start, len) = (span.start as usize, span.len as usize);
    match start.checked_sub(text.len()) {
        Some(start) if len > 0 => &unescaped[start..start + len],
        _ if len == 0 => "",
        _ => &text[start..start + len],
    }
}
