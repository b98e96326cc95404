//! Where the output of a command goes.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::files::{FileError, Files};
use crate::locked;
use crate::phone::Phone;

/// An output that several commands, and both outputs of one, may share.
#[derive(Clone)]
pub(crate) struct Sink(Arc<Mutex<dyn Write + Send>>);

impl Sink {
    pub(crate) fn new(to: impl Write + Send + 'static) -> Sink {
        Sink(Arc::new(Mutex::new(to)))
    }

    /// An output into a file of the phone; a former one is emptied or kept.
    pub(crate) fn file(phone: &Arc<Phone>, path: &str, append: bool, now: u64) -> Result<Sink, FileError> {
        let begin = |files: &mut Files| match (append, files.get(path)) {
            (true, Ok(file)) if !file.is_folder() => files.append(path, &[], now),
            _ => files.write(path, Vec::new(), 0o660, now),
        };
        phone.memory(|memory| begin(&mut memory.files))?;
        Ok(Sink::new(FileSink { phone: Arc::clone(phone), path: path.to_owned(), now, pending: Vec::new() }))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        locked(&self.0).flush()
    }
}

/// A file of the phone, written in large pieces.
struct FileSink {
    phone: Arc<Phone>,
    path: String,
    now: u64,
    pending: Vec<u8>,
}

impl Write for FileSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= 1 << 20 {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return Ok(());
        }
        let written = self.phone.memory(|memory| memory.files.append(&self.path, &pending, self.now));
        written.map_err(|error| io::Error::other(error.text()))
    }
}

/// Keeps what is written, up to a limit; what comes after it is refused.
pub(crate) struct Kept {
    pub(crate) bytes: Arc<Mutex<Vec<u8>>>,
    pub(crate) limit: usize,
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = locked(&self.bytes);
        if kept.len() + bytes.len() > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
