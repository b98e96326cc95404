//! The list of pages in an image of CRIU: two numbers that say what it is, then messages, each with its length before it. The
//! first message names the file with the pages.

use std::io;

/// What the file begins with.
const MAGIC: [u8; 8] = [0x19, 0x43, 0x56, 0x54, 0x25, 0x40, 0x08, 0x56];

const PAGE: u64 = 4096;

/// A page map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageMap {
    /// The number in the name of the file with the pages.
    pub(crate) pages_id: u64,
    /// Newer CRIUs tell the number of pages in a second field, too.
    tells_twice: bool,
    pub(crate) entries: Vec<Entry>,
}

/// Pages that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: u64,
    pub(crate) pages: u64,
    pub(crate) kind: Kind,
}

/// Where pages are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// In the parent.
    Parents,
    /// In the file, with these flags.
    Own(u64),
}

const IN_PARENT: u64 = 1;
const PRESENT: u64 = 4;

impl PageMap {
    /// Reads a map of an image that has no parent.
    pub(crate) fn parse(bytes: &[u8]) -> io::Result<PageMap> {
        let mut messages = Messages(bytes.strip_prefix(&MAGIC).ok_or_else(unknown)?);
        let head = messages.next().ok_or_else(unknown)??;
        let pages_id = head.iter().find(|(field, _)| *field == 1).ok_or_else(unknown)?.1;
        let mut map = PageMap { pages_id, tells_twice: false, entries: Vec::new() };
        for message in messages {
            let mut entry = Entry { address: 0, pages: 0, kind: Kind::Own(PRESENT) };
            for (field, value) in message? {
                match field {
                    1 => entry.address = value,
                    2 => entry.pages = value,
                    4 if value & PRESENT != 0 && value & IN_PARENT == 0 => entry.kind = Kind::Own(value),
                    5 => {
                        entry.pages = value;
                        map.tells_twice = true;
                    }
                    _ => return Err(unknown()),
                }
            }
            map.entries.push(entry);
        }
        Ok(map)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        write_message(&mut bytes, &[(1, self.pages_id)]);
        for entry in &self.entries {
            let flags = match entry.kind {
                Kind::Parents => IN_PARENT,
                Kind::Own(flags) => flags,
            };
            let mut fields = vec![(1, entry.address), (2, entry.pages), (4, flags)];
            if self.tells_twice {
                fields.push((5, entry.pages));
            }
            write_message(&mut bytes, &fields);
        }
        bytes
    }

    /// Adds pages behind the last ones, with which they become one where they can.
    pub(crate) fn push(&mut self, next: Entry) {
        match self.entries.last_mut() {
            Some(last) if last.kind == next.kind && last.address + last.pages * PAGE == next.address => {
                last.pages += next.pages;
            }
            _ => self.entries.push(next),
        }
    }
}

/// The fields of each message, all of which are numbers.
struct Messages<'a>(&'a [u8]);

impl Iterator for Messages<'_> {
    type Item = io::Result<Vec<(u64, u64)>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let fields = self.take().ok_or_else(unknown);
        if fields.is_err() {
            self.0 = &[];
        }
        Some(fields)
    }
}

impl Messages<'_> {
    fn take(&mut self) -> Option<Vec<(u64, u64)>> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (mut message, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        let mut fields = Vec::new();
        while !message.is_empty() {
            let tag = read_number(&mut message)?;
            // The lowest bits tell the kind of field, and that of numbers is zero.
            (tag & 7 == 0).then_some(())?;
            fields.push((tag >> 3, read_number(&mut message)?));
        }
        Some(fields)
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn write_message(bytes: &mut Vec<u8>, fields: &[(u64, u64)]) {
    let mut message = Vec::new();
    for &(field, value) in fields {
        write_number(&mut message, field << 3);
        write_number(&mut message, value);
    }
    bytes.extend_from_slice(&(message.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&message);
}

fn unknown() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this page map is not as CRIU 4 writes them")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Kind = Kind::Own(PRESENT);

    #[test]
    fn pages_that_follow_each_other_become_one_entry() {
        let mut map = PageMap { pages_id: 1, tells_twice: false, entries: Vec::new() };
        for (page, kind) in [(5, OWN), (6, OWN), (7, Kind::Parents), (8, Kind::Parents), (10, Kind::Parents)]
        {
            map.push(Entry { address: page * PAGE, pages: 1, kind });
        }
        let entries: Vec<_> = map.entries.iter().map(|entry| (entry.address / PAGE, entry.pages)).collect();
        assert_eq!(entries, [(5, 2), (7, 2), (10, 1)]);
    }

    #[test]
    fn what_is_written_is_read() {
        for tells_twice in [false, true] {
            let entry = |address, pages| Entry { address, pages, kind: OWN };
            let entries = vec![entry(0x7fff_0000_1000, 300), entry(0x7fff_ffff_f000, 1)];
            let map = PageMap { pages_id: 1, tells_twice, entries };
            let bytes = map.to_bytes();
            assert_eq!(PageMap::parse(&bytes).unwrap(), map);
            for cut in 0..bytes.len() {
                let _ = PageMap::parse(&bytes[..cut]);
            }
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let refused = |fields: &[(u64, u64)]| {
            let mut bytes = MAGIC.to_vec();
            write_message(&mut bytes, &[(1, 1)]);
            write_message(&mut bytes, fields);
            PageMap::parse(&bytes).is_err()
        };
        assert!(refused(&[(1, 4096), (2, 1), (9, 1)]), "a field of a later version");
        assert!(refused(&[(1, 4096), (2, 1), (4, IN_PARENT)]), "an image that has a parent already");
        assert!(!refused(&[(1, 4096), (2, 1), (4, PRESENT)]));
        assert!(PageMap::parse(b"something else").is_err());
    }
}
