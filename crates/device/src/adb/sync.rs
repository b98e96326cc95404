//! Files to and from a phone (`sync:`).

use std::io::{Read, Write};

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use super::transport::Transport;
use crate::Sent;

/// What a phone says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStat {
    /// Its kind and permissions, as Linux counts.
    pub mode: u32,
    /// How many bytes it has; only the lower 32 bits on Android 7 and older.
    pub size: u64,
    /// When it was last written, in seconds since 1970.
    pub modified_s: i64,
}

/// An entry of a folder on a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Its name in the folder.
    pub name: String,
    /// What the phone says of it.
    pub stat: FileStat,
}

/// The longest path that the protocol takes.
const MAX_PATH_BYTES: usize = 1024;
/// The largest block that the protocol takes.
const MAX_BLOCK_BYTES: usize = 64 << 10;
/// A folder with more entries is not believed.
const MAX_ENTRIES: usize = 100_000;

impl Transport {
    /// What the phone says of a file, `None` where there is none. Links are followed.
    pub fn stat(&self, path: &str, deadline: Deadline) -> Result<Option<FileStat>, AdbError> {
        let second = self.offers("stat_v2", deadline)?;
        let mut sync = Sync::open(self, deadline)?;
        sync.connection.changes_nothing();
        if second {
            sync.ask(b"STA2", path)?;
            sync.expect(b"STA2")?;
            let words: [u8; 68] = sync.bytes()?;
            let errno = word(&words, 0);
            return Ok((errno == 0).then(|| stat_v2(&words)));
        }
        sync.ask(b"STAT", path)?;
        sync.expect(b"STAT")?;
        let words: [u8; 12] = sync.bytes()?;
        Ok((words != [0; 12]).then(|| stat_v1(&words)))
    }

    /// What is in a folder, in the phone's order; empty also where there is no such folder.
    pub fn list(&self, path: &str, deadline: Deadline) -> Result<Vec<FileEntry>, AdbError> {
        let second = self.offers("ls_v2", deadline)?;
        let mut sync = Sync::open(self, deadline)?;
        sync.connection.changes_nothing();
        sync.ask(if second { b"LIS2" } else { b"LIST" }, path)?;
        let mut entries = Vec::new();
        loop {
            let id: [u8; 4] = sync.bytes()?;
            let stat = if second { stat_v2(&sync.bytes::<68>()?) } else { stat_v1(&sync.bytes::<12>()?) };
            let length = u32::from_le_bytes(sync.bytes()?) as usize;
            match &id {
                b"DONE" => return Ok(entries),
                b"DENT" | b"DNT2" if length <= MAX_PATH_BYTES && entries.len() < MAX_ENTRIES => {
                    let mut name = vec![0; length];
                    sync.connection.read_exactly(&mut name)?;
                    let name = String::from_utf8_lossy(&name).into_owned();
                    entries.push(FileEntry { name, stat });
                }
                _ => return Err(sync.connection.garbled("no entry of a folder")),
            }
        }
    }

    /// Reads a file into `to`, at most `limit` bytes of it; how many there were.
    pub fn pull(
        &self,
        path: &str,
        to: &mut dyn Write,
        limit: u64,
        deadline: Deadline,
    ) -> Result<u64, AdbError> {
        let mut sync = Sync::open(self, deadline)?;
        sync.connection.changes_nothing();
        sync.ask(b"RECV", path)?;
        let mut total = 0;
        loop {
            let id: [u8; 4] = sync.bytes()?;
            let length = u32::from_le_bytes(sync.bytes()?) as usize;
            match &id {
                b"DONE" => return Ok(total),
                b"DATA" if length <= MAX_BLOCK_BYTES => {
                    let mut block = vec![0; length];
                    sync.connection.read_exactly(&mut block)?;
                    total += length as u64;
                    if total > limit {
                        let why = format!("it has more than {limit} bytes");
                        return Err(AdbError::File { path: path.to_owned(), why });
                    }
                    to.write_all(&block).map_err(|error| AdbError::File {
                        path: "the copy on this computer".to_owned(),
                        why: error.to_string(),
                    })?;
                }
                b"FAIL" => return Err(sync.failure(path, length)),
                _ => return Err(sync.connection.garbled("no block of a file")),
            }
        }
    }

    /// Writes a file with these permissions and this time, in place of an old one.
    pub fn push(
        &self,
        from: &mut dyn Read,
        path: &str,
        permissions: u32,
        modified_s: u32,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        let mut sync = Sync::open(self, deadline)?;
        // A plain file, and no other permission bits.
        let mode = 0o100_000 | permissions & 0o777;
        sync.ask(b"SEND", &format!("{path},{mode}"))?;
        // A phone that refuses says so at once, and may stop reading; what it said is the better reason then.
        let sending = super::shell::send_all(from, |part| {
            let length = u32::try_from(part.len()).unwrap_or_default();
            sync.connection.write(&[&b"DATA"[..], &length.to_le_bytes(), part].concat())
        });
        let sending = match sending {
            Ok(()) => sync.connection.write(&[&b"DONE"[..], &modified_s.to_le_bytes()].concat()),
            Err(AdbError::File { why, .. }) => {
                return Err(AdbError::File { path: path.to_owned(), why });
            }
            lost => lost,
        };
        let answer = sync.bytes::<8>();
        let (Ok(answer), _) = (answer, &sending) else {
            return sending.and(Err(sync.connection.lost("the phone did not say whether it has the file")));
        };
        let length = word(&answer, 4) as usize;
        match &answer[..4] {
            b"OKAY" => sending,
            b"FAIL" => Err(sync.failure(path, length)),
            _ => Err(sync.connection.garbled("neither OKAY nor FAIL after a file")),
        }
    }
}

/// A connection to the phone's file service.
struct Sync {
    connection: Connection,
}

impl Sync {
    fn open(transport: &Transport, deadline: Deadline) -> Result<Sync, AdbError> {
        Ok(Sync { connection: transport.service("sync:", deadline)? })
    }

    fn ask(&mut self, id: &[u8; 4], path: &str) -> Result<(), AdbError> {
        let length = u32::try_from(path.len()).ok().filter(|length| *length as usize <= MAX_PATH_BYTES);
        let Some(length) = length else {
            let why = format!("a path of {} bytes is more than adb takes", path.len());
            return Err(AdbError::Garbled { why, sent: Sent::Nothing });
        };
        self.connection.write(&[&id[..], &length.to_le_bytes(), path.as_bytes()].concat())
    }

    fn expect(&mut self, id: &[u8; 4]) -> Result<(), AdbError> {
        if self.bytes::<4>()? == *id {
            return Ok(());
        }
        Err(self.connection.garbled("an answer to another question about files"))
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], AdbError> {
        let mut bytes = [0; N];
        self.connection.read_exactly(&mut bytes)?;
        Ok(bytes)
    }

    /// The error that the phone gives for a file.
    fn failure(&mut self, path: &str, length: usize) -> AdbError {
        let mut message = vec![0; length.min(MAX_BLOCK_BYTES)];
        match self.connection.read_exactly(&mut message) {
            Ok(()) => {
                let why = String::from_utf8_lossy(&message).trim().to_owned();
                AdbError::File { path: path.to_owned(), why }
            }
            Err(error) => error,
        }
    }
}

fn stat_v1(words: &[u8; 12]) -> FileStat {
    FileStat { mode: word(words, 0), size: word(words, 4).into(), modified_s: word(words, 8).into() }
}

/// After the identity: errno, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime.
fn stat_v2(words: &[u8; 68]) -> FileStat {
    let long = |at: usize| u64::from(word(words, at)) | u64::from(word(words, at + 4)) << 32;
    FileStat { mode: word(words, 20), size: long(36), modified_s: long(52).cast_signed() }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map_or(0, u32::from_le_bytes)
}
