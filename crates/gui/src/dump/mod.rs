//! Screens as phones print them: `uiautomator dump`, with or without `--windows`, and its cousins in Appium and
//! uiautomator2.

pub mod flat;
mod decode;
mod warning;
mod read;
mod attribute;
mod xml;
mod grammar;
mod print;

use crate::build::LimitReached;
use crate::layout::Layout;
use flat::{Flat, MAX_ATTRIBUTES};
use warning::Warnings;
pub use warning::{Warning, WarningKind};

/// The largest dump we read. The largest of a thousand real ones had 194 kB.
pub const MAX_DUMP_BYTES: usize = 16 << 20;

/// A layout, and what we let pass when reading it.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The screen.
    pub layout: Layout,
    /// Each leniency that was needed, at most one of a kind.
    pub warnings: Vec<Warning>,
}

/// Why a dump is not a layout.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// There is nothing in it.
    #[error("the dump is empty")]
    Empty,
    /// The phone said why it did not dump.
    #[error("the phone printed no dump but a message: {0}")]
    Refused(Refusal),
    /// Neither XML nor a word we know.
    #[error("no uiautomator dump begins here: there is no <hierarchy> and no <node> (byte {offset})")]
    NotADump {
        /// Where we stopped looking.
        offset: usize,
    },
    /// The end is missing.
    #[error("the dump is cut off at byte {offset}, after {} whole widgets", .partial.layout.len())]
    Truncated {
        /// Where it ends.
        offset: usize,
        /// What stands before the cut.
        partial: Box<Parsed>,
    },
    /// Not well-formed XML.
    #[error("the dump is broken at byte {offset}: {problem}")]
    Malformed {
        /// Where.
        offset: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// Two dumps in one file; which one is meant?
    #[error("a second dump begins at byte {offset}")]
    SeveralDumps {
        /// Where the second begins.
        offset: usize,
    },
    /// More bytes than [`MAX_DUMP_BYTES`].
    #[error("the dump is larger than {} MiB", MAX_DUMP_BYTES >> 20)]
    TooLarge,
    /// One tag with more attributes than we believe.
    #[error("a tag has more than {MAX_ATTRIBUTES} attributes (byte {offset})")]
    TooManyAttributes {
        /// Where.
        offset: usize,
    },
    /// More or deeper widgets than we believe.
    #[error("the dump has {0}")]
    Limit(#[from] LimitReached),
}

/// What a phone prints instead of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// Something on screen keeps moving.
    #[error("idle-state (could not get idle state: something on screen keeps moving)")]
    IdleState,
    /// A window was just opening or closing.
    #[error("null-root (null root node: a window was just opening or closing)")]
    NullRoot,
    /// Another program holds the one UiAutomation connection.
    #[error("already-registered (another UiAutomation client, such as Appium or uiautomator2, is connected)")]
    AlreadyRegistered,
    /// The dump's file is not there.
    #[error("no-such-file (the dump's file is not on the phone)")]
    NoSuchFile,
    /// The tool's process was killed.
    #[error("killed (uiautomator was killed)")]
    Killed,
    /// The status line alone: the XML went to a file.
    #[error("only-status-line (the XML was written to a file on the phone: read that file)")]
    OnlyStatusLine,
}

impl Layout {
    /// Reads a dump as phones print it.
    ///
    /// Strict about what decides which widgets there are: broken or cut-off XML is an error. Lenient about what real
    /// phones and tools do around it; each leniency is a [`Warning`].
    pub fn parse(dump: &[u8]) -> Result<Parsed, DumpError> {
        if dump.len() > MAX_DUMP_BYTES {
            return Err(DumpError::TooLarge);
        }
        let mut warnings = Warnings::default();
        let text = decode::decode(dump, &mut warnings);
        let start = start_of_xml(&text, &mut warnings)?;
        let (flat, outcome) = Flat::scan_from(&text, start, warnings);
        match outcome {
            Ok(()) => Parsed::of(flat),
            Err(problem) => Err(problem.of(&text, flat)),
        }
    }

    /// Like [`parse`](Layout::parse), but takes what stands before the cut of a dump that is cut off.
    pub fn parse_partial(dump: &[u8]) -> Result<Parsed, DumpError> {
        match Layout::parse(dump) {
            Err(DumpError::Truncated { offset, mut partial }) => {
                partial.warnings.push(Warning { kind: WarningKind::Truncated, offset, count: 1 });
                Ok(*partial)
            }
            parsed => parsed,
        }
    }
}

impl Parsed {
    fn of(flat: Flat<'_>) -> Result<Parsed, DumpError> {
        let layout = flat.to_layout()?;
        Ok(Parsed { layout, warnings: flat.into_warnings() })
    }
}

/// Where the XML begins. Words before it are noted; words without any XML become an error that names them.
fn start_of_xml(text: &str, warnings: &mut Warnings) -> Result<usize, DumpError> {
    let (blank, rest) = text.split_at(text.len() - text.trim_start().len());
    if rest.is_empty() {
        return Err(DumpError::Empty);
    }
    if rest.starts_with('<') {
        // Even a blank is too much in front of a declaration.
        if !blank.is_empty() && (rest.starts_with("<?xml") || !is_xml_space(blank)) {
            warnings.add(WarningKind::TextBefore, 0);
        }
        return Ok(blank.len());
    }
    match find_xml(text) {
        Some(start) => {
            warnings.add(WarningKind::TextBefore, 0);
            Ok(start)
        }
        None => Err(refusal_in(text).map_or(DumpError::NotADump { offset: 0 }, DumpError::Refused)),
    }
}

/// Whether there is nothing but what XML counts as space, which is less than Unicode does.
fn is_xml_space(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The first place where a dump could begin.
fn find_xml(text: &str) -> Option<usize> {
    ["<?xml", "<hierarchy", "<displays", "<node "].iter().filter_map(|start| text.find(start)).min()
}

fn refusal_in(text: &str) -> Option<Refusal> {
    let says = |words: &str| text.contains(words);
    if says("could not get idle state") {
        Some(Refusal::IdleState)
    } else if says("null root node returned") {
        Some(Refusal::NullRoot)
    } else if says("UiAutomationService") && says("already registered") {
        Some(Refusal::AlreadyRegistered)
    } else if says("No such file or directory") {
        Some(Refusal::NoSuchFile)
    } else if text.trim() == "Killed" {
        Some(Refusal::Killed)
    } else if says("UI hierchary dumped to") || says("UI hierarchy dumped to") {
        Some(Refusal::OnlyStatusLine)
    } else {
        None
    }
}

/// Why reading stopped, before it is known what was read until then.
enum Problem {
    Truncated,
    Malformed { offset: usize, problem: &'static str },
    NotADump { offset: usize },
    SeveralDumps { offset: usize },
    TooManyAttributes { offset: usize },
    Limit(LimitReached),
}

impl Problem {
    fn of(self, text: &str, read: Flat<'_>) -> DumpError {
        match self {
            Problem::Truncated => match Parsed::of(read) {
                Ok(partial) => DumpError::Truncated { offset: text.len(), partial: Box::new(partial) },
                Err(error) => error,
            },
            Problem::Malformed { offset, problem } => DumpError::Malformed { offset, problem },
            Problem::NotADump { offset } => DumpError::NotADump { offset },
            Problem::SeveralDumps { offset } => DumpError::SeveralDumps { offset },
            Problem::TooManyAttributes { offset } => DumpError::TooManyAttributes { offset },
            Problem::Limit(limit) => DumpError::Limit(limit),
        }
    }
}
