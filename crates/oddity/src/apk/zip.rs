//! Files out of a ZIP archive.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

/// The end of the directory and the longest comment that may stand behind it.
const MAX_END: u64 = 22 + 0xffff;

/// The most bytes of a directory. A hundred thousand files need less.
const MAX_DIRECTORY: u64 = 64 << 20;

/// Why a file cannot be had.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It is not a ZIP archive.
    NoArchive,
    /// It is one without that file.
    Absent(String),
    /// It is one that we do not understand.
    Strange(&'static str),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NoArchive => write!(f, "it is not a ZIP archive"),
            Trouble::Absent(name) => write!(f, "there is no {name} in it"),
            Trouble::Strange(why) => write!(f, "{why}"),
            Trouble::Unreadable(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Trouble::Strange("it is cut off"),
            _ => Trouble::Unreadable(error),
        }
    }
}

/// The names of all files, as far as they are text.
pub(super) fn names(mut archive: impl Read + Seek) -> Result<Vec<String>, Trouble> {
    let directory = directory(&mut archive)?;
    Ok(entries(&directory).filter_map(|entry| String::from_utf8(entry.name.to_vec()).ok()).collect())
}

/// The bytes of the file `name`, at most `limit`.
pub(super) fn unpacked(mut archive: impl Read + Seek, name: &str, limit: u64) -> Result<Vec<u8>, Trouble> {
    let directory = directory(&mut archive)?;
    let entry = entries(&directory).find(|entry| entry.name == name.as_bytes());
    let entry = entry.ok_or_else(|| Trouble::Absent(name.to_owned()))?;
    archive.seek(SeekFrom::Start(entry.at))?;
    let mut header = [0; 30];
    archive.read_exact(&mut header)?;
    let skipped = u64::from(u16_at(&header, 26).unwrap_or(0)) + u64::from(u16_at(&header, 28).unwrap_or(0));
    archive.seek(SeekFrom::Start(entry.at.saturating_add(30 + skipped)))?;
    let packed = archive.take(entry.packed);
    let mut bytes = Vec::new();
    match entry.method {
        0 => packed.take(limit + 1).read_to_end(&mut bytes)?,
        8 => DeflateDecoder::new(packed)
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| Trouble::Strange("a file in it cannot be unpacked"))?,
        _ => return Err(Trouble::Strange("a file in it is packed in an unknown way")),
    };
    if bytes.len() as u64 > limit {
        return Err(Trouble::Strange("a file in it is too large"));
    }
    Ok(bytes)
}

/// The bytes of the directory, which stands before the end of the archive.
fn directory(archive: &mut (impl Read + Seek)) -> Result<Vec<u8>, Trouble> {
    let len = archive.seek(SeekFrom::End(0))?;
    let from = len.saturating_sub(MAX_END);
    archive.seek(SeekFrom::Start(from))?;
    let mut end = Vec::new();
    archive.take(MAX_END).read_to_end(&mut end)?;
    let at = end.windows(4).rposition(|bytes| bytes == b"PK\x05\x06").ok_or(Trouble::NoArchive)?;
    let field = |offset: usize| u32_at(&end, at + offset).map(u64::from).ok_or(Trouble::NoArchive);
    let (size, start) = (field(12)?, field(16)?);
    if start == u64::from(u32::MAX) {
        return Err(Trouble::Strange("it is an archive of more than 4 GiB"));
    }
    if size > MAX_DIRECTORY || start.saturating_add(size) > len {
        return Err(Trouble::Strange("its list of files lies outside of it"));
    }
    archive.seek(SeekFrom::Start(start))?;
    let mut directory = Vec::new();
    archive.take(size).read_to_end(&mut directory)?;
    Ok(directory)
}

struct Entry<'a> {
    name: &'a [u8],
    method: u16,
    packed: u64,
    at: u64,
}

/// The entries of a directory, up to the first that is not whole.
fn entries(mut rest: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    std::iter::from_fn(move || {
        rest.starts_with(b"PK\x01\x02").then_some(())?;
        let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(rest, at).map(usize::from));
        let (name, extra, comment) = (name?, extra?, comment?);
        let entry = Entry {
            name: rest.get(46..46 + name)?,
            method: u16_at(rest, 10)?,
            packed: u32_at(rest, 20)?.into(),
            at: u32_at(rest, 42)?.into(),
        };
        rest = rest.get(46 + name + extra + comment..)?;
        Some(entry)
    })
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes([bytes[0], bytes[1]]))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let low = u16_at(bytes, at)?;
    Some(u32::from(low) | u32::from(u16_at(bytes, at.checked_add(2)?)?) << 16)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// An archive of files, packed where asked.
    fn archive(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
        let (mut out, mut directory) = (Vec::new(), Vec::new());
        for (name, content, packed) in files {
            let data = if *packed {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(content).unwrap();
                encoder.finish().unwrap()
            } else {
                content.to_vec()
            };
            let at = out.len() as u32;
            let method = if *packed { 8u16 } else { 0 };
            let mut shared = vec![20, 0, 0, 0];
            shared.extend(method.to_le_bytes());
            shared.extend([0; 8]);
            shared.extend((data.len() as u32).to_le_bytes());
            shared.extend((content.len() as u32).to_le_bytes());
            shared.extend((name.len() as u16).to_le_bytes());
            out.extend(b"PK\x03\x04");
            out.extend(&shared);
            out.extend(3u16.to_le_bytes());
            out.extend(name.as_bytes());
            out.extend(b"pad");
            out.extend(&data);
            directory.extend(b"PK\x01\x02\x14\x00");
            directory.extend(&shared);
            directory.extend([0; 12]);
            directory.extend(at.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let start = out.len() as u32;
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
        out.extend((directory.len() as u32).to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend(b"\x05\0hello");
        out
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
        unpacked(Cursor::new(bytes), "b", 100).map_err(|trouble| trouble.to_string())
    }

    #[test]
    fn a_file_is_found_packed_or_not() {
        for packed in [false, true] {
            let whole = archive(&[("a", b"first", true), ("b", b"second", packed)]);
            assert_eq!(unpack(&whole).as_deref(), Ok(&b"second"[..]));
        }
    }

    #[test]
    fn all_files_are_named() {
        let whole = archive(&[("a", b"first", true), ("lib/x86/b.so", b"second", false)]);
        assert_eq!(names(Cursor::new(whole)).unwrap(), ["a", "lib/x86/b.so"]);
    }

    #[test]
    fn what_is_no_archive_says_why() {
        let refused = |bytes: &[u8]| unpack(bytes).unwrap_err();
        assert_eq!(refused(b""), "it is not a ZIP archive");
        assert_eq!(refused(b"not a zip at all"), "it is not a ZIP archive");
        assert_eq!(refused(&archive(&[("a", b"first", false)])), "there is no b in it");
        assert_eq!(refused(&archive(&[("b", &[7; 101], true)])), "a file in it is too large");
    }

    #[test]
    fn no_damage_makes_it_panic() {
        let whole = archive(&[("a", b"first", true), ("b", b"second", true)]);
        for at in 0..whole.len() {
            let _ = unpack(&whole[..at]);
            let mut damaged = whole.clone();
            damaged[at] = 0xff;
            let _ = unpack(&damaged);
        }
    }
}
