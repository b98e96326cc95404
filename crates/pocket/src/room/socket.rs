//! A socket whose other end is the input of a program that we start.

use std::io;
use std::process::Stdio;
use std::time::Duration;

/// After so long without anything to read, reading ends with an error: whoever reads may look whether more will come.
#[cfg(unix)]
const LOOK: Duration = Duration::from_millis(100);

/// Our end.
#[cfg(unix)]
pub(crate) type Socket = std::os::unix::net::UnixStream;

/// Our end, of which there is none.
#[cfg(not(unix))]
pub(crate) type Socket = std::net::TcpStream;

/// Our end and the program's.
#[cfg(unix)]
pub(crate) fn pair() -> io::Result<(Socket, Stdio)> {
    let (ours, theirs) = Socket::pair()?;
    ours.set_read_timeout(Some(LOOK))?;
    Ok((ours, std::os::fd::OwnedFd::from(theirs).into()))
}

/// Only Unix has them.
#[cfg(not(unix))]
pub(crate) fn pair() -> io::Result<(Socket, Stdio)> {
    Err(io::ErrorKind::Unsupported.into())
}
