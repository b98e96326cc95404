//! Words that survive the phone's shell.

/// A word as `sh` reads it back unchanged, whatever is in it; bare where that is safe.
///
/// A NUL cannot be in a word at all; callers never have one.
pub(super) fn quoted(word: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:,=@+%".contains(&byte);
    if !word.is_empty() && word.bytes().all(bare) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use super::*;

    /// The judge is a real shell.
    fn check(word: &str) {
        let printed =
            Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&printed.stdout), word, "{}", quoted(word));
        assert!(printed.stderr.is_empty(), "{word:?}");
    }

    #[test]
    fn every_printable_character_survives() {
        let all: String = (' '..='~').collect();
        check(&all);
        for character in ' '..='~' {
            check(&character.to_string());
            check(&format!("a{character}{character}b"));
            check(&format!("'{character}'"));
        }
    }

    #[test]
    fn what_shells_like_to_eat_survives() {
        for word in [
            "",
            "$HOME",
            "`id`",
            "$(id)",
            "a\\",
            "\\n",
            "it's",
            "''",
            "a; rm -rf x",
            "&& x",
            "~",
            "*",
            "#",
            "é ☃",
            "a\nb",
        ] {
            check(word);
        }
    }
}
