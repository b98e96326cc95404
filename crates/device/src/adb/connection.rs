//! One connection to the adb server: requests out, `OKAY` or `FAIL` in, every byte under a deadline.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::deadline::Deadline;
use super::error::AdbError;
use crate::Sent;
use android::host_reply::server_version;

/// A connection under one deadline. It remembers whether a phone may have got something through it.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    deadline: Deadline,
    sent: Sent,
}

/// What the adb protocol can say in four hexadecimal digits.
const MAX_REQUEST_BYTES: usize = 0xFFFF;

/// No longer than this for the connection itself: a server on this computer or in this room answers at once.
const CONNECT: Duration = Duration::from_secs(5);

impl Connection {
    /// Connects; the error is the operating system's.
    pub(super) fn open(host: &str, port: u16, deadline: Deadline) -> std::io::Result<Connection> {
        let mut last = std::io::Error::from(ErrorKind::AddrNotAvailable);
        for address in (host, port).to_socket_addrs()? {
            let left = deadline.left().ok_or(ErrorKind::TimedOut)?;
            match TcpStream::connect_timeout(&address, left.min(CONNECT)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Connection { stream, deadline, sent: Sent::Nothing });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Sends a question to the server itself, and reads its `OKAY`.
    pub(super) fn ask_server(&mut self, request: &str) -> Result<(), AdbError> {
        self.request(request)?;
        self.status()
    }

    /// Opens a service on the phone that was chosen before. From here on the phone may have got it.
    pub(super) fn open_service(&mut self, service: &str) -> Result<(), AdbError> {
        self.acts_from_here();
        self.request(service)?;
        self.status()
    }

    /// Reads an `OKAY`, or makes an error of a `FAIL`.
    pub(super) fn status(&mut self) -> Result<(), AdbError> {
        let mut word = [0; 4];
        self.read_exactly(&mut word)?;
        match &word {
            b"OKAY" => Ok(()),
            b"FAIL" => {
                let message = self.sized_text()?;
                Err(AdbError::failed(&message, self.sent))
            }
            _ => Err(self.garbled("neither OKAY nor FAIL: something else listens on that port")),
        }
    }

    /// Reads a text that has its length in four hexadecimal digits before it.
    pub(super) fn sized_text(&mut self) -> Result<Vec<u8>, AdbError> {
        let mut digits = [0; 4];
        self.read_exactly(&mut digits)?;
        let length = server_version(&digits)
            .ok_or_else(|| self.garbled("the length is not a number: something else listens on that port"))?;
        let mut text = vec![0; length as usize];
        self.read_exactly(&mut text)?;
        Ok(text)
    }

    /// Reads until the buffer is full. An end before that is a lost connection.
    pub(super) fn read_exactly(&mut self, buffer: &mut [u8]) -> Result<(), AdbError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.read_some(&mut buffer[filled..])? {
                0 => return Err(self.lost("it ended before the answer did")),
                read => filled += read,
            }
        }
        Ok(())
    }

    /// Reads what there is; 0 at the end.
    pub(super) fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, AdbError> {
        loop {
            self.stream.set_read_timeout(Some(self.time_left()?)).map_err(|e| self.broken(&e))?;
            match self.stream.read(buffer) {
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.broken(&error)),
            }
        }
    }

    /// Reads to the end, at most `limit` bytes.
    pub(super) fn read_to_end(&mut self, limit: usize) -> Result<Vec<u8>, AdbError> {
        let mut all = Vec::new();
        let mut part = vec![0; 64 << 10];
        loop {
            match self.read_some(&mut part)? {
                0 => return Ok(all),
                read if all.len() + read > limit => return Err(self.too_long(limit)),
                read => all.extend_from_slice(&part[..read]),
            }
        }
    }

    /// Sends all of it.
    pub(super) fn write(&mut self, mut bytes: &[u8]) -> Result<(), AdbError> {
        while !bytes.is_empty() {
            self.stream.set_write_timeout(Some(self.time_left()?)).map_err(|e| self.broken(&e))?;
            match self.stream.write(bytes) {
                Ok(0) => return Err(self.lost("nothing more can be sent")),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.broken(&error)),
            }
        }
        Ok(())
    }

    /// Goes on under another deadline.
    pub(super) fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// A second hold on the socket, with which another thread can end a wait.
    pub(super) fn hold(&self) -> std::io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// What is sent from here on may have an effect.
    pub(super) fn acts_from_here(&mut self) {
        self.sent = Sent::Maybe;
    }

    /// What was sent so far changes nothing on the phone, whatever becomes of it.
    pub(super) fn changes_nothing(&mut self) {
        self.sent = Sent::Nothing;
    }

    pub(super) fn garbled(&self, why: impl Into<String>) -> AdbError {
        AdbError::Garbled { why: why.into(), sent: self.sent }
    }

    pub(super) fn lost(&self, why: &str) -> AdbError {
        AdbError::Lost { why: why.to_owned(), sent: self.sent }
    }

    pub(super) fn too_long(&self, limit: usize) -> AdbError {
        self.garbled(format!("it is longer than {} MiB", limit >> 20))
    }

    fn request(&mut self, request: &str) -> Result<(), AdbError> {
        if request.len() > MAX_REQUEST_BYTES {
            let why = format!("a request of {} bytes is more than adb takes", request.len());
            return Err(AdbError::Garbled { why, sent: Sent::Nothing });
        }
        self.write(format!("{:04x}{request}", request.len()).as_bytes())
    }

    fn time_left(&self) -> Result<Duration, AdbError> {
        self.deadline.left().ok_or_else(|| self.timed_out())
    }

    fn timed_out(&self) -> AdbError {
        AdbError::TimedOut { after: self.deadline.whole(), sent: self.sent }
    }

    fn broken(&self, error: &std::io::Error) -> AdbError {
        match error.kind() {
            // Which of the two a socket's timeout is depends on the operating system.
            ErrorKind::WouldBlock | ErrorKind::TimedOut => self.timed_out(),
            _ => self.lost(&error.to_string()),
        }
    }
}
