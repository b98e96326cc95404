//! The last gate: bytes that hold a secret are not written, whoever asks.
//!
//! Secrets are masked long before, where a phone's answers come in. That this was forgotten somewhere is a mistake of ours, and it must not become
//! a password on a disk. So the gate is the one thing that holds for the whole process: nobody has to hand it on, and nobody can
//! forget to.

use std::io;
use std::sync::{PoisonError, RwLock};

use memchr::memmem;

static KEPT_OUT: RwLock<Vec<KeptOut>> = RwLock::new(Vec::new());

/// Bytes that hold a secret were about to be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} was about to be written there; nothing was, for it is a secret. This is a mistake of oddity's: please report it"
)]
pub struct Leak(pub String);

struct KeptOut {
    name: String,
    bytes: Vec<u8>,
}

/// From now on no file of ours is written that holds one of these: bytes, and the name under which they may be spoken of.
pub fn keep_out(secrets: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let mut kept = KEPT_OUT.write().unwrap_or_else(PoisonError::into_inner);
    for (name, bytes) in secrets {
        if !bytes.is_empty() && !kept.iter().any(|known| known.bytes == bytes) {
            kept.push(KeptOut { name, bytes });
        }
    }
}

/// Refuses bytes that hold a secret. Whoever writes to an open file asks; all other ways to write ask by themselves.
pub fn check(bytes: &[u8]) -> io::Result<()> {
    let kept = KEPT_OUT.read().unwrap_or_else(PoisonError::into_inner);
    match kept.iter().find(|secret| memmem::find(bytes, &secret.bytes).is_some()) {
        None => Ok(()),
        Some(secret) => Err(io::Error::other(Leak(secret.name.clone()))),
    }
}

/// Whether an error is the gate's.
pub fn is_leak(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Leak>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_a_secret_is_not_written_and_only_its_name_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        crate::write_whole(&path, b"before").unwrap();
        keep_out([("$TOKEN".to_owned(), b"ghp_gate0123456789".to_vec())]);
        let refused = crate::write_whole(&path, b"<p>ghp_gate0123456789</p>").unwrap_err();
        let refused = io::Error::from(refused);
        assert!(is_leak(&refused) && refused.to_string().starts_with("$TOKEN was about"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), b"before");
        assert!(crate::write_named(&path, b"ghp_gate0123456789").is_err());
        crate::write_whole(&path, b"ghp_gate").unwrap();
        assert!(check(b"a line with ghp_gate0123456789").is_err() && check(b"a line").is_ok());
    }
}
