//! Bytes between a stream and a port of this computer, where that is allowed.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::wire::stream::Stream;

/// Connects a stream to a port of this computer.
pub(super) fn serve(stream: &Arc<Stream>, port: u16) -> io::Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    join(stream, &TcpStream::connect_timeout(&address, Duration::from_secs(5))?)
}

/// Carries bytes both ways until either side has had enough.
pub(super) fn join(stream: &Arc<Stream>, socket: &TcpStream) -> io::Result<()> {
    let mut incoming = socket.try_clone()?;
    let outward = Arc::clone(stream);
    let carrier = thread::Builder::new().name("adb port".to_owned()).spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(count @ 1..) = incoming.read(&mut buffer) {
            if outward.write(&buffer[..count]).is_err() {
                break;
            }
        }
        outward.close();
    })?;
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        if (&mut &*socket).write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    // Wakes the carrier, which may wait for bytes that will not come.
    let _ = socket.shutdown(Shutdown::Both);
    let _ = carrier.join();
    Ok(())
}
