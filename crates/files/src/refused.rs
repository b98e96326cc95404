//! Why a file is not read or written.

use std::io;

/// Why a file is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The operating system does not want to.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a link, a pipe, a device: whoever reads or writes it is led elsewhere, or waits for ever.
    #[error("it is {0}, not a plain file")]
    NotPlain(&'static str),
    /// Larger than anybody is willing to read.
    #[error("it is larger than {}", size(*.0))]
    TooLarge(u64),
}

impl Refused {
    /// Whether there is nothing under that name.
    pub fn is_missing(&self) -> bool {
        matches!(self, Refused::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        match refused {
            Refused::Io(error) => error,
            Refused::TooLarge(_) => io::Error::new(io::ErrorKind::FileTooLarge, refused.to_string()),
            Refused::NotPlain(_) => io::Error::new(io::ErrorKind::InvalidInput, refused.to_string()),
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
