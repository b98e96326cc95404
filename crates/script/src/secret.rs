//! Texts that nobody may read.

use std::fmt;

/// Looks a variable up in the environment.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A text from the environment, such as a password. It prints as the variable's name: `$PASSWORD`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    name: String,
    value: String,
}

impl Secret {
    /// The value of a variable; `None` where it is not set.
    pub fn from_environment(name: &str, environment: Environment<'_>) -> Option<Secret> {
        environment(name).map(|value| Secret { name: name.to_owned(), value })
    }

    /// The variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text itself, for the phone alone.
    pub fn reveal(&self) -> &str {
        &self.value
    }

    /// The text with the variable's name wherever the secret stands.
    pub fn mask(&self, text: &str) -> String {
        if self.value.is_empty() { text.to_owned() } else { text.replace(&self.value, &self.to_string()) }
    }
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
}
