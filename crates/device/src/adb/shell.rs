//! Commands in the phone's shell.

use std::io::Read;

use super::connection::Connection;
use super::deadline::Deadline;
use super::error::AdbError;
use super::transport::Transport;

/// What a command printed and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellOutput {
    /// What it printed; on phones without `shell_v2` its complaints too.
    pub stdout: Vec<u8>,
    /// Its complaints.
    pub stderr: Vec<u8>,
    /// Its exit status; 128 and more where a signal ended it.
    pub status: u8,
}

/// The most a command may print. A 4K screen as raw pixels has 33 MB.
const MAX_OUTPUT_BYTES: usize = 128 << 20;

/// Stands before the exit status on phones that do not tell it otherwise.
const STATUS_MARK: &[u8] = b"oddity-status:";

/// What a packet of the shell protocol carries.
mod packet {
    pub(super) const STDOUT: u8 = 1;
    pub(super) const STDERR: u8 = 2;
    pub(super) const EXIT: u8 = 3;
}

impl Transport {
    /// Runs a command, which must not wait for input. The text goes to the phone's `sh` as it is.
    ///
    /// Success is only what ended with a status: a stream that just closes is a lost connection. On phones without
    /// `shell_v2` the status is printed behind the output, so a command that calls `exit` itself seems lost there.
    pub fn shell(&self, command: &str, deadline: Deadline) -> Result<ShellOutput, AdbError> {
        if self.offers("shell_v2", deadline)? {
            let mut connection = self.service(&format!("shell,v2,TERM=xterm,raw:{command}"), deadline)?;
            return packets(&mut connection);
        }
        let mark = String::from_utf8_lossy(STATUS_MARK);
        let mut connection = self.service(&format!("shell:{command}; echo {mark}$?"), deadline)?;
        let printed = connection.read_to_end(MAX_OUTPUT_BYTES)?;
        without_shell_v2(&printed).ok_or_else(|| connection.lost("the command's status did not come"))
    }

    /// Runs a command and gives what it printed, byte by byte (`adb exec-out`).
    ///
    /// Nothing tells whether that was all: the caller must know it from the bytes. Needs Android 5.
    pub fn exec_out(&self, command: &str, deadline: Deadline) -> Result<Vec<u8>, AdbError> {
        self.service(&format!("exec:{command}"), deadline)?.read_to_end(MAX_OUTPUT_BYTES)
    }

    /// Sends bytes to a service that knows from them where they end, and reads its answer.
    pub(super) fn exchange(
        &self,
        service: &str,
        input: &mut dyn Read,
        deadline: Deadline,
    ) -> Result<Vec<u8>, AdbError> {
        let mut connection = self.service(service, deadline)?;
        send_all(input, |part| connection.write(part))?;
        connection.read_to_end(MAX_OUTPUT_BYTES)
    }
}

/// Hands on all that `input` gives, in parts.
pub(super) fn send_all(
    input: &mut dyn Read,
    mut send: impl FnMut(&[u8]) -> Result<(), AdbError>,
) -> Result<(), AdbError> {
    let mut part = vec![0; 32 << 10];
    loop {
        match input.read(&mut part) {
            Ok(0) => return Ok(()),
            Ok(read) => send(&part[..read])?,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(AdbError::File { path: "the input".to_owned(), why: error.to_string() });
            }
        }
    }
}

/// Reads packets up to the one with the exit status.
fn packets(connection: &mut Connection) -> Result<ShellOutput, AdbError> {
    let mut output = ShellOutput { stdout: Vec::new(), stderr: Vec::new(), status: 0 };
    while let Some((kind, data)) = next_packet(connection)? {
        match (kind, &data[..]) {
            (packet::STDOUT, _) => output.stdout.extend(data),
            (packet::STDERR, _) => output.stderr.extend(data),
            (packet::EXIT, [status, ..]) => return Ok(ShellOutput { status: *status, ..output }),
            _ => return Err(connection.garbled(format!("a shell packet of the unknown kind {kind}"))),
        }
        if output.stdout.len() + output.stderr.len() > MAX_OUTPUT_BYTES {
            return Err(connection.too_long(MAX_OUTPUT_BYTES));
        }
    }
    Err(connection.lost("the command's status did not come"))
}

/// The next packet, or `None` where the stream ends between two.
fn next_packet(connection: &mut Connection) -> Result<Option<(u8, Vec<u8>)>, AdbError> {
    let mut kind = [0; 1];
    if connection.read_some(&mut kind)? == 0 {
        return Ok(None);
    }
    let mut length = [0; 4];
    connection.read_exactly(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_OUTPUT_BYTES {
        return Err(connection.too_long(MAX_OUTPUT_BYTES));
    }
    let mut data = vec![0; length];
    connection.read_exactly(&mut data)?;
    Ok(Some((kind[0], data)))
}

/// A command that runs on and prints line by line.
#[derive(Debug)]
pub(super) struct ShellStream {
    connection: Connection,
    packets: bool,
    /// Bytes of a line whose end has not come yet.
    rest: Vec<u8>,
}

/// Longer lines are cut: logcat's own limit is about 4 KiB.
const MAX_LINE_BYTES: usize = 64 << 10;

impl Transport {
    /// Starts a command that runs on.
    pub(super) fn stream(&self, command: &str, deadline: Deadline) -> Result<ShellStream, AdbError> {
        let packets = self.offers("shell_v2", deadline)?;
        let kind = if packets { "shell,v2,TERM=xterm,raw" } else { "shell" };
        let mut connection = self.service(&format!("{kind}:{command}"), deadline)?;
        connection.changes_nothing();
        Ok(ShellStream { connection, packets, rest: Vec::new() })
    }
}

impl ShellStream {
    /// The socket, for ending a wait from elsewhere.
    pub(super) fn hold(&self) -> std::io::Result<std::net::TcpStream> {
        self.connection.hold()
    }

    /// Waits for more and hands on each whole line, without its line end. An end of the command is a lost connection.
    pub(super) fn lines(&mut self, deadline: Deadline, mut line: impl FnMut(&[u8])) -> Result<(), AdbError> {
        self.connection.set_deadline(deadline);
        if self.packets {
            match next_packet(&mut self.connection)? {
                Some((packet::STDOUT | packet::STDERR, data)) => self.rest.extend(data),
                _ => return Err(self.connection.lost("the command ended")),
            }
        } else {
            let mut part = vec![0; 64 << 10];
            match self.connection.read_some(&mut part)? {
                0 => return Err(self.connection.lost("the command ended")),
                read => self.rest.extend_from_slice(&part[..read]),
            }
        }
        let mut from = 0;
        while let Some(length) = self.rest[from..].iter().position(|byte| *byte == b'\n') {
            line(self.rest[from..from + length].trim_ascii_end());
            from += length + 1;
        }
        self.rest.drain(..from);
        self.rest.truncate(MAX_LINE_BYTES);
        Ok(())
    }
}

/// What an old phone's pty printed, with its line ends undone and the status cut off.
fn without_shell_v2(printed: &[u8]) -> Option<ShellOutput> {
    let plain = without_carriage_returns(printed);
    let at = (0..plain.len()).rev().find(|at| plain[*at..].starts_with(STATUS_MARK))?;
    let status = std::str::from_utf8(&plain[at + STATUS_MARK.len()..]).ok()?;
    let status = status.trim().parse().ok()?;
    Some(ShellOutput { stdout: plain[..at].to_vec(), stderr: Vec::new(), status })
}

/// A pty writes CR LF for each LF.
pub(super) fn without_carriage_returns(printed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(printed.len());
    for (at, byte) in printed.iter().enumerate() {
        if *byte != b'\r' || printed.get(at + 1) != Some(&b'\n') {
            plain.push(*byte);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_phone_prints_its_status_behind_the_output() {
        let check = |printed: &[u8], expected: Option<(&[u8], u8)>| {
            let seen = without_shell_v2(printed);
            assert_eq!(seen.as_ref().map(|o| (&o.stdout[..], o.status)), expected);
        };
        check(b"hi\r\noddity-status:0\r\n", Some((b"hi\n", 0)));
        check(b"oddity-status:1\r\noddity-status:127\r\n", Some((b"oddity-status:1\n", 127)));
        check(b"hi\r\n", None);
        check(b"hi\r\noddity-status:", None);
        check(b"a\rb\r\noddity-status:3\n", Some((b"a\rb\n", 3)));
    }
}
