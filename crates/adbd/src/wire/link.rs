//! What the streams of one connection share: the socket, the terms agreed upon, and the table of streams.

use std::collections::BTreeMap;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::packet::{CLSE, MAX_PAYLOAD, OKAY, OPEN, Packet, VERSION, VERSION_WITH_SUMS, WRTE};
use super::stream::Stream;
use crate::locked;
use crate::services::Reverses;

/// The most streams that one connection may have open.
const MAX_STREAMS: usize = 128;

/// One connection to an adb server.
pub(crate) struct Link {
    /// For writing whole packets, one at a time.
    writer: Mutex<TcpStream>,
    /// For closing, also while a write waits.
    socket: TcpStream,
    version: AtomicU32,
    max_payload: AtomicUsize,
    streams: Mutex<Table>,
    reverses: Reverses,
}

struct Table {
    next_id: u32,
    open: BTreeMap<u32, Arc<Stream>>,
    closed: bool,
}

impl Link {
    pub(crate) fn new(socket: TcpStream) -> io::Result<Link> {
        Ok(Link {
            writer: Mutex::new(socket.try_clone()?),
            socket,
            // Until both have said what they know, the oldest terms hold.
            version: AtomicU32::new(VERSION_WITH_SUMS),
            max_payload: AtomicUsize::new(4096),
            streams: Mutex::new(Table { next_id: 1, open: BTreeMap::new(), closed: false }),
            reverses: Reverses::default(),
        })
    }

    /// Takes the terms that both sides can keep.
    pub(crate) fn agree(&self, version: u32, max_payload: usize) {
        self.version.store(version.min(VERSION), Ordering::Relaxed);
        let max_payload = max_payload.clamp(1, MAX_PAYLOAD);
        self.max_payload.store(max_payload, Ordering::Relaxed);
    }

    /// The most bytes that one packet may carry here.
    pub(crate) fn max_payload(&self) -> usize {
        self.max_payload.load(Ordering::Relaxed)
    }

    /// The phone's ports that lead to the host of this connection.
    pub(crate) fn reverses(&self) -> &Reverses {
        &self.reverses
    }

    /// Sends one packet.
    pub(crate) fn send(&self, packet: &Packet) -> io::Result<()> {
        let sent = packet.write(&mut *locked(&self.writer), self.version.load(Ordering::Relaxed));
        if sent.is_err() {
            self.close();
        }
        sent
    }

    /// A new stream to the peer's `remote` id; `None` when there are too many, or no connection any more.
    pub(crate) fn add_stream(self: &Arc<Link>, remote: u32) -> Option<Arc<Stream>> {
        let mut table = locked(&self.streams);
        if table.closed || table.open.len() >= MAX_STREAMS {
            return None;
        }
        let id = table.next_id;
        // Zero means "no stream" in the protocol.
        table.next_id = id.checked_add(1).unwrap_or(1);
        let stream = Arc::new(Stream::new(Arc::clone(self), id, remote));
        table.open.insert(id, Arc::clone(&stream));
        Some(stream)
    }

    /// Whether any is open.
    pub(crate) fn has_streams(&self) -> bool {
        !locked(&self.streams).open.is_empty()
    }

    /// Asks the host to connect us to a service of its own, as `adb reverse` wants. `None` when it does not.
    pub(crate) fn open_stream(self: &Arc<Link>, service: &str) -> Option<Arc<Stream>> {
        let stream = self.add_stream(0)?;
        let payload = [service.as_bytes(), b"\0"].concat();
        let opened =
            self.send(&Packet::new(OPEN, stream.id(), 0, payload)).is_ok() && stream.wait_until_open();
        if !opened {
            stream.close();
        }
        opened.then_some(stream)
    }

    /// Forgets a stream that both sides have closed.
    pub(crate) fn remove_stream(&self, id: u32) {
        locked(&self.streams).open.remove(&id);
    }

    /// Hands a packet to the stream it is for. A broken rule of the protocol is an error and ends the connection.
    pub(crate) fn dispatch(&self, packet: Packet) -> io::Result<()> {
        let stream = locked(&self.streams).open.get(&packet.arg1).map(Arc::clone);
        match (packet.command, stream) {
            (OKAY, Some(stream)) => stream.acknowledged(packet.arg0),
            (WRTE, Some(stream)) => return stream.received(packet.payload),
            (CLSE, Some(stream)) => stream.closed_by_peer(),
            // The stream is gone here; the peer should know.
            (OKAY | WRTE, None) => return self.send(&Packet::new(CLSE, 0, packet.arg0, [])),
            _ => {}
        }
        Ok(())
    }

    /// Ends the connection and wakes everybody who waits for it.
    pub(crate) fn close(&self) {
        let open = {
            let mut table = locked(&self.streams);
            table.closed = true;
            std::mem::take(&mut table.open)
        };
        self.reverses.clear();
        // Failing means that it is closed already.
        let _ = self.socket.shutdown(Shutdown::Both);
        for stream in open.values() {
            stream.closed_by_peer();
        }
    }
}
