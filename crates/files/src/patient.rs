//! Reading what may never say anything.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What comes out of a pipe or a device, as long as something comes. Opening and reading may both wait for ever, so somebody else
/// does it; where nobody listens any more, they end with the next piece, or with the process.
pub(crate) struct Patient {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    patience: Duration,
}

impl Patient {
    pub(crate) fn open(path: &Path, patience: Duration) -> Patient {
        let (sender, pieces) = mpsc::sync_channel(4);
        let path = path.to_owned();
        thread::spawn(move || {
            let pump = || -> io::Result<()> {
                let mut from = File::open(&path)?;
                loop {
                    let mut piece = vec![0; 1 << 16];
                    let len = from.read(&mut piece)?;
                    piece.truncate(len);
                    if len == 0 || sender.send(Ok(piece)).is_err() {
                        return Ok(());
                    }
                }
            };
            if let Err(error) = pump() {
                let _ = sender.send(Err(error));
            }
        });
        Patient { pieces, piece: Cursor::default(), patience }
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.piece.position() == self.piece.get_ref().len() as u64 {
            match self.pieces.recv_timeout(self.patience) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {
                    let message = format!("nothing came out of it for {} s", self.patience.as_secs());
                    return Err(io::Error::new(io::ErrorKind::TimedOut, message));
                }
            }
        }
        self.piece.read(into)
    }
}
