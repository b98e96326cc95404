//! What can be wrong with code that strangers wrote.

/// Why a DEX file, or a part of it, could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DexError {
    /// The file is none of the format, or of a version we do not know.
    #[error("not a DEX file of version 035 to 041: it begins with {0:?}")]
    NotDex(String),
    /// The file says something about itself that is not so.
    #[error("broken DEX: {what} at offset {at:#x} of {len:#x}")]
    Broken {
        /// What was looked for.
        what: &'static str,
        /// Where.
        at: usize,
        /// How long the file is.
        len: usize,
    },
    /// An index leads nowhere.
    #[error("broken DEX: there is no {what} {index}, there are {count}")]
    NoSuch {
        /// Of what.
        what: &'static str,
        /// The index.
        index: u32,
        /// How many there are.
        count: u32,
    },
    /// Larger than anything a compiler writes, or than a JVM takes.
    #[error("{what}: {count}, and {limit} is the most")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Instructions that no phone would run either.
    #[error("code that Android would refuse: {why} at {pc:#x}")]
    BadCode {
        /// What is wrong.
        why: &'static str,
        /// The instruction's address in code units.
        pc: u32,
    },
    /// An archive that is none.
    #[error("broken archive: {0}")]
    Archive(&'static str),
    /// There was not enough time.
    #[error("it took too long, and was at the class {class}")]
    TooLong {
        /// The class that was to come next.
        class: String,
    },
    /// What was converted could not be handed on.
    #[error("cannot write the converted code: {0}")]
    Write(String),
}
