//! Numbers and strings at places that may not exist.

use crate::error::DexError;

/// The file's bytes; reading beyond them is an error, not a panic.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(self, at: usize) -> Result<[u8; N], DexError> {
        let end = at.saturating_add(N);
        let found = self.0.get(at..end).and_then(|slice| slice.try_into().ok());
        found.ok_or(DexError::Broken { what: "a number", at, len: self.0.len() })
    }

    pub(crate) fn u16(self, at: usize) -> Result<u16, DexError> {
        self.take(at).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(self, at: usize) -> Result<u32, DexError> {
        self.take(at).map(u32::from_le_bytes)
    }

    /// So many bytes from there on.
    pub(crate) fn slice(self, at: usize, len: usize) -> Result<&'a [u8], DexError> {
        let end = at.saturating_add(len);
        self.0.get(at..end).ok_or(DexError::Broken { what: "a table", at, len: self.0.len() })
    }

    pub(crate) fn cursor(self, at: usize) -> Cursor<'a> {
        Cursor { bytes: self, at }
    }
}

/// A place in the file that moves on as it is read.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    bytes: Bytes<'a>,
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn u8(&mut self) -> Result<u8, DexError> {
        let [byte] = self.bytes.take(self.at)?;
        self.at += 1;
        Ok(byte)
    }

    /// A number of up to 32 bits, seven in each byte.
    pub(crate) fn uleb(&mut self) -> Result<u32, DexError> {
        let mut value = 0u32;
        for shift in (0..35).step_by(7) {
            let byte = self.u8()?;
            value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(DexError::Broken { what: "a number of seven-bit groups", at: self.at, len: self.bytes.0.len() })
    }

    /// The same with a sign.
    pub(crate) fn sleb(&mut self) -> Result<i32, DexError> {
        let mut value = 0i64;
        for shift in (0..35).step_by(7) {
            let byte = self.u8()?;
            value |= i64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let unused = 64 - (shift + 7);
                return Ok(((value << unused) >> unused) as i32);
            }
        }
        Err(DexError::Broken { what: "a number of seven-bit groups", at: self.at, len: self.bytes.0.len() })
    }

    /// A count of things that take at least one byte each: no more than there are bytes left.
    pub(crate) fn count(&mut self, what: &'static str) -> Result<usize, DexError> {
        let count = self.uleb()? as usize;
        let limit = self.bytes.0.len().saturating_sub(self.at);
        if count > limit { Err(DexError::TooMany { what, count, limit }) } else { Ok(count) }
    }

    /// A number of up to eight bytes, the last of which has the sign.
    pub(crate) fn sized(&mut self, size: usize) -> Result<u64, DexError> {
        let mut value = 0u64;
        for index in 0..size {
            value |= u64::from(self.u8()?) << (8 * index);
        }
        Ok(value)
    }

    /// Everything up to the next zero byte.
    pub(crate) fn until_zero(&mut self) -> Result<&'a [u8], DexError> {
        let rest = self.bytes.0.get(self.at..).unwrap_or_default();
        let broken = DexError::Broken { what: "the end of a string", at: self.at, len: self.bytes.0.len() };
        let len = rest.iter().position(|&byte| byte == 0).ok_or(broken)?;
        self.at += len + 1;
        Ok(&rest[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seven_bit_groups() {
        let cases: &[(&[u8], u32, i32)] = &[
            (&[0x00], 0, 0),
            (&[0x01], 1, 1),
            (&[0x7f], 127, -1),
            (&[0x80, 0x7f], 16256, -128),
            (&[0xff, 0xff, 0xff, 0xff, 0x0f], u32::MAX, -1),
        ];
        for (bytes, unsigned, signed) in cases {
            assert_eq!(Bytes(bytes).cursor(0).uleb(), Ok(*unsigned), "{bytes:x?}");
            assert_eq!(Bytes(bytes).cursor(0).sleb(), Ok(*signed), "{bytes:x?}");
        }
        assert!(Bytes(&[0x80]).cursor(0).uleb().is_err(), "it ends in the middle");
        assert!(Bytes(&[0x80; 6]).cursor(0).uleb().is_err(), "it never ends");
    }

    #[test]
    fn nothing_lies_beyond_the_end() {
        assert!(Bytes(&[1, 2, 3]).u32(0).is_err());
        assert!(Bytes(&[1, 2, 3]).u16(usize::MAX).is_err());
        assert!(Bytes(&[1, 2, 3]).slice(2, usize::MAX).is_err());
        assert!(Bytes(&[1, 2, 3]).cursor(9).until_zero().is_err());
    }
}
