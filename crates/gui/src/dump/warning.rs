//! What we let pass in a dump, and say so.

use std::fmt;

use serde::Serialize;

/// Something in a dump that a strict reader would not have accepted or not have looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What it is.
    pub kind: WarningKind,
    /// Where in the text (after decoding to UTF-8) it was first seen.
    pub offset: usize,
    /// How often.
    pub count: usize,
}

/// Each leniency of the parser. Whatever we accept beyond well-formed XML stands in this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// The file was UTF-16, as PowerShell saves it.
    Utf16,
    /// Bytes that are not UTF-8 were replaced by U+FFFD.
    InvalidUtf8,
    /// Line ends are CR LF or CR CR LF, as a pty or Windows makes them.
    CarriageReturns,
    /// Words before the XML, such as a stack trace or a status line.
    TextBefore,
    /// Uiautomator's own status line after the XML: "UI hierchary dumped to: /dev/tty". Nothing to worry about.
    StatusLine,
    /// Other words after the XML.
    TextAfter,
    /// The `<hierarchy>` around the widgets is missing.
    MissingRoot,
    /// The XML declaration is not one that XML allows.
    OddDeclaration,
    /// Text, comments or instructions between the widgets mean nothing in a dump.
    Ignored,
    /// A name with a colon is taken as it is written; namespaces are not resolved.
    Namespace,
    /// A character that XML forbids was kept.
    InvalidCharacter,
    /// A reference to half a character or to one that XML forbids.
    InvalidReference,
    /// An attribute that should be a number is not; 0 was taken.
    BadNumber,
    /// An attribute that should be true or false is neither; false was taken.
    BadFlag,
    /// Bounds that do not read `[left,top][right,bottom]`; an empty rectangle was taken.
    BadBounds,
    /// The dump holds no widget.
    NoWidgets,
    /// The dump is cut off; what stands before the cut was taken, as asked.
    Truncated,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            WarningKind::Utf16 => "the file is UTF-16; read as such",
            WarningKind::InvalidUtf8 => "bytes that are not UTF-8 were replaced",
            WarningKind::CarriageReturns => "line ends were mangled (CR LF)",
            WarningKind::TextBefore => "text before the XML was skipped",
            WarningKind::StatusLine => "the status line after the XML was skipped",
            WarningKind::TextAfter => "text after the XML was skipped",
            WarningKind::MissingRoot => "the <hierarchy> around the widgets is missing",
            WarningKind::OddDeclaration => "the XML declaration is odd",
            WarningKind::Ignored => "something between the widgets was skipped",
            WarningKind::Namespace => "names with a colon were taken as they are",
            WarningKind::InvalidCharacter => "characters that XML forbids were kept",
            WarningKind::InvalidReference => "references to half or forbidden characters were mended",
            WarningKind::BadNumber => "a number could not be read; 0 was taken",
            WarningKind::BadFlag => "neither true nor false; false was taken",
            WarningKind::BadBounds => "bounds could not be read; an empty rectangle was taken",
            WarningKind::NoWidgets => "the dump holds no widget",
            WarningKind::Truncated => "the dump is cut off; this is what was read",
        })?;
        if self.count > 1 {
            write!(f, " ({} times, first at byte {})", self.count, self.offset)
        } else {
            write!(f, " (at byte {})", self.offset)
        }
    }
}

/// Warnings by kind: a dump of nothing but oddities must not make a list as long as itself.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<Warning>);

impl Warnings {
    #[cold]
    pub(super) fn add(&mut self, kind: WarningKind, offset: usize) {
        match self.0.iter_mut().find(|warning| warning.kind == kind) {
            Some(warning) => warning.count += 1,
            None => self.0.push(Warning { kind, offset, count: 1 }),
        }
    }

    pub(super) fn into_vec(self) -> Vec<Warning> {
        self.0
    }
}
