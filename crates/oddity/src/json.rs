//! JSON that people can read and compare line by line: each entry of a top-level list on a line of its own.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// Breaks lines down to the entries of top-level lists, not inside of them.
#[derive(Default)]
pub(crate) struct LineByLine {
    depth: usize,
}

/// The document itself and the lists in it.
const BROKEN_DEPTH: usize = 2;

impl LineByLine {
    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < BROKEN_DEPTH {
            self.indent(out)?;
        }
        out.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= BROKEN_DEPTH {
            self.indent(out)
        } else if first {
            Ok(())
        } else {
            out.write_all(b" ")
        }
    }

    fn indent<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for LineByLine {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    /// Whoever reads a terminal is not to be steered by a text in it.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        out.write_all(gui::plain_json(fragment).as_bytes())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[test]
    fn controls_are_written_as_their_numbers() {
        let mut out = Vec::new();
        let text = "\u{9b}31m\u{7f} ä \u{1b}";
        text.serialize(&mut serde_json::Serializer::with_formatter(&mut out, LineByLine::default())).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, r#""\u009b31m\u007f ä \u001b""#);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn entries_of_lists_stand_on_lines() {
        let mut out = Vec::new();
        let value = serde_json::json!({"list": [{"a": [1, 2], "b": {}}, {"a": []}], "none": [], "one": 1});
        value
            .serialize(&mut serde_json::Serializer::with_formatter(&mut out, LineByLine::default()))
            .unwrap();
        let expected = "{\n  \"list\": [\n    {\"a\": [1, 2], \"b\": {}},\n    {\"a\": []}\n  ],\n  \"none\": [\n  ],\n  \"one\": 1\n}";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
