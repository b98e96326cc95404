//! One connection from its first packet to its last.

use std::io::{self, Read};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::auth::{Keys, Token, fresh_token};
use super::link::Link;
use super::packet::{AUTH, CLSE, CNXN, OPEN, Packet};
use crate::guests::Guest;
use crate::phone::Phone;
use crate::services;

/// How long a peer may take until it is let in.
const GREETING_DEADLINE: Duration = Duration::from_secs(30);

/// How long a peer may leave us waiting with a packet half sent.
const WRITE_DEADLINE: Duration = Duration::from_secs(30);

const TOKEN: u32 = 1;
const SIGNATURE: u32 = 2;

/// Serves one connection until it ends. The phone keeps it, to close it when the phone goes away.
pub(crate) fn serve(socket: TcpStream, phone: &Arc<Phone>, guest: &Guest) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_write_timeout(Some(WRITE_DEADLINE))?;
    let mut reader = socket.try_clone()?;
    let link = Arc::new(Link::new(socket)?);
    phone.add_link(&link);
    let peer = Peer { link: Arc::clone(&link), phone: Arc::clone(phone), token: None };
    let served = peer.serve(&mut reader, guest);
    link.close();
    served
}

/// What a peer says until it is let in, all of it under one deadline: byte by byte it could take for ever.
struct Greeting<'a> {
    socket: &'a mut TcpStream,
    until: Instant,
}

impl Read for Greeting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.socket.set_read_timeout(Some(left))?;
        self.socket.read(buffer)
    }
}

/// The peer of one connection.
struct Peer {
    link: Arc<Link>,
    phone: Arc<Phone>,
    /// The challenge it has yet to sign.
    token: Option<Token>,
}

impl Peer {
    fn serve(mut self, reader: &mut TcpStream, guest: &Guest) -> io::Result<()> {
        let phone = Arc::clone(&self.phone);
        let mut greeting = Greeting { socket: reader, until: Instant::now() + GREETING_DEADLINE };
        while !self.greet(&Packet::read(&mut greeting)?, phone.keys())? {
            guest.speaks(false, false);
        }
        guest.speaks(true, false);
        reader.set_read_timeout(None)?;
        loop {
            let packet = Packet::read(reader)?;
            match packet.command {
                OPEN => self.open(&packet)?,
                // A server that starts anew on the same socket.
                CNXN => self.welcome()?,
                _ => self.link.dispatch(packet)?,
            }
            guest.speaks(true, self.link.has_streams());
        }
    }

    /// Takes one packet of the greeting. `true` once the peer is in.
    fn greet(&mut self, packet: &Packet, keys: Option<&Keys>) -> io::Result<bool> {
        match (packet.command, keys) {
            (CNXN, keys) => {
                let build = self.phone.build();
                let max_payload = build.max_payload().min(packet.arg1 as usize);
                self.link.agree(packet.arg0.min(build.version()), max_payload);
                if keys.is_none() {
                    self.welcome()?;
                } else {
                    self.challenge()?;
                }
                Ok(keys.is_none())
            }
            (AUTH, Some(keys)) if packet.arg0 == SIGNATURE => {
                let known = self.token.take().is_some_and(|token| keys.accept(&token, &packet.payload));
                if known {
                    self.welcome()?;
                } else {
                    self.challenge()?;
                }
                Ok(known)
            }
            // A public key that is not in the file: a phone would ask its owner, and nobody is here to say yes.
            (AUTH, Some(_)) => Ok(false),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "a packet before the greeting")),
        }
    }

    fn challenge(&mut self) -> io::Result<()> {
        let token = fresh_token();
        self.token = Some(token);
        self.link.send(&Packet::new(AUTH, TOKEN, 0, token))
    }

    /// Says who we are, if the phone is there at all.
    fn welcome(&self) -> io::Result<()> {
        if !self.phone.answers() {
            return Err(io::Error::new(io::ErrorKind::NotConnected, "the phone is away"));
        }
        let build = self.phone.build();
        let max_payload = u32::try_from(build.max_payload()).unwrap_or(4096);
        self.link.send(&Packet::new(CNXN, build.version(), max_payload, build.banner()))
    }

    /// Starts the service that the peer asks for, in a thread of its own.
    fn open(&self, packet: &Packet) -> io::Result<()> {
        let refusal = Packet::new(CLSE, 0, packet.arg0, []);
        let name = String::from_utf8_lossy(&packet.payload);
        let name = name.trim_end_matches('\0');
        let Some(service) = services::find(name, &self.phone) else { return self.link.send(&refusal) };
        let Some(stream) = self.link.add_stream(packet.arg0) else { return self.link.send(&refusal) };
        let phone = Arc::clone(&self.phone);
        let opened = Arc::clone(&stream);
        let serve = move || {
            // An error means that the peer has gone, and then there is nobody left to tell.
            let _ = stream.accept().and_then(|()| service.serve(&phone, &stream));
            stream.close();
        };
        if thread::Builder::new().name("adb service".to_owned()).spawn(serve).is_err() {
            opened.close();
        }
        Ok(())
    }
}
