//! One packet of the transport protocol: 24 bytes of header, then at most [`MAX_PAYLOAD`] of payload.

use std::io::{self, Read, Write};

/// The most that one packet may carry, as Android 9 and later say it.
pub(crate) const MAX_PAYLOAD: usize = 1 << 20;

/// The version before Android 9: each packet carries the sum of its bytes.
pub(crate) const VERSION_WITH_SUMS: u32 = 0x0100_0000;

/// The version since Android 9: sums are zero and nobody looks at them.
pub(crate) const VERSION: u32 = 0x0100_0001;

pub(crate) const CNXN: u32 = u32::from_le_bytes(*b"CNXN");
pub(crate) const AUTH: u32 = u32::from_le_bytes(*b"AUTH");
pub(crate) const OPEN: u32 = u32::from_le_bytes(*b"OPEN");
pub(crate) const OKAY: u32 = u32::from_le_bytes(*b"OKAY");
pub(crate) const WRTE: u32 = u32::from_le_bytes(*b"WRTE");
pub(crate) const CLSE: u32 = u32::from_le_bytes(*b"CLSE");

/// One packet. What the two numbers mean depends on the command; ids are the sender's first, the receiver's second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packet {
    pub(crate) command: u32,
    pub(crate) arg0: u32,
    pub(crate) arg1: u32,
    pub(crate) payload: Vec<u8>,
}

impl Packet {
    pub(crate) fn new(command: u32, arg0: u32, arg1: u32, payload: impl Into<Vec<u8>>) -> Packet {
        Packet { command, arg0, arg1, payload: payload.into() }
    }

    /// Reads the next packet. The sum is not looked at: adb 29 sends none in the greeting of a reconnection, and no
    /// phone since Android 9 asks for it.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Packet> {
        let mut header = [0; 24];
        from.read_exact(&mut header)?;
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (command, length) = (word(0), word(12) as usize);
        if word(20) != !command {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a packet of adb"));
        }
        if length > MAX_PAYLOAD {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a packet larger than allowed"));
        }
        let mut payload = vec![0; length];
        from.read_exact(&mut payload)?;
        Ok(Packet { command, arg0: word(4), arg1: word(8), payload })
    }

    /// Writes it in one piece, with a sum where the other side's `version` wants one.
    pub(crate) fn write(&self, to: &mut impl Write, version: u32) -> io::Result<()> {
        let sum = if version <= VERSION_WITH_SUMS { sum_of(&self.payload) } else { 0 };
        let length = u32::try_from(self.payload.len()).map_err(io::Error::other)?;
        let mut bytes = Vec::with_capacity(24 + self.payload.len());
        for word in [self.command, self.arg0, self.arg1, length, sum, !self.command] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&self.payload);
        to.write_all(&bytes)
    }
}

fn sum_of(payload: &[u8]) -> u32 {
    payload.iter().fold(0, |sum: u32, &byte| sum.wrapping_add(u32::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(packet: &Packet, version: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        packet.write(&mut bytes, version).unwrap();
        bytes
    }

    #[test]
    fn a_packet_survives_its_bytes() {
        let packet = Packet::new(WRTE, 7, 9, *b"hello");
        for version in [VERSION, VERSION_WITH_SUMS] {
            let bytes = bytes_of(&packet, version);
            assert_eq!(Packet::read(&mut bytes.as_slice()).unwrap(), packet);
        }
    }

    #[test]
    fn old_versions_get_a_sum_and_new_ones_none() {
        let packet = Packet::new(OPEN, 125, 0, *b"sync:\0");
        assert_eq!(bytes_of(&packet, VERSION_WITH_SUMS)[16..20], 503_u32.to_le_bytes());
        assert_eq!(bytes_of(&packet, VERSION)[16..20], [0; 4]);
    }

    #[test]
    fn what_is_no_packet_is_refused() {
        let mut bytes = bytes_of(&Packet::new(OKAY, 1, 2, []), VERSION);
        bytes[20] ^= 1;
        assert_eq!(Packet::read(&mut bytes.as_slice()).unwrap_err().kind(), io::ErrorKind::InvalidData);
        let mut bytes = bytes_of(&Packet::new(WRTE, 1, 2, []), VERSION);
        bytes[12..16].copy_from_slice(&(MAX_PAYLOAD as u32 + 1).to_le_bytes());
        assert_eq!(Packet::read(&mut bytes.as_slice()).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert!(Packet::read(&mut &b"short"[..]).is_err());
    }
}
