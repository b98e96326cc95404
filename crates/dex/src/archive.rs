//! APKs and jars: what lies in them, and writing one.

use std::io::{Read, Write};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::error::DexError;
use crate::read::bytes::Bytes;

/// A ZIP archive in memory.
#[derive(Debug, Clone)]
pub struct Archive<'a> {
    bytes: Bytes<'a>,
    entries: Vec<Entry<'a>>,
}

/// A file in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its path.
    pub name: &'a [u8],
    /// How large it is, as the archive says.
    pub size: u64,
    method: u16,
    packed: usize,
    header: usize,
}

const END: u32 = 0x0605_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

impl<'a> Archive<'a> {
    /// Reads the list of files at the end.
    pub fn parse(bytes: &'a [u8]) -> Result<Archive<'a>, DexError> {
        let bytes = Bytes(bytes);
        let end = find_end(bytes).ok_or(DexError::Archive("it has no list of files at its end"))?;
        let count = bytes.u16(end + 10)?;
        let mut at = bytes.u32(end + 16)? as usize;
        let mut entries = Vec::new();
        for _ in 0..count {
            if bytes.u32(at)? != CENTRAL {
                return Err(DexError::Archive("its list of files is broken"));
            }
            let lens = [bytes.u16(at + 28)?, bytes.u16(at + 30)?, bytes.u16(at + 32)?].map(usize::from);
            entries.push(Entry {
                name: bytes.slice(at + 46, lens[0])?,
                size: bytes.u32(at + 24)?.into(),
                method: bytes.u16(at + 10)?,
                packed: bytes.u32(at + 20)? as usize,
                header: bytes.u32(at + 42)? as usize,
            });
            at += 46 + lens.iter().sum::<usize>();
        }
        Ok(Archive { bytes, entries })
    }

    /// The files, in the order of the list.
    pub fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// A file's contents, if they are no more than so many bytes, whatever the archive says.
    pub fn read(&self, entry: &Entry<'_>, limit: u64) -> Result<Vec<u8>, DexError> {
        if self.bytes.u32(entry.header)? != LOCAL {
            return Err(DexError::Archive("a file is not where its list says"));
        }
        let names =
            usize::from(self.bytes.u16(entry.header + 26)?) + usize::from(self.bytes.u16(entry.header + 28)?);
        let packed = self.bytes.slice(entry.header + 30 + names, entry.packed)?;
        let mut contents = Vec::new();
        let limited = limit.saturating_add(1);
        let read = match entry.method {
            STORED => packed.take(limited).read_to_end(&mut contents),
            DEFLATED => DeflateDecoder::new(packed).take(limited).read_to_end(&mut contents),
            _ => return Err(DexError::Archive("a file is packed in a way that Android does not know")),
        };
        read.map_err(|_| DexError::Archive("a file is packed wrongly"))?;
        if contents.len() as u64 > limit {
            return Err(DexError::TooMany {
                what: "bytes of a file in the archive",
                count: contents.len(),
                limit: limit as usize,
            });
        }
        Ok(contents)
    }

    /// An app's DEX files, in the order in which phones look into them.
    pub fn dex_files(&self, limit: u64) -> Result<Vec<Vec<u8>>, DexError> {
        let mut files = Vec::new();
        let mut left = limit;
        for number in 1.. {
            let name = if number == 1 { "classes.dex".to_owned() } else { format!("classes{number}.dex") };
            let Some(entry) = self.entries.iter().find(|entry| entry.name == name.as_bytes()) else { break };
            let file = self.read(entry, left)?;
            left -= file.len() as u64;
            files.push(file);
        }
        Ok(files)
    }
}

fn find_end(bytes: Bytes<'_>) -> Option<usize> {
    let last = bytes.0.len().checked_sub(22)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| bytes.u32(at) == Ok(END))
}

/// A jar that is written file by file. Nothing is packed: a JVM then reads it faster.
pub struct JarWriter<W> {
    to: W,
    at: u64,
    list: Vec<u8>,
    count: u32,
}

impl<W: Write> JarWriter<W> {
    /// An empty jar.
    pub fn new(to: W) -> JarWriter<W> {
        JarWriter { to, at: 0, list: Vec::new(), count: 0 }
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, contents: &[u8]) -> std::io::Result<()> {
        let mut crc = Crc::new();
        crc.update(contents);
        let size = u32::try_from(contents.len()).map_err(std::io::Error::other)?;
        let start = u32::try_from(self.at).map_err(std::io::Error::other)?;
        let name_len = u16::try_from(name.len()).map_err(std::io::Error::other)?;
        // Version, names in UTF-8, stored, and the first time that the format knows.
        let mut common = vec![10, 0, 0, 8, 0, 0, 0, 0, 0x21, 0];
        common.extend([crc.sum(), size, size].iter().flat_map(|number| number.to_le_bytes()));
        common.extend(name_len.to_le_bytes());
        common.extend([0, 0]);
        let header = [&LOCAL.to_le_bytes()[..], &common, name.as_bytes()].concat();
        self.to.write_all(&header)?;
        self.to.write_all(contents)?;
        self.list.extend(CENTRAL.to_le_bytes());
        self.list.extend([10, 0]);
        self.list.extend(common);
        self.list.extend([0; 10]);
        self.list.extend(start.to_le_bytes());
        self.list.extend(name.as_bytes());
        self.at += (header.len() + contents.len()) as u64;
        self.count += 1;
        Ok(())
    }

    /// Writes the list of files. More than 65,535 files need an older or larger form of the format, and are refused.
    pub fn finish(mut self) -> std::io::Result<W> {
        let count = u16::try_from(self.count).map_err(std::io::Error::other)?;
        let start = u32::try_from(self.at).map_err(std::io::Error::other)?;
        self.to.write_all(&self.list)?;
        let mut end = END.to_le_bytes().to_vec();
        end.extend([0; 4]);
        end.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
        end.extend((self.list.len() as u32).to_le_bytes());
        end.extend(start.to_le_bytes());
        end.extend([0, 0]);
        self.to.write_all(&end)?;
        self.to.flush()?;
        Ok(self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let mut jar = JarWriter::new(Vec::new());
        jar.add("classes.dex", b"one").unwrap();
        jar.add("a/b", b"two").unwrap();
        jar.add("classes2.dex", b"three").unwrap();
        let bytes = jar.finish().unwrap();
        let archive = Archive::parse(&bytes).unwrap();
        assert_eq!(archive.dex_files(100), Ok(vec![b"one".to_vec(), b"three".to_vec()]));
        assert!(archive.dex_files(7).is_err(), "larger than it may be");
        assert!(Archive::parse(&bytes[..bytes.len() - 1]).is_err(), "cut off");
    }
}
