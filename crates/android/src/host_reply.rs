//! The adb server's replies: `OKAY` or `FAIL`, and texts with their length in hex before them.

use serde::Serialize;
use thiserror::Error;

/// What stands at the front of a reply, and how many bytes it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<T> {
    /// What was read.
    pub value: T,
    /// How many bytes it was long; the rest of the reply starts there.
    pub bytes: usize,
}

/// The server's first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status<'a> {
    /// It does what was asked.
    Okay,
    /// It does not, and why.
    Fail(&'a [u8]),
}

/// What was asked for, or the server's reason for not giving it.
pub type Answer<'a, T> = Result<T, &'a [u8]>;

/// Bytes that are no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyError {
    /// The reply is not all there yet.
    #[error("the adb server's reply is incomplete: read on, or, at its end, the connection broke")]
    Incomplete,
    /// This is not the host protocol.
    #[error("the adb server's reply is neither OKAY nor FAIL: something else listens on that port")]
    NotAStatus,
    /// The length is not four hexadecimal digits.
    #[error("the length in the adb server's reply is not a number: something else listens on that port")]
    BadLength,
}

/// The `OKAY`, or the `FAIL` with its message, at the front of `reply`.
pub fn status(reply: &[u8]) -> Result<Taken<Status<'_>>, ReplyError> {
    match reply {
        [b'O', b'K', b'A', b'Y', ..] => Ok(Taken { value: Status::Okay, bytes: 4 }),
        [b'F', b'A', b'I', b'L', rest @ ..] => {
            let message = sized_text(rest)?;
            Ok(Taken { value: Status::Fail(message.value), bytes: 4 + message.bytes })
        }
        _ if b"OKAY".starts_with(reply) || b"FAIL".starts_with(reply) => Err(ReplyError::Incomplete),
        _ => Err(ReplyError::NotAStatus),
    }
}

/// The text at the front of `reply`, which says its length in four hexadecimal digits.
pub fn sized_text(reply: &[u8]) -> Result<Taken<&[u8]>, ReplyError> {
    let mut length = 0;
    for at in 0..4 {
        let digit = reply.get(at).ok_or(ReplyError::Incomplete)?;
        let digit = char::from(*digit).to_digit(16).ok_or(ReplyError::BadLength)?;
        length = length * 16 + digit as usize;
    }
    let value = reply.get(4..4 + length).ok_or(ReplyError::Incomplete)?;
    Ok(Taken { value, bytes: 4 + length })
}

/// The answer to a query such as `host:version`: `OKAY`, then a text.
pub fn answer(reply: &[u8]) -> Result<Taken<Answer<'_, &[u8]>>, ReplyError> {
    let first = status(reply)?;
    match first.value {
        Status::Fail(message) => Ok(Taken { value: Err(message), bytes: first.bytes }),
        Status::Okay => {
            let text = sized_text(&reply[first.bytes..])?;
            Ok(Taken { value: Ok(text.value), bytes: first.bytes + text.bytes })
        }
    }
}

/// The answer to `host:tport:…`: `OKAY`, then the connection's number in eight bytes.
pub fn transport_id(reply: &[u8]) -> Result<Taken<Answer<'_, u64>>, ReplyError> {
    let first = status(reply)?;
    match first.value {
        Status::Fail(message) => Ok(Taken { value: Err(message), bytes: first.bytes }),
        Status::Okay => {
            let id = reply.get(4..12).and_then(|id| id.try_into().ok()).ok_or(ReplyError::Incomplete)?;
            Ok(Taken { value: Ok(u64::from_le_bytes(id)), bytes: 12 })
        }
    }
}

/// The number of the protocol in the answer to `host:version`: `0029` is 41.
pub fn server_version(payload: &[u8]) -> Option<u32> {
    u32::from_str_radix(std::str::from_utf8(payload).ok()?, 16).ok()
}

/// What the phone can do, in the answer to `host:features`.
pub fn features(payload: &str) -> Vec<&str> {
    payload.split(',').map(str::trim).filter(|feature| !feature.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reply: &[u8], expected: Result<(Result<&str, &str>, usize), ReplyError>) {
        let text = |bytes| std::str::from_utf8(bytes).unwrap();
        let seen = answer(reply).map(|taken| (taken.value.map(text).map_err(text), taken.bytes));
        assert_eq!(seen, expected, "{}", String::from_utf8_lossy(reply));
    }

    #[test]
    fn reads_answers() {
        check(b"OKAY00040029", Ok((Ok("0029"), 12)));
        check(b"OKAY0000", Ok((Ok(""), 8)));
        check(b"OKAY0002hi and more", Ok((Ok("hi"), 10)));
        check(b"FAIL0017device 'nope' not found", Ok((Err("device 'nope' not found"), 31)));
        check(b"FAIL001Dmore than one device/emulator", Ok((Err("more than one device/emulator"), 37)));
    }

    #[test]
    fn says_what_is_missing() {
        for part in [&b""[..], b"O", b"OKAY", b"OKAY00", b"OKAY0004ab", b"FAI", b"FAIL", b"FAIL0017device"] {
            check(part, Err(ReplyError::Incomplete));
        }
        check(b"HTTP/1.1 400", Err(ReplyError::NotAStatus));
        check(b"OKAYzzzz", Err(ReplyError::BadLength));
        check(b"OKAY+001x", Err(ReplyError::BadLength));
    }

    #[test]
    fn reads_the_special_answers() {
        let id = transport_id(b"OKAY\x04\0\0\0\0\0\0\0rest");
        assert_eq!(id, Ok(Taken { value: Ok(4), bytes: 12 }));
        assert_eq!(transport_id(b"OKAY\x04\0\0"), Err(ReplyError::Incomplete));
        assert_eq!(server_version(b"0029"), Some(41));
        assert_eq!(server_version(b"zz"), None);
        assert_eq!(features("cmd,shell_v2"), ["cmd", "shell_v2"]);
        assert!(features("").is_empty());
    }
}
