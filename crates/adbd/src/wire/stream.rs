//! One stream of bytes between a client and a service, inside a connection.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::link::Link;
use super::packet::{CLSE, OKAY, Packet, WRTE};
use crate::locked;

/// Bytes that may lie unread before the peer has to wait.
const MAX_UNREAD: usize = 256 << 10;

/// How long the host may take to answer when we ask it for a stream.
const OPEN_DEADLINE: Duration = Duration::from_secs(10);

/// A stream: read and written by a service, fed by the connection.
///
/// Each side has at most one packet under way and waits for its acknowledgement before the next, so no more than
/// [`MAX_UNREAD`] and one packet lie here. Reading and writing wait as long as the peer likes, as on a phone, and end
/// with the connection.
pub(crate) struct Stream {
    link: Arc<Link>,
    id: u32,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The peer's id; 0 until it has accepted a stream that we opened.
    remote: u32,
    unread: VecDeque<u8>,
    /// Whether the peer waits for our word that it may send more.
    peer_waits: bool,
    /// Whether we wait for the peer's word that we may send more.
    unacknowledged: bool,
    closed: bool,
}

impl Stream {
    pub(crate) fn new(link: Arc<Link>, id: u32, remote: u32) -> Stream {
        let state = State {
            remote,
            unread: VecDeque::new(),
            peer_waits: false,
            unacknowledged: false,
            closed: false,
        };
        Stream { link, id, state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// The connection it belongs to.
    pub(crate) fn link(&self) -> &Arc<Link> {
        &self.link
    }

    /// Tells the peer that its wish for a stream is granted.
    pub(crate) fn accept(&self) -> io::Result<()> {
        self.send(OKAY, &[])
    }

    /// Whether somebody is still at the other end.
    pub(crate) fn is_open(&self) -> bool {
        !locked(&self.state).closed
    }

    /// Reads what is there, or waits for it; 0 bytes mean that the peer has closed.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = locked(&self.state);
        while state.unread.is_empty() && !state.closed {
            state = self.wait(state);
        }
        let count = state.unread.read(buffer)?;
        let acknowledge = state.peer_waits && state.unread.len() <= MAX_UNREAD && !state.closed;
        state.peer_waits &= !acknowledge;
        drop(state);
        if acknowledge {
            self.send(OKAY, &[])?;
        }
        Ok(count)
    }

    /// Sends all of `bytes`, packet by packet.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(self.link.max_payload()) {
            let mut state = locked(&self.state);
            while state.unacknowledged && !state.closed {
                state = self.wait(state);
            }
            if state.closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            state.unacknowledged = true;
            drop(state);
            self.send(WRTE, piece)?;
        }
        Ok(())
    }

    /// Ends the stream from our side once the peer has taken everything.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.state);
        while state.unacknowledged && !state.closed {
            state = self.wait(state);
        }
        let was_open = !std::mem::replace(&mut state.closed, true);
        drop(state);
        self.link.remove_stream(self.id);
        if was_open {
            // A connection that broke meanwhile has closed the stream as well.
            let _ = self.send(CLSE, &[]);
        }
        self.changed.notify_all();
    }

    /// Waits until the host has accepted a stream that we opened.
    pub(crate) fn wait_until_open(&self) -> bool {
        let deadline = Instant::now() + OPEN_DEADLINE;
        let mut state = locked(&self.state);
        while state.remote == 0 && !state.closed {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return false };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        // A host that has already sent all it had and closed again did accept.
        state.remote != 0
    }

    /// The peer says that we may send the next packet.
    pub(crate) fn acknowledged(&self, remote: u32) {
        let mut state = locked(&self.state);
        if state.remote == 0 {
            state.remote = remote;
        }
        state.unacknowledged = false;
        self.changed.notify_all();
    }

    /// Bytes from the peer. One that sends without waiting for us is not heard further.
    pub(crate) fn received(&self, bytes: Vec<u8>) -> io::Result<()> {
        let mut state = locked(&self.state);
        if state.closed {
            return Ok(());
        }
        if state.peer_waits {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a packet before its predecessor was taken",
            ));
        }
        state.unread.extend(bytes);
        state.peer_waits = state.unread.len() > MAX_UNREAD;
        let acknowledge = !state.peer_waits;
        self.changed.notify_all();
        drop(state);
        if acknowledge { self.send(OKAY, &[]) } else { Ok(()) }
    }

    /// The peer, or the connection, has gone. What it sent before can still be read.
    pub(crate) fn closed_by_peer(&self) {
        let was_open = !std::mem::replace(&mut locked(&self.state).closed, true);
        self.link.remove_stream(self.id);
        if was_open {
            // Fails where the whole connection has gone.
            let _ = self.send(CLSE, &[]);
        }
        self.changed.notify_all();
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, command: u32, payload: &[u8]) -> io::Result<()> {
        let remote = locked(&self.state).remote;
        self.link.send(&Packet::new(command, self.id, remote, payload))
    }
}

/// A stream as the standard library's readers and writers want it.
#[derive(Clone)]
pub(crate) struct StreamIo(pub(crate) Arc<Stream>);

impl Read for StreamIo {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for StreamIo {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
