//! Posing as an emulator: a console beside adb, and a word to the adb server.

mod console;

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use crate::door::DoorError;
use crate::wire::auth::fresh_token;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
pub(crate) use console::serve;

/// How often we try to find two free ports in a row.
const ATTEMPTS: usize = 64;

/// The longest password.
const MAX_TOKEN_BYTES: u64 = 1024;

/// The console's password, and where people find it.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) file: String,
    /// Empty where none is asked for.
    pub(crate) text: String,
}

/// Listens on a port and the next: the console's and adb's. Port 0 takes any two.
pub(crate) fn listen(address: SocketAddr) -> Result<(TcpListener, TcpListener), DoorError> {
    let mut attempts = if address.port() == 0 { ATTEMPTS } else { 1 };
    loop {
        attempts -= 1;
        match bind_pair(address) {
            Err((address, why)) if attempts == 0 => return Err(DoorError::Listen { address, why }),
            Err(_) => {}
            Ok(pair) => return Ok(pair),
        }
    }
}

/// Both listeners, or which of the two addresses cannot be had.
fn bind_pair(address: SocketAddr) -> Result<(TcpListener, TcpListener), (SocketAddr, io::Error)> {
    let bind = |address| TcpListener::bind(address).map_err(|why| (address, why));
    let console = bind(address)?;
    let port = console.local_addr().map_err(|why| (address, why))?.port();
    let next = port
        .checked_add(1)
        .ok_or_else(|| (address, io::Error::other("adb needs the next port, and there is none")))?;
    Ok((console, bind(SocketAddr::new(address.ip(), next))?))
}

/// Reads the password, or makes one for this computer's user alone.
pub(crate) fn read_token(file: &Path) -> io::Result<Token> {
    let shown = file.display().to_string();
    match files::text_named(file, MAX_TOKEN_BYTES) {
        Ok(text) => Ok(Token { file: shown, text: text.trim().to_owned() }),
        Err(refused) if refused.is_missing() => {
            let text = STANDARD.encode(&fresh_token()[..12]).replace(['+', '/'], "x");
            files::own(file, text.as_bytes())?;
            Ok(Token { file: shown, text })
        }
        Err(refused) => Err(refused.into()),
    }
}

/// Tells an adb server that there is an emulator whose adb is on this port. One that is not there will find it by itself, if
/// the port is among those that it looks at.
pub(crate) fn announce(server: SocketAddr, adb_port: u16) {
    let tell = || -> io::Result<()> {
        let request = format!("host:emulator:{adb_port}");
        let mut server = TcpStream::connect_timeout(&server, Duration::from_secs(2))?;
        server.set_write_timeout(Some(Duration::from_secs(2)))?;
        server.write_all(format!("{:04x}{request}", request.len()).as_bytes())
    };
    let _ = tell();
}
