//! A method's instructions as they lie in the file, and what catches their exceptions.

use crate::error::DexError;
use crate::read::file::Dex;

/// The code of one method.
#[derive(Debug, Clone)]
pub(crate) struct CodeItem {
    pub(crate) registers: u16,
    /// How many of them, the last ones, hold the arguments at first.
    pub(crate) ins: u16,
    pub(crate) units: Vec<u16>,
    /// In the order of addresses, without overlaps.
    pub(crate) tries: Vec<Try>,
    pub(crate) debug_at: usize,
}

/// Instructions from `start` up to `end`, and where their exceptions go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Try {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) catches: Vec<Catch>,
}

/// The first that fits is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Catch {
    /// By index; all exceptions where there is none.
    pub(crate) kind: Option<u32>,
    pub(crate) target: u32,
}

/// A JVM method has at most 65,535 bytes; no method that would fit has this many code units.
const MOST_UNITS: usize = 1 << 18;

impl CodeItem {
    pub(crate) fn read(dex: &Dex<'_>, at: usize) -> Result<CodeItem, DexError> {
        let bytes = dex.bytes;
        let try_count = usize::from(bytes.u16(at + 6)?);
        let count = bytes.u32(at + 12)? as usize;
        if count > MOST_UNITS {
            return Err(DexError::TooMany { what: "code units of a method", count, limit: MOST_UNITS });
        }
        let raw = bytes.slice(at + 16, count * 2)?;
        let tries_at = (at + 16 + count * 2).next_multiple_of(4);
        Ok(CodeItem {
            registers: bytes.u16(at)?,
            ins: bytes.u16(at + 2)?,
            units: raw.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
            tries: read_tries(dex, tries_at, try_count)?,
            debug_at: bytes.u32(at + 8)? as usize,
        })
    }
}

fn read_tries(dex: &Dex<'_>, at: usize, count: usize) -> Result<Vec<Try>, DexError> {
    let handlers_at = at + count * 8;
    let mut tries: Vec<Try> = Vec::new();
    let mut caught = 0;
    for item in (0..count).map(|index| at + index * 8) {
        let start = dex.bytes.u32(item)?;
        let end = start.saturating_add(u32::from(dex.bytes.u16(item + 4)?));
        let catches = read_catches(dex, handlers_at + usize::from(dex.bytes.u16(item + 6)?))?;
        caught += catches.len();
        if caught > MOST_CATCHES_IN_ALL {
            return Err(DexError::TooMany {
                what: "catch clauses of a method",
                count: caught,
                limit: MOST_CATCHES_IN_ALL,
            });
        }
        if tries.last().is_some_and(|before| before.end > start) {
            return Err(DexError::Broken { what: "try ranges in order", at: item, len: dex.bytes.0.len() });
        }
        tries.push(Try { start, end, catches });
    }
    Ok(tries)
}

/// More catch clauses than any source has.
const MOST_CATCHES: usize = 4096;
const MOST_CATCHES_IN_ALL: usize = 65_535;

fn read_catches(dex: &Dex<'_>, at: usize) -> Result<Vec<Catch>, DexError> {
    let mut cursor = dex.bytes.cursor(at);
    let size = cursor.sleb()?;
    let count = size.unsigned_abs() as usize;
    if count > MOST_CATCHES {
        return Err(DexError::TooMany { what: "catch clauses", count, limit: MOST_CATCHES });
    }
    let mut catches = Vec::with_capacity(count + 1);
    for _ in 0..count {
        catches.push(Catch { kind: Some(cursor.uleb()?), target: cursor.uleb()? });
    }
    if size <= 0 {
        catches.push(Catch { kind: None, target: cursor.uleb()? });
    }
    Ok(catches)
}
