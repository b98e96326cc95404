//! Who may come in: computers whose public key is in the authorized-keys file.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigUint;

/// A challenge: the host signs it with its private key.
pub(crate) type Token = [u8; 20];

/// The largest authorized-keys file we read.
const MAX_KEYS_BYTES: u64 = 1 << 20;

/// An RSA-2048 key has 64 words.
const MODULUS_BYTES: usize = 256;

/// Words in the key, a number for Montgomery's method, the modulus, another such number, the exponent.
const ENCODED_BYTES: usize = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4;

/// What stands before a SHA-1 digest in a signature of PKCS#1 v1.5.
const SHA1_PREFIX: [u8; 15] =
    [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14];

/// The computers that may come in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys(Vec<PublicKey>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct PublicKey {
    modulus: BigUint,
    exponent: BigUint,
}

impl Keys {
    /// Reads a file of lines as in adb's own `adbkey.pub`; blank lines and `#` comments are passed over. `Err` says what
    /// is wrong, for a person.
    pub(crate) fn read(file: &Path) -> Result<Keys, String> {
        Keys::parse(&files::text_named(file, MAX_KEYS_BYTES).map_err(|refused| refused.to_string())?)
    }

    fn parse(text: &str) -> Result<Keys, String> {
        let lines = text.lines().map(str::trim).enumerate();
        let keys = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let keys: Vec<PublicKey> = keys
            .map(|(at, line)| {
                PublicKey::parse(line).ok_or(format!("line {} is no public key of adb", at + 1))
            })
            .collect::<Result<_, _>>()?;
        if keys.is_empty() { Err("there is no key in it".to_owned()) } else { Ok(Keys(keys)) }
    }

    /// Whether one of the computers has signed the token.
    pub(crate) fn accept(&self, token: &Token, signature: &[u8]) -> bool {
        self.0.iter().any(|key| key.verifies(token, signature))
    }
}

impl PublicKey {
    /// Reads base64 and, behind it, a name that means nothing.
    fn parse(line: &str) -> Option<PublicKey> {
        let bytes = STANDARD.decode(line.split_whitespace().next()?).ok()?;
        let words = bytes.first_chunk::<4>().map(|words| u32::from_le_bytes(*words))?;
        if bytes.len() != ENCODED_BYTES || words as usize * 4 != MODULUS_BYTES {
            return None;
        }
        let modulus = BigUint::from_bytes_le(&bytes[8..8 + MODULUS_BYTES]);
        let exponent = BigUint::from_bytes_le(&bytes[ENCODED_BYTES - 4..]);
        // A signature under a modulus of zero could not be computed.
        (modulus.bit(0)).then_some(PublicKey { modulus, exponent })
    }

    /// PKCS#1 v1.5. adb signs the token as if it were a SHA-1 digest.
    fn verifies(&self, token: &Token, signature: &[u8]) -> bool {
        if signature.len() != MODULUS_BYTES {
            return false;
        }
        let opened = BigUint::from_bytes_be(signature).modpow(&self.exponent, &self.modulus);
        let mut expected = vec![0xff; MODULUS_BYTES];
        expected[0] = 0;
        expected[1] = 1;
        let digest_at = MODULUS_BYTES - token.len();
        expected[digest_at..].copy_from_slice(token);
        let prefix_at = digest_at - SHA1_PREFIX.len();
        expected[prefix_at..digest_at].copy_from_slice(&SHA1_PREFIX);
        expected[prefix_at - 1] = 0;
        opened == BigUint::from_bytes_be(&expected)
    }
}

/// A challenge that nobody can foresee.
pub(crate) fn fresh_token() -> Token {
    // The standard library keys its hashers from the operating system's randomness.
    let mut token = [0; 20];
    for (at, piece) in token.chunks_mut(8).enumerate() {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_usize(at);
        piece.copy_from_slice(&hasher.finish().to_le_bytes()[..piece.len()]);
    }
    token
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as adb writes it, for a key of our choice.
    fn line(modulus: &[u8; MODULUS_BYTES], exponent: u32) -> String {
        let mut bytes = vec![];
        bytes.extend((MODULUS_BYTES as u32 / 4).to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(modulus);
        bytes.extend([0; MODULUS_BYTES]);
        bytes.extend(exponent.to_le_bytes());
        format!("{} somebody@somewhere", STANDARD.encode(&bytes))
    }

    #[test]
    fn keys_are_read_and_comments_passed_over() {
        let text = format!("# mine\n\n{}\n", line(&[0xff; MODULUS_BYTES], 65537));
        assert_eq!(Keys::parse(&text).unwrap().0[0].exponent, BigUint::from(65537_u32));
        assert_eq!(Keys::parse("# none\n").unwrap_err(), "there is no key in it");
        assert_eq!(Keys::parse("\nnonsense\n").unwrap_err(), "line 2 is no public key of adb");
        assert!(Keys::parse(&line(&[0; MODULUS_BYTES], 3)).is_err(), "zero is no modulus");
    }

    #[test]
    fn with_the_exponent_one_the_padded_token_is_its_own_signature() {
        let keys = Keys::parse(&line(&[0xff; MODULUS_BYTES], 1)).unwrap();
        let token = fresh_token();
        let mut signature = [vec![0, 1], vec![0xff; 218], vec![0]].concat();
        signature.extend(SHA1_PREFIX);
        signature.extend(token);
        assert!(keys.accept(&token, &signature));
        assert!(!keys.accept(&fresh_token(), &signature), "of another challenge");
        signature[100] = 0;
        assert!(!keys.accept(&token, &signature), "with other padding");
        assert!(!keys.accept(&token, &signature[1..]), "cut");
    }
}
