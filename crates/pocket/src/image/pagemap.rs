//! The list of pages in an image of CRIU: two numbers that say what it is, then messages, each with its length before it. The
//! first message names the file with the pages.

/// What the file begins with.
const MAGIC: [u8; 8] = [0x19, 0x43, 0x56, 0x54, 0x25, 0x40, 0x08, 0x56];

const PAGE: u64 = 4096;

/// A page map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageMap {
    /// The number in the name of the file with the pages.
    pages_id: u64,
    /// Newer CRIUs tell the number of pages in a second field, too.
    tells_twice: bool,
    entries: Vec<Entry>,
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

impl Kind {
    /// Pages in the file, with CRIU's flags; `None` where those say that they are elsewhere.
    pub(crate) fn own(flags: u64) -> Option<Kind> {
        (flags & (PRESENT | IN_PARENT) == PRESENT).then_some(Kind::Own(flags))
    }
}

impl PageMap {
    pub(crate) fn new(pages_id: u64, tells_twice: bool) -> PageMap {
        PageMap { pages_id, tells_twice, entries: Vec::new() }
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

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
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

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Kind = Kind::Own(PRESENT);

    #[test]
    fn pages_that_follow_each_other_become_one_entry() {
        let mut map = PageMap::new(1, false);
        for (page, kind) in [(5, OWN), (6, OWN), (7, Kind::Parents), (8, Kind::Parents), (10, Kind::Parents)]
        {
            map.push(Entry { address: page * PAGE, pages: 1, kind });
        }
        let entries: Vec<_> = map.entries.iter().map(|entry| (entry.address / PAGE, entry.pages)).collect();
        assert_eq!(entries, [(5, 2), (7, 2), (10, 1)]);
    }

    #[test]
    fn a_map_is_written_as_criu_reads_it() {
        let mut map = PageMap::new(1, false);
        map.push(Entry { address: 0x1000, pages: 300, kind: OWN });
        let head = [&MAGIC[..], &[2, 0, 0, 0, 0x08, 1]].concat();
        let entry = [0x08, 0x80, 0x20, 0x10, 0xac, 0x02, 0x20, 4];
        assert_eq!(map.to_bytes(), [&head[..], &[8, 0, 0, 0], &entry].concat());
        map.tells_twice = true;
        assert_eq!(map.to_bytes(), [&head[..], &[11, 0, 0, 0], &entry, &[0x28, 0xac, 0x02]].concat());
    }

    #[test]
    fn pages_are_in_the_file_where_the_flags_say_so() {
        assert_eq!(
            [0, IN_PARENT, PRESENT | IN_PARENT, PRESENT].map(Kind::own),
            [None, None, None, Some(OWN)]
        );
    }
}
