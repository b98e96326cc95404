//! `sync:`: files to and from the phone.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::commands::files::content;
use crate::files::{File, FileError};
use crate::phone::Phone;
use crate::wire::stream::{Stream, StreamIo};

/// The longest path.
const MAX_PATH_BYTES: u32 = 1024;

/// The largest piece of a file.
const MAX_PIECE_BYTES: usize = 64 << 10;

/// Serves requests until the client quits.
pub(super) fn serve(phone: &Arc<Phone>, stream: &Arc<Stream>) -> io::Result<()> {
    Sync { phone, io: StreamIo(Arc::clone(stream)) }.serve()
}

struct Sync<'a, S> {
    phone: &'a Phone,
    io: S,
}

impl<S: Read + Write> Sync<'_, S> {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let (id, length) = self.head()?;
            if &id == b"QUIT" {
                return Ok(());
            }
            if length > MAX_PATH_BYTES {
                return self.fail("path too long");
            }
            let mut path = vec![0; length as usize];
            self.io.read_exact(&mut path)?;
            let path = String::from_utf8_lossy(&path).into_owned();
            match &id {
                b"STAT" => self.stat_v1(&path)?,
                b"STA2" | b"LST2" => self.stat_v2(&id, &path)?,
                b"LIST" => self.list(&path, false)?,
                b"LIS2" => self.list(&path, true)?,
                b"SEND" => self.receive(&path)?,
                b"RECV" => self.send(&path)?,
                _ => return self.fail("unknown command"),
            }
        }
    }

    fn head(&mut self) -> io::Result<([u8; 4], u32)> {
        let mut head = [0; 8];
        self.io.read_exact(&mut head)?;
        let [a, b, c, d, length @ ..] = head;
        Ok(([a, b, c, d], u32::from_le_bytes(length)))
    }

    fn fail(&mut self, why: &str) -> io::Result<()> {
        self.io.write_all(&message(b"FAIL", why.as_bytes()))
    }

    /// Links are not followed for `LST2` and `STAT`.
    fn look(&self, path: &str, follow: bool) -> Result<File, FileError> {
        self.phone.memory(|memory| {
            let is_link = memory.files.link(path).is_some() && !path.ends_with('/');
            if is_link && !follow {
                return Ok(File { content: None, mode: 0o120_777, modified: 0 });
            }
            memory.files.get(path).cloned()
        })
    }

    fn stat_v1(&mut self, path: &str) -> io::Result<()> {
        let file = self.look(path, false).ok();
        let mut answer = b"STAT".to_vec();
        answer.extend(v1_fields(file.as_ref()));
        self.io.write_all(&answer)
    }

    fn stat_v2(&mut self, id: &[u8; 4], path: &str) -> io::Result<()> {
        let file = self.look(path, id == b"STA2");
        let mut answer = id.to_vec();
        answer.extend(v2_fields(&file));
        self.io.write_all(&answer)
    }

    fn list(&mut self, path: &str, v2: bool) -> io::Result<()> {
        let entries = self.phone.memory(|memory| memory.files.list(path)).unwrap_or_default();
        let mut answer = Vec::new();
        for (name, file) in entries {
            let length = u32::try_from(name.len()).unwrap_or(0);
            if v2 {
                answer.extend(b"DNT2");
                answer.extend(v2_fields(&Ok(file)));
            } else {
                answer.extend(b"DENT");
                answer.extend(v1_fields(Some(&file)));
            }
            answer.extend(length.to_le_bytes());
            answer.extend(name.as_bytes());
        }
        answer.extend(b"DONE");
        answer.extend(std::iter::repeat_n(0, if v2 { 72 } else { 16 }));
        self.io.write_all(&answer)
    }

    /// Takes a file in: `PATH,MODE`, then pieces, then the time it was changed. A client whose file is refused may send it
    /// to its end nevertheless, so we read on before we say so.
    fn receive(&mut self, place: &str) -> io::Result<()> {
        let (path, mode) = place.rsplit_once(',').unwrap_or((place, "33188"));
        let mode: u32 = mode.parse().unwrap_or(0o100_644);
        let mut bytes = Vec::new();
        let mut too_large = false;
        let modified = loop {
            let (id, length) = self.head()?;
            match &id {
                b"DONE" => break u64::from(length),
                b"DATA" if length as usize <= MAX_PIECE_BYTES => {
                    let start = bytes.len();
                    bytes.resize(start + length as usize, 0);
                    self.io.read_exact(&mut bytes[start..])?;
                    if bytes.len() as u64 > self.phone.settings().disk_bytes {
                        too_large = true;
                        bytes.clear();
                    }
                }
                b"DATA" => return self.fail("oversize data message"),
                _ => return self.fail("invalid data message"),
            }
        };
        let written = if mode & 0o170_000 == 0o120_000 {
            Err("couldn't create symlink: Operation not permitted".to_owned())
        } else if too_large {
            Err(format!("couldn't write to file: {}", FileError::Full.text()))
        } else {
            self.store(path, bytes, mode, modified)
        };
        match written {
            Ok(()) => self.io.write_all(&message(b"OKAY", &[])),
            Err(why) => self.fail(&why),
        }
    }

    fn store(&self, path: &str, bytes: Vec<u8>, mode: u32, modified: u64) -> Result<(), String> {
        self.phone.memory(|memory| {
            let parent =
                path.rsplit_once('/').map_or("/", |(parent, _)| if parent.is_empty() { "/" } else { parent });
            if memory.files.get(parent) == Err(FileError::Missing) {
                memory
                    .files
                    .make_folders(parent, modified)
                    .map_err(|error| format!("secure_mkdirs failed: {}", error.text()))?;
            }
            memory.files.write(path, bytes, mode, modified).map_err(|error| match error {
                FileError::Full => format!("couldn't write to file: {}", error.text()),
                error => format!("couldn't create file: {}", error.text()),
            })
        })
    }

    fn send(&mut self, path: &str) -> io::Result<()> {
        let bytes = match content(self.phone, path) {
            Ok(bytes) => bytes,
            Err(FileError::IsAFolder) => return self.fail("read failed: Is a directory"),
            Err(error) => return self.fail(&format!("open failed: {}", error.text())),
        };
        for piece in bytes.chunks(MAX_PIECE_BYTES) {
            self.io.write_all(&message(b"DATA", piece))?;
        }
        self.io.write_all(&message(b"DONE", &[]))
    }
}

/// An id, a length and that many bytes.
fn message(id: &[u8; 4], bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(0);
    [&id[..], &length.to_le_bytes(), bytes].concat()
}

/// Mode, size and time; nothing but zeros for a missing file.
fn v1_fields(file: Option<&File>) -> Vec<u8> {
    let clamp = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let words = file.map_or([0; 3], |file| [file.mode, clamp(file.size()), clamp(file.modified)]);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Error number, device, inode, mode, links, user, group, size and three times.
fn v2_fields(file: &Result<File, FileError>) -> Vec<u8> {
    const SHELL: u32 = 2000;
    let mut fields = Vec::with_capacity(68);
    let (errno, file) = match file {
        Ok(file) => (0, Some(file)),
        Err(error) => (error.errno(), None),
    };
    let there = u32::from(file.is_some());
    fields.extend(errno.to_le_bytes());
    fields.extend(u64::from(there).to_le_bytes());
    fields.extend(u64::from(there).to_le_bytes());
    for word in [file.map_or(0, |file| file.mode), there, there * SHELL, there * SHELL] {
        fields.extend(word.to_le_bytes());
    }
    fields.extend(file.map_or(0, File::size).to_le_bytes());
    for _ in 0..3 {
        fields.extend(file.map_or(0, |file| file.modified).to_le_bytes());
    }
    fields
}
