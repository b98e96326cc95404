//! Pages of memory that two images have in common are kept once.
//!
//! CRIU hands a process's pages over a socket, as to the page server of another computer, and we write them into the image: all of
//! them into one file, their addresses into another, the page map. An image may have a parent: what the map marks as the parent's is
//! read from there. CRIU itself does so with the help of kernels that note what is written to; we compare what stands in the pages,
//! and keep for each image that may become a parent a sum of each page. Most pages are never written to a disk that way.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::xxh3_128;

use crate::image::pagemap::{Entry, Kind, PageMap};

const PAGE: usize = 4096;

/// So many are read at once.
const PAGES: usize = 64;

/// Where an image's sums are. One without them is no parent.
const SUMS: &str = "sums";

/// A sum of each page with its address, in the order in which CRIU tells them: from the lowest address up. Two pages with the
/// same sum are taken to be the same: that they are not is as likely as guessing 128 coin tosses.
#[derive(Default)]
struct Sums(Vec<(u64, u128)>);

impl Sums {
    /// Those of an image that may be a parent; none for one that may not.
    fn of(image: &Path) -> Sums {
        let bytes = fs::read(image.join(SUMS)).unwrap_or_default();
        let record = |record: &[u8]| {
            let (address, sum) = record.split_at(8);
            Some((u64::from_le_bytes(address.try_into().ok()?), u128::from_le_bytes(sum.try_into().ok()?)))
        };
        Sums(bytes.chunks_exact(24).filter_map(record).collect())
    }

    fn write(&self, image: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(image.join(SUMS))?);
        for (address, sum) in &self.0 {
            file.write_all(&address.to_le_bytes())?;
            file.write_all(&sum.to_le_bytes())?;
        }
        file.flush()
    }
}

/// Takes what CRIU sends as it saves a process, and keeps what a parent does not have, which must stay as long as the image. Says
/// whether that could be kept, as CRIU was told. Else the two have lost each other, and the socket is of no use any more.
pub(crate) fn receive<S: Read + Write>(
    socket: &mut S,
    image: &Path,
    parent: Option<&Path>,
) -> io::Result<io::Result<()>> {
    let mut books: Vec<Book> = Vec::new();
    let mut kept = parent.map_or(Ok(()), |parent| link(parent, image));
    let mut chunk = vec![0; PAGES * PAGE];
    let mut message = Message::first(socket)?;
    loop {
        match (message.command, books.last_mut()) {
            (OPEN, _) => {
                let parent = parent.filter(|_| books.is_empty());
                match Book::open(image, parent, &message, books.len() + 1) {
                    Ok(book) => books.push(book),
                    Err(error) => kept = kept.and(Err(error)),
                }
                // It has no need to know of a parent.
                socket.write_all(&[0])?;
            }
            (ADD, mut book) => {
                let mut address = message.address;
                let mut left = message.pages;
                while left > 0 {
                    let now = left.min(PAGES as u64);
                    let pages = &mut chunk[..now as usize * PAGE];
                    socket.read_exact(pages)?;
                    if let (Ok(()), Some(book)) = (&kept, &mut book) {
                        kept = book.take(address, pages, message.flags);
                    }
                    address += now * PAGE as u64;
                    left -= now;
                }
            }
            (CLOSE | FORCED_CLOSE, _) => {
                for book in books {
                    kept = kept.and_then(|()| book.close(image));
                }
                let status: i32 = if kept.is_ok() { 0 } else { -1 };
                socket.write_all(&status.to_le_bytes())?;
                return Ok(kept);
            }
            _ => return Err(unknown()),
        }
        message = Message::read(socket, message.is_long)?;
    }
}

fn link(parent: &Path, image: &Path) -> io::Result<()> {
    let linked =
        Command::new("ln").arg("-s").arg(parent).arg(image.join("parent")).stdin(Stdio::null()).status()?;
    if linked.success() { Ok(()) } else { Err(io::Error::other("the parent of an image cannot be named")) }
}

const OPEN: u32 = 4;
const ADD: u32 = 6;
const CLOSE: u32 = 0x1023;
const FORCED_CLOSE: u32 = 0x1024;

/// What comes before pages, or instead of them.
#[derive(Debug, PartialEq, Eq)]
struct Message {
    command: u32,
    flags: u64,
    pages: u64,
    address: u64,
    /// Whose pages they are.
    owner: u64,
    is_long: bool,
}

impl Message {
    /// CRIUs after 4.1 count pages with 64 bits instead of 32. The first message opens something and has an owner, but neither
    /// pages nor an address: by that they are told apart.
    fn first(socket: &mut impl Read) -> io::Result<Message> {
        let mut bytes = [0; 32];
        socket.read_exact(&mut bytes[..24])?;
        let is_long = bytes[16..24] == [0; 8];
        if is_long {
            socket.read_exact(&mut bytes[24..])?;
        }
        Ok(Message::parse(&bytes, is_long))
    }

    fn read(socket: &mut impl Read, is_long: bool) -> io::Result<Message> {
        let mut bytes = [0; 32];
        socket.read_exact(&mut bytes[..if is_long { 32 } else { 24 }])?;
        Ok(Message::parse(&bytes, is_long))
    }

    fn parse(bytes: &[u8; 32], is_long: bool) -> Message {
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let command = number(0, 4);
        let (pages, rest) = if is_long { (number(8, 8), 16) } else { (number(4, 4), 8) };
        Message {
            command: (command & 0xffff) as u32,
            flags: command >> 16,
            pages,
            address: number(rest, 8),
            owner: number(rest + 8, 8),
            is_long,
        }
    }
}

/// The pages of a process, or of memory that processes share.
struct Book {
    map: PathBuf,
    entries: PageMap,
    pages: BufWriter<File>,
    /// For a process, which is the only one.
    sums: Option<Sums>,
    parents: Peekable<std::vec::IntoIter<(u64, u128)>>,
}

impl Book {
    fn open(image: &Path, parent: Option<&Path>, message: &Message, number: usize) -> io::Result<Book> {
        let id = message.owner >> 8;
        let (map, sums) = match message.owner & 0xff {
            1 if number == 1 => (format!("pagemap-{id}.img"), Some(Sums::default())),
            2 => (format!("pagemap-shmem-{id}.img"), None),
            _ => return Err(unknown()),
        };
        let parents = parent.map(Sums::of).unwrap_or_default();
        Ok(Book {
            map: image.join(map),
            entries: PageMap::new(number as u64, message.is_long),
            pages: BufWriter::with_capacity(
                1 << 20,
                File::create(image.join(format!("pages-{number}.img")))?,
            ),
            sums,
            parents: parents.0.into_iter().peekable(),
        })
    }

    fn take(&mut self, mut address: u64, pages: &[u8], flags: u64) -> io::Result<()> {
        let own = Kind::own(flags).ok_or_else(unknown)?;
        for page in pages.chunks_exact(PAGE) {
            let mut kind = own;
            if let Some(sums) = &mut self.sums {
                let sum = xxh3_128(page);
                sums.0.push((address, sum));
                while self.parents.next_if(|(before, _)| *before < address).is_some() {}
                if self.parents.next_if_eq(&(address, sum)).is_some() {
                    kind = Kind::Parents;
                }
            }
            if kind == own {
                self.pages.write_all(page)?;
            }
            self.entries.push(Entry { address, pages: 1, kind });
            address += PAGE as u64;
        }
        Ok(())
    }

    fn close(mut self, image: &Path) -> io::Result<()> {
        self.pages.flush()?;
        fs::write(&self.map, self.entries.to_bytes())?;
        self.sums.map_or(Ok(()), |sums| sums.write(image))
    }
}

fn unknown() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this CRIU hands over its pages in a way that is not known")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const PROCESS: u64 = 10_000 << 8 | 1;
    const PRESENT: u32 = 4;

    /// A CRIU that says what it has to say, and an ear for what it is told.
    struct Saving {
        says: Cursor<Vec<u8>>,
        hears: Vec<u8>,
    }

    impl Saving {
        fn pages(is_long: bool, pages: &[(u64, u8)]) -> Saving {
            let mut says = message(is_long, OPEN, 0, 0, PROCESS);
            for &(page, byte) in pages {
                says.extend(message(is_long, PRESENT << 16 | ADD, 1, page * PAGE as u64, PROCESS));
                says.extend([byte; PAGE]);
            }
            says.extend(message(is_long, FORCED_CLOSE, 0, 0, 0));
            Saving { says: Cursor::new(says), hears: Vec::new() }
        }
    }

    impl Read for Saving {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.says.read(into)
        }
    }

    impl Write for Saving {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.hears.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn message(is_long: bool, command: u32, pages: u64, address: u64, owner: u64) -> Vec<u8> {
        let mut bytes = command.to_le_bytes().to_vec();
        if is_long {
            bytes.extend([0xee; 4]);
            bytes.extend(pages.to_le_bytes());
        } else {
            bytes.extend((pages as u32).to_le_bytes());
        }
        bytes.extend(address.to_le_bytes());
        bytes.extend(owner.to_le_bytes());
        bytes
    }

    #[test]
    fn only_what_a_parent_does_not_have_at_the_same_place_is_kept() {
        for is_long in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let image = |name: &str| {
                let image = folder.path().join(name);
                fs::create_dir(&image).unwrap();
                image
            };
            let (parent, child) = (image("parent"), image("child"));
            let mut saving = Saving::pages(is_long, &[(1, b'a'), (2, b'b'), (5, b'c')]);
            receive(&mut saving, &parent, None).unwrap().unwrap();
            assert_eq!(saving.hears, [0; 5], "no parent, and all is well");
            assert_eq!(fs::read(parent.join("pages-1.img")).unwrap().len(), 3 * PAGE);

            let mut saving = Saving::pages(is_long, &[(1, b'a'), (2, b'x'), (3, b'b'), (5, b'c')]);
            receive(&mut saving, &child, Some(&parent)).unwrap().unwrap();
            let kept = fs::read(child.join("pages-1.img")).unwrap();
            assert_eq!(kept, [[b'x'; PAGE], [b'b'; PAGE]].concat());
            let mut expected = PageMap::new(1, is_long);
            let own = Kind::own(PRESENT.into()).unwrap();
            for (page, pages, kind) in [(1, 1, Kind::Parents), (2, 2, own), (5, 1, Kind::Parents)] {
                expected.push(Entry { address: page * PAGE as u64, pages, kind });
            }
            assert_eq!(fs::read(child.join("pagemap-10000.img")).unwrap(), expected.to_bytes());
            assert_eq!(Sums::of(&child).0.len(), 4, "it may become a parent itself");
        }
    }

    #[test]
    fn pages_that_cannot_be_kept_are_heard_to_the_end_and_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut saving = Saving::pages(false, &[(1, b'a'), (2, b'b')]);
        assert!(receive(&mut saving, &folder.path().join("missing"), None).unwrap().is_err());
        assert_eq!(saving.hears, [0, 255, 255, 255, 255]);
    }

    #[test]
    fn what_breaks_off_or_is_not_known_is_an_error() {
        let whole = Saving::pages(false, &[(1, b'a')]).says.into_inner();
        for cut in [0, 10, 24, 40, 60, whole.len() - 1] {
            let folder = tempfile::tempdir().unwrap();
            let mut saving = Saving { says: Cursor::new(whole[..cut].to_vec()), hears: Vec::new() };
            assert!(receive(&mut saving, folder.path(), None).is_err(), "cut after {cut} bytes");
        }
        let folder = tempfile::tempdir().unwrap();
        let says = Cursor::new(message(false, 9, 0, 0, PROCESS));
        assert!(receive(&mut Saving { says, hears: Vec::new() }, folder.path(), None).is_err());
    }
}
