//! What is wrong with a file, and where.

/// A file that cannot be what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl Malformed {
    pub(crate) fn new(line: usize, why: impl Into<String>) -> Malformed {
        Malformed { line, why: why.into() }
    }
}

/// The text of a file, which must be UTF-8.
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, Malformed> {
    std::str::from_utf8(bytes)
        .map_err(|error| Malformed::new(line_at(bytes, error.valid_up_to()), "it is not UTF-8 text"))
}

/// The line of a byte.
pub(crate) fn line_at(bytes: &[u8], offset: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &bytes[..offset.min(bytes.len())]).count()
}
