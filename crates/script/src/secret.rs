//! Texts that nobody may read.

use std::fmt;
use std::sync::Arc;

use crate::forms::forms_of;

/// How much of a secret must stand somewhere to be taken for it. Less is common to many words.
const PIECE: usize = 6;

/// The same in the shapes that are not the secret itself, of which more letters tell as much.
const CODED_PIECE: usize = 8;

/// Looks a variable up in the environment.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A text from the environment, such as a password. It prints as the variable's name: `$PASSWORD`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    name: String,
    value: String,
    /// The value's letters in small ones, and those of its other shapes.
    shapes: Arc<[Vec<char>]>,
}

impl Secret {
    /// The value of a variable; `None` where it is not set.
    pub fn from_environment(name: &str, environment: Environment<'_>) -> Option<Secret> {
        environment(name).map(|value| {
            let mut shapes = vec![small(&value)];
            shapes.extend(forms_of(&value).iter().map(|form| small(form)));
            Secret { name: name.to_owned(), value, shapes: shapes.into() }
        })
    }

    /// The variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text itself, for the phone alone.
    pub fn reveal(&self) -> &str {
        &self.value
    }

    /// The text with the variable's name wherever the secret stands, in small letters or large ones, as part of an address, in Base64;
    /// or six of its letters or more.
    pub fn mask(&self, text: &str) -> String {
        self.mask_pieces(text, PIECE).unwrap_or_else(|| text.to_owned())
    }

    /// The same wherever at least so many of its letters stand, or all of a shorter one; `None` where they stand nowhere.
    pub fn mask_pieces(&self, text: &str, least: usize) -> Option<String> {
        let length = self.shapes.first().map_or(0, Vec::len);
        let (least, letters) = (least.min(length), small(text));
        if length == 0 || letters.len() < least {
            return None;
        }
        let (mut masked, mut found, mut hidden_to) = (String::new(), false, 0);
        for (at, letter) in text.chars().enumerate() {
            if at < hidden_to {
                continue;
            }
            let piece = self.longest_piece(letters.get(at..).unwrap_or_default(), least);
            if piece > 0 {
                masked.push('$');
                masked.push_str(&self.name);
                (found, hidden_to) = (true, at + piece);
            } else {
                masked.push(letter);
            }
        }
        found.then_some(masked)
    }

    /// How many letters at the text's beginning are a piece of the secret.
    fn longest_piece(&self, text: &[char], least: usize) -> usize {
        let pieces = self.shapes.iter().enumerate().flat_map(|(at, shape)| {
            let least = if at == 0 { least } else { least.max(CODED_PIECE) };
            let lengths = (0..shape.len()).map(|from| {
                text.iter().zip(shape.get(from..).unwrap_or_default()).take_while(|(a, b)| a == b).count()
            });
            lengths.filter(move |&length| length >= least)
        });
        pieces.max().unwrap_or(0)
    }

    /// What must stand in no file, in bytes: the secret in all its shapes, as JSON and HTML write them too. Nothing where it is too common to
    /// say so: shorter than eight letters, or nothing but letters.
    pub fn forbidden(&self) -> Vec<Vec<u8>> {
        let is_common = self.value.chars().count() < 8 || self.value.chars().all(char::is_alphabetic);
        if is_common {
            return Vec::new();
        }
        let mut shapes = forms_of(&self.value);
        shapes.extend([self.value.to_lowercase(), self.value.to_uppercase()]);
        let escaped = |text: &str, pairs: &[(&str, &str)]| {
            pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        for shape in shapes.clone() {
            shapes.push(escaped(&shape, &[("\\", "\\\\"), ("\"", "\\\"")]));
            shapes.push(escaped(&shape, &[("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]));
        }
        shapes.sort();
        shapes.dedup();
        shapes.into_iter().map(String::into_bytes).collect()
    }
}

/// A text's letters, each in its small form, one for one.
fn small(text: &str) -> Vec<char> {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.name)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether a variable of the environment can have this name: letters, digits, `_`, no digit first.
pub(crate) fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_shown_by_its_name_only() {
        let secret = Secret::from_environment("PIN", &|_| Some("4711".to_owned())).unwrap();
        assert_eq!(format!("{secret} {secret:?}"), "$PIN $PIN");
        assert_eq!(secret.mask("4711, and again 4711!"), "$PIN, and again $PIN!");
        let empty = Secret::from_environment("PIN", &|_| Some(String::new())).unwrap();
        assert_eq!(empty.mask("as it is"), "as it is");
    }

    #[test]
    fn pieces_and_other_shapes_are_masked_too() {
        let secret = Secret::from_environment("T", &|_| Some("ghp_0123456789 klmn".to_owned())).unwrap();
        for (text, masked) in [
            ("x GHP_0123456789 KLMN y", "x $T y"),
            ("ghp_01", "$T"),
            ("56789 kl", "$T"),
            ("ghp_0", "ghp_0"),
            ("?q=ghp_0123456789%20klmn&p=1", "?q=$T&p=1"),
            ("?q=ghp_0123456789+klmn", "?q=$T"),
            // Base64 of "u:" and the secret; two letters are shared with what is before it and behind.
            ("dTpnaHBfMDEyMzQ1Njc4OSBrbG1u", "dTp$T"),
            ("ghp_0123456789 klmnghp_0123456789 klmn", "$T$T"),
        ] {
            assert_eq!(secret.mask(text), masked);
        }
        assert_eq!(secret.mask_pieces("k ghp_", 4).as_deref(), Some("k $T"));
        assert_eq!(secret.mask_pieces("nothing", 4), None);
        let pin = Secret::from_environment("PIN", &|_| Some("4711".to_owned())).unwrap();
        assert_eq!((pin.mask("471"), pin.mask("4711")), ("471".to_owned(), "$PIN".to_owned()));
    }

    #[test]
    fn common_words_are_not_forbidden_in_files() {
        let forbidden = |value: &str| {
            let secret = Secret::from_environment("X", &|_| Some(value.to_owned())).unwrap();
            secret.forbidden().iter().map(|form| String::from_utf8(form.clone()).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(forbidden("password"), Vec::<String>::new());
        assert_eq!(forbidden("a1"), Vec::<String>::new());
        let forms = forbidden("Ab<\"1234567");
        for form in
            ["Ab<\"1234567", "ab<\"1234567", "Ab<\\\"1234567", "Ab&lt;&quot;1234567", "Ab%3C%221234567"]
        {
            assert!(forms.iter().any(|known| known == form), "{form} in {forms:?}");
        }
    }
}
