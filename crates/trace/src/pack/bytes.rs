//! Numbers and strings as bytes: small numbers take few.

/// Seven bits per byte, lowest first; the top bit says that more follow.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ..., so that small negative numbers stay small.
pub(super) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, ((number << 1) ^ (number >> 63)) as u64);
}

/// The length, then the bytes.
pub(super) fn put_string(out: &mut Vec<u8>, string: &str) {
    put_number(out, string.len() as u64);
    out.extend(string.as_bytes());
}

/// What is wrong with the bytes of a record.
pub(super) type Reason = &'static str;

/// Takes numbers and strings off the front of some bytes.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Reason> {
        let (front, rest) = self.0.split_at_checked(len).ok_or("the record ends too early")?;
        self.0 = rest;
        Ok(front)
    }

    pub(super) fn number(&mut self) -> Result<u64, Reason> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number has more than 64 bits")
    }

    pub(super) fn small<T: TryFrom<u64>>(&mut self) -> Result<T, Reason> {
        T::try_from(self.number()?).map_err(|_| "a number is too large for what it counts")
    }

    pub(super) fn signed(&mut self) -> Result<i64, Reason> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    pub(super) fn small_signed(&mut self) -> Result<i32, Reason> {
        i32::try_from(self.signed()?).map_err(|_| "a number is too large for a pixel")
    }

    /// How many things follow. Each takes a byte at least, so a count beyond the rest of the record is a lie.
    pub(super) fn count(&mut self) -> Result<usize, Reason> {
        let count = self.small::<usize>()?;
        if count > self.0.len() { Err("a count goes beyond the record") } else { Ok(count) }
    }

    pub(super) fn string(&mut self) -> Result<&'a str, Reason> {
        let len = self.small()?;
        std::str::from_utf8(self.take(len)?).map_err(|_| "a string is not UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_their_bytes() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, number);
            put_signed(&mut out, number as i64);
            let mut bytes = Bytes(&out);
            assert_eq!(bytes.number(), Ok(number));
            assert_eq!(bytes.signed(), Ok(number as i64));
            assert!(bytes.is_empty());
        }
    }

    #[test]
    fn what_is_no_number_is_an_error() {
        assert!(Bytes(&[]).number().is_err());
        assert!(Bytes(&[0x80]).number().is_err(), "more was promised");
        assert!(Bytes(&[0xff; 10]).number().is_err(), "70 bits");
        assert!(Bytes(&[3, b'a']).string().is_err());
        assert!(Bytes(&[1, 0xff]).string().is_err());
        assert!(Bytes(&[200, 1, 0]).count().is_err(), "200 things in one byte");
    }
}
