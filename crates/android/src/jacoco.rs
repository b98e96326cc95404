//! JaCoCo's execution data (`.ec`, `.exec`): which probes of which classes have been passed.

use std::collections::BTreeSet;
use std::sync::Arc;

use thiserror::Error;

/// The probes of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Probes {
    /// Those passed: `com.example.Notes#17`.
    pub reached: BTreeSet<Arc<str>>,
    /// How many the classes in the file have; classes that never loaded are not in it.
    pub total: usize,
}

/// Why a file is not what it should be.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum JacocoError {
    /// Another kind of file.
    #[error("it does not begin as execution data of JaCoCo do")]
    NoHeader,
    /// Of a JaCoCo before 0.5 or after those we know.
    #[error("its format {0:#06x} is not the one we know, {FORMAT:#06x}")]
    OtherFormat(u16),
    /// It was still being written, perhaps.
    #[error("it is cut off at byte {0}")]
    CutOff(usize),
    /// It is broken.
    #[error("there is an unknown block at byte {0}")]
    UnknownBlock(usize),
    /// It is broken, or made to hurt.
    #[error("it has more probes than we believe")]
    TooMany,
}

/// A larger file is not read.
pub const MAX_FILE_BYTES: usize = 64 << 20;
/// A larger app has some hundred thousand.
const MAX_PROBES: usize = 2_000_000;

const HEADER: u8 = 0x01;
const SESSION: u8 = 0x10;
const CLASS: u8 = 0x11;
const MAGIC: u16 = 0xC0C0;
const FORMAT: u16 = 0x1007;

/// Whether a file begins as execution data do.
pub fn is_execution_data(file: &[u8]) -> bool {
    matches!(file, [HEADER, 0xC0, 0xC0, ..])
}

/// Reads a file. Several, one behind the other, are read as one, as JaCoCo itself does.
pub fn probes(file: &[u8]) -> Result<Probes, JacocoError> {
    if !is_execution_data(file) {
        return Err(JacocoError::NoHeader);
    }
    let mut found = Probes::default();
    let mut bytes = Bytes { file, at: 0 };
    let mut seen = BTreeSet::new();
    while let Some(block) = bytes.next_block() {
        match block {
            HEADER => {
                if bytes.short()? != MAGIC {
                    return Err(JacocoError::NoHeader);
                }
                let format = bytes.short()?;
                if format != FORMAT {
                    return Err(JacocoError::OtherFormat(format));
                }
            }
            SESSION => {
                bytes.text()?;
                // When it began and when it was written.
                bytes.take(16)?;
            }
            CLASS => {
                let id = bytes.long()?;
                let class = bytes.text()?.replace('/', ".");
                let probes = bytes.flags()?;
                // A class that comes again, from another session, has its probes counted once.
                if seen.insert(id) {
                    found.total += probes.len();
                }
                let passed = probes.iter().enumerate().filter(|(_, passed)| **passed);
                found.reached.extend(passed.map(|(probe, _)| Arc::from(format!("{class}#{probe}"))));
                // One id may come under many names, so those passed are counted too.
                if found.total.max(found.reached.len()) > MAX_PROBES {
                    return Err(JacocoError::TooMany);
                }
            }
            _ => return Err(JacocoError::UnknownBlock(bytes.at - 1)),
        }
    }
    Ok(found)
}

/// Java's `DataInput`, and JaCoCo's additions to it.
struct Bytes<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn next_block(&mut self) -> Option<u8> {
        let block = *self.file.get(self.at)?;
        self.at += 1;
        Some(block)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], JacocoError> {
        let taken = self.at.checked_add(length).and_then(|end| self.file.get(self.at..end));
        let taken = taken.ok_or(JacocoError::CutOff(self.file.len()))?;
        self.at += length;
        Ok(taken)
    }

    fn short(&mut self) -> Result<u16, JacocoError> {
        Ok(self.take(2)?.iter().fold(0, |number, byte| number << 8 | u16::from(*byte)))
    }

    fn long(&mut self) -> Result<u64, JacocoError> {
        Ok(self.take(8)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Java's own UTF-8, which differs only for NUL and beyond the basic plane: no class is named so.
    fn text(&mut self) -> Result<String, JacocoError> {
        let length = self.short()?;
        Ok(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }

    /// A number in sevens of bits, the lowest first.
    fn var_int(&mut self) -> Result<usize, JacocoError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.take(1)?[0];
            number |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(JacocoError::TooMany)
    }

    /// Flags, eight to a byte, the lowest bit first.
    fn flags(&mut self) -> Result<Vec<bool>, JacocoError> {
        let count = self.var_int()?;
        if count > MAX_PROBES {
            return Err(JacocoError::TooMany);
        }
        let bytes = self.take(count.div_ceil(8))?;
        Ok((0..count).map(|flag| bytes[flag / 8] >> (flag % 8) & 1 == 1).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: [u8; 5] = [HEADER, 0xC0, 0xC0, 0x10, 0x07];

    fn class(id: u64, name: &str, count: u8, flags: &[u8]) -> Vec<u8> {
        let length = u16::try_from(name.len()).unwrap().to_be_bytes();
        [&[CLASS][..], &id.to_be_bytes(), &length, name.as_bytes(), &[count], flags].concat()
    }

    fn file() -> Vec<u8> {
        let session = [&[SESSION, 0, 2][..], b"me", &[0; 16]].concat();
        let first = class(1, "a/b/C", 10, &[0b1000_0001, 0b10]);
        [&START[..], &session, &first, &class(2, "a/b/D", 1, &[0])].concat()
    }

    fn check(file: &[u8], total: usize, reached: &[&str]) {
        let found = probes(file).unwrap();
        let names: Vec<&str> = found.reached.iter().map(|name| &**name).collect();
        assert_eq!((found.total, names), (total, reached.to_vec()));
    }

    #[test]
    fn reads_which_probes_were_passed() {
        check(&file(), 11, &["a.b.C#0", "a.b.C#7", "a.b.C#9"]);
        let twice = [file(), START.to_vec(), class(1, "a/b/C", 10, &[0b10, 0])].concat();
        check(&twice, 11, &["a.b.C#0", "a.b.C#1", "a.b.C#7", "a.b.C#9"]);
    }

    #[test]
    fn refuses_what_it_does_not_understand() {
        assert_eq!(probes(b"PK"), Err(JacocoError::NoHeader));
        assert_eq!(probes(&[HEADER, 0xC0, 0xC0, 0x10, 0x06]), Err(JacocoError::OtherFormat(0x1006)));
        assert_eq!(probes(&[&START[..], &[0x42]].concat()), Err(JacocoError::UnknownBlock(5)));
        let huge = [&START[..], &[CLASS], &[0; 8], &[0, 1, b'x', 0xFF, 0xFF, 0xFF, 0x7F]].concat();
        assert_eq!(probes(&huge), Err(JacocoError::TooMany));
    }

    #[test]
    fn every_cut_is_noticed_or_between_blocks() {
        let file = file();
        let whole = probes(&file).unwrap();
        for end in 0..file.len() {
            if let Ok(part) = probes(&file[..end]) {
                assert!(part.reached.is_subset(&whole.reached) && part.total <= whole.total, "{end}");
            }
        }
    }
}
